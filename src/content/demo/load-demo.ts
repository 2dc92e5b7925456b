// Fills a database that never held content with the demo site, through the checks of every other write.
import { count, eq } from 'drizzle-orm'
import { lockUntilCommit, type Tx } from '../../db/database.ts'
import { contentVersions } from '../../db/schema/history.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource } from '../define-resource.ts'
import { columnOf } from '../find-record.ts'
import { parseRecord } from '../parse-record.ts'
import { findResource } from '../resource-registry.ts'
import { insertRecord } from '../verbs/create-record.ts'
import { absentFields, changeRecord } from '../verbs/update-record.ts'
import { type DemoRef, demoContent } from './demo-content.ts'

/** Whether it filled the database; a site that was ever edited is left alone. */
export async function fillWithDemo(options: Omit<ContentContext, 'actor'>): Promise<boolean> {
  const ctx: ContentContext = { ...options, actor: { kind: 'system', name: 'demo' } }
  return ctx.database.transaction(async (tx) => {
    await lockUntilCommit(tx, 'demo')
    const [edited] = await tx.select({ total: count() }).from(contentVersions)
    if (edited?.total !== 0) return false
    for (const { resource: name, records } of demoContent) {
      const resource = findResource(name)!
      for (const record of records) await insert(tx, ctx, resource, await resolve(tx, record))
    }
    return true
  })
}

// Nobody published the demo site.
const noNote = () => {}

async function insert(tx: Tx, ctx: ContentContext, resource: Resource, record: Record<string, unknown>) {
  const input = parseRecord(ctx, resource, record, resource.singleton ? 'replace' : 'create')
  if (!resource.singleton) return insertRecord(tx, ctx, { resource, input, autosave: false, note: noNote })
  const changes = { ...absentFields(resource, input), ...input }
  return changeRecord(tx, ctx, {
    resource,
    place: '1',
    changes,
    ifMatch: null,
    autosave: false,
    note: noNote,
  })
}

// A reference names a record that came before by the value of one of its fields.
async function resolve(tx: Tx, record: Record<string, unknown>) {
  const entries = Object.entries(record).map(async ([name, value]) => [
    name,
    isRef(value) ? await find(tx, value) : value,
  ])
  return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>
}

async function find(tx: Tx, { $ref: [name, field, value] }: DemoRef) {
  const resource = findResource(name)!
  const [row] = await tx
    .select({ id: resource.table.id })
    .from(resource.table)
    .where(eq(columnOf(resource, field), value))
  return row!.id
}

const isRef = (value: unknown): value is DemoRef =>
  typeof value === 'object' && value !== null && '$ref' in value
