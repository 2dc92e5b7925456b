// Reviews: asking colleagues to look at a draft before it is published, and their answers.
import { and, eq, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import { actorId, auditActor } from '../../accounts/actor.ts'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { assertEditor, assertMay, confirmActor, forbidden, isCreator } from '../../accounts/permissions.ts'
import { awaitAtEnd, type Tx } from '../../platform/db/database.ts'
import { adminUsers } from '../../platform/db/schema/auth.ts'
import { reviews } from '../../platform/db/schema/collaboration.ts'
import { AppError } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh } from '../../text/record-version.ts'
import { paragraphs } from '../../text/text-fields.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { announce, discussed } from '../events/event-types.ts'
import { linkOf, readDiscussed, type Target } from './colleagues.ts'
import { mayApprove, needsApproval, readReview } from './review-rules.ts'
import { isChanged, type ReviewRow, type Subject, subjectOf } from './review-subject.ts'

const actions = ['request', 'withdraw', 'return', 'approve', 'unwanted'] as const

export const reviewInput = z.strictObject({
  action: z.enum(actions).meta({
    description:
      '`request` asks for a review; `withdraw` takes that back; `return` asks the author for changes; `approve` is of this version alone; `unwanted` asks an admin to delete the draft.',
  }),
  note: paragraphs(2_000)
    .transform((text) => text || null)
    .nullish(),
})

/** A review as it stands; `changed` tells whether something was edited since its state was set. */
export type Review = Omit<ReviewRow, 'copy_id' | 'version'> & { changed: boolean }

export const presentReview = ({ copy_id, version, ...review }: ReviewRow, subject: Subject): Review => ({
  ...review,
  changed: isChanged({ copy_id, version }, subject),
})

/** `etag` is that of what can be reviewed; null where visitors see the record as it is. For `needs_approval` see `needsApproval`. */
export type ReviewAnswer = { review: Review | null; etag: string | null; needs_approval: boolean }

/** The review of a record, and null where there is none or it has ended. Throws 403 and 404. */
export async function getReview(ctx: ContentContext, target: Target): Promise<ReviewAnswer> {
  assertMay(ctx.actor, 'discuss', target.resource.name)
  return ctx.database.readConsistently(async (tx) => {
    const row = await readDiscussed(tx, ctx, target)
    const needs_approval = await needsApproval(tx, ctx, { resource: target.resource, row })
    return { ...(await reviewOf(tx, target.resource, row)), needs_approval }
  })
}

/** The review as it stands, and the ETag of what can be reviewed. */
export async function reviewOf(
  tx: Tx,
  resource: Resource,
  row: Row,
): Promise<Omit<ReviewAnswer, 'needs_approval'>> {
  const subject = await subjectOf(tx, resource, row)
  const review = subject && standing(await readReview(tx, resource, row.id), subject)
  return { review: review && presentReview(review, subject), etag: subject?.etag ?? null }
}

/** An edit ends an approval. */
const standing = (review: ReviewRow | null, subject: Subject) =>
  review?.state === 'approved' && isChanged(review, subject) ? null : review

type Step = Target & { body: unknown; ifMatch: string | null }

/**
 * Takes a step of a review: creators ask for it on their own drafts, admins and editors answer. `If-Match` holds the answer
 * to what was read. Throws 403, 404, 409 (the review is in another state, or there is nothing to review), 412 and 422.
 */
export async function takeReviewStep(
  ctx: ContentContext,
  { body, ifMatch, ...target }: Step,
): Promise<ReviewAnswer> {
  const { resource } = target
  assertMay(ctx.actor, 'discuss', resource.name)
  await ctx.database.query((tx) => readDiscussed(tx, ctx, target))
  const { action, note = null } = parseInput(reviewInput, body)
  const answer = await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, addEntry) => {
    await confirmActor(tx, ctx.actor)
    // Locked, so that nobody edits what is approved.
    const row = await readDiscussed(tx, ctx, target, true)
    const subject = await subjectOf(tx, resource, row)
    if (!subject) throw nothingToReview()
    assertFresh(ifMatch, subject.etag, 'draft')
    const stored = await readReview(tx, resource, row.id)
    const before = stored && standing(stored, subject)
    const step = { resource, row, subject, before, stored, note }
    const after =
      action === 'return' || action === 'approve'
        ? await decide(tx, ctx, step, action)
        : action === 'withdraw'
          ? await withdraw(tx, ctx, step)
          : await ask(tx, ctx, step, action === 'request' ? 'requested' : 'unwanted')
    const changes = { note, version: subject.version }
    addEntry({ action: `review.${action}`, entity: resource.name, entityId: row.id, changes })
    const about = discussed(ctx.actor, { resource: resource.name, id: row.id }, ctx.clock())
    await announce(tx, 'review', { ...about, state: after?.state ?? null })
    return {
      review: after && presentReview(after, subject),
      etag: subject.etag,
      needs_approval: await needsApproval(tx, ctx, { resource, row }),
    }
  })
  ctx.mail?.wake()
  return answer
}

type ReviewStep = {
  resource: Resource
  row: Row
  subject: Subject
  /** Null where there is none or it has ended; `stored` is the row also then. */
  before: ReviewRow | null
  stored: ReviewRow | null
  note: string | null
}

async function ask(tx: Tx, ctx: ContentContext, step: ReviewStep, state: 'requested' | 'unwanted') {
  const { resource, row, before, note } = step
  if (before?.state === state) throw wrongState(before)
  const { copy_id, version } = step.subject
  const values = {
    state,
    copy_id,
    version,
    requested_by_id: actorId(ctx.actor),
    requested_by: ctx.actor.name,
    requested_at: ctx.clock(),
    request_note: note,
    decided_by_id: null,
    decided_by: null,
    decided_at: null,
    decision_note: null,
  }
  const [review] = await tx
    .insert(reviews)
    .values({ ...values, resource: resource.name, record_id: row.id })
    .onConflictDoUpdate({ target: [reviews.resource, reviews.record_id], set: values })
    .returning()
  if (state === 'requested') await tellReviewers(tx, ctx, step, review!)
  return review!
}

async function withdraw(tx: Tx, ctx: ContentContext, { before, stored }: ReviewStep) {
  if (!before) throw wrongState(before)
  const isOwn = before.requested_by_id === actorId(ctx.actor)
  if (isCreator(ctx.actor) && !isOwn) throw forbidden('Only who asked for the review can withdraw it.')
  await tx.delete(reviews).where(eq(reviews.id, stored!.id))
  return null
}

async function decide(tx: Tx, ctx: ContentContext, step: ReviewStep, action: 'return' | 'approve') {
  const { resource, row, subject, before, note } = step
  assertEditor(ctx.actor)
  const isOpen = before?.state === 'requested' || (action === 'return' && before?.state === 'approved')
  if (!before || !isOpen) throw wrongState(before)
  const review = { ...before, copy_id: subject.copy_id }
  if (action === 'approve' && !(await mayApprove(tx, ctx, { resource, row, review, id: actorId(ctx.actor) })))
    throw new AppError(
      'review_required',
      'You wrote this or asked for its review, so somebody else must approve it.',
    )
  const [after] = await tx
    .update(reviews)
    .set({
      state: action === 'approve' ? 'approved' : 'returned',
      copy_id: subject.copy_id,
      version: subject.version,
      decided_by_id: actorId(ctx.actor),
      decided_by: ctx.actor.name,
      decided_at: ctx.clock(),
      decision_note: note,
    })
    .where(eq(reviews.id, before.id))
    .returning()
  await tellAuthor(tx, ctx, step, after!)
  return after!
}

async function tellReviewers(
  tx: Tx,
  { mail, actor }: ContentContext,
  { resource, row }: ReviewStep,
  review: ReviewRow,
) {
  if (!mail) return
  const accounts = await tx
    .select()
    .from(adminUsers)
    .where(
      and(
        eq(adminUsers.disabled, false),
        or(eq(adminUsers.role, 'admin'), eq(adminUsers.role, 'editor')),
        ne(adminUsers.review_mails, 'never'),
        ne(adminUsers.id, actorId(actor) ?? 0),
      ),
    )
    .orderBy(adminUsers.id)
  const item = { about: 'review' as const, id: review.id, by: actor.name, ...linkOf(resource, row) }
  for (const { email: to, name, review_mails: when } of accounts)
    await mail.addNews(tx, { to, name, when, item })
}

/** Mails the answer to the account that asked. */
async function tellAuthor(
  tx: Tx,
  { mail, actor }: ContentContext,
  { resource, row, note }: ReviewStep,
  review: ReviewRow,
) {
  const { requested_by_id, state } = review
  if (!mail || requested_by_id === null || requested_by_id === actorId(actor)) return
  const [account] = await tx
    .select()
    .from(adminUsers)
    .where(and(eq(adminUsers.id, requested_by_id), eq(adminUsers.disabled, false)))
  if (!account) return
  const decision = state === 'approved' ? state : 'returned'
  await mail.add(tx, {
    kind: 'review-decided',
    to: account.email,
    data: { name: account.name, decision, by: actor.name, note, ...linkOf(resource, row) },
  })
}

/** Mails the author that somebody else has published the article, at the time from which it can be read. */
export async function tellPublished(
  tx: Tx,
  { mail, actor }: ContentContext,
  { pagePrefix }: Resource,
  row: Row,
) {
  const authorId = row.author_id as number | null | undefined
  if (!mail || authorId == null || authorId === actorId(actor)) return
  const [author] = await tx
    .select({ email: adminUsers.email, name: adminUsers.name })
    .from(adminUsers)
    .where(and(eq(adminUsers.id, authorId), eq(adminUsers.disabled, false)))
  if (!author) return
  await awaitAtEnd(
    tx,
    mail.add(tx, {
      kind: 'article-online',
      to: author.email,
      data: { name: author.name, article: row.id, pages: pagePrefix! },
      dueAt: row.published_at as Date,
    }),
  )
}

const nothingToReview = () =>
  new AppError('conflict', 'There is nothing to review: visitors see the record as it is.')

const wrongState = (review: ReviewRow | null) =>
  new AppError(
    'conflict',
    review
      ? `The review is in the state ${review.state}, in which this is not possible.`
      : 'There is no review of this record; ask for one first.',
  )
