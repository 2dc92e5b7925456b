import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Offer, OfferComparison, Quote } from '../../../client/index.ts'
import { queryClient, useSession } from '../../app/api/api.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { Chip } from '../../app/design/chip.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { Menu } from '../../app/design/menu.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { formatMoney } from './money.ts'
import { dayOf, writtenRate } from './offer-draft.ts'
import { procurementApi } from './procurement-api.ts'
import { StateChip } from './quote-state.tsx'

const loadOfferDialog = () => import('./offer-dialog.tsx').then(({ OfferDialog }) => OfferDialog)
const OfferDialog = lazyPart(loadOfferDialog)
const AwardDialog = lazyPart(() => import('./award-dialog.tsx').then(({ AwardDialog }) => AwardDialog))

type Asked = { action: 'add' | 'award' } | { action: 'edit' | 'remove'; id: number }

/** The offers for a quote side by side, and what the buyer does with them. */
export function OffersScreen({ title, id }: { title: string; id: string }) {
  const words = useWords('offers')
  const { user } = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const quote = useQuery({
    queryKey: ['record', 'quotes', id],
    queryFn: () => procurementApi.quotes.get(Number(id)),
  })
  const compared = useQuery({
    queryKey: ['offers', id, 'comparison'],
    queryFn: () => procurementApi.offers.compare(Number(id)),
  })
  const stored = useQuery({
    queryKey: ['offers', id],
    queryFn: () => procurementApi.offers.list(Number(id)),
  })
  useReady(!quote.isPending && !compared.isPending && !stored.isPending)
  const error = quote.error ?? compared.error ?? stored.error
  if (!quote.data || !compared.data || !stored.data)
    return (
      <>
        <PageHeader title={title} crumbs={[{ label: title, href: '/quotes' }]} />
        {error ? <ProblemNotice error={error} onRetry={() => void refresh(id)} /> : <Waiting />}
      </>
    )

  const { number, status, awards } = quote.data
  const { offers } = compared.data
  const isBuyer = user.procurement_roles?.some((role) => role === 'buyer' || role === 'admin') ?? false
  const isSubmitted = isBuyer && status === 'submitted'
  const canChange = isSubmitted && awards.length === 0
  const close = () => setAsked(null)
  const changed = async () => {
    await refresh(id)
    close()
  }
  const offerOf = (offer: number) => stored.data.items.find((item) => item.id === offer)
  const chosen = asked && 'id' in asked ? offerOf(asked.id) : undefined
  return (
    <>
      <PageHeader
        title={words('title', { number })}
        crumbs={[
          { label: title, href: '/quotes' },
          { label: number, href: `/quotes/${id}` },
        ]}
        status={<StateChip status={status} />}
        description={<bdi>{quote.data.title}</bdi>}
        actions={
          <>
            {offers.length > 0 && (
              <>
                <ExportButton
                  load={() => procurementApi.offers.export(Number(id))}
                  filename={`offers-${number}.csv`}
                />
                <Button onPress={() => window.print()}>{words('print')}</Button>
              </>
            )}
            {canChange && (
              <Button icon="plus" onPress={() => setAsked({ action: 'add' })}>
                {words('add_offer')}
              </Button>
            )}
            {isSubmitted && offers.length > 0 && (
              <Button look="primary" onPress={() => setAsked({ action: 'award' })}>
                {words('award')}
              </Button>
            )}
          </>
        }
      />
      <div className="stack">
        {isSubmitted && awards.length > 0 && <p className="muted">{words('frozen')}</p>}
        {offers.length === 0 ? (
          <EmptyState icon="building" title={words('no_offers')}>
            {words('no_offers_text')}
          </EmptyState>
        ) : (
          <>
            <OfferTable comparison={compared.data} onAction={canChange ? setAsked : null} />
            <ComparisonTable comparison={compared.data} />
          </>
        )}
      </div>
      {asked?.action === 'add' && (
        <OfferDialog quote={quote.data} offer={null} onClose={close} onSaved={changed} />
      )}
      {asked?.action === 'edit' && chosen && (
        <OfferDialog quote={quote.data} offer={chosen} onClose={close} onSaved={changed} />
      )}
      {asked?.action === 'remove' && chosen && (
        <RemoveDialog quote={quote.data} offer={chosen} onClose={close} onRemoved={changed} />
      )}
      {asked?.action === 'award' && (
        <AwardDialog quote={quote.data} comparison={compared.data} onClose={close} onAwarded={changed} />
      )}
    </>
  )
}

const refresh = (id: string) =>
  Promise.all(
    [
      ['record', 'quotes', id],
      ['offers', id],
      ['records', 'quotes'],
      ['quote-events', id],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )

type OfferTableProps = {
  comparison: OfferComparison
  /** Null for those who only read. */
  onAction: ((asked: Asked) => void) | null
}

function OfferTable({ comparison: { currency, offers }, onAction }: OfferTableProps) {
  const words = useWords('offers')
  const { language } = useLanguage()
  const { formatInstant } = useFormat()
  const none = <span className="muted no-value">–</span>
  const money = (minor: number | null) => (minor === null ? none : formatMoney(minor, currency, language))
  return (
    <PlainTable
      label={words('offers')}
      columns={[
        words('supplier'),
        words('rate'),
        words('valid_until'),
        { number: words('charges') },
        { number: words('total') },
      ]}
      {...(onAction && { actions: words('actions') })}
    >
      {offers.map((offer) => (
        <tr key={offer.id}>
          <th scope="row" className="plain-name">
            <bdi>{offer.supplier.name}</bdi>
            <OfferChips offer={offer} />
          </th>
          <td data-label={words('rate')}>
            {offer.rate === null ? (
              none
            ) : (
              <bdi>{writtenRate(offer.rate, offer.currency, currency, { words, language })}</bdi>
            )}
          </td>
          <td className="nowrap" data-label={words('valid_until')}>
            {offer.valid_until === null ? none : formatInstant(dayOf(offer.valid_until), 'date')}
          </td>
          <td className="number nowrap" data-label={words('charges')}>
            {offer.charges === 0 ? none : money(offer.charges)}
          </td>
          <td className="number nowrap" data-label={words('total')}>
            {money(offer.total)}
          </td>
          {onAction && (
            <td className="plain-actions">
              <Menu
                trigger={(trigger) => (
                  <IconButton
                    {...trigger}
                    icon="more"
                    size="small"
                    label={words('actions_for', { name: offer.supplier.name })}
                  />
                )}
                label={words('actions_for', { name: offer.supplier.name })}
                onAction={(key) => onAction({ action: key as 'edit' | 'remove', id: offer.id })}
                entries={[
                  { id: 'edit', icon: 'edit', label: words('edit') },
                  { id: 'remove', icon: 'trash', label: words('delete'), isDangerous: true },
                ]}
              />
            </td>
          )}
        </tr>
      ))}
    </PlainTable>
  )
}

function OfferChips({
  offer: { best, expired, complete, supplier },
}: {
  offer: OfferComparison['offers'][number]
}) {
  const words = useWords('offers')
  return (
    <span className="offer-chips">
      {best && <Chip tone="good">{words('best_total')}</Chip>}
      {expired && <Chip tone="danger">{words('expired')}</Chip>}
      {!complete && <Chip tone="warning">{words('incomplete')}</Chip>}
      {!supplier.active && <Chip tone="warning">{words('inactive')}</Chip>}
    </span>
  )
}

type RemoveDialogProps = { quote: Quote; offer: Offer; onClose: () => void; onRemoved: () => Promise<void> }

function RemoveDialog({ quote, offer: { id, version, supplier }, onClose, onRemoved }: RemoveDialogProps) {
  const words = useWords('offers')
  const { failure, isPending, submit } = useSubmission()
  const remove = () =>
    submit(async () => {
      await procurementApi.offers.remove(quote.id, id, { version })
      showToast(words('deleted'))
      await onRemoved()
    })
  return (
    <ConfirmDialog
      title={words('delete_title', { name: supplier.name })}
      isOpen
      action={words('delete')}
      isDangerous
      isPending={isPending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{words('delete_text')}</p>
      {failure !== null && <ProblemNotice error={failure} />}
    </ConfirmDialog>
  )
}
