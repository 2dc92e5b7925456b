// Comments of colleagues on a record or on a passage of its texts. They are never public and never exported, and stay with
// their record in the trash.
import { and, asc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { actorId, auditActor } from '../../accounts/actor.ts'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { assertMay, confirmActor, forbidden, isCreator } from '../../accounts/permissions.ts'
import { reaches } from '../../accounts/token-scopes.ts'
import type { Tx } from '../../platform/db/database.ts'
import { adminUsers } from '../../platform/db/schema/auth.ts'
import { comments } from '../../platform/db/schema/collaboration.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { AppError, invalid } from '../../text/errors.ts'
import type { Page, Paging } from '../../text/paging.ts'
import { parseInput } from '../../text/parse-input.ts'
import { paragraphs } from '../../text/text-fields.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { announce, discussed } from '../events/event-types.ts'
import { findResource } from '../resources/resource-registry.ts'
import { readDiscussed, selectColleagues, type Target } from './colleagues.ts'
import { assertColleagues, mentionedIn, tellMentioned } from './mentions.ts'

const MAX_BODY = 10_000
const MAX_QUOTE = 1_000
/** More would be no discussion, but a program that writes. */
const MAX_PER_RECORD = 1_000

const body = paragraphs(MAX_BODY)
  .refine((text) => text !== '', 'must not be empty')
  .meta({ description: 'Plain text; `@[12]` mentions the account with this id.' })

const anchor = z
  .strictObject({
    field: z.string().max(100).meta({ description: 'Name of a field of the record.' }),
    quote: paragraphs(MAX_QUOTE)
      .refine((text) => text !== '', 'must not be empty')
      .meta({ description: 'The words of the passage.' }),
    position: z
      .int()
      .min(0)
      .max(10_000_000)
      .meta({ description: 'Where the words began in the plain text of the field.' }),
  })
  .meta({ description: 'The passage that the comment is about. It is kept when the passage is gone.' })

export const newComment = z.strictObject({ body, anchor: anchor.nullish() })
export const commentChanges = z
  .strictObject({ body, anchor: anchor.nullable(), resolved: z.boolean() })
  .partial()

type CommentRow = typeof comments.$inferSelect
export type Comment = ReturnType<typeof present>

function present(row: CommentRow, names: ReadonlyMap<number, string>) {
  const { id, author_id, author, created_at, edited_at, resolved_at, resolved_by, field, quote, position } =
    row
  return {
    id,
    author_id,
    author,
    body: row.body,
    mentions: mentionedIn(row.body).map((mentioned) => ({
      id: mentioned,
      name: names.get(mentioned) ?? null,
    })),
    anchor: field === null ? null : { field, quote: quote!, position: position! },
    created_at,
    edited_at,
    resolved_at,
    resolved_by,
  }
}

/** The rows with the names of the accounts that they mention. */
async function presentAll(tx: Tx, rows: readonly CommentRow[]): Promise<Comment[]> {
  const ids = [...new Set(rows.flatMap((row) => mentionedIn(row.body)))]
  const query = tx.select({ id: adminUsers.id, name: adminUsers.name }).from(adminUsers)
  const accounts = ids.length > 0 ? await query.where(inArray(adminUsers.id, ids)) : []
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  return rows.map((row) => present(row, names))
}

const commentsOf = (resource: Resource, row: Pick<Row, 'id'>) =>
  and(eq(comments.resource, resource.name), eq(comments.record_id, row.id))

/** The comments on a record, the oldest first. Throws 403, 404 and 422 `paging_required`. */
export async function listComments(
  ctx: ContentContext,
  { paging, ...target }: Target & { paging: Paging | null },
): Promise<Page<Comment>> {
  assertMay(ctx.actor, 'discuss', target.resource.name)
  return ctx.database.readConsistently(async (tx) => {
    const where = commentsOf(target.resource, await readDiscussed(tx, ctx, target))
    const query = tx.select().from(comments).where(where).orderBy(asc(comments.id))
    const page = await selectPage(tx, { table: comments, where, query, paging })
    return { ...page, items: await presentAll(tx, page.items) }
  })
}

/** The accounts that a comment on a record may mention. Throws 403 and 404. */
export async function listColleagues(ctx: ContentContext, target: Target) {
  assertMay(ctx.actor, 'discuss', target.resource.name)
  return ctx.database.readConsistently(async (tx) =>
    selectColleagues(tx, target.resource, await readDiscussed(tx, ctx, target)),
  )
}

/** Adds a comment and mails those whom it mentions. Throws 403, 404, 409 (too many comments) and 422. */
export async function addComment(
  ctx: ContentContext,
  { body: input, ...target }: Target & { body: unknown },
): Promise<Comment> {
  const { resource } = target
  assertMay(ctx.actor, 'discuss', resource.name)
  // A stranger to the record learns nothing about the input.
  await ctx.database.query((tx) => readDiscussed(tx, ctx, target))
  const { body: text, anchor: passage = null } = parseInput(newComment, input)
  assertField(resource, passage)
  const comment = await ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const row = await readDiscussed(tx, ctx, target, true)
    const ids = mentionedIn(text)
    await assertColleagues(tx, { resource, row, ids })
    if ((await tx.$count(comments, commentsOf(resource, row))) >= MAX_PER_RECORD)
      throw new AppError('conflict', `The record has ${MAX_PER_RECORD} comments; delete some first.`)
    const [added] = await tx
      .insert(comments)
      .values({
        resource: resource.name,
        record_id: row.id,
        author_id: actorId(ctx.actor),
        author: ctx.actor.name,
        body: text,
        ...columnsOf(passage),
        created_at: ctx.clock(),
      })
      .returning()
    await tellMentioned(tx, ctx, { resource, row, ids, comment: added!.id })
    await announceComment(tx, ctx, added!)
    return (await presentAll(tx, [added!]))[0]!
  })
  ctx.mail?.wake()
  return comment
}

/**
 * Changes a comment: its author the text and the passage, everybody who takes part whether it is resolved. Mails those whom
 * it did not mention before. Throws 403, 404 and 422.
 */
export async function changeComment(
  ctx: ContentContext,
  { id, body: input }: { id: number; body: unknown },
): Promise<Comment> {
  const { row: seen } = await ctx.database.query((tx) => findComment(tx, ctx, id))
  const { body: text, anchor: passage, resolved } = parseInput(commentChanges, input)
  if (passage) assertField(findResource(seen.resource)!, passage)
  const comment = await ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const { row, resource, record } = await findComment(tx, ctx, id, true)
    const isEdited = (text !== undefined && text !== row.body) || passage !== undefined
    if (isEdited && !isAuthor(ctx, row)) throw forbidden('Only its author can edit a comment.')
    const ids = text === undefined ? [] : mentionedIn(text)
    await assertColleagues(tx, { resource, row: record, ids })
    const now = ctx.clock()
    const isResolved = row.resolved_at !== null
    const changes = {
      ...(text !== undefined && { body: text }),
      ...(passage !== undefined && columnsOf(passage)),
      ...(isEdited && { edited_at: now }),
      ...(resolved === true && !isResolved && { resolved_at: now, resolved_by: ctx.actor.name }),
      ...(resolved === false && { resolved_at: null, resolved_by: null }),
    }
    if (Object.keys(changes).length === 0) return (await presentAll(tx, [row]))[0]!
    const [changed] = await tx.update(comments).set(changes).where(eq(comments.id, id)).returning()
    const before = mentionedIn(row.body)
    const added = ids.filter((mentioned) => !before.includes(mentioned))
    await tellMentioned(tx, ctx, { resource, row: record, ids: added, comment: id })
    await announceComment(tx, ctx, changed!)
    return (await presentAll(tx, [changed!]))[0]!
  })
  ctx.mail?.wake()
  return comment
}

/** Deletes a comment: its author, admins and editors may. Throws 403 and 404. */
export async function removeComment(ctx: ContentContext, id: number): Promise<void> {
  await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const { row } = await findComment(tx, ctx, id, true)
    const isOwn = isAuthor(ctx, row)
    if (!isOwn && isCreator(ctx.actor)) throw forbidden('Only its author or an editor can delete a comment.')
    await tx.delete(comments).where(eq(comments.id, id))
    await announceComment(tx, ctx, row)
    const changes = { comment: id, author: row.author }
    if (!isOwn) note({ action: 'comment.delete', entity: row.resource, entityId: row.record_id, changes })
  })
}

const announceComment = (tx: Tx, { actor, clock }: ContentContext, { resource, record_id: id }: CommentRow) =>
  announce(tx, 'comment', discussed(actor, { resource, id }, clock()))

const isAuthor = ({ actor }: ContentContext, { author_id }: CommentRow) =>
  actor.kind === 'user' && author_id === actor.id

/** A comment with its record. Throws 403, and 404 also for a record in the trash. */
async function findComment(tx: Tx, ctx: ContentContext, id: number, lock = false) {
  const query = tx.select().from(comments).where(eq(comments.id, id))
  const [row] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  const resource = row && findResource(row.resource)
  // To creators, the comments of others and none are the same.
  if (!row || !resource || !reaches(ctx.actor, resource.name)) {
    if (isCreator(ctx.actor)) throw forbidden()
    throw new AppError('not_found', 'There is no such comment.')
  }
  const record = await readDiscussed(tx, ctx, { resource, idOrKey: String(row.record_id) })
  return { row, resource, record }
}

type Passage = z.output<typeof anchor>

function assertField({ input, name }: Resource, passage: Passage | null) {
  if (!passage || Object.hasOwn(input.shape, passage.field)) return
  const message = `is not a field of ${name}`
  throw invalid([{ path: 'anchor.field', code: 'unknown_reference', message }])
}

const columnsOf = (passage: Passage | null) => ({
  field: passage?.field ?? null,
  quote: passage?.quote ?? null,
  position: passage?.position ?? null,
})
