// What offers cost in the currency of their quote. Computed with whole numbers, and rounded once for each line and once for the
// charges, so that all who compute it agree to the last digit.
import { decimalsOf } from '../../text/currencies.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import type { OfferLine } from './offer-input.ts'
import type { Offer } from './offer-rows.ts'

type QuoteLine = { id: number; quantity: number }
type Price = { currency: string; rate: string | null }
type Terms = Price & Pick<Offer, 'shipping' | 'discount' | 'tax'> & { lines: readonly OfferLine[] }

/** What an offer says about a line; amounts are in minor units of the quote's currency. */
export type Cell = {
  offered: OfferLine
  unitPrice: bigint
  total: bigint
  /** The supplier cannot deliver all of the line; `total` is of what they can. */
  isPartial: boolean
}

export type PricedOffer<Given extends Terms = Offer> = {
  offer: Given
  /** By the id of the line. */
  cells: ReadonlyMap<number, Cell>
  /** Shipping − discount + tax. */
  charges: bigint
  total: bigint
  /** Whether the whole quote can be bought by it. */
  isComplete: boolean
}

const isAmount = (amount: bigint) => amount <= Number.MAX_SAFE_INTEGER && amount >= -Number.MAX_SAFE_INTEGER

/** As a number; null beyond the largest exact integer. */
export const toNumber = (amount: bigint): number | null => (isAmount(amount) ? Number(amount) : null)

export const isAwardable = ({ isPartial, total, unitPrice }: Cell) =>
  !isPartial && isAmount(total) && isAmount(unitPrice)

/** The amount in minor units of another currency, rounded half away from zero. */
export function convert(amount: bigint, { currency, rate }: Price, into: string): bigint {
  if (rate === null) return amount
  const [whole, fraction = ''] = rate.split('.')
  const units = 10n ** BigInt(decimalsOf(currency) + fraction.length)
  return divideRounded(amount * BigInt(whole + fraction) * 10n ** BigInt(decimalsOf(into)), units)
}

const divideRounded = (amount: bigint, by: bigint): bigint =>
  amount < 0n ? -divideRounded(-amount, by) : (2n * amount + by) / (2n * by)

/** Lines that the quote no longer has count for nothing. */
export function priceOffer<Given extends Terms>(
  offer: Given,
  lines: readonly QuoteLine[],
  currency: string,
): PricedOffer<Given> {
  const offeredLines = new Map(offer.lines.map((offered) => [offered.line_id, offered]))
  const cells = new Map<number, Cell>()
  const charges = convert(
    BigInt(offer.shipping) - BigInt(offer.discount) + BigInt(offer.tax),
    offer,
    currency,
  )
  let total = charges
  for (const { id, quantity } of lines) {
    const offered = offeredLines.get(id)
    if (!offered) continue
    const isPartial = offered.quantity !== null && offered.quantity < quantity
    const count = isPartial ? offered.quantity! : quantity
    const unitPrice = convert(BigInt(offered.unit_price), offer, currency)
    const sum = convert(BigInt(offered.unit_price) * BigInt(count), offer, currency)
    cells.set(id, { offered, unitPrice, total: sum, isPartial })
    total += sum
  }
  const isWhole = cells.size === lines.length && [...cells.values()].every(isAwardable)
  return { offer, cells, charges, total, isComplete: isWhole && total >= 0n && isAmount(total) }
}

/** Why an offer cannot be stored: amounts beyond the largest exact integer, or a discount above all that it costs. */
export function amountIssues({ offer, cells, charges, total }: PricedOffer<Terms>): FieldIssue[] {
  const params = { max: Number.MAX_SAFE_INTEGER }
  const tooLarge = { code: 'too_big', message: `makes a total above ${Number.MAX_SAFE_INTEGER}`, params }
  const issues = offer.lines.flatMap(({ line_id, unit_price, quantity }, index) => {
    const { unitPrice, total: sum } = cells.get(line_id)!
    const given = BigInt(unit_price) * BigInt(quantity ?? 1)
    return [sum, unitPrice, given].every(isAmount) ? [] : [{ path: `lines.${index}.unit_price`, ...tooLarge }]
  })
  if (issues.length > 0) return issues
  if (!isAmount(total) || !isAmount(charges)) return [{ path: 'lines', ...tooLarge }]
  if (total >= 0n) return []
  return [{ path: 'discount', code: 'too_big', message: 'is more than the lines, shipping and tax together' }]
}
