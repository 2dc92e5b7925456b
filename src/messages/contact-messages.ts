// Contact messages for admins: inbox and spam folder, marking as read or spam, deletion.
import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { assertEditor, confirmActor } from '../accounts/permissions.ts'
import { containsText } from '../platform/db/contains-text.ts'
import type { Tx } from '../platform/db/database.ts'
import { contactMessages } from '../platform/db/schema/forms.ts'
import { selectPage } from '../platform/db/select-page.ts'
import { AppError } from '../text/errors.ts'
import type { Page, Paging } from '../text/paging.ts'
import { assertFresh, etagOf } from '../text/record-version.ts'
import type { FormAdminContext } from './form-context.ts'

export type Message = typeof contactMessages.$inferSelect

/** The body that marks a message. */
export const messageMarks = z.strictObject({ read: z.boolean(), spam: z.boolean() }).partial()

/** The fields of a message that admins see. */
export const presentMessage = (row: Message) => {
  const { id, version, created_at, updated_at, name, email, phone, subject, message, locale, read, spam } =
    row
  return { id, version, created_at, updated_at, name, email, phone, subject, message, locale, read, spam }
}

type Filter = { q?: string | undefined; spam?: boolean | undefined; read?: boolean | undefined }

/** The inbox or, with `spam`, the spam folder, newest first. Throws 403 and 422 `paging_required`. */
export async function listMessages(
  ctx: FormAdminContext,
  { q, spam = false, read, paging }: Filter & { paging: Paging | null },
): Promise<Page<Message>> {
  assertEditor(ctx.actor)
  const { name, email, phone, subject, message } = contactMessages
  const where = and(
    eq(contactMessages.spam, spam),
    read === undefined ? undefined : eq(contactMessages.read, read),
    containsText(q, [name, email, phone, subject, message]),
  )
  return ctx.database.readConsistently((tx) => {
    const query = tx.select().from(contactMessages).where(where).orderBy(desc(contactMessages.id))
    return selectPage(tx, { table: contactMessages, where, query, paging })
  })
}

/** Throws 403 and 404. */
export async function getMessage(ctx: FormAdminContext, id: number): Promise<Message> {
  assertEditor(ctx.actor)
  return ctx.database.query((tx) => findMessage(tx, id))
}

type Mark = { id: number; marks: z.output<typeof messageMarks>; ifMatch: string | null }

/** Marks a message as read or unread, as spam or not. Throws 403, 404 and 412. */
export async function markMessage(ctx: FormAdminContext, { id, marks, ifMatch }: Mark): Promise<Message> {
  assertEditor(ctx.actor)
  return ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const before = await findMessage(tx, id, { lock: true })
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
  assertEditor(ctx.actor)
  await ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const message = await findMessage(tx, id, { lock: true })
    assertFresh(ifMatch, etagOf(message.version))
    await tx.delete(contactMessages).where(eq(contactMessages.id, id))
  })
}

async function findMessage(tx: Tx, id: number, { lock = false } = {}): Promise<Message> {
  const query = tx.select().from(contactMessages).where(eq(contactMessages.id, id))
  const [message] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  if (!message) throw new AppError('not_found', 'Message not found.')
  return message
}
