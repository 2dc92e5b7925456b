// Contact messages for admins: inbox and spam folder, marking as read or spam, deletion, one by one or many at once.
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { actorId } from '../accounts/actor.ts'
import { assertEditor, confirmActor } from '../accounts/permissions.ts'
import { assertScopes } from '../accounts/token-scopes.ts'
import { containsWords } from '../platform/db/contains-words.ts'
import type { TransactionOptions, Tx } from '../platform/db/database.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { contactMessages, messageStates } from '../platform/db/schema/forms.ts'
import { selectPage } from '../platform/db/select-page.ts'
import { AppError, invalid } from '../text/errors.ts'
import type { Page, Paging } from '../text/paging.ts'
import { INT4_MAX } from '../text/record-id.ts'
import { assertFresh, etagOf } from '../text/record-version.ts'
import { paragraphs } from '../text/text-fields.ts'
import type { FormAdminContext } from './form-context.ts'

/** A message with the names of accounts. */
export type Message = Omit<typeof contactMessages.$inferSelect, 'state_by'> & {
  state_by: string | null
  assignee: string | null
}

/** The body that changes what colleagues know about a message. */
export const messageMarks = z
  .strictObject({
    read: z.boolean(),
    spam: z.boolean(),
    state: z.enum(messageStates),
    assignee_id: z.int().min(1).max(INT4_MAX).nullable(),
    note: paragraphs(2_000)
      .transform((text) => text || null)
      .nullable(),
  })
  .partial()

const nameOf = (id: AnyPgColumn) =>
  sql<string | null>`(select ${adminUsers.name} from ${adminUsers} where ${adminUsers.id} = ${id})`

const columns = {
  ...getTableColumns(contactMessages),
  state_by: nameOf(contactMessages.state_by),
  assignee: nameOf(contactMessages.assignee_id),
}

/** The fields of a message that admins see. */
export const presentMessage = (row: Message) => {
  const { id, version, created_at, updated_at, name, email, phone, subject, message, locale, page } = row
  const { read, spam, state, state_by, state_at, assignee_id, assignee, note } = row
  const submitted = { name, email, phone, subject, message, locale, page }
  const marks = { read, spam, state, state_by, state_at, assignee_id, assignee, note }
  return { id, version, created_at, updated_at, ...submitted, ...marks }
}

type Filter = {
  q?: string | undefined
  spam?: boolean | undefined
  read?: boolean | undefined
  state?: Message['state'] | undefined
  assignee_id?: number | undefined
}

/** The inbox or, with `spam`, the spam folder, newest first. Throws 403 and 422 `paging_required`. */
export async function listMessages(
  ctx: FormAdminContext,
  { q, spam = false, read, state, assignee_id, paging }: Filter & { paging: Paging | null },
): Promise<Page<Message>> {
  assertEditor(ctx.actor)
  const { name, email, phone, subject, message } = contactMessages
  const where = and(
    eq(contactMessages.spam, spam),
    read === undefined ? undefined : eq(contactMessages.read, read),
    state && eq(contactMessages.state, state),
    assignee_id === undefined ? undefined : eq(contactMessages.assignee_id, assignee_id),
    containsWords(q, [name, email, phone, subject, message]),
  )
  return ctx.database.readConsistently((tx) => {
    const query = tx.select(columns).from(contactMessages).where(where).orderBy(desc(contactMessages.id))
    return selectPage(tx, { table: contactMessages, where, query, paging })
  })
}

/** The accounts that messages can be assigned to, by name. Throws 403. */
export async function listAssignees(ctx: FormAdminContext): Promise<{ id: number; name: string }[]> {
  assertEditor(ctx.actor)
  return ctx.database.query((tx) =>
    tx
      .select({ id: adminUsers.id, name: adminUsers.name })
      .from(adminUsers)
      .where(readsMessages)
      .orderBy(asc(adminUsers.name), asc(adminUsers.id)),
  )
}

const readsMessages = and(eq(adminUsers.disabled, false), inArray(adminUsers.role, ['admin', 'editor']))

/** Throws 403 and 404. */
export async function getMessage(ctx: FormAdminContext, id: number): Promise<Message> {
  assertEditor(ctx.actor)
  return ctx.database.query((tx) => findMessage(tx, id))
}

type Target = { id: number; ifMatch: string | null }
type Mark = Target & { marks: z.output<typeof messageMarks> }

/** Changes marks, state, assignee and note of a message. Throws 403, 404, 412 and 422. */
export const markMessage = (ctx: FormAdminContext, { id, marks, ifMatch }: Mark): Promise<Message> =>
  write(ctx, async (tx) => {
    const before = await findMessage(tx, id, { lock: true })
    return applyMarks(tx, ctx, { before, marks, ifMatch })
  })

/** Throws 403, 404 and 412. */
export const removeMessage = (ctx: FormAdminContext, { id, ifMatch }: Target): Promise<Message> =>
  write(ctx, async (tx) => applyRemoval(tx, await findMessage(tx, id, { lock: true }), ifMatch))

const target = { id: z.int().min(1).max(INT4_MAX), version: z.int().min(1).optional() }

/** The body of a batch; as for records of the content, at most 500 operations. */
export const messageBatch = z.strictObject({
  operations: z
    .array(
      z.discriminatedUnion('op', [
        z.strictObject({ op: z.literal('patch'), ...target, data: messageMarks }),
        z.strictObject({ op: z.literal('delete'), ...target }),
      ]),
    )
    .min(1)
    .max(500),
})

type Operation = z.output<typeof messageBatch>['operations'][number]

/**
 * Applies the operations in order, all or none; the messages as they are afterwards, deleted ones as they were. Throws 403,
 * and 404, 412 or 422 with the path of the operation.
 */
export async function batchMessages(ctx: FormAdminContext, operations: readonly Operation[]) {
  if (operations.some(({ op }) => op === 'delete')) assertScopes(ctx.actor, 'delete')
  return write(
    ctx,
    async (tx) => {
      const messages = await lockMessages(tx, operations)
      const results: { op: Operation['op']; message: Message }[] = []
      for (const [index, operation] of operations.entries())
        try {
          const { op, id, version } = operation
          const before = messages.get(id)
          if (!before) throw new AppError('not_found', 'Message not found.')
          const ifMatch = version ? etagOf(version) : null
          messages.delete(id)
          const message = await (op === 'delete'
            ? applyRemoval(tx, before, ifMatch)
            : applyMarks(tx, ctx, { before, marks: operation.data, ifMatch }))
          if (op === 'patch') messages.set(id, message)
          results.push({ op, message })
        } catch (error) {
          throw atOperation(index, error)
        }
      return results
    },
    { deadlineMs: BATCH_DEADLINE_MS },
  )
}

/** 500 changes took 2 s on a busy machine with two cores. */
const BATCH_DEADLINE_MS = 30_000

/** Locks messages in the order of their ids, so that two batches never wait for each other in a circle. */
async function lockMessages(tx: Tx, operations: readonly Operation[]) {
  const { id } = contactMessages
  const isNamed = inArray(
    id,
    operations.map((operation) => operation.id),
  )
  const rows = await tx.select(columns).from(contactMessages).where(isNamed).orderBy(asc(id)).for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

function atOperation(index: number, error: unknown) {
  if (!(error instanceof AppError)) return error
  const { code, message, errors, headers } = error
  const path = `operations.${index}`
  return new AppError(code, `${path}: ${message}`, {
    headers,
    errors: errors?.map((issue) => ({ ...issue, path: `${path}.data.${issue.path}` })) ?? [
      { path, code, message },
    ],
  })
}

async function write<Result>(
  ctx: FormAdminContext,
  change: (tx: Tx) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  assertEditor(ctx.actor)
  return ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    return change(tx)
  }, options)
}

type Change = { before: Message; marks: Mark['marks']; ifMatch: string | null }

async function applyMarks(
  tx: Tx,
  ctx: FormAdminContext,
  { before, marks, ifMatch }: Change,
): Promise<Message> {
  assertFresh(ifMatch, etagOf(before.version))
  if (Object.keys(marks).length === 0) return before
  if (marks.assignee_id) await assertReadsMessages(tx, marks.assignee_id)
  const now = ctx.clock()
  const [message] = await tx
    .update(contactMessages)
    .set({
      ...marks,
      ...(marks.state && marks.state !== before.state && { state_by: actorId(ctx.actor), state_at: now }),
      version: sql`${contactMessages.version} + 1`,
      updated_at: now,
    })
    .where(eq(contactMessages.id, before.id))
    .returning(columns)
  return message!
}

async function applyRemoval(tx: Tx, message: Message, ifMatch: string | null): Promise<Message> {
  assertFresh(ifMatch, etagOf(message.version))
  await tx.delete(contactMessages).where(eq(contactMessages.id, message.id))
  return message
}

async function assertReadsMessages(tx: Tx, id: number) {
  const [account] = await tx
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .where(and(eq(adminUsers.id, id), readsMessages))
  if (account) return
  const message = 'must be the id of an active admin or editor'
  throw invalid([{ path: 'assignee_id', code: 'unknown_reference', message }])
}

async function findMessage(tx: Tx, id: number, { lock = false } = {}): Promise<Message> {
  const query = tx.select(columns).from(contactMessages).where(eq(contactMessages.id, id))
  const [message] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  if (!message) throw new AppError('not_found', 'Message not found.')
  return message
}
