// The history of deleted records, which stays with them in the trash.
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../text/errors.ts'
import type { Paging } from '../../text/paging.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { selectRevisions } from '../history/revisions.ts'
import { readTrashEntry } from '../history/trash.ts'
import { findResource } from '../resources/resource-registry.ts'
import { describeRevision } from './get-revision.ts'

/** The revisions of a deleted record, the newest first. Throws 403 and 404; images have no history. */
export const listTrashedRevisions = (
  ctx: ContentContext,
  { id, paging }: { id: number; paging: Paging | null },
) => withRecord(ctx, id, (tx, resource, row) => selectRevisions(tx, resource, { id: row.id, paging }))

type Request = { id: number; revision: string; diff: string | null }

/** Like `getRevision`; `current` is the state that was deleted. Throws 403, 404 and 422. */
export const getTrashedRevision = (ctx: ContentContext, { id, revision, diff }: Request) =>
  withRecord(ctx, id, (tx, resource, row) => describeRevision(tx, resource, { row, revision, diff }))

async function withRecord<Result>(
  ctx: ContentContext,
  id: number,
  read: (tx: Tx, resource: Resource, row: Row) => Promise<Result>,
): Promise<Result> {
  const entry = await readTrashEntry(ctx, id)
  const resource = findResource(entry.resource)
  if (!resource) throw new AppError('not_found', 'Images have no history.')
  const row = { ...(entry.state as Row), id: entry.record_id }
  return ctx.database.readConsistently((tx) => read(tx, resource, row))
}
