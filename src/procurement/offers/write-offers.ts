// Adds, changes and removes offers for a submitted quote, until it is awarded.
import { count, eq, sql } from 'drizzle-orm'
import { type AddAuditEntry, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type IdempotentResult, runIdempotently } from '../../platform/db/idempotency.ts'
import { quoteOfferLines, quoteOffers, quotes, suppliers } from '../../platform/db/schema/procurement.ts'
import { AppError, invalid } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertRole, auditActor, confirmPerson, type Person } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { isAwarded } from '../quotes/awards.ts'
import { addEvent, findQuote, type Quote, readLines } from '../quotes/quote-rows.ts'
import { amountIssues, priceOffer } from './offer-amounts.ts'
import { newOffer, type OfferLine, offerChanges } from './offer-input.ts'
import { findOffer, OFFER_WRITERS, type OfferRow, type OfferView, presentOffer } from './offer-rows.ts'

/** Each is a column of the comparison. */
const MAX_OFFERS = 50

type NewOffer = { quoteId: number; body: unknown; key: string | null }

/**
 * Adds the offer of a supplier. Throws, in this order, 404, 403, 409 (not submitted, awarded, or too many offers), 422, and 409
 * `already_offered` for a second offer of the supplier.
 */
export const createOffer = (
  ctx: ProcurementContext,
  { quoteId, body, key }: NewOffer,
): Promise<IdempotentResult<OfferView>> =>
  changeOffers(ctx, quoteId, async (change) => {
    assertRole(change.person, OFFER_WRITERS)
    const { tx, quote } = change
    const request = { scope: 'offers', key, input: { quote: quote.id, body } }
    return runIdempotently(tx, ctx, request, async () => {
      await assertOpen(tx, quote)
      await assertRoom(tx, quote.id)
      const { lines, ...input } = parseInput(newOffer, body)
      const { supplier_id, currency } = input
      const supplier = await lockSupplier(tx, supplier_id)
      const terms = { currency, ...termsWith(input, NO_TERMS) }
      await assertSound(tx, quote, { ...terms, lines })
      const { now } = change
      const [row] = await tx
        .insert(quoteOffers)
        .values({ ...terms, supplier_id, quote_id: quote.id, created_at: now, updated_at: now })
        .onConflictDoNothing({ target: [quoteOffers.quote_id, quoteOffers.supplier_id] })
        .returning({ id: quoteOffers.id })
      if (!row) throw alreadyOffered()
      await insertLines(tx, row.id, lines)
      await record(change, { event: 'offer_added', action: 'offer.create', id: row.id }, supplier.name, {
        ...input,
        lines,
      })
      return presentOffer(await findOffer(tx, quote.id, row.id))
    })
  })

type Target = { quoteId: number; id: number; ifMatch: string | null }

/** An empty body changes nothing. Throws, in this order, 404, 403, 412, 409, 422, and 409 `already_offered`. */
export const updateOffer = (
  ctx: ProcurementContext,
  { body, ...target }: Target & { body: unknown },
): Promise<OfferView> =>
  changeOffers(ctx, target.quoteId, async (change) => {
    const { tx, quote, now } = change
    const before = await openOffer(change, target)
    const { lines, ...changes } = parseInput(offerChanges, body)
    if (lines === undefined && Object.keys(changes).length === 0) return presentOffer(before)
    const { supplier_id = before.supplier_id, currency = before.currency } = changes
    const isMoved = supplier_id !== before.supplier_id
    const supplier = isMoved ? await lockSupplier(tx, supplier_id) : before.supplier
    if (isMoved) await assertNotOffered(tx, quote.id, supplier_id)
    // A rate belongs to its currency.
    const rate = currency === before.currency ? before.rate : null
    const terms = { currency, ...termsWith(changes, { ...before, rate }) }
    await assertSound(tx, quote, { ...terms, lines: lines ?? before.lines })
    await tx
      .update(quoteOffers)
      .set({ ...terms, supplier_id, version: sql`${quoteOffers.version} + 1`, updated_at: now })
      .where(eq(quoteOffers.id, before.id))
    if (lines) {
      await tx.delete(quoteOfferLines).where(eq(quoteOfferLines.offer_id, before.id))
      await insertLines(tx, before.id, lines)
    }
    const made = { event: 'offer_changed', action: 'offer.update', id: before.id }
    await record(change, made, supplier.name, { ...changes, ...(lines && { lines }) })
    return presentOffer(await findOffer(tx, quote.id, before.id))
  })

/** Throws, in this order, 404, 403, 412 and 409. */
export const removeOffer = (ctx: ProcurementContext, target: Target): Promise<void> =>
  changeOffers(ctx, target.quoteId, async (change) => {
    const { id, supplier, currency } = await openOffer(change, target)
    await change.tx.delete(quoteOffers).where(eq(quoteOffers.id, id))
    const made = { event: 'offer_removed', action: 'offer.delete', id }
    await record(change, made, supplier.name, { currency })
  })

type Change = { tx: Tx; addAuditEntry: AddAuditEntry; person: Person; quote: Quote; now: Date }

/** Runs a change of the offers of a quote, which stays locked until commit. Throws 404, also for a quote that is not visible. */
const changeOffers = <T>(
  ctx: ProcurementContext,
  quoteId: number,
  run: (change: Change) => Promise<T>,
): Promise<T> =>
  auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person)
    const quote = await findQuote(tx, person, quoteId, { lock: true })
    return run({ tx, addAuditEntry, person, quote, now: ctx.clock() })
  })

/** The offer, if the person may change it now. */
async function openOffer({ tx, person, quote }: Change, { id, ifMatch }: Target) {
  const offer = await findOffer(tx, quote.id, id, { lock: true })
  assertRole(person, OFFER_WRITERS)
  assertFresh(ifMatch, etagOf(offer.version))
  await assertOpen(tx, quote)
  return offer
}

async function assertOpen(tx: Tx, quote: Quote) {
  assertSubmitted(quote)
  if (!(await isAwarded(tx, quote.id))) return
  const message = 'was awarded; its offers can be changed after a return'
  throw new AppError('conflict', `The quote ${message}.`, {
    errors: [{ path: 'awards', code: 'awarded', message }],
  })
}

/** Throws 409. */
export function assertSubmitted({ status }: Pick<Quote, 'status'>) {
  if (status === 'submitted') return
  const message = `is ${status}; offers are collected and awarded while it is submitted`
  throw new AppError('conflict', `The quote ${message}.`, {
    errors: [{ path: 'status', code: 'not_submitted', message }],
  })
}

async function assertRoom(tx: Tx, quoteId: number) {
  const offers = tx.select({ count: count() }).from(quoteOffers).where(eq(quoteOffers.quote_id, quoteId))
  const [given] = await offers
  if (given!.count < MAX_OFFERS) return
  const message = `has ${MAX_OFFERS} offers, which is the most`
  throw new AppError('conflict', `The quote ${message}.`, {
    errors: [{ path: 'offers', code: 'too_many', message, params: { max: MAX_OFFERS } }],
  })
}

async function assertNotOffered(tx: Tx, quoteId: number, supplierId: number) {
  const offers = await tx
    .select({ supplier_id: quoteOffers.supplier_id })
    .from(quoteOffers)
    .where(eq(quoteOffers.quote_id, quoteId))
  if (offers.some(({ supplier_id }) => supplier_id === supplierId)) throw alreadyOffered()
}

function alreadyOffered() {
  const message = 'has an offer for this quote already; change that one'
  return new AppError('conflict', `The supplier ${message}.`, {
    errors: [{ path: 'supplier_id', code: 'already_offered', message }],
  })
}

/** The supplier, which is not merged until commit. Throws 422 unless new offers may name it. */
async function lockSupplier(tx: Tx, id: number) {
  const { name, active, merged_into } = suppliers
  const query = tx.select({ name, active, merged_into }).from(suppliers).where(eq(suppliers.id, id))
  const [supplier] = await query.for('share')
  const refuse = (code: string, message: string) => invalid([{ path: 'supplier_id', code, message }])
  if (!supplier) throw refuse('unknown_reference', 'does not exist')
  if (supplier.merged_into !== null)
    throw refuse('merged', `was merged into the supplier ${supplier.merged_into}`)
  if (!supplier.active) throw refuse('inactive', 'is inactive')
  return supplier
}

type OptionalTerms = Pick<OfferRow, 'rate' | 'valid_until' | 'shipping' | 'discount' | 'tax'>
type Given = { [Field in keyof OptionalTerms]?: OptionalTerms[Field] | undefined }

const NO_TERMS: OptionalTerms = { rate: null, valid_until: null, shipping: 0, discount: 0, tax: 0 }

const termsWith = (given: Given, before: OptionalTerms): OptionalTerms => ({
  rate: given.rate === undefined ? before.rate : given.rate,
  valid_until: given.valid_until === undefined ? before.valid_until : given.valid_until,
  shipping: given.shipping ?? before.shipping,
  discount: given.discount ?? before.discount,
  tax: given.tax ?? before.tax,
})

type Terms = Pick<OfferRow, 'currency' | 'rate' | 'shipping' | 'discount' | 'tax'> & { lines: OfferLine[] }

/** Throws 422 for a rate that is missing or has no meaning, lines of other quotes, and amounts out of bounds. */
async function assertSound(tx: Tx, quote: Quote, terms: Terms) {
  const quoteLines = await readLines(tx, quote.id)
  const issues = [
    ...rateIssues(terms, quote),
    ...lineIssues(terms.lines, new Set(quoteLines.map(({ id }) => id))),
  ]
  if (issues.length > 0) throw invalid(issues)
  const tooLarge = amountIssues(priceOffer(terms, quoteLines, quote.currency))
  if (tooLarge.length > 0) throw invalid(tooLarge)
}

function rateIssues({ currency, rate }: Terms, quote: Quote): FieldIssue[] {
  if (currency === quote.currency) {
    const message = `must be left out, because the quote is in ${currency} too`
    return rate === null ? [] : [{ path: 'rate', code: 'same_currency', message }]
  }
  const message = `must say how many ${quote.currency} one ${currency} is worth`
  return rate === null ? [{ path: 'rate', code: 'required', message }] : []
}

function lineIssues(lines: readonly OfferLine[], own: ReadonlySet<number>): FieldIssue[] {
  const seen = new Set<number>()
  return lines.flatMap(({ line_id }, index) => {
    const path = `lines.${index}.line_id`
    if (!own.has(line_id)) return [{ path, code: 'unknown_reference', message: 'is no line of this quote' }]
    if (seen.has(line_id)) return [{ path, code: 'repeated', message: 'must be given only once' }]
    seen.add(line_id)
    return []
  })
}

const insertLines = (tx: Tx, offerId: number, lines: readonly OfferLine[]) =>
  tx.insert(quoteOfferLines).values(lines.map((line) => ({ ...line, offer_id: offerId })))

type Made = { event: string; action: string; id: number }

/** Raises the version of the quote, and writes its history and the audit trail. */
async function record(
  { tx, addAuditEntry, person, quote, now }: Change,
  { event, action, id }: Made,
  supplier: string,
  changes: object,
) {
  const raised = { version: sql`${quotes.version} + 1`, updated_at: now }
  await tx.update(quotes).set(raised).where(eq(quotes.id, quote.id))
  await addEvent(tx, person, quote.id, { event, from: quote.status, to: quote.status, note: supplier, now })
  const entry = { number: quote.number, supplier, ...changes }
  addAuditEntry({ action, entity: 'quote_offers', entityId: id, changes: entry })
}
