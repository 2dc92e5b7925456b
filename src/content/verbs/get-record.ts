import { assertMay } from '../../auth/permissions.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../define-resource.ts'
import { locate, notFound, readRow } from '../find-record.ts'

/** The record at `place`; throws 403 and 404. */
export async function getRecord(
  ctx: ContentContext,
  { resource, place }: { resource: Resource; place: string },
): Promise<Row> {
  const row = await ctx.database.query((tx) => readRow(tx, resource, locate(resource, place)))
  assertMay(ctx.actor, 'read', resource.name, row)
  if (!row) throw notFound(resource)
  return row
}
