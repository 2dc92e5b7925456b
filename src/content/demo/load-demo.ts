// Fills an empty database with the demo site, through the same validation as every other write.
import { count, eq } from 'drizzle-orm'
import { lockUntilCommit, type Tx } from '../../platform/db/database.ts'
import { contentVersions } from '../../platform/db/schema/history.ts'
import { inlineTextWork } from '../../platform/text-workers.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource } from '../definition/define-resource.ts'
import { columnOf, lockRow } from '../definition/find-record.ts'
import { parseRecord } from '../definition/parse-record.ts'
import { findResource } from '../resources/resource-registry.ts'
import { insertRecord } from '../verbs/insert-records.ts'
import { absentFields, changeRecord } from '../verbs/update-record.ts'
import { type DemoReference, demoContent } from './demo-content.ts'

/** Some 250 records in one transaction take seconds on a small or busy machine, and the first start must not fail there. */
const DEADLINE_MS = 120_000

/** Fills the database unless its content was ever edited; returns whether it did. */
export async function fillWithDemo(
  options: Omit<ContentContext, 'actor' | 'textWorkers' | 'trashKeepMs'>,
): Promise<boolean> {
  const ctx: ContentContext = {
    ...options,
    textWorkers: inlineTextWork,
    // Nothing is deleted here.
    trashKeepMs: 0,
    actor: { kind: 'system', name: 'demo' },
  }
  return ctx.database.transaction((tx) => fillIfNew(tx, ctx), { deadlineMs: DEADLINE_MS })
}

async function fillIfNew(tx: Tx, ctx: ContentContext) {
  await lockUntilCommit(tx, 'demo')
  const [edited] = await tx.select({ total: count() }).from(contentVersions)
  if (edited?.total !== 0) return false
  for (const { resource: name, records } of demoContent) {
    const resource = findResource(name)!
    for (const record of records) await insert(tx, ctx, resource, await resolveReferences(tx, record))
  }
  return true
}

// Loading the demo site is not audited.
const noNote = () => {}

async function insert(tx: Tx, ctx: ContentContext, resource: Resource, record: Record<string, unknown>) {
  const input = await parseRecord(ctx, resource, record, resource.singleton ? 'replace' : 'create')
  if (!resource.singleton) return insertRecord(tx, ctx, { resource, input, autosave: false, note: noNote })
  const changes = { ...absentFields(resource, input), ...input }
  return changeRecord(tx, ctx, {
    resource,
    before: await lockRow(tx, resource, '1'),
    changes,
    ifMatch: null,
    autosave: false,
    note: noNote,
  })
}

async function resolveReferences(tx: Tx, record: Record<string, unknown>) {
  const entries = Object.entries(record).map(async ([name, value]) => [
    name,
    isReference(value) ? await findReferenced(tx, value) : value,
  ])
  return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>
}

async function findReferenced(tx: Tx, { $ref: [name, column, value] }: DemoReference) {
  const resource = findResource(name)!
  const [row] = await tx
    .select({ id: resource.table.id })
    .from(resource.table)
    .where(eq(columnOf(resource, column), value))
  return row!.id
}

const isReference = (value: unknown): value is DemoReference =>
  typeof value === 'object' && value !== null && '$ref' in value
