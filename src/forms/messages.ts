// The contact messages as admins see them: the box and the spam box, a read mark, removal.
import { and, count, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { assertAdmin, confirmActor } from '../auth/permissions.ts'
import type { Tx } from '../db/database.ts'
import { contactMessages } from '../db/schema/forms.ts'
import { AppError } from '../errors.ts'
import { type Page, type Paging, pageOf, pagingRequired } from '../paging.ts'
import { assertFresh, etagOf } from '../record-version.ts'
import type { FormAdminContext } from './form-context.ts'
import { contains } from './search-condition.ts'

export type Message = typeof contactMessages.$inferSelect

/** The body that marks one. */
export const messageMarks = z.strictObject({ read: z.boolean(), spam: z.boolean() }).partial()

/** What admins see of a message. */
export const presentMessage = (message: Message) => {
  const { id, version, created_at, updated_at, name, email, phone, subject, locale, read, spam } = message
  const text = message.message
  return {
    id,
    version,
    created_at,
    updated_at,
    name,
    email,
    phone,
    subject,
    message: text,
    locale,
    read,
    spam,
  }
}

type Filter = { q?: string | undefined; spam?: boolean | undefined; read?: boolean | undefined }

/** The newest first, of the box or the spam box. Throws 403 and 422 `paging_required`. */
export async function listMessages(
  ctx: FormAdminContext,
  { q, spam = false, read, paging }: Filter & { paging: Paging | null },
): Promise<Page<Message>> {
  assertAdmin(ctx.actor)
  const { name, email, phone, subject, message } = contactMessages
  const wanted = and(
    eq(contactMessages.spam, spam),
    read === undefined ? undefined : eq(contactMessages.read, read),
    contains(q, [name, email, phone, subject, message]),
  )
  return ctx.database.readConsistently(async (tx) => {
    const [counted] = await tx.select({ total: count() }).from(contactMessages).where(wanted)
    const total = counted?.total ?? 0
    if (!paging && pagingRequired(total)) throw pagingRequired(total)
    const query = tx.select().from(contactMessages).where(wanted).orderBy(desc(contactMessages.id))
    const rows = await (paging
      ? query.limit(paging.perPage).offset((paging.page - 1) * paging.perPage)
      : query)
    return pageOf(rows, total, paging)
  })
}

/** Throws 403 and 404. */
export async function getMessage(ctx: FormAdminContext, id: number): Promise<Message> {
  assertAdmin(ctx.actor)
  return ctx.database.query((tx) => find(tx, id))
}

type Mark = { id: number; marks: z.output<typeof messageMarks>; ifMatch: string | null }

/** Marks a message read or unread, or moves it into the spam box or out of it. Throws 403, 404 and 412. */
export async function markMessage(ctx: FormAdminContext, { id, marks, ifMatch }: Mark): Promise<Message> {
  assertAdmin(ctx.actor)
  return ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const before = await find(tx, id, true)
    assertFresh(ifMatch, etagOf(before.version))
    if (Object.keys(marks).length === 0) return before
    const [message] = await tx
      .update(contactMessages)
      .set({ ...marks, version: sql`${contactMessages.version} + 1`, updated_at: ctx.clock() })
      .where(eq(contactMessages.id, id))
      .returning()
    return message!
  })
}

/** Throws 403, 404 and 412. */
export async function removeMessage(
  ctx: FormAdminContext,
  { id, ifMatch }: Omit<Mark, 'marks'>,
): Promise<void> {
  assertAdmin(ctx.actor)
  await ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const message = await find(tx, id, true)
    assertFresh(ifMatch, etagOf(message.version))
    await tx.delete(contactMessages).where(eq(contactMessages.id, id))
  })
}

async function find(tx: Tx, id: number, lock = false): Promise<Message> {
  const query = tx.select().from(contactMessages).where(eq(contactMessages.id, id))
  const [message] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  if (!message) throw new AppError('not_found', 'There is no such message.')
  return message
}
