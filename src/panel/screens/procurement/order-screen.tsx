import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OrderSheet } from '../../../client/index.ts'
import { textIn } from '../../../text/content-language.ts'
import { api } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { contentKeyOf } from '../../app/words/language.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { formatMoney } from './money.ts'
import { procurementApi } from './procurement-api.ts'
import { StateChip } from './quote-state.tsx'

type Order = OrderSheet['orders'][number]

/** The papers of what was ordered: a sheet for each supplier, as it is printed. */
export function OrderScreen({ title, id }: { title: string; id: string }) {
  const words = useWords('orders')
  const sheet = useQuery({
    queryKey: ['order', id],
    queryFn: () => procurementApi.quotes.order(Number(id)),
  })
  const sender = useQuery({ queryKey: ['order-sender'], queryFn: readSender })
  useReady(!sheet.isPending && !sender.isPending)
  if (!sheet.data || sender.isPending)
    return (
      <>
        <PageHeader title={title} crumbs={[{ label: title, href: '/quotes' }]} />
        {sheet.error ? (
          <ProblemNotice error={sheet.error} onRetry={() => void sheet.refetch()} />
        ) : (
          <Waiting />
        )}
      </>
    )
  const { quote_number, status, orders } = sheet.data
  return (
    <>
      <PageHeader
        title={words('title', { number: quote_number })}
        crumbs={[
          { label: title, href: '/quotes' },
          { label: quote_number, href: `/quotes/${id}` },
        ]}
        status={<StateChip status={status} />}
        description={<bdi>{sheet.data.title}</bdi>}
        actions={
          <Button look="primary" onPress={() => window.print()}>
            {words('print')}
          </Button>
        }
      />
      <div className="stack">
        {sender.error && <ProblemNotice error={sender.error} onRetry={() => void sender.refetch()} />}
        {orders.map((order) => (
          <article key={order.number} className="card order on-paper" aria-labelledby={order.number}>
            <Letterhead sender={sender.data ?? null} />
            <h2 id={order.number}>{words('order', { number: order.number })}</h2>
            <Parties order={order} quoteNumber={quote_number} />
            <OrderLines order={order} />
          </article>
        ))}
      </div>
    </>
  )
}

type Sender = Awaited<ReturnType<typeof readSender>>

/** What stands on the website about the company. */
async function readSender() {
  const [settings, contact] = await Promise.all([api.member('site-settings'), api.member('contact-info')])
  return { settings, contact }
}

function Letterhead({ sender }: { sender: Sender | null }) {
  const { language } = useLanguage()
  if (!sender) return null
  const { settings, contact } = sender
  const key = { key: contentKeyOf(language) }
  const name = settings && (textIn(settings, 'site_name', key) ?? settings.site_name)
  const address = contact && (textIn(contact, 'address', key) ?? contact.address)
  return (
    <header className="letterhead">
      {settings?.logo && <img src={settings.logo} alt="" />}
      <div>
        {name && <strong dir="auto">{name}</strong>}
        {address && <span dir="auto">{address}</span>}
        {[contact?.phone, contact?.email].map((line) => line && <bdi key={line}>{line}</bdi>)}
      </div>
    </header>
  )
}

function Parties({ order, quoteNumber }: { order: Order; quoteNumber: string }) {
  const words = useWords('orders')
  const { formatInstant } = useFormat()
  const { supplier } = order
  const entries: [name: string, value: ReactNode][] = [
    [words('date'), formatInstant(order.ordered_at, 'date')],
    [words('reference'), <bdi key="reference">{quoteNumber}</bdi>],
    [words('ordered_by'), <bdi key="by">{order.ordered_by.display_name}</bdi>],
  ]
  if (supplier?.code) entries.push([words('supplier_code'), <bdi key="code">{supplier.code}</bdi>])
  if (supplier?.tax_id) entries.push([words('tax_id'), <bdi key="tax">{supplier.tax_id}</bdi>])
  if (supplier?.payment_terms)
    entries.push([words('payment_terms'), <bdi key="terms">{supplier.payment_terms}</bdi>])
  return (
    <div className="order-parties">
      <address>
        {supplier ? (
          <>
            <strong dir="auto">{supplier.name}</strong>
            {supplier.contact && <span dir="auto">{supplier.contact}</span>}
            {supplier.address && <span dir="auto">{supplier.address}</span>}
          </>
        ) : (
          <span className="muted">{words('no_supplier')}</span>
        )}
      </address>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function OrderLines({ order }: { order: Order }) {
  const words = useWords('orders')
  const { language } = useLanguage()
  const { formatNumber } = useFormat()
  const money = (minor: number) => formatMoney(minor, order.currency, language)
  const charges = [
    [words('shipping'), order.shipping],
    [words('discount'), -order.discount],
    [words('tax'), order.tax],
  ] as const
  return (
    <table className="table plain-table">
      <thead>
        <tr>
          <th scope="col">{words('description')}</th>
          <th scope="col" className="number">
            {words('quantity')}
          </th>
          <th scope="col" className="number">
            {words('unit_price')}
          </th>
          <th scope="col" className="number">
            {words('sum')}
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.id}>
            <th scope="row" className="plain-name">
              <bdi>{line.description}</bdi>
              {line.item && (
                <span className="line-supplier">
                  <bdi>{line.item.sku}</bdi>
                </span>
              )}
              {line.lead_time_days !== null && (
                <span className="line-supplier">{words('within', { count: line.lead_time_days })}</span>
              )}
            </th>
            <td className="number" data-label={words('quantity')}>
              {formatNumber(line.quantity)} {line.item && <bdi>{line.item.unit}</bdi>}
            </td>
            <td className="number nowrap" data-label={words('unit_price')}>
              {money(line.unit_price)}
            </td>
            <td className="number nowrap" data-label={words('sum')}>
              {money(line.total)}
            </td>
          </tr>
        ))}
        {charges.map(
          ([name, amount]) =>
            amount !== 0 && (
              <tr key={name} className="sum">
                <th scope="row" colSpan={3}>
                  {name}
                </th>
                <td className="number nowrap">{money(amount)}</td>
              </tr>
            ),
        )}
        <tr className="sum">
          <th scope="row" colSpan={3}>
            {words('total')}
          </th>
          <td className="number nowrap">
            <strong>{order.total === null ? '–' : money(order.total)}</strong>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
