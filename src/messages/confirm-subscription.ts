// Double opt-in: a subscription counts when the link in the mail was followed, and ends by the link in every later mail.
import { and, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import { mailLanguage } from '../mail/mail-kinds.ts'
import { isAsked } from '../mail/newsletter-mails.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { Database } from '../platform/db/database.ts'
import { newsletterSubscribers } from '../platform/db/schema/forms.ts'

/** Unconfirmed subscriptions are deleted after this time. */
const CONFIRM_MS = 7 * 86_400_000

export type SubscriptionContext = { database: Database; clock: () => Date; mail: Outbox }

/** Whether the link of a token can still be used, without using it. */
export async function readConfirmation(
  ctx: SubscriptionContext,
  token: string,
): Promise<'open' | 'done' | 'invalid'> {
  const id = ctx.mail.links.read('newsletter-confirm', token)
  const found = id === null ? undefined : await find(ctx, id)
  if (found?.state === 'subscribed') return 'done'
  return found && isAsked(found) && isRecent(ctx, found.asked_at) ? 'open' : 'invalid'
}

/** Confirms the subscription; once more changes nothing. Resolves with false for a link that is not valid any more. */
export async function confirmSubscription(ctx: SubscriptionContext, token: string): Promise<boolean> {
  const { database, clock, mail } = ctx
  const id = mail.links.read('newsletter-confirm', token)
  if (id === null) return false
  const isConfirmed = await database.transaction(async (tx) => {
    const now = clock()
    const [subscriber] = await tx
      .update(newsletterSubscribers)
      .set({ state: 'subscribed', confirmed_at: now, asks: 0, updated_at: now, version: nextVersion })
      .where(
        and(
          eq(newsletterSubscribers.link_id, id),
          wasAsked,
          gt(newsletterSubscribers.asked_at, new Date(now.getTime() - CONFIRM_MS)),
        ),
      )
      .returning()
    if (!subscriber) return false
    await mail.add(tx, {
      kind: 'newsletter-welcome',
      to: subscriber.email,
      language: subscriber.locale ? mailLanguage(subscriber.locale) : mail.siteLanguage,
      data: { subscriber: subscriber.id },
    })
    return true
  })
  mail.wake()
  return isConfirmed || (await find(ctx, id))?.state === 'subscribed'
}

/** Whether the token names a subscriber, without changing anything. */
export async function readUnsubscription(
  ctx: SubscriptionContext,
  token: string,
): Promise<'open' | 'done' | 'invalid'> {
  const id = ctx.mail.links.read('newsletter-unsubscribe', token)
  const found = id === null ? undefined : await find(ctx, id)
  if (!found) return 'invalid'
  return found.state === 'unsubscribed' && !isAsked(found) ? 'done' : 'open'
}

/** Ends the subscription; once more changes nothing. Resolves with false for a token that names nobody. */
export async function unsubscribe(ctx: SubscriptionContext, token: string): Promise<boolean> {
  const id = ctx.mail.links.read('newsletter-unsubscribe', token)
  if (id === null) return false
  const now = ctx.clock()
  await ctx.database.query((tx) =>
    tx
      .update(newsletterSubscribers)
      .set({ state: 'unsubscribed', opted_out_at: now, updated_at: now, version: nextVersion })
      .where(
        and(
          eq(newsletterSubscribers.link_id, id),
          or(ne(newsletterSubscribers.state, 'unsubscribed'), wasAsked),
        ),
      ),
  )
  return (await find(ctx, id)) !== undefined
}

/** A clean-up task: deletes subscriptions that nobody confirmed. */
export const unconfirmedTask = (ctx: { database: Database; clock: () => Date }) => async () => {
  const before = new Date(ctx.clock().getTime() - CONFIRM_MS)
  await ctx.database.query((tx) =>
    tx
      .delete(newsletterSubscribers)
      .where(and(eq(newsletterSubscribers.state, 'pending'), lt(newsletterSubscribers.asked_at, before))),
  )
}

// An address that has opted out stays in its state while it is asked.
const wasAsked = sql`(${newsletterSubscribers.state} = 'pending' or (${newsletterSubscribers.state} = 'unsubscribed'
  and ${newsletterSubscribers.asked_at} > ${newsletterSubscribers.opted_out_at}))`

const nextVersion = sql`${newsletterSubscribers.version} + 1`

const isRecent = ({ clock }: SubscriptionContext, moment: Date | null) =>
  moment !== null && clock().getTime() - moment.getTime() < CONFIRM_MS

async function find({ database }: SubscriptionContext, id: string) {
  const [found] = await database.query((tx) =>
    tx.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.link_id, id)),
  )
  return found
}
