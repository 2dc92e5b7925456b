// The history of a record: reading it, and going back to a state of it.
import { and, count, desc, eq } from 'drizzle-orm'
import { assertMay } from '../../auth/permissions.ts'
import { revisions } from '../../db/schema/history.ts'
import { AppError } from '../../errors.ts'
import { type Paging, pageOf } from '../../paging.ts'
import { parseRecordId } from '../../record-id.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../define-resource.ts'
import { locate, notFound, readRow } from '../find-record.ts'
import { ADMIN_FIELDS } from '../parse-record.ts'
import { ofRecord, revisionView } from '../revisions.ts'
import { replaceRecord } from './update-record.ts'

type Place = { resource: Resource; place: string }

/** Who changed the record when, and which fields, newest first. Throws 403 and 404. */
export async function listRevisions(
  ctx: ContentContext,
  { resource, place, paging }: Place & { paging: Paging | null },
) {
  assertMay(ctx.actor, 'revise', resource.name)
  return ctx.database.readConsistently(async (tx) => {
    const row = await readRow(tx, resource, locate(resource, place))
    if (!row) throw notFound(resource)
    const ofThis = ofRecord(resource, row.id)
    const [counted] = await tx.select({ total: count() }).from(revisions).where(ofThis)
    const query = tx.select(revisionView).from(revisions).where(ofThis).orderBy(desc(revisions.id))
    const items = await (paging
      ? query.limit(paging.perPage).offset((paging.page - 1) * paging.perPage)
      : query)
    return pageOf(items, counted?.total ?? 0, paging)
  })
}

type Restore = Place & { revision: string; ifMatch: string | null }

/**
 * Writes the state of a revision as a PUT would, through the same checks; position, publication and author stay. A
 * category or menu entry that it names and that is gone is left empty, for nobody could bring it back.
 * Throws 403, 404, 409 (a slug that another record has now), 412 and 422.
 */
export async function restoreRevision(
  ctx: ContentContext,
  { resource, place, revision, ifMatch }: Restore,
): Promise<Row> {
  assertMay(ctx.actor, 'revise', resource.name)
  const found = await ctx.database.query(async (tx) => {
    const row = await readRow(tx, resource, locate(resource, place))
    if (!row) throw notFound(resource)
    const [state] = await tx
      .select({ state: revisions.state })
      .from(revisions)
      .where(and(ofRecord(resource, row.id), eq(revisions.id, parseRecordId(revision) ?? 0)))
    return state
  })
  if (!found) throw new AppError('not_found', 'There is no such revision of this record.')
  const body = Object.fromEntries(
    Object.entries(found.state).filter(
      ([name, value]) =>
        name in resource.input.shape && !isKept(name) && !(value === null && !isNullable(resource, name)),
    ),
  )
  const write = { resource, place, ifMatch, autosave: false }
  return replaceRecord(ctx, { ...write, body }).catch((error) => {
    const gone = missingReferences(resource, error)
    if (gone.length === 0) throw error
    return replaceRecord(ctx, { ...write, body: { ...body, ...Object.fromEntries(gone) } })
  })
}

/** The fields that refer to what is gone, as null, where nothing else is wrong and they may be. */
function missingReferences(resource: Resource, error: unknown): [name: string, value: null][] {
  const issues = (error instanceof AppError && error.errors) || []
  const areAll = issues.every(({ path, code }) => code === 'unknown_reference' && isNullable(resource, path))
  return areAll ? issues.map(({ path }) => [path, null]) : []
}

const isKept = (name: string) => (ADMIN_FIELDS as readonly string[]).includes(name)
const isNullable = (resource: Resource, name: string) =>
  resource.input.shape[name]?.safeParse(null).success ?? false
