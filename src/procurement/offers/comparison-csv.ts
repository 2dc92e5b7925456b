// The comparison as CSV: a row for each line, two columns for each offer. Amounts are written in units, not in minor ones.
import { decimalsOf } from '../../text/currencies.ts'
import type { Comparison } from './compare-offers.ts'

type Offer = Comparison['offers'][number]

const LINE_COLUMNS = ['position', 'description', 'quantity', 'estimated_unit_price']

/** The columns and the rows of `toCsv`. */
export function comparisonTable({ currency, offers, lines }: Comparison) {
  const names = offers.map((offer) => columnName(offer, offers))
  const priceOf = (index: number) => `${names[index]}: unit price (${offers[index]!.currency})`
  const totalOf = (index: number) => `${names[index]}: total (${currency})`
  const columns = [...LINE_COLUMNS, ...offers.flatMap((_, index) => [priceOf(index), totalOf(index)])]
  const rows: Record<string, unknown>[] = lines.map((line) => ({
    position: line.position,
    description: line.description,
    quantity: line.quantity,
    estimated_unit_price: units(line.estimated_unit_price, currency),
    ...Object.fromEntries(
      line.offers.flatMap((cell, index) =>
        cell
          ? [
              [priceOf(index), units(cell.unit_price, offers[index]!.currency)],
              [totalOf(index), units(cell.total, currency)],
            ]
          : [],
      ),
    ),
  }))
  for (const name of ['shipping', 'discount', 'tax'] as const)
    rows.push(
      summary(
        name,
        offers.map((offer, index) => [priceOf(index), units(offer[name], offer.currency)]),
      ),
    )
  rows.push(
    summary(
      'total',
      offers.map(({ total }, index) => [totalOf(index), units(total, currency)]),
    ),
    summary(
      'rate',
      offers.map(({ rate }, index) => [priceOf(index), rate]),
    ),
    summary(
      'valid_until',
      offers.map(({ valid_until }, index) => [priceOf(index), valid_until]),
    ),
  )
  return { columns, rows }
}

const summary = (description: string, cells: [string, string | null][]) => ({
  description,
  ...Object.fromEntries(cells),
})

/** Two suppliers may have the same name. */
const columnName = ({ id, supplier }: Offer, offers: readonly Offer[]) =>
  offers.some((other) => other.id !== id && other.supplier.name === supplier.name)
    ? `${supplier.name} (${supplier.id})`
    : supplier.name

/** `1250.50` for 125050 cents. */
function units(minor: number | null, currency: string): string | null {
  if (minor === null) return null
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return sign + (decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)
}
