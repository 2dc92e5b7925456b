// Creates and copies quotes, and updates drafts.
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { forbidden } from '../../accounts/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type IdempotentResult, runIdempotently } from '../../platform/db/idempotency.ts'
import { quoteLines, quoteOffers, quotes } from '../../platform/db/schema/procurement.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertRole, confirmPerson, type Person, type Role } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { nextNumbers } from './next-numbers.ts'
import {
  assertItemsExist,
  type ChangedLine,
  type Line,
  newQuote,
  quoteChanges,
  totalOf,
} from './quote-input.ts'
import { addEvent, findQuote, type Quote, type QuoteView, readLines, readView } from './quote-rows.ts'

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
      await assertItemsExist(tx, input.lines)
      return insertDraft(tx, { ...input, total, person, now: ctx.clock() })
    })
  })
}

/** Creates a draft of the person with the title and the lines of any quote that is visible to them. Throws 403 and 404. */
export async function copyQuote(
  ctx: ProcurementContext,
  { id, key }: { id: number; key: string | null },
): Promise<IdempotentResult<QuoteView>> {
  return ctx.database.transaction(async (tx) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person)
    const quote = await findQuote(tx, person, id)
    assertRole(person, QUOTE_CREATORS)
    return runIdempotently(tx, ctx, { scope: 'quote-copies', key, input: { id } }, async () => {
      const { title, currency, number } = quote
      const lines = await readLines(tx, id)
      // Without the charges of what was awarded.
      const total = totalOf(lines)
      return insertDraft(tx, { title, currency, total, lines, person, now: ctx.clock(), note: number })
    })
  })
}

type Draft = Pick<Quote, 'title' | 'currency' | 'total'> & {
  lines: readonly Line[]
  person: Person
  now: Date
  /** Of the first event. */
  note?: string
}

async function insertDraft(tx: Tx, { title, currency, total, lines, person, now, note }: Draft) {
  const [number] = await nextNumbers(tx, { prefix: 'Q', count: 1, now })
  const [quote] = await tx
    .insert(quotes)
    .values({
      title,
      currency,
      total,
      number: number!,
      requester_id: person.id,
      created_at: now,
      updated_at: now,
    })
    .returning({ id: quotes.id })
  const { id } = quote!
  const placed = lines.map((line, index) => ({ ...line, position: index + 1 }))
  await insertLines(tx, id, placed)
  await addEvent(tx, person, id, { event: 'created', from: null, to: 'draft', note, now })
  return readView(tx, id)
}

type QuoteUpdate = { id: number; body: unknown; ifMatch: string | null }

/**
 * Updates a draft of the person; an empty body changes nothing. Lines with an `id` of the quote keep it, and their offers.
 * Throws 403 (not the owner), 404, 409 (not a draft, or another currency than its offers are for), 412 and 422.
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
    if (currency !== before.currency) await assertNoOffers(tx, id)
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

/** The rates of offers are for the currency of the quote. */
async function assertNoOffers(tx: Tx, quoteId: number) {
  const offers = tx.select({ id: quoteOffers.id }).from(quoteOffers).where(eq(quoteOffers.quote_id, quoteId))
  const [offer] = await offers.limit(1)
  if (!offer) return
  const message = 'cannot change, because the quote has offers; a copy of the quote can have another one'
  throw new AppError('conflict', `The currency ${message}.`, {
    errors: [{ path: 'currency', code: 'has_offers', message }],
  })
}

async function replaceLines(tx: Tx, quoteId: number, lines: readonly ChangedLine[]) {
  await assertItemsExist(tx, lines)
  const isOfQuote = eq(quoteLines.quote_id, quoteId)
  const stored = await tx.select({ id: quoteLines.id }).from(quoteLines).where(isOfQuote)
  assertOwnLines(lines, new Set(stored.map(({ id }) => id)))
  const placed = lines.map((line, index) => ({ ...line, position: index + 1 }))
  const kept = placed.filter(({ id }) => id !== null)
  const added = placed.filter(({ id }) => id === null)
  const ids = kept.map(({ id }) => id!)
  await tx.delete(quoteLines).where(and(isOfQuote, notInArray(quoteLines.id, ids)))
  if (kept.length > 0) await updateLines(tx, quoteId, kept)
  if (added.length > 0) await insertLines(tx, quoteId, added)
}

/** Throws 422 for each id that is no line of the quote, or is given twice. */
function assertOwnLines(lines: readonly ChangedLine[], own: ReadonlySet<number>) {
  const seen = new Set<number>()
  const issues = lines.flatMap(({ id }, index) => {
    if (id === null) return []
    const path = `lines.${index}.id`
    if (!own.has(id)) return [{ path, code: 'unknown_reference', message: 'is no line of this quote' }]
    if (seen.has(id)) return [{ path, code: 'repeated', message: 'must be given only once' }]
    seen.add(id)
    return []
  })
  if (issues.length > 0) throw invalid(issues)
}

async function updateLines(tx: Tx, quoteId: number, lines: readonly object[]) {
  // Their places are free before they are taken: the order is unique.
  await tx
    .update(quoteLines)
    .set({ position: sql`-${quoteLines.position}` })
    .where(eq(quoteLines.quote_id, quoteId))
  await tx.execute(sql`update quote_lines set position = line.position, item_id = line.item_id,
      description = line.description, quantity = line.quantity, unit_price = line.unit_price
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as line (id int, position int, item_id int,
      description text, quantity int, unit_price bigint)
    where quote_lines.id = line.id`)
}

const insertLines = (tx: Tx, quoteId: number, lines: readonly (Line & { position: number })[]) =>
  tx.insert(quoteLines).values(
    lines.map(({ position, item_id, description, quantity, unit_price }) => ({
      quote_id: quoteId,
      position,
      item_id,
      description,
      quantity,
      unit_price,
    })),
  )
