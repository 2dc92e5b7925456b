import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { assertMay, isCreator } from '../../accounts/permissions.ts'
import { narrowedTo } from '../../accounts/token-scopes.ts'
import type { Tx } from '../../platform/db/database.ts'
import { articles } from '../../platform/db/schema/articles.ts'
import { reviews } from '../../platform/db/schema/collaboration.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import type { Paging } from '../../text/paging.ts'
import type { ContentContext } from '../content-context.ts'
import type { Row } from '../definition/define-resource.ts'
import { columnsOf } from '../definition/find-record.ts'
import { labelsOf, type RecordLabels } from '../definition/record-label.ts'
import { findResource } from '../resources/resource-registry.ts'
import { linkOf } from './colleagues.ts'
import { type ReviewRow, stands, subjectOf } from './review-subject.ts'
import { presentReview, type Review } from './reviews.ts'

/** `path` is that of the record's form in the panel. */
export type ListedReview = Review & RecordLabels & { path: string }

type Filter = { state?: ReviewRow['state'] | undefined; mine?: boolean | undefined; paging: Paging | null }

/**
 * The reviews that have not ended, the last begun first; creators see those of their own drafts, an API token those of its
 * resources. `mine`: those that the actor asked for, or only others. Throws 403.
 */
export async function listReviews(ctx: ContentContext, { state, mine, paging }: Filter) {
  const { actor } = ctx
  if (isCreator(actor)) assertMay(actor, 'discuss', 'articles')
  const names = narrowedTo(actor)
  const isMine = sql`coalesce(${reviews.requested_by_id}, 0) = ${actor.kind === 'user' ? actor.id : -1}`
  return ctx.database.readConsistently(async (tx) => {
    const where = and(
      stands(tx),
      state && eq(reviews.state, state),
      mine === undefined ? undefined : mine ? isMine : sql`not ${isMine}`,
      names ? inArray(reviews.resource, [...names]) : undefined,
      isCreator(actor) ? ofOwnDrafts(actor.id) : undefined,
    )
    const query = tx.select().from(reviews).where(where).orderBy(desc(reviews.requested_at), desc(reviews.id))
    const page = await selectPage(tx, { table: reviews, where, query, paging })
    const records = await readRecords(tx, page.items)
    const items = await Promise.all(page.items.map((review) => describe(tx, review, records)))
    return { ...page, items: items.filter((item) => item !== null) }
  })
}

const ofOwnDrafts = (id: number): SQL =>
  sql`(${reviews.resource} = 'articles' and exists (
    select from ${articles} where ${articles.id} = ${reviews.record_id} and ${articles.author_id} = ${id}))`

/** The records by `resource id`. */
async function readRecords(tx: Tx, items: readonly ReviewRow[]) {
  const records = new Map<string, Row>()
  for (const [name, group] of Map.groupBy(items, ({ resource }) => resource)) {
    const resource = findResource(name)
    if (!resource) continue
    const ids = group.map(({ record_id }) => record_id)
    const rows = await tx
      .select(columnsOf(resource))
      .from(resource.table)
      .where(inArray(resource.table.id, ids))
    for (const row of rows as Row[]) records.set(`${name} ${row.id}`, row)
  }
  return records
}

async function describe(
  tx: Tx,
  review: ReviewRow,
  records: ReadonlyMap<string, Row>,
): Promise<ListedReview | null> {
  const resource = findResource(review.resource)
  const row = records.get(`${review.resource} ${review.record_id}`)
  const subject = resource && row && (await subjectOf(tx, resource, row))
  if (!subject) return null
  return { ...presentReview(review, subject), ...labelsOf(resource, row), path: linkOf(resource, row).path }
}
