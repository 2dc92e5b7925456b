import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { assertMay, isCreator } from '../../auth/permissions.ts'
import type { Tx } from '../../db/database.ts'
import { selectPage } from '../../db/select-page.ts'
import type { Page, Paging } from '../../paging.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../define-resource.ts'
import { columnOf, columnsOf } from '../find-record.ts'

/**
 * The records in their order, a creator's own only, with the ETag of the order if the resource is ordered. Throws 403
 * and 422 `paging_required`.
 */
export async function listRecords(
  ctx: ContentContext,
  { resource, paging }: { resource: Resource; paging: Paging | null },
): Promise<Page<Row> & { etag: string | null }> {
  const { actor } = ctx
  const { table } = resource
  assertMay(actor, 'list', resource.name)
  const where = isCreator(actor) ? eq(columnOf(resource, 'author_id'), actor.id) : undefined
  return ctx.database.readConsistently(async (tx) => {
    const query = tx
      .select(columnsOf(resource))
      .from(table)
      .where(where)
      .orderBy(...listOrder(resource))
    const page = await selectPage(tx, { table, where, query, paging })
    return {
      ...(page as Page<Row>),
      etag: resource.ordered ? await orderEtag(tx, resource) : null,
    }
  })
}

/** Order by `position` and `id`, or by `id` alone if the resource is not ordered. */
export function listOrder(resource: Resource) {
  const { position, id } = getTableColumns(resource.table)
  return position ? [asc(position), asc(id!)] : [asc(id!)]
}

/** The strong ETag of an ordered resource's order. */
export async function orderEtag(tx: Tx, resource: Resource): Promise<string> {
  const order = sql.join(listOrder(resource), sql`, `)
  const [row] = await tx
    .select({
      digest: sql<string>`coalesce(md5(string_agg(${resource.table.id}::text, ',' order by ${order})), 'empty')`,
    })
    .from(resource.table)
  return `"${row!.digest}"`
}
