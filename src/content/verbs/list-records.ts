import { asc, count, eq, getTableColumns, sql } from 'drizzle-orm'
import { assertMay, isCreator } from '../../auth/permissions.ts'
import type { Tx } from '../../db/database.ts'
import { type Page, type Paging, pageOf, pagingRequired } from '../../paging.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../define-resource.ts'
import { columnOf, columnsOf } from '../find-record.ts'

/** A page of the records in their order, or all of them; an ordered resource's with the ETag of its order. */
export async function listRecords(
  ctx: ContentContext,
  { resource, paging }: { resource: Resource; paging: Paging | null },
): Promise<Page<Row> & { etag: string | null }> {
  const { actor } = ctx
  assertMay(actor, 'list', resource.name)
  const own = isCreator(actor) ? eq(columnOf(resource, 'author_id'), actor.id) : undefined
  return ctx.database.readConsistently(async (tx) => {
    const [counted] = await tx.select({ total: count() }).from(resource.table).where(own)
    const total = counted?.total ?? 0
    if (!paging && pagingRequired(total)) throw pagingRequired(total)
    const query = tx
      .select(columnsOf(resource))
      .from(resource.table)
      .where(own)
      .orderBy(...inOrder(resource))
    const rows = await (paging
      ? query.limit(paging.perPage).offset((paging.page - 1) * paging.perPage)
      : query)
    return {
      ...pageOf(rows as Row[], total, paging),
      etag: resource.ordered ? await orderEtag(tx, resource) : null,
    }
  })
}

/** (`position`, `id`), or `id` where there is no position. */
export function inOrder(resource: Resource) {
  const { position, id } = getTableColumns(resource.table)
  return position ? [asc(position), asc(id!)] : [asc(id!)]
}

/** The strong ETag of an ordered resource's order. */
export async function orderEtag(tx: Tx, resource: Resource): Promise<string> {
  const order = sql.join(inOrder(resource), sql`, `)
  const [row] = await tx
    .select({
      digest: sql<string>`coalesce(md5(string_agg(${resource.table.id}::text, ',' order by ${order})), 'empty')`,
    })
    .from(resource.table)
  return `"${row!.digest}"`
}
