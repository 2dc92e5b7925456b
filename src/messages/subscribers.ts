// Newsletter subscribers for admins: listing and deletion.
import { and, desc, eq } from 'drizzle-orm'
import { assertEditor, confirmActor } from '../accounts/permissions.ts'
import { containsWords } from '../platform/db/contains-words.ts'
import type { Tx } from '../platform/db/database.ts'
import { newsletterSubscribers } from '../platform/db/schema/forms.ts'
import { selectPage } from '../platform/db/select-page.ts'
import { AppError } from '../text/errors.ts'
import type { Page, Paging } from '../text/paging.ts'
import { assertFresh, etagOf } from '../text/record-version.ts'
import type { FormAdminContext } from './form-context.ts'

export type Subscriber = typeof newsletterSubscribers.$inferSelect

/** The fields of a subscriber that admins see. */
export const presentSubscriber = (subscriber: Subscriber) => {
  const { id, version, created_at, updated_at, email, name, locale, spam, state, confirmed_at } = subscriber
  return { id, version, created_at, updated_at, email, name, locale, spam, state, confirmed_at }
}

type Filter = {
  q?: string | undefined
  spam?: boolean | undefined
  state?: Subscriber['state'] | undefined
  paging: Paging | null
}

/** Subscribers or, with `spam`, those that filled the honeypot, newest first. Throws 403 and 422 `paging_required`. */
export async function listSubscribers(
  ctx: FormAdminContext,
  { q, spam = false, state, paging }: Filter,
): Promise<Page<Subscriber>> {
  assertEditor(ctx.actor)
  const { email, name } = newsletterSubscribers
  const where = and(
    eq(newsletterSubscribers.spam, spam),
    state && eq(newsletterSubscribers.state, state),
    containsWords(q, [email, name]),
  )
  return ctx.database.readConsistently((tx) => {
    const query = tx.select().from(newsletterSubscribers).where(where).orderBy(desc(newsletterSubscribers.id))
    return selectPage(tx, { table: newsletterSubscribers, where, query, paging })
  })
}

/** Throws 403 and 404. */
export async function getSubscriber(ctx: FormAdminContext, id: number): Promise<Subscriber> {
  assertEditor(ctx.actor)
  return ctx.database.query((tx) => findSubscriber(tx, id))
}

/** Throws 403, 404 and 412. */
export async function removeSubscriber(
  ctx: FormAdminContext,
  { id, ifMatch }: { id: number; ifMatch: string | null },
): Promise<void> {
  assertEditor(ctx.actor)
  await ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const subscriber = await findSubscriber(tx, id, { lock: true })
    assertFresh(ifMatch, etagOf(subscriber.version))
    await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id))
  })
}

async function findSubscriber(tx: Tx, id: number, { lock = false } = {}): Promise<Subscriber> {
  const query = tx.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id))
  const [subscriber] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  if (!subscriber) throw new AppError('not_found', 'Subscriber not found.')
  return subscriber
}
