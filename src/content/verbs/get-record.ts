import { assertMay } from '../../accounts/permissions.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { readRow, recordNotFound } from '../definition/find-record.ts'

/** Reads a record. Throws 403 and 404. */
export async function getRecord(
  ctx: ContentContext,
  { resource, idOrKey }: { resource: Resource; idOrKey: string },
): Promise<Row> {
  const row = await ctx.database.query((tx) => readRow(tx, resource, idOrKey))
  assertMay(ctx.actor, 'read', resource.name, row)
  if (!row) throw recordNotFound(resource)
  return row
}
