import { and, desc, eq, lt } from 'drizzle-orm'
import { assertMay } from '../../accounts/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { revisions } from '../../platform/db/schema/history.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { parseRecordId } from '../../text/record-id.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { readRow, recordNotFound } from '../definition/find-record.ts'
import { changedFields, revisionColumns, revisionsOf, stateOf } from '../history/revisions.ts'

type State = Record<string, unknown>
export type FieldChange = { field: string; before: unknown; after: unknown }

type Request = {
  resource: Resource
  idOrKey: string
  revision: string
  /** `previous`, `current` or the id of another revision; null for none. */
  diff: string | null
}

/**
 * A revision with its whole state. With `diff` also the fields that differ from the other state, `before` being the value in
 * the older one of the two; before the first revision every field is null. Throws 403, 404 and 422.
 */
export async function getRevision(ctx: ContentContext, { resource, idOrKey, revision: id, diff }: Request) {
  assertMay(ctx.actor, 'revise', resource.name)
  return ctx.database.readConsistently(async (tx) => {
    const row = await readRow(tx, resource, idOrKey)
    assertMay(ctx.actor, 'revise', resource.name, row)
    if (!row) throw recordNotFound(resource)
    return describeRevision(tx, resource, { row, revision: id, diff })
  })
}

type Subject = { row: Row; revision: string; diff: string | null }

/** A revision of the record whose present or last state is `row`; see `getRevision`. Throws 404 and 422. */
export async function describeRevision(tx: Tx, resource: Resource, { row, revision: id, diff }: Subject) {
  const revision = await readRevision(tx, resource, row, parseRecordId(id) ?? 0)
  if (!revision) throw new AppError('not_found', 'There is no such revision of this record.')
  if (diff === null) return revision
  const [before, after] = await statesFor(tx, resource, { row, revision, diff })
  return { ...revision, changes: changesBetween(before, after) }
}

async function readRevision(tx: Tx, resource: Resource, { id }: Row, revision: number) {
  const [found] = await tx
    .select({ ...revisionColumns, state: revisions.state })
    .from(revisions)
    .where(and(revisionsOf(resource, id), eq(revisions.id, revision)))
  return found ?? null
}

type Compared = { row: Row; revision: { id: number; state: State }; diff: string }

/** The states to compare, the older one first. */
async function statesFor(
  tx: Tx,
  resource: Resource,
  { row, revision, diff }: Compared,
): Promise<[State, State]> {
  if (diff === 'current') return [revision.state, stateOf(resource, row)]
  if (diff === 'previous') {
    const [previous] = await tx
      .select({ state: revisions.state })
      .from(revisions)
      .where(and(revisionsOf(resource, row.id), lt(revisions.id, revision.id)))
      .orderBy(desc(revisions.id))
      .limit(1)
    return [previous?.state ?? {}, revision.state]
  }
  const other = await readRevision(tx, resource, row, Number(diff))
  if (!other)
    throw invalid([{ path: 'diff', code: 'unknown_revision', message: 'is not a revision of this record' }])
  return other.id < revision.id ? [other.state, revision.state] : [revision.state, other.state]
}

const changesBetween = (before: State, after: State): FieldChange[] =>
  changedFields(before, after).map((field) => ({
    field,
    before: before[field] ?? null,
    after: after[field] ?? null,
  }))
