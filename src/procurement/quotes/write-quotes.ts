// Making a quote, and changing it while it is a draft.
import { eq, sql } from 'drizzle-orm'
import { forbidden } from '../../auth/permissions.ts'
import type { Tx } from '../../db/database.ts'
import { quoteLines, quoteNumbers, quotes } from '../../db/schema/procurement.ts'
import { AppError } from '../../errors.ts'
import { parseInput } from '../../parse-input.ts'
import { assertFresh, etagOf } from '../../record-version.ts'
import { type Outcome, runIdempotently } from '../idempotency.ts'
import { assertRole, confirmPerson, type Role } from '../people/person.ts'
import type { ProcurementContext } from '../procurement-context.ts'
import { assertItems, type Line, newQuote, quoteChanges, totalOf } from './quote-input.ts'
import { addEvent, findQuote, linesOf, type QuoteView, readView } from './quote-rows.ts'

const CREATORS: readonly Role[] = ['requester', 'admin']

/** Makes a draft that belongs to the person. Throws 403 and 422. */
export async function createQuote(
  ctx: ProcurementContext,
  { body, key }: { body: unknown; key: string | null },
): Promise<Outcome<QuoteView>> {
  assertRole(ctx.person, CREATORS)
  const input = parseInput(newQuote, body)
  const total = totalOf(input.lines)
  return ctx.database.transaction(async (tx) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person, CREATORS)
    return runIdempotently(tx, ctx, { scope: 'quotes', key, input }, async () => {
      const { lines, title, currency } = input
      await assertItems(tx, lines)
      const now = ctx.clock()
      const [quote] = await tx
        .insert(quotes)
        .values({
          title,
          currency,
          total,
          number: await nextNumber(tx, now),
          requester_id: person.id,
          created_at: now,
          updated_at: now,
        })
        .returning({ id: quotes.id })
      const { id } = quote!
      await insertLines(tx, id, lines)
      await addEvent(tx, person, id, { event: 'created', from: null, to: 'draft', now })
      return readView(tx, id)
    })
  })
}

type Change = { id: number; body: unknown; ifMatch: string | null }

/** Changes a draft; an empty change changes nothing. Throws 403, 404, 409 (no draft any more), 412 and 422. */
export async function changeQuote(
  ctx: ProcurementContext,
  { id, body, ifMatch }: Change,
): Promise<QuoteView> {
  const changes = parseInput(quoteChanges, body)
  return ctx.database.transaction(async (tx) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person)
    const before = await findQuote(tx, person, id, true)
    if (before.requester_id !== person.id && !person.roles.has('admin')) throw forbidden()
    assertFresh(ifMatch, etagOf(before.version))
    if (before.status !== 'draft') throw noDraft(before.status)
    const { title = before.title, currency = before.currency, lines } = changes
    if (Object.values(changes).every((value) => value === undefined)) return readView(tx, id)
    const total = totalOf(lines ?? (await linesOf(tx, id)))
    if (lines) {
      await assertItems(tx, lines)
      await tx.delete(quoteLines).where(eq(quoteLines.quote_id, id))
      await insertLines(tx, id, lines)
    }
    const now = ctx.clock()
    await tx
      .update(quotes)
      .set({ title, currency, total, version: sql`${quotes.version} + 1`, updated_at: now })
      .where(eq(quotes.id, id))
    await addEvent(tx, person, id, { event: 'updated', from: 'draft', to: 'draft', now })
    return readView(tx, id)
  })
}

function noDraft(status: string) {
  const message = `is ${status}; only a draft can be changed`
  return new AppError('conflict', `The quote ${message}.`, {
    errors: [{ path: 'status', code: 'not_a_draft', message }],
  })
}

const insertLines = (tx: Tx, quoteId: number, lines: readonly Line[]) =>
  tx
    .insert(quoteLines)
    .values(lines.map((line, index) => ({ ...line, quote_id: quoteId, position: index + 1 })))

// `Q-2026-0001`. The year's row is locked until commit: a creation that fails gives its number back, so there is no gap.
async function nextNumber(tx: Tx, now: Date) {
  const year = now.getUTCFullYear()
  const [counted] = await tx
    .insert(quoteNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: quoteNumbers.year, set: { last: sql`${quoteNumbers.last} + 1` } })
    .returning({ last: quoteNumbers.last })
  return `Q-${year}-${String(counted!.last).padStart(4, '0')}`
}
