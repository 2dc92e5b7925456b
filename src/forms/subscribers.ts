// The newsletter's subscribers as admins see them.
import { and, count, desc, eq } from 'drizzle-orm'
import { assertAdmin, confirmActor } from '../auth/permissions.ts'
import type { Tx } from '../db/database.ts'
import { newsletterSubscribers } from '../db/schema/forms.ts'
import { AppError } from '../errors.ts'
import { type Page, type Paging, pageOf, pagingRequired } from '../paging.ts'
import { assertFresh, etagOf } from '../record-version.ts'
import type { FormAdminContext } from './form-context.ts'
import { contains } from './search-condition.ts'

export type Subscriber = typeof newsletterSubscribers.$inferSelect

/** What admins see of a subscriber. */
export const presentSubscriber = (subscriber: Subscriber) => {
  const { id, version, created_at, updated_at, email, name, locale, spam } = subscriber
  return { id, version, created_at, updated_at, email, name, locale, spam }
}

type Filter = { q?: string | undefined; spam?: boolean | undefined; paging: Paging | null }

/** The newest first; `spam`: those that a robot entered. Throws 403 and 422 `paging_required`. */
export async function listSubscribers(
  ctx: FormAdminContext,
  { q, spam = false, paging }: Filter,
): Promise<Page<Subscriber>> {
  assertAdmin(ctx.actor)
  const { email, name } = newsletterSubscribers
  const wanted = and(eq(newsletterSubscribers.spam, spam), contains(q, [email, name]))
  return ctx.database.readConsistently(async (tx) => {
    const [counted] = await tx.select({ total: count() }).from(newsletterSubscribers).where(wanted)
    const total = counted?.total ?? 0
    if (!paging && pagingRequired(total)) throw pagingRequired(total)
    const query = tx
      .select()
      .from(newsletterSubscribers)
      .where(wanted)
      .orderBy(desc(newsletterSubscribers.id))
    const rows = await (paging
      ? query.limit(paging.perPage).offset((paging.page - 1) * paging.perPage)
      : query)
    return pageOf(rows, total, paging)
  })
}

/** Throws 403 and 404. */
export async function getSubscriber(ctx: FormAdminContext, id: number): Promise<Subscriber> {
  assertAdmin(ctx.actor)
  return ctx.database.query((tx) => find(tx, id))
}

/** Throws 403, 404 and 412. */
export async function removeSubscriber(
  ctx: FormAdminContext,
  { id, ifMatch }: { id: number; ifMatch: string | null },
): Promise<void> {
  assertAdmin(ctx.actor)
  await ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const subscriber = await find(tx, id, true)
    assertFresh(ifMatch, etagOf(subscriber.version))
    await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id))
  })
}

async function find(tx: Tx, id: number, lock = false): Promise<Subscriber> {
  const query = tx.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id))
  const [subscriber] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  if (!subscriber) throw new AppError('not_found', 'There is no such subscriber.')
  return subscriber
}
