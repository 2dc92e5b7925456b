import { eq, sql } from 'drizzle-orm'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { Tx } from '../../platform/db/database.ts'
import { quoteAwards, quotes } from '../../platform/db/schema/procurement.ts'
import { invalid } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertRole, auditActor, confirmPerson } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { removeApprovals } from '../quotes/approvals.ts'
import { removeAward } from '../quotes/awards.ts'
import { addEvent, findQuote, type QuoteView, readView } from '../quotes/quote-rows.ts'
import { isExpired, lowestPrices, readPricedOffers } from './compare-offers.ts'
import { type Cell, isAwardable, type PricedOffer, toNumber } from './offer-amounts.ts'
import { award } from './offer-input.ts'
import { OFFER_WRITERS } from './offer-rows.ts'
import { assertSubmitted } from './write-offers.ts'

type Request = { id: number; body: unknown; ifMatch: string | null }

/**
 * Awards a submitted quote, whole or by line: its lines take the prices and suppliers of the offers. Replaces an award before it,
 * and takes the approvals away. Throws, in this order, 404, 403, 412, 409 (not submitted) and 422, at last `reason_required` where
 * it is not the cheapest.
 */
export const awardQuote = (ctx: ProcurementContext, { id, body, ifMatch }: Request): Promise<QuoteView> =>
  auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person)
    const quote = await findQuote(tx, person, id, { lock: true })
    assertRole(person, OFFER_WRITERS)
    assertFresh(ifMatch, etagOf(quote.version))
    assertSubmitted(quote)
    const { reason, ...chosen } = parseInput(award, body)
    const now = ctx.clock()
    const { lines, offers } = await readPricedOffers(tx, quote, { lock: true })
    const choices = chosen.lines
      ? chooseByLine(chosen.lines, { lines, offers, now })
      : chooseWhole(chosen.offer_id!, { lines, offers, now })
    const awards = awardsOf(choices)
    const total = sumOf(awards.map((award) => award.total))
    const isCheapest = chosen.lines ? isCheapestByLine : isCheapestWhole
    if (reason === null && !isCheapest(choices, lowestPrices(offers, now))) throw invalid([missingReason])

    await removeAward(tx, id)
    await setLines(tx, choices)
    await tx.insert(quoteAwards).values(
      awards.map(({ offer, charges, total }) => ({
        offer_id: offer.id,
        quote_id: id,
        charges: Number(charges),
        total: Number(total),
      })),
    )
    await removeApprovals(tx, id)
    await tx
      .update(quotes)
      .set({ total, version: sql`${quotes.version} + 1`, updated_at: now })
      .where(eq(quotes.id, id))
    const { status, number } = quote
    await addEvent(tx, person, id, { event: 'awarded', from: status, to: status, note: reason, now })
    const changes = {
      number,
      from_total: quote.total,
      total,
      awards: awards.map(({ offer, total }) => ({
        offer_id: offer.id,
        supplier: offer.supplier.name,
        total: Number(total),
      })),
      ...(chosen.lines && { lines: chosen.lines }),
      ...(reason !== null && { reason }),
    }
    addAuditEntry({ action: 'quote.award', entity: 'quotes', entityId: id, changes })
    return readView(tx, id)
  })

type Choice = { lineId: number; cell: Cell; priced: PricedOffer }
type Offers = { lines: readonly { id: number }[]; offers: readonly PricedOffer[]; now: Date }

function chooseWhole(offerId: number, { lines, offers, now }: Offers): Choice[] {
  const priced = offers.find(({ offer }) => offer.id === offerId)
  const path = 'offer_id'
  if (!priced) throw invalid([unknownOffer(path)])
  const issue = offerIssue(path, priced, now)
  if (issue) throw invalid([issue])
  if (!priced.isComplete) {
    const message = 'does not have every line in full; award it line by line'
    throw invalid([{ path, code: 'incomplete', message }])
  }
  return lines.map(({ id }) => ({ lineId: id, cell: priced.cells.get(id)!, priced }))
}

function chooseByLine(
  chosen: readonly { line_id: number; offer_id: number }[],
  { lines, offers, now }: Offers,
): Choice[] {
  const left = new Set(lines.map(({ id }) => id))
  const own = new Set(left)
  const byId = new Map(offers.map((priced) => [priced.offer.id, priced]))
  const issues: FieldIssue[] = []
  const choices = chosen.flatMap(({ line_id, offer_id }, index): Choice[] => {
    const path = `lines.${index}.offer_id`
    const priced = byId.get(offer_id)
    const cell = priced?.cells.get(line_id)
    const issue =
      lineIssue(`lines.${index}.line_id`, { isOwn: own.has(line_id), isFirst: left.delete(line_id) }) ??
      (priced ? offerIssue(path, priced, now) : unknownOffer(path)) ??
      cellIssue(path, cell)
    if (issue) issues.push(issue)
    return priced && cell ? [{ lineId: line_id, cell, priced }] : []
  })
  if (left.size > 0 && issues.length === 0) {
    const message = `must name every line of the quote; ${left.size} ${left.size === 1 ? 'is' : 'are'} missing`
    issues.push({ path: 'lines', code: 'incomplete', message })
  }
  if (issues.length > 0) throw invalid(issues)
  return choices
}

const unknownOffer = (path: string) => ({
  path,
  code: 'unknown_reference',
  message: 'is no offer for this quote',
})

function lineIssue(
  path: string,
  { isOwn, isFirst }: { isOwn: boolean; isFirst: boolean },
): FieldIssue | null {
  if (!isOwn) return { path, code: 'unknown_reference', message: 'is no line of this quote' }
  return isFirst ? null : { path, code: 'repeated', message: 'must be given only once' }
}

function offerIssue(path: string, { offer }: PricedOffer, now: Date): FieldIssue | null {
  if (isExpired(offer, now)) return { path, code: 'expired', message: `was valid until ${offer.valid_until}` }
  return offer.supplier.active ? null : { path, code: 'inactive', message: 'is of an inactive supplier' }
}

function cellIssue(path: string, cell: Cell | undefined): FieldIssue | null {
  if (!cell) return { path, code: 'not_offered', message: 'does not have this line' }
  if (cell.isPartial) {
    const message = `has only ${cell.offered.quantity} of this line`
    return { path, code: 'partial', message }
  }
  return isAwardable(cell) ? null : { path, ...tooLarge }
}

const tooLarge = {
  code: 'too_big',
  message: `makes a total above ${Number.MAX_SAFE_INTEGER}`,
  params: { max: Number.MAX_SAFE_INTEGER },
}

/** What is bought by each offer; its charges count once. */
function awardsOf(choices: readonly Choice[]) {
  const awards = new Map<number, Pick<PricedOffer, 'offer' | 'charges' | 'total'>>()
  for (const { cell, priced } of choices) {
    const { offer, charges } = priced
    const { total } = awards.get(offer.id) ?? { total: charges }
    awards.set(offer.id, { offer, charges, total: total + cell.total })
  }
  return [...awards.values()]
}

/** Throws 422 for totals below zero, or above the largest exact integer. */
function sumOf(totals: readonly bigint[]): number {
  const sum = toNumber(totals.reduce((sum, total) => sum + total, 0n))
  if (sum === null || totals.some((total) => toNumber(total) === null))
    throw invalid([{ path: 'lines', ...tooLarge }])
  if (totals.some((total) => total < 0n)) {
    const message = 'make a total below 0, because the discount of an offer is more than what is bought by it'
    throw invalid([{ path: 'lines', code: 'too_small', message }])
  }
  return sum
}

type Lowest = ReturnType<typeof lowestPrices>

const isCheapestWhole = (choices: readonly Choice[], { whole }: Lowest) =>
  choices.every(({ priced }) => priced.total === whole)

const isCheapestByLine = (choices: readonly Choice[], { lines }: Lowest) =>
  choices.every(({ lineId, cell }) => cell.total === lines.get(lineId))

const missingReason: FieldIssue = {
  path: 'reason',
  code: 'reason_required',
  message: 'must say why the quote is not awarded to the cheapest offer',
}

function setLines(tx: Tx, choices: readonly Choice[]) {
  const lines = choices.map(({ lineId, cell, priced }) => ({
    id: lineId,
    supplier_id: priced.offer.supplier_id,
    unit_price: Number(cell.unitPrice),
    awarded_total: Number(cell.total),
  }))
  return tx.execute(sql`update quote_lines set estimated_unit_price = quote_lines.unit_price,
      unit_price = line.unit_price, supplier_id = line.supplier_id, awarded_total = line.awarded_total
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as line (id int, supplier_id int,
      unit_price bigint, awarded_total bigint)
    where quote_lines.id = line.id`)
}
