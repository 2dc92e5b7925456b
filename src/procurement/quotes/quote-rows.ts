// Reads and presents rows of quotes, their lines and their events.
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { quoteEvents, quoteLines, quotes, users } from '../../platform/db/schema/procurement.ts'
import { AppError } from '../../text/errors.ts'
import type { Person } from '../people/person.ts'
import { lineTotal } from './quote-input.ts'
import { canReadQuote, type Status } from './quote-lifecycle.ts'

export type Quote = typeof quotes.$inferSelect
type StoredLine = Pick<
  typeof quoteLines.$inferSelect,
  'position' | 'item_id' | 'description' | 'quantity' | 'unit_price'
>

export type QuoteView = ReturnType<typeof presentSummary> & {
  lines: (StoredLine & { total: number })[]
}

/** A quote without its lines; `requester` is the display name of its owner. */
export const presentSummary = (quote: Quote, requester: string) => ({
  id: quote.id,
  version: quote.version,
  number: quote.number,
  title: quote.title,
  currency: quote.currency,
  status: quote.status,
  total: quote.total,
  requester: { id: quote.requester_id, display_name: requester },
  created_at: quote.created_at,
  updated_at: quote.updated_at,
})

/** `lock` holds off other writers until commit. Throws 404, also for a quote that is not visible to the person. */
export async function findQuote(tx: Tx, person: Person, id: number, { lock = false } = {}): Promise<Quote> {
  const query = tx.select().from(quotes).where(eq(quotes.id, id))
  const [quote] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  if (!quote || !canReadQuote(person, quote)) throw new AppError('not_found', 'Quote not found.')
  return quote
}

export const readLines = (tx: Tx, quoteId: number): Promise<StoredLine[]> => {
  const { position, item_id, description, quantity, unit_price } = quoteLines
  return tx
    .select({ position, item_id, description, quantity, unit_price })
    .from(quoteLines)
    .where(eq(quoteLines.quote_id, quoteId))
    .orderBy(asc(position))
}

/** The ids of everyone who created, edited or submitted the quote; its owner is always one of them. */
export async function readContributors(
  tx: Tx,
  { id, requester_id }: Pick<Quote, 'id' | 'requester_id'>,
): Promise<Set<number>> {
  const rows = await tx
    .selectDistinct({ actor_id: quoteEvents.actor_id })
    .from(quoteEvents)
    .where(and(eq(quoteEvents.quote_id, id), inArray(quoteEvents.event, ['created', 'updated', 'submitted'])))
  return new Set([requester_id, ...rows.map(({ actor_id }) => actor_id)])
}

/** The quote with its lines, as sent to clients. */
export async function readView(tx: Tx, id: number): Promise<QuoteView> {
  const [row] = await tx
    .select({ quote: quotes, requester: users.display_name })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.requester_id))
    .where(eq(quotes.id, id))
  const lines = await readLines(tx, id)
  return {
    ...presentSummary(row!.quote, row!.requester),
    lines: lines.map((line) => ({ ...line, total: lineTotal(line) })),
  }
}

type Event = { event: string; from: Status | null; to: Status; note?: string | null; now: Date }

/** Appends to the quote's history; `person` is the actor. */
export async function addEvent(tx: Tx, person: Person, quoteId: number, event: Event) {
  await tx.insert(quoteEvents).values({
    quote_id: quoteId,
    occurred_at: event.now,
    actor: person.name,
    actor_id: person.id,
    event: event.event,
    from_status: event.from,
    to_status: event.to,
    note: event.note ?? null,
  })
}
