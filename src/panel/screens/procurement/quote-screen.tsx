import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Quote, QuoteVerb } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { formatMoney } from './money.ts'
import { procurementApi } from './procurement-api.ts'
import { QuoteDialog } from './quote-dialog.tsx'
import { STATUSES, StateChip, VERBS } from './quote-state.tsx'

/** One quote: its lines, what can be done with it, and what has happened to it. */
export function QuoteScreen({ title, id }: { title: string; id: string }) {
  const words = useWords('procurement')
  const [isEditing, setEditing] = useState(false)
  const [verb, setVerb] = useState<QuoteVerb | null>(null)
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

  const touched = new Set(['created', 'updated', 'submitted'])
  const isOwn = events.data?.items.some(
    ({ event, actor_id }) => touched.has(event) && actor_id === me.data?.id,
  )
  const verbs = VERBS[data.status].filter((name) => !(name === 'approve' && isOwn))
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
            {verbs.map((name) => (
              <Button
                key={name}
                look={name === 'cancel' || name === 'reject' ? 'secondary' : 'primary'}
                onPress={() => setVerb(name)}
              >
                {words(name)}
              </Button>
            ))}
          </>
        }
      />
      <div className="stack">
        {data.status === 'submitted' && isOwn && <p className="muted">{words('own_quote')}</p>}
        <Lines quote={data} />
        <Events query={events} />
      </div>
      {isEditing && <QuoteDialog quote={data} onClose={() => setEditing(false)} onSaved={changed} />}
      {verb && <VerbDialog quote={data} verb={verb} onClose={() => setVerb(null)} onMoved={changed} />}
    </>
  )
}

function Lines({ quote }: { quote: Quote }) {
  const words = useWords('procurement')
  const { language } = useLanguage()
  const { formatNumber } = useFormat()
  return (
    <PlainTable
      label={words('lines')}
      columns={[
        words('description'),
        { number: words('quantity') },
        { number: words('unit_price') },
        { number: words('line_total') },
      ]}
    >
      {quote.lines.map(({ position, description, quantity, unit_price, total }) => (
        <tr key={position}>
          <th scope="row" className="plain-name">
            <bdi>{description}</bdi>
          </th>
          <td className="number" data-label={words('quantity')}>
            {formatNumber(quantity)}
          </td>
          <td className="number nowrap" data-label={words('unit_price')}>
            {formatMoney(unit_price, quote.currency, language)}
          </td>
          <td className="number nowrap" data-label={words('line_total')}>
            {formatMoney(total, quote.currency, language)}
          </td>
        </tr>
      ))}
      <tr className="sum">
        <th scope="row" colSpan={3}>
          {words('total')}
        </th>
        <td className="number nowrap">{formatMoney(quote.total, quote.currency, language)}</td>
      </tr>
    </PlainTable>
  )
}

type EventsQuery = {
  data:
    | { items: { id: number; event: string; actor: string; occurred_at: string; note: string | null }[] }
    | undefined
  error: unknown
}

const EVENTS = ['created', 'updated', ...STATUSES] as const

function Events({ query: { data, error } }: { query: EventsQuery }) {
  const words = useWords('procurement')
  const { formatInstant } = useFormat()
  const nameOf = (event: string) => {
    const known = EVENTS.find((name) => name === event)
    return known ? words(known) : event
  }
  return (
    <Card title={words('history')}>
      {error !== null && error !== undefined && <ProblemNotice error={error} />}
      <ol className="card-list">
        {data?.items.map(({ id, event, actor, occurred_at, note }) => (
          <li key={id}>
            <strong>{nameOf(event)}</strong>
            <bdi>{actor}</bdi>
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

type VerbDialogProps = {
  quote: Quote
  verb: QuoteVerb
  onClose: () => void
  onMoved: (quote: Quote) => Promise<void>
}

function VerbDialog({ quote, verb, onClose, onMoved }: VerbDialogProps) {
  const words = useWords('procurement')
  const [note, setNote] = useState('')
  const { failure, isPending, submit } = useSubmission()
  const move = () =>
    submit(async () => {
      try {
        const text = note.trim()
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
      title={`${words(verb)}: ${quote.title}`}
      isOpen
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{words('close')}</Button>
          <Button
            look={verb === 'cancel' || verb === 'reject' ? 'danger' : 'primary'}
            isPending={isPending}
            onPress={() => void move()}
          >
            {words(verb)}
          </Button>
        </>
      }
    >
      <div className="stack">
        {failure !== null && <ProblemNotice error={failure} />}
        <TextField
          label={words('note')}
          description={words('note_help')}
          rows={3}
          value={note}
          onChange={setNote}
        />
      </div>
    </Dialog>
  )
}
