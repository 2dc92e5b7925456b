import { useQuery } from '@tanstack/react-query'
import type { Quote } from '../../../client/index.ts'
import { LinkButton } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { formatMoney } from './money.ts'
import { procurementApi } from './procurement-api.ts'

/** What a quote was awarded to, or how many offers it has; nothing for a draft that was never submitted. */
export function OffersCard({ quote: { id, status, awards, currency } }: { quote: Quote }) {
  const words = useWords('offers')
  const { language } = useLanguage()
  const { data } = useQuery({
    queryKey: ['offers', String(id), 'count'],
    queryFn: () => procurementApi.offers.list(id, { page: 1, per_page: 1 }),
  })
  const count = data?.total ?? 0
  if (!data || (count === 0 && status !== 'submitted')) return null
  return (
    <Card
      title={words('offers')}
      action={
        <LinkButton href={`/quotes/${id}/offers`} size="small">
          {words(count === 0 ? 'collect' : 'compare')}
        </LinkButton>
      }
    >
      {awards.length === 0 && <p>{count === 0 ? words('none') : words('count', { count })}</p>}
      {awards.length > 0 && (
        <ul className="card-list">
          {awards.map(({ supplier, offer_id, total }) => (
            <li key={offer_id}>
              <bdi>{supplier.name}</bdi>
              <span className="nowrap">{formatMoney(total, currency, language)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The charges of the awarded offers, between the lines of a quote and its total, below this many columns before the sums. */
export function ChargesRow({ quote: { awards, currency }, columns }: { quote: Quote; columns: number }) {
  const words = useWords('offers')
  const { language } = useLanguage()
  const charges = awards.reduce((sum, award) => sum + award.charges, 0)
  if (charges === 0) return null
  return (
    <tr className="sum">
      <th scope="row" colSpan={columns}>
        {words('charges')}
      </th>
      <td className="number nowrap">{formatMoney(charges, currency, language)}</td>
    </tr>
  )
}
