import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { mailLanguage } from '../mail/mail-kinds.ts'
import type { Outbox } from '../mail/outbox.ts'
import { rowsOf, type Tx } from '../platform/db/database.ts'
import { line, optional } from '../text/text-fields.ts'
import type { FormContext } from './form-context.ts'
import { email, locale } from './form-fields.ts'
import { isSpam, website } from './honeypot.ts'

export const newsletterForm = z.strictObject({ email, name: optional(line(200)), locale, website })

type Form = z.output<typeof newsletterForm>

/**
 * How long a further question waits for the last one: three on the first day, then ever fewer, since somebody else may have
 * entered the address.
 */
const PAUSE = sql`case
  when known.asks <= 1 then interval '10 minutes'
  when known.asks = 2 then interval '2 hours'
  else interval '1 day' * least(7, 2 ^ least(known.asks - 3, 3)) end`

/**
 * Stores a subscriber once. Where mail is configured, the subscription counts only after it was confirmed by a link. An address
 * that has opted out stays so until then, and without mail for good. Known addresses and spam take the same statements, so the response takes the same time.
 */
export async function subscribe(ctx: FormContext, form: Form): Promise<void> {
  const { database, mail } = ctx
  const now = ctx.clock()
  if (!mail?.isOn) {
    await database.query((tx) => store(tx, form, { now, state: 'subscribed' }))
    return
  }
  await database.transaction(async (tx) => {
    const [asked] = await store(tx, form, { now, state: 'pending' })
    await ask(tx, mail, form, asked?.id ?? null)
  })
  mail.wake()
}

/** Resolves with the subscriber to ask for confirmation, if any. */
function store(tx: Tx, form: Form, { now, state }: { now: Date; state: 'pending' | 'subscribed' }) {
  const moment = sql`${now.toISOString()}::timestamptz`
  const askedAt = state === 'pending' ? moment : sql`null::timestamptz`
  const isLate = sql`known.asked_at is null or known.asked_at <= ${moment} - ${PAUSE}`
  const canChange =
    state === 'pending' ? sql`known.state <> 'subscribed' and (${isLate})` : sql`known.state = 'pending'`
  return rowsOf<{ id: number }>(
    tx,
    sql`
      insert into newsletter_subscribers as known
        (email, name, locale, spam, state, asked_at, asks, created_at, updated_at)
      values (${form.email}, ${form.name}, ${form.locale}, ${isSpam(form)}, ${state}, ${askedAt},
        ${state === 'pending' ? 1 : 0}, ${moment}, ${moment})
      on conflict (lower(email), spam) do update
        set state = case when known.state = 'unsubscribed' then known.state else excluded.state end,
          asked_at = excluded.asked_at, asks = known.asks + excluded.asks, updated_at = ${moment},
          version = known.version + 1
        where ${canChange}
      returning id`,
  )
}

async function ask(tx: Tx, mail: Outbox, form: Form, id: number | null) {
  const language = form.locale ? mailLanguage(form.locale) : mail.siteLanguage
  const isAsked = id !== null && !isSpam(form)
  const message = {
    kind: 'newsletter-confirm' as const,
    to: form.email,
    language,
    data: { subscriber: id ?? 0 },
  }
  await (isAsked ? mail.add(tx, message) : mail.addDecoy(tx, message))
}
