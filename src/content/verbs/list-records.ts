import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { actorId } from '../../accounts/actor.ts'
import { assertMay, ownerColumn } from '../../accounts/permissions.ts'
import { rowsOf, type Tx } from '../../platform/db/database.ts'
import { contentVersions } from '../../platform/db/schema/history.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import type { Page, Paging } from '../../text/paging.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { columnOf, columnsOf } from '../definition/find-record.ts'
import type { ListQuery } from './list-query.ts'

type List = {
  resource: Resource
  paging: Paging | null
  query?: ListQuery
  /** Further condition, such as a text search. */
  where?: SQL | undefined
}

/**
 * The matching records, sorted or in their order, a creator's own only. Comes with the ETag of the order if the resource is
 * ordered and the whole list was asked for. Throws 403 and 422 `paging_required`.
 */
export async function listRecords(
  ctx: ContentContext,
  {
    resource,
    paging,
    query: { order: chosenOrder, filters, fields } = { order: [], filters: [], fields: null },
    where: condition,
  }: List,
): Promise<Page<Row> & { etag: string | null }> {
  const { actor } = ctx
  const { table } = resource
  assertMay(actor, 'list', resource.name)
  const owner = ownerColumn(actor, resource.name)
  const own = owner ? eq(columnOf(resource, owner), actorId(actor)) : undefined
  const where = and(own, condition, ...filters)
  const isWhole = !condition && filters.length === 0 && chosenOrder.length === 0
  return ctx.database.readConsistently(async (tx) => {
    if (condition) await planForTextSearch(tx)
    const order = chosenOrder.length > 0 ? chosenOrder : listOrder(resource)
    const select = (chosen: SQL | undefined) =>
      tx
        .select(chosenColumns(resource, fields))
        .from(table)
        .where(chosen)
        .orderBy(...order)
    const selectById = async () => {
      const query = tx
        .select({ id: table.id })
        .from(table)
        .where(where)
        .orderBy(...order)
      const page = await selectPage(tx, { table, where, query, paging })
      const ids = page.items.map(({ id }) => id)
      return { ...page, items: await select(inArray(table.id, ids)) }
    }
    const page = isFarDown(paging)
      ? await selectById()
      : await selectPage(tx, { table, where, query: select(where), paging })
    return {
      ...(page as Page<Row>),
      etag: resource.ordered && isWhole ? await orderEtag(tx, resource) : null,
    }
  })
}

/** Whether an index should skip the rows before the page instead of reading them (100,000 articles: 225 ms to 19). */
const isFarDown = (paging: Paging | null) => paging !== null && (paging.page - 1) * paging.perPage >= 1_000

/**
 * Lets the plan depend on how common the words are: in order of the list for common ones, by the index of words for rare
 * ones (a list: 36 to 9 ms at 10,000 articles). The planner itself prefers to read all word lists, since it counts their pages and
 * not their decompression.
 */
const planForTextSearch = (tx: Tx) =>
  tx.execute(
    sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`,
  )

/** Only what the list answers: the texts of thousands of articles would take seconds. */
function chosenColumns(resource: Resource, fields: readonly string[] | null) {
  const all = columnsOf(resource)
  if (fields === null) return all
  const chosen = new Set(['id', 'version', ...fields])
  return Object.fromEntries(Object.entries(all).filter(([name]) => chosen.has(name))) as typeof all
}

/** Order by `position` and `id`, or by `id` alone if the resource is not ordered. */
export function listOrder(resource: Resource) {
  const { position, id } = getTableColumns(resource.table)
  return position ? [asc(position), asc(id!)] : [asc(id!)]
}

type OrderDigest = { token: string; digest: string }

/** The last digest of each resource's order; every change of the content gives its resource a new random token. */
const orderDigests = new Map<string, OrderDigest>()

/** The strong ETag of an ordered resource's order. The ids are only read again when the resource has changed. */
export async function orderEtag(tx: Tx, resource: Resource): Promise<string> {
  const known = orderDigests.get(resource.name)
  const order = sql.join(listOrder(resource), sql`, `)
  // A resource that never changed has no token.
  const [row] = await rowsOf<{ token: string | null; digest: string | null }>(
    tx,
    sql`select version.token, case when version.token::text = ${known?.token ?? null}::text then null else
        (select coalesce(md5(string_agg(id::text, ',' order by ${order})), 'empty') from ${resource.table})
      end as digest
      from (values (${resource.name})) as asked (name)
        left join ${contentVersions} as version on version.resource = asked.name`,
  )
  const { token } = row!
  const digest = row!.digest ?? known!.digest
  if (token) orderDigests.set(resource.name, { token, digest })
  return `"${digest}"`
}
