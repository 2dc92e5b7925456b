// Reads and presents rows of quotes, their lines and their events.
import { and, asc, eq, inArray } from 'drizzle-orm'
import { viaOf } from '../../accounts/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { quoteEvents, quoteLines, quotes, suppliers, users } from '../../platform/db/schema/procurement.ts'
import { AppError } from '../../text/errors.ts'
import type { Person } from '../people/person.ts'
import { readApprovals, readApproversNeeded } from './approvals.ts'
import { readAwards } from './awards.ts'
import { readOrders } from './orders.ts'
import { canReadQuote, type Status } from './quote-lifecycle.ts'

export type Quote = typeof quotes.$inferSelect
export type StoredLine = Awaited<ReturnType<typeof readLines>>[number]

export type QuoteView = ReturnType<typeof presentSummary> & {
  lines: ReturnType<typeof presentLine>[]
  closed_short: boolean
  awards: Awaited<ReturnType<typeof readAwards>>
  orders: Awaited<ReturnType<typeof readOrders>>
  approvals: Awaited<ReturnType<typeof readApprovals>>
  /** Of a quote that is not decided yet. */
  approvals_needed: number | null
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

export const readLines = (tx: Tx, quoteId: number) =>
  tx
    .select({
      line: quoteLines,
      supplier: suppliers.name,
      tolerance: suppliers.over_receipt_tolerance,
    })
    .from(quoteLines)
    .leftJoin(suppliers, eq(suppliers.id, quoteLines.supplier_id))
    .where(eq(quoteLines.quote_id, quoteId))
    .orderBy(asc(quoteLines.position))
    .then((rows) => rows.map(({ line, ...supplier }) => ({ ...line, ...supplier })))

const presentLine = (line: StoredLine) => ({
  id: line.id,
  position: line.position,
  item_id: line.item_id,
  description: line.description,
  quantity: line.quantity,
  unit_price: line.unit_price,
  total: line.awarded_total ?? line.quantity * line.unit_price,
  supplier: line.supplier_id === null ? null : { id: line.supplier_id, name: line.supplier! },
  estimated_unit_price: line.estimated_unit_price,
  received: line.received,
  receivable: Math.max(0, mostOf(line) - line.received),
})

/** The most that may come of a line, with the tolerance of its supplier. */
export const mostOf = ({ quantity, tolerance }: Pick<StoredLine, 'quantity' | 'tolerance'>) =>
  quantity + Math.floor((quantity * (tolerance ?? 0)) / 100)

const CONTRIBUTIONS = ['created', 'updated', 'submitted', 'awarded']

/** The ids of everyone who created, edited, submitted or awarded the quote; its owner is always one of them. */
export async function readContributors(
  tx: Tx,
  { id, requester_id }: Pick<Quote, 'id' | 'requester_id'>,
): Promise<Set<number>> {
  const rows = await tx
    .selectDistinct({ actor_id: quoteEvents.actor_id })
    .from(quoteEvents)
    .where(and(eq(quoteEvents.quote_id, id), inArray(quoteEvents.event, CONTRIBUTIONS)))
  return new Set([requester_id, ...rows.map(({ actor_id }) => actor_id)])
}

const UNORDERED: ReadonlySet<Status> = new Set(['draft', 'submitted', 'approved', 'rejected'])

/** The quote with its lines, as sent to clients. */
export async function readView(tx: Tx, id: number): Promise<QuoteView> {
  const [row] = await tx
    .select({ quote: quotes, requester: users.display_name })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.requester_id))
    .where(eq(quotes.id, id))
  const lines = await readLines(tx, id)
  const isUndecided = row!.quote.status === 'draft' || row!.quote.status === 'submitted'
  return {
    ...presentSummary(row!.quote, row!.requester),
    lines: lines.map(presentLine),
    closed_short: row!.quote.closed_short,
    awards: await readAwards(tx, id),
    orders: UNORDERED.has(row!.quote.status) ? [] : await readOrders(tx, id),
    approvals: await readApprovals(tx, id),
    approvals_needed: isUndecided ? await readApproversNeeded(tx, row!.quote) : null,
  }
}

type Event = { event: string; from: Status | null; to: Status; note?: string | null | undefined; now: Date }

/** Appends to the quote's history; `person` is the actor. */
export async function addEvent(tx: Tx, person: Person, quoteId: number, event: Event) {
  await tx.insert(quoteEvents).values({
    quote_id: quoteId,
    occurred_at: event.now,
    actor: person.name,
    actor_id: person.id,
    via: viaOf(person.actor),
    event: event.event,
    from_status: event.from,
    to_status: event.to,
    note: event.note ?? null,
  })
}
