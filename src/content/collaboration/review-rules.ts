// `REVIEW_REQUIRED`: what visitors see changes only with the approval of somebody who did not write it. The writes of a record
// call this with the record locked, so that nothing changes between an approval and its use.
import { and, eq, sql } from 'drizzle-orm'
import { awaitAtEnd, type Tx } from '../../platform/db/database.ts'
import { draftWriters, reviews } from '../../platform/db/schema/collaboration.ts'
import { AppError } from '../../text/errors.ts'
import { PUBLISH_FIELDS, READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { changedFields } from '../history/revisions.ts'
import { draftEtag, readCopy, type WorkingCopy } from '../history/working-copy.ts'
import { isPublished } from '../rules/visibility.ts'
import { isChanged, type ReviewRow, type Subject, subjectOf } from './review-subject.ts'

type Change = { resource: Resource; before: Row | null; after: Row | null }

/**
 * Throws 403 `review_required` for a change that visitors see where it needs the approval of somebody else; remembers who
 * wrote what they do not see yet. `before` and `after` are null for a record that is created or deleted.
 */
export async function assertReviewed(tx: Tx, ctx: ContentContext, { resource, before, after }: Change) {
  const { actor, reviewRequired } = ctx
  if (!reviewRequired || actor.kind === 'system') return
  const wasLive = before !== null && isPublished(before)
  const isLiveNow = after !== null && isPublished(after)
  if (!wasLive && !isLiveNow) {
    if (after) await addWriter(tx, ctx, resource, after.id)
    return
  }
  if (reviewRequired === 'creators') {
    if (!before || wasLive) return
    if (!(await wroteAsCreator(tx, resource, { record: before.id, account: actor.id }))) return
  }
  if (!before || wasLive || !after) throw reviewRequiredError()
  const onlyPublishes = changedFields(before, after).every((name) => MADE_BY_PUBLICATION.includes(name))
  const subject = onlyPublishes ? await subjectOf(tx, resource, before) : null
  if (!subject) throw reviewRequiredError()
  await assertApproved(tx, ctx, { resource, row: before, subject })
}

/** Throws 403 `review_required` where even the order of records needs an approval, which only working copies can have. */
export function assertOrderReviewed({ actor, reviewRequired }: ContentContext) {
  if (reviewRequired === 'all' && actor.kind !== 'system') throw reviewRequiredError()
}

type CopyChange = { resource: Resource; live: Row; copy: WorkingCopy }

/** Throws 403 `review_required` for the publication of a working copy that needs the approval of somebody else. */
export async function assertCopyReviewed(tx: Tx, ctx: ContentContext, { resource, live, copy }: CopyChange) {
  const { actor, reviewRequired } = ctx
  const isVisible = isPublished(live) || isPublished({ ...live, ...copy.state })
  if (!reviewRequired || !isVisible) return
  if (reviewRequired === 'creators') {
    if (isPublished(live)) return
    // A schedule is kept in the name of whoever has set it.
    const publisher = actor.kind === 'user' ? actor.id : copy.scheduled_by_id
    if (!(await wroteAsCreator(tx, resource, { record: live.id, account: publisher }))) return
  }
  const subject = { copy_id: copy.id, version: copy.version, etag: draftEtag(copy) }
  await assertApproved(tx, ctx, { resource, row: live, subject })
}

/** Whether a publication by the actor would be refused with `review_required` as things are. */
export async function needsApproval(
  tx: Tx,
  ctx: ContentContext,
  { resource, row }: { resource: Resource; row: Row },
): Promise<boolean> {
  if (!ctx.reviewRequired) return false
  const copy = await readCopy(tx, resource, row.id)
  // A change of this live record will begin a working copy.
  if (!copy && row.status !== 'draft') return ctx.reviewRequired === 'all' && isPublished(row)
  const after = { ...row, status: 'published' }
  const attempt = copy
    ? assertCopyReviewed(tx, ctx, { resource, live: row, copy })
    : assertReviewed(tx, ctx, { resource, before: row, after })
  return attempt.then(
    () => false,
    (error) => {
      if (error instanceof AppError && error.code === 'review_required') return true
      throw error
    },
  )
}

async function wroteAsCreator(
  tx: Tx,
  resource: Resource,
  { record, account }: { record: number; account: number | null },
) {
  const writers = await readWriters(tx, resource, record)
  return writers.some(({ account_id, role }) => account_id === account && role === 'creator')
}

const MADE_BY_PUBLICATION: readonly string[] = [
  ...READ_ONLY_FIELDS,
  ...PUBLISH_FIELDS.filter((name) => name !== 'author_id'),
  'position',
  'public_slug',
]

type Approval = { resource: Resource; row: Row; subject: Subject }

/** Throws 403 `review_required` unless somebody has approved exactly this who neither wrote it nor asked for the review. */
export async function assertApproved(tx: Tx, ctx: ContentContext, { resource, row, subject }: Approval) {
  const review = await readReview(tx, resource, row.id)
  const isApproved = review?.state === 'approved' && !isChanged(review, subject)
  if (!isApproved || !(await mayApprove(tx, ctx, { resource, row, review, id: review.decided_by_id })))
    throw reviewRequiredError()
}

type Approver = { resource: Resource; row: Row; review: ReviewRow; id: number | null }

/** Whether the account with this id counts as another person than those whose work is reviewed. */
export async function mayApprove(
  tx: Tx,
  { reviewRequired }: Pick<ContentContext, 'reviewRequired'>,
  { resource, row, review, id }: Approver,
): Promise<boolean> {
  if (!reviewRequired) return true
  if (id === null || review.requested_by_id === id) return false
  if (review.copy_id === null && row.author_id === id) return false
  const writers = await readWriters(tx, resource, row.id)
  return !writers.some(
    ({ account_id, role }) => account_id === id && (reviewRequired === 'all' || role === 'creator'),
  )
}

/** Remembers that the actor has written what visitors do not see yet. */
export async function addWriter(tx: Tx, ctx: ContentContext, resource: Resource, id: number) {
  const { actor, reviewRequired } = ctx
  if (!reviewRequired || actor.kind === 'system') return
  const writer = { resource: resource.name, record_id: id, account_id: actor.id, role: actor.role }
  await awaitAtEnd(tx, tx.insert(draftWriters).values(writer).onConflictDoNothing())
}

const readWriters = (tx: Tx, resource: Resource, id: number) =>
  tx
    .select({ account_id: draftWriters.account_id, role: draftWriters.role })
    .from(draftWriters)
    .where(and(eq(draftWriters.resource, resource.name), eq(draftWriters.record_id, id)))

export async function readReview(tx: Tx, resource: Resource, id: number): Promise<ReviewRow | null> {
  const [row] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.resource, resource.name), eq(reviews.record_id, id)))
  return row ?? null
}

/** Ends the review of what was published or discarded. */
export async function endReview(tx: Tx, resource: Resource, id: number) {
  await tx.execute(sql`with ended as (
    delete from ${reviews} where ${reviews.resource} = ${resource.name} and ${reviews.record_id} = ${id})
    delete from ${draftWriters} where ${draftWriters.resource} = ${resource.name} and ${draftWriters.record_id} = ${id}`)
}

const reviewRequiredError = () =>
  new AppError(
    'review_required',
    'This changes what visitors see, so somebody who did not write it must approve it first: ask for a review.',
  )
