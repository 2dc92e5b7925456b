// Creates quotes and updates drafts.
import { eq, sql } from 'drizzle-orm'
import { forbidden } from '../../accounts/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type IdempotentResult, runIdempotently } from '../../platform/db/idempotency.ts'
import { quoteLines, quoteNumbers, quotes } from '../../platform/db/schema/procurement.ts'
import { AppError } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertRole, confirmPerson, type Role } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { assertItemsExist, type Line, newQuote, quoteChanges, totalOf } from './quote-input.ts'
import { addEvent, findQuote, type QuoteView, readLines, readView } from './quote-rows.ts'

const QUOTE_CREATORS: readonly Role[] = ['requester', 'admin']

/** Creates a draft owned by the person. Throws 403 and 422. */
export async function createQuote(
  ctx: ProcurementContext,
  { body, key }: { body: unknown; key: string | null },
): Promise<IdempotentResult<QuoteView>> {
  assertRole(ctx.person, QUOTE_CREATORS)
  const input = parseInput(newQuote, body)
  const total = totalOf(input.lines)
  return ctx.database.transaction(async (tx) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person, QUOTE_CREATORS)
    return runIdempotently(tx, ctx, { scope: 'quotes', key, input }, async () => {
      const { lines, title, currency } = input
      await assertItemsExist(tx, lines)
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

type QuoteUpdate = { id: number; body: unknown; ifMatch: string | null }

/**
 * Updates a draft of the person; an empty body changes nothing. Throws 403 (not the owner), 404, 409 (not a draft), 412
 * and 422.
 */
export async function updateQuote(
  ctx: ProcurementContext,
  { id, body, ifMatch }: QuoteUpdate,
): Promise<QuoteView> {
  const changes = parseInput(quoteChanges, body)
  return ctx.database.transaction(async (tx) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person)
    const before = await findQuote(tx, person, id, { lock: true })
    // Admins neither: an edit by one person must not look like the request of another.
    if (before.requester_id !== person.id) throw forbidden()
    assertFresh(ifMatch, etagOf(before.version))
    assertDraft(before.status)
    if (Object.values(changes).every((value) => value === undefined)) return readView(tx, id)
    const { title = before.title, currency = before.currency, lines } = changes
    const total = totalOf(lines ?? (await readLines(tx, id)))
    if (lines) await replaceLines(tx, id, lines)
    const now = ctx.clock()
    await tx
      .update(quotes)
      .set({ title, currency, total, version: sql`${quotes.version} + 1`, updated_at: now })
      .where(eq(quotes.id, id))
    await addEvent(tx, person, id, { event: 'updated', from: 'draft', to: 'draft', now })
    return readView(tx, id)
  })
}

function assertDraft(status: string) {
  if (status === 'draft') return
  const message = `is ${status}; only a draft can be changed`
  throw new AppError('conflict', `The quote ${message}.`, {
    errors: [{ path: 'status', code: 'not_a_draft', message }],
  })
}

async function replaceLines(tx: Tx, quoteId: number, lines: readonly Line[]) {
  await assertItemsExist(tx, lines)
  await tx.delete(quoteLines).where(eq(quoteLines.quote_id, quoteId))
  await insertLines(tx, quoteId, lines)
}

const insertLines = (tx: Tx, quoteId: number, lines: readonly Line[]) =>
  tx
    .insert(quoteLines)
    .values(lines.map((line, index) => ({ ...line, quote_id: quoteId, position: index + 1 })))

// `Q-2026-0001`. Unlike a sequence, the row of the year is locked until commit and rolls back, so numbers have no gaps.
async function nextNumber(tx: Tx, now: Date) {
  const year = now.getUTCFullYear()
  const [counter] = await tx
    .insert(quoteNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: quoteNumbers.year, set: { last: sql`${quoteNumbers.last} + 1` } })
    .returning({ last: quoteNumbers.last })
  return `Q-${year}-${String(counter!.last).padStart(4, '0')}`
}
