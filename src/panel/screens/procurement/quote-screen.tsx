import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Quote, QuoteEvent } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { Button, LinkButton } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useViaText } from '../../app/words/use-actor-name.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { GoodsDialog } from './goods-dialog.tsx'
import { formatMoney } from './money.ts'
import { ChargesRow, OffersCard } from './offers-card.tsx'
import { procurementApi } from './procurement-api.ts'
import { QuoteDialog } from './quote-dialog.tsx'
import { type QuoteAction, STATUSES, StateChip, VERBS } from './quote-state.tsx'

/** One quote: its lines, what can be done with it, and what has happened to it. */
export function QuoteScreen({ title, id }: { title: string; id: string }) {
  const words = useWords('procurement')
  const [isEditing, setEditing] = useState(false)
  const [verb, setVerb] = useState<QuoteAction | null>(null)
  const [, navigate] = useLocation()
  const { attempt } = useAttempt()
  // A repeated request with the same key creates no second copy.
  const [key] = useState(() => crypto.randomUUID())
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['record', 'quotes', id],
    queryFn: () => procurementApi.quotes.get(Number(id)),
  })
  const events = useQuery({
    queryKey: ['quote-events', id],
    queryFn: () => procurementApi.quotes.events(Number(id)),
  })
  useReady(!isPending)
  const me = useQuery({ queryKey: ['procurement-me'], queryFn: () => procurementApi.users.me() })
  const crumbs = [{ label: title, href: '/quotes' }]
  if (!data)
    return (
      <>
        <PageHeader title={title} crumbs={crumbs} />
        {isPending ? <Waiting /> : <ProblemNotice error={error} onRetry={() => void refetch()} />}
      </>
    )

  const touched = new Set(['created', 'updated', 'submitted', 'awarded'])
  const isOwn = events.data?.items.some(
    ({ event, actor_id }) => touched.has(event) && actor_id === me.data?.id,
  )
  const hasApproved = data.approvals.some(({ approver }) => approver.id === me.data?.id)
  const verbs = VERBS[data.status].filter(
    (name) => !((name === 'approve' || name === 'reject') && isOwn) && !(name === 'approve' && hasApproved),
  )
  const isEditable = data.status === 'draft' && data.requester.id === me.data?.id
  async function changed(quote: Quote) {
    queryClient.setQueryData(['record', 'quotes', id], quote)
    await queryClient.invalidateQueries({ queryKey: ['records', 'quotes'] })
    await queryClient.invalidateQueries({ queryKey: ['quote-events', id] })
  }
  return (
    <>
      <PageHeader
        title={data.title}
        crumbs={crumbs}
        status={<StateChip status={data.status} />}
        description={`${data.number} · ${data.requester.display_name}`}
        actions={
          <>
            {isEditable && (
              <Button icon="edit" onPress={() => setEditing(true)}>
                {words('edit')}
              </Button>
            )}
            <Button
              icon="copy"
              onPress={() =>
                void attempt(async () => {
                  const copy = await procurementApi.quotes.copy(data.id, { key })
                  await queryClient.invalidateQueries({ queryKey: ['records', 'quotes'] })
                  showToast(words('copied', { number: copy.number }))
                  navigate(`/quotes/${copy.id}`)
                })
              }
            >
              {words('copy')}
            </Button>
            {data.orders.length > 0 && (
              <LinkButton href={`/quotes/${data.id}/order`}>{words('purchase_order')}</LinkButton>
            )}
            {verbs.map((name) => (
              <Button
                key={name}
                look={SECONDARY.has(name) ? 'secondary' : 'primary'}
                onPress={() => setVerb(name)}
              >
                {words(labelOf(name))}
              </Button>
            ))}
          </>
        }
      />
      <div className="stack">
        {data.status === 'submitted' && isOwn && <p className="muted">{words('own_quote')}</p>}
        {data.closed_short && <p className="muted">{words('closed_short_text')}</p>}
        <Approvals quote={data} />
        <OffersCard quote={data} />
        <Lines quote={data} />
        <Events query={events} />
      </div>
      {isEditing && <QuoteDialog quote={data} onClose={() => setEditing(false)} onSaved={changed} />}
      {(verb === 'receive' || verb === 'return-goods') && (
        <GoodsDialog quote={data} kind={verb} onClose={() => setVerb(null)} onMoved={changed} />
      )}
      {verb && verb !== 'receive' && verb !== 'return-goods' && (
        <VerbDialog quote={data} verb={verb} onClose={() => setVerb(null)} onMoved={changed} />
      )}
    </>
  )
}

// "Close" is the word of dialogs.
const labelOf = (action: QuoteAction) => (action === 'close' ? 'close_order' : action)

const SECONDARY = new Set<QuoteAction>(['cancel', 'reject', 'return', 'return-goods', 'close'])

/** Who has approved the quote, and how many have to; nothing where one person decides. */
function Approvals({ quote: { approvals, approvals_needed } }: { quote: Quote }) {
  const words = useWords('procurement')
  const { formatInstant } = useFormat()
  if (approvals.length === 0 && (approvals_needed ?? 1) < 2) return null
  return (
    <Card title={words('approvals')}>
      {approvals_needed !== null && (
        <p>{words('approvals_of', { count: approvals.length, needed: approvals_needed })}</p>
      )}
      <ol className="card-list">
        {approvals.map(({ approver, on_behalf_of, approved_at }) => (
          <li key={approver.id}>
            <bdi>{approver.display_name}</bdi>
            {on_behalf_of && (
              <span className="card-detail">
                {words('on_behalf_of', { name: on_behalf_of.display_name })}
              </span>
            )}
            <time className="muted small" dateTime={approved_at}>
              {formatInstant(approved_at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Lines({ quote }: { quote: Quote }) {
  const words = useWords('procurement')
  const { language } = useLanguage()
  const { formatNumber } = useFormat()
  const isOrdered = ORDERED.has(quote.status)
  return (
    <PlainTable
      label={words('lines')}
      columns={[
        words('description'),
        { number: words('quantity') },
        ...(isOrdered ? [{ number: words('received_so_far') }] : []),
        { number: words('unit_price') },
        { number: words('line_total') },
      ]}
    >
      {quote.lines.map(({ position, description, quantity, received, unit_price, total, supplier }) => (
        <tr key={position}>
          <th scope="row" className="plain-name">
            <bdi>{description}</bdi>
            {supplier && (
              <span className="line-supplier">
                <bdi>{supplier.name}</bdi>
              </span>
            )}
          </th>
          <td className="number" data-label={words('quantity')}>
            {formatNumber(quantity)}
          </td>
          {isOrdered && (
            <td className="number" data-label={words('received_so_far')}>
              {formatNumber(received)}
            </td>
          )}
          <td className="number nowrap" data-label={words('unit_price')}>
            {formatMoney(unit_price, quote.currency, language)}
          </td>
          <td className="number nowrap" data-label={words('line_total')}>
            {formatMoney(total, quote.currency, language)}
          </td>
        </tr>
      ))}
      <ChargesRow quote={quote} columns={isOrdered ? 4 : 3} />
      <tr className="sum">
        <th scope="row" colSpan={isOrdered ? 4 : 3}>
          {words('total')}
        </th>
        <td className="number nowrap">{formatMoney(quote.total, quote.currency, language)}</td>
      </tr>
    </PlainTable>
  )
}

type EventsQuery = { data: { items: QuoteEvent[] } | undefined; error: unknown }

const ORDERED: ReadonlySet<Quote['status']> = new Set(['ordered', 'partially_received', 'received'])

const EVENTS = [
  ...(['created', 'updated', 'partially_approved', 'returned', 'reopened'] as const),
  ...(['goods_returned', 'closed_short'] as const),
  ...(['awarded', 'offer_added', 'offer_changed', 'offer_removed'] as const),
  ...STATUSES,
] as const

function Events({ query: { data, error } }: { query: EventsQuery }) {
  const words = useWords('procurement')
  const { formatInstant } = useFormat()
  const viaText = useViaText()
  const nameOf = (event: string) => {
    const known = EVENTS.find((name) => name === event)
    return known ? words(known) : event
  }
  return (
    <Card title={words('history')}>
      {error !== null && error !== undefined && <ProblemNotice error={error} />}
      <ol className="card-list">
        {data?.items.map(({ id, event, actor, via, occurred_at, note }) => (
          <li key={id}>
            <strong>{nameOf(event)}</strong>
            <bdi>{actor}</bdi>
            {via !== null && <span className="muted small">{viaText(via)}</span>}
            {note && <bdi className="card-detail">{note}</bdi>}
            <time className="muted small" dateTime={occurred_at}>
              {formatInstant(occurred_at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function helpOf(verb: QuoteAction, mustSay: boolean) {
  if (verb === 'return') return 'return_help'
  if (verb === 'close') return 'close_help'
  return mustSay ? 'cancel_order_help' : 'note_help'
}

type VerbDialogProps = {
  quote: Quote
  verb: Exclude<QuoteAction, 'receive' | 'return-goods'>
  onClose: () => void
  onMoved: (quote: Quote) => Promise<void>
}

function VerbDialog({ quote, verb, onClose, onMoved }: VerbDialogProps) {
  const words = useWords('procurement')
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { failure, isPending, submit } = useSubmission()
  const mustSay = verb === 'return' || verb === 'close' || (verb === 'cancel' && quote.status === 'ordered')
  const move = () =>
    submit(async () => {
      const text = note.trim()
      setMissing(mustSay && text === '')
      if (mustSay && text === '') return
      try {
        const moved = await procurementApi.quotes.move(quote.id, verb, {
          version: quote.version,
          ...(text && { note: text }),
        })
        showToast(words('moved', { number: moved.number, state: words(moved.status) }))
        await onMoved(moved)
        onClose()
      } catch (error) {
        // Somebody may have changed the quote: the next attempt is made on its present state.
        await queryClient.invalidateQueries({ queryKey: ['record', 'quotes', String(quote.id)] })
        throw error
      }
    })
  return (
    <Dialog
      title={`${words(labelOf(verb))}: ${quote.title}`}
      isOpen
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{words('close')}</Button>
          <Button
            look={verb === 'cancel' || verb === 'close' || verb === 'reject' ? 'danger' : 'primary'}
            isPending={isPending}
            onPress={() => void move()}
          >
            {words(labelOf(verb))}
          </Button>
        </>
      }
    >
      <div className="stack">
        {failure !== null && <ProblemNotice error={failure} />}
        <TextField
          label={words(mustSay && verb !== 'return' ? 'reason' : 'note')}
          description={words(helpOf(verb, mustSay))}
          isRequired={mustSay}
          error={isMissing ? words(verb === 'return' ? 'enter_reason' : 'enter_why') : undefined}
          rows={3}
          value={note}
          onChange={setNote}
        />
      </div>
    </Dialog>
  )
}
