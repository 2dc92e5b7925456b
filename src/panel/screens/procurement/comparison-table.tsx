import type { OfferComparison } from '../../../client/index.ts'
import { Chip } from '../../app/design/chip.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { formatMoney } from './money.ts'

type Cell = NonNullable<OfferComparison['lines'][number]['offers'][number]>

/** A row for each line, a column for each offer; where there is no room for columns, each row is a block. */
export function ComparisonTable({
  comparison: { currency, offers, lines },
}: {
  comparison: OfferComparison
}) {
  const words = useWords('offers')
  const { language } = useLanguage()
  const { formatNumber } = useFormat()
  const money = (minor: number | null) => (minor === null ? '–' : formatMoney(minor, currency, language))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard does too
    <section className="card table-scroll comparison on-paper" aria-label={words('comparison')} tabIndex={0}>
      <table className="table plain-table">
        <thead>
          <tr>
            <th scope="col">{words('comparison')}</th>
            <th scope="col" className="number">
              {words('quantity')}
            </th>
            <th scope="col" className="number">
              {words('estimate')}
            </th>
            {offers.map(({ id, supplier }) => (
              <th key={id} scope="col" className="number">
                <bdi>{supplier.name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line_id}>
              <th scope="row" className="plain-name">
                <bdi>{line.description}</bdi>
              </th>
              <td className="number" data-label={words('quantity')}>
                {formatNumber(line.quantity)}
              </td>
              <td className="number nowrap" data-label={words('estimate')}>
                {money(line.estimated_unit_price * line.quantity)}
              </td>
              {offers.map(({ id, supplier, currency: own }, index) => (
                <td key={id} className="number" data-label={supplier.name}>
                  <Offered cell={line.offers[index] ?? null} currency={own} total={money} />
                </td>
              ))}
            </tr>
          ))}
          <tr className="sum comparison-sum">
            <th scope="row">{words('total')}</th>
            <td />
            <td />
            {offers.map(({ id, supplier, total }) => (
              <td key={id} className="number nowrap" data-label={supplier.name}>
                {money(total)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

type OfferedProps = { cell: Cell | null; currency: string; total: (minor: number | null) => string }

function Offered({ cell, currency, total }: OfferedProps) {
  const words = useWords('offers')
  const { language } = useLanguage()
  const { formatNumber } = useFormat()
  if (!cell) return <span className="muted">{words('not_offered')}</span>
  const { best, awarded, partial, quantity, lead_time_days, note } = cell
  return (
    <span className="offered">
      <strong className="nowrap">{total(cell.total)}</strong>
      <span className="muted small">
        {words('each', { price: formatMoney(cell.unit_price, currency, language) })}
      </span>
      {lead_time_days !== null && (
        <span className="muted small">{words('days', { count: lead_time_days })}</span>
      )}
      {note && <bdi className="muted small">{note}</bdi>}
      {(best || awarded || partial) && (
        <span className="offer-chips">
          {awarded && <Chip tone="accent">{words('awarded')}</Chip>}
          {best && <Chip tone="good">{words('best_price')}</Chip>}
          {partial && <Chip tone="warning">{words('partial', { count: formatNumber(quantity ?? 0) })}</Chip>}
        </span>
      )}
    </span>
  )
}
