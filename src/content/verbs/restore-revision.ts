// Lists the revisions of a record and restores one of them.
import { and, eq } from 'drizzle-orm'
import { assertMay } from '../../accounts/permissions.ts'
import { revisions } from '../../platform/db/schema/history.ts'
import { AppError } from '../../text/errors.ts'
import type { Paging } from '../../text/paging.ts'
import { ADMIN_FIELDS } from '../../text/record-fields.ts'
import { parseRecordId } from '../../text/record-id.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { readRow, recordNotFound } from '../definition/find-record.ts'
import { revisionsOf, selectRevisions } from '../history/revisions.ts'
import { replaceRecord } from './update-record.ts'

type Target = { resource: Resource; idOrKey: string }

/** The revisions of a record without their states, newest first. Throws 403 and 404. */
export async function listRevisions(
  ctx: ContentContext,
  { resource, idOrKey, paging }: Target & { paging: Paging | null },
) {
  assertMay(ctx.actor, 'revise', resource.name)
  return ctx.database.readConsistently(async (tx) => {
    const row = await readRow(tx, resource, idOrKey)
    assertMay(ctx.actor, 'revise', resource.name, row)
    if (!row) throw recordNotFound(resource)
    return selectRevisions(tx, resource, { id: row.id, paging })
  })
}

type Restore = Target & { revision: string; ifMatch: string | null }

/**
 * Writes the state of a revision like a PUT, through the same validation; position, publication and author stay as they
 * are. References to records that no longer exist are set to null.
 * Throws 403, 404, 409 (another record has the slug now), 412 and 422.
 */
export async function restoreRevision(
  ctx: ContentContext,
  { resource, idOrKey, revision, ifMatch }: Restore,
): Promise<Row> {
  assertMay(ctx.actor, 'revise', resource.name)
  const found = await ctx.database.query(async (tx) => {
    const row = await readRow(tx, resource, idOrKey)
    assertMay(ctx.actor, 'revise', resource.name, row)
    if (!row) throw recordNotFound(resource)
    const [state] = await tx
      .select({ state: revisions.state })
      .from(revisions)
      .where(and(revisionsOf(resource, row.id), eq(revisions.id, parseRecordId(revision) ?? 0)))
    return state
  })
  if (!found) throw new AppError('not_found', 'There is no such revision of this record.')
  // A field can have left the resource, or have become required, since the revision was stored.
  const body = Object.fromEntries(
    Object.entries(found.state).filter(
      ([name, value]) =>
        name in resource.input.shape &&
        !ADMIN_FIELDS.includes(name) &&
        !(value === null && !isNullable(resource, name)),
    ),
  )
  const write = { resource, idOrKey, ifMatch, autosave: false }
  return replaceRecord(ctx, { ...write, body }).catch((error) => {
    const missing = missingReferences(resource, error)
    if (missing.length === 0) throw error
    return replaceRecord(ctx, { ...write, body: { ...body, ...Object.fromEntries(missing) } })
  })
}

/** The fields whose references do not exist, with the value null; none if the error has any other cause. */
function missingReferences(resource: Resource, error: unknown): [name: string, value: null][] {
  const issues = (error instanceof AppError && error.errors) || []
  const areAll = issues.every(({ path, code }) => code === 'unknown_reference' && isNullable(resource, path))
  return areAll ? issues.map(({ path }) => [path, null]) : []
}

const isNullable = (resource: Resource, name: string) =>
  resource.input.shape[name]?.safeParse(null).success ?? false
