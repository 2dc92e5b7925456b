import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { QuoteSummary } from '../../../client/index.ts'
import { useSession } from '../../app/api/api.ts'
import { Button, Link } from '../../app/design/button.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { Switch } from '../../app/design/fields.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { formatMoney } from './money.ts'
import { Pager } from './pager.tsx'
import { procurementApi } from './procurement-api.ts'
import { QuoteDialog } from './quote-dialog.tsx'
import { STATUSES, StateChip } from './quote-state.tsx'
import { SubstitutesDialog } from './substitutes-dialog.tsx'

const PER_PAGE = 20
const ALL = 'all'

/** All quotes that the user may see; state, owner and page stand in the address. */
export function QuotesScreen({ title }: { title: string }) {
  const words = useWords('procurement')
  const [, navigate] = useLocation()
  const [{ page, values }, change] = useAddressState(['status', 'mine'])
  const { user } = useSession()
  const roles = user.procurement_roles ?? []
  const isAdmin = roles.includes('admin')
  const [isCreating, setCreating] = useState(false)
  const [isLimiting, setLimiting] = useState(false)
  const [isSubstituting, setSubstituting] = useState(false)
  const me = useQuery({ queryKey: ['procurement-me'], queryFn: () => procurementApi.users.me() })
  const status = STATUSES.find((name) => name === values.status)
  const mine = values.mine === 'true'
  const query = {
    ...(status && { status }),
    ...(mine && { mine }),
    page,
    per_page: PER_PAGE,
  }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['records', 'quotes', query],
    queryFn: () => procurementApi.quotes.list(query),
  })
  useReady(!isPending)
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {isAdmin && <Button onPress={() => setLimiting(true)}>{words('limits')}</Button>}
            {(isAdmin || roles.includes('approver')) && me.data && (
              <Button onPress={() => setSubstituting(true)}>{words('substitutes')}</Button>
            )}
            <Button look="primary" icon="plus" onPress={() => setCreating(true)}>
              {words('new_quote')}
            </Button>
          </>
        }
      />
      <div className="stack">
        <div className="filter-row">
          <Select
            label={words('state')}
            value={status ?? ALL}
            options={[
              { id: ALL, label: words('all_states') },
              ...STATUSES.map((id) => ({ id, label: words(id) })),
            ]}
            onChange={(id) => change({ status: id === ALL ? '' : id })}
          />
          <Switch isSelected={mine} onChange={(next) => change({ mine: next ? 'true' : '' })}>
            {words('only_mine')}
          </Switch>
        </div>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {isPending && <Waiting />}
        {data && data.total === 0 && (
          <EmptyState icon="cart" title={words('no_quotes')}>
            {words('no_quotes_text')}
          </EmptyState>
        )}
        {data && data.total > 0 && <QuoteTable label={title} quotes={data.items} />}
        {data && (
          <Pager
            page={page}
            perPage={PER_PAGE}
            total={data.total}
            onChange={(next) => change({ page: next })}
          />
        )}
      </div>
      {isSubstituting && me.data && (
        <SubstitutesDialog self={isAdmin ? null : me.data.id} onClose={() => setSubstituting(false)} />
      )}
      {isLimiting && <LimitsDialog onClose={() => setLimiting(false)} />}
      {isCreating && (
        <QuoteDialog
          quote={null}
          onClose={() => setCreating(false)}
          onSaved={({ id }) => navigate(`/quotes/${id}`)}
        />
      )}
    </>
  )
}

function QuoteTable({ label, quotes }: { label: string; quotes: QuoteSummary[] }) {
  const words = useWords('procurement')
  const { language } = useLanguage()
  const { formatInstant } = useFormat()
  return (
    <PlainTable
      label={label}
      columns={[
        words('number'),
        words('title'),
        words('state'),
        words('requester'),
        { number: words('total') },
        words('changed'),
      ]}
    >
      {quotes.map(({ id, number, title, status, requester, total, currency, updated_at }) => (
        <tr key={id}>
          <td className="nowrap">
            <bdi>{number}</bdi>
          </td>
          <td>
            <Link href={`/quotes/${id}`}>{title}</Link>
          </td>
          <td data-label={words('state')}>
            <StateChip status={status} />
          </td>
          <td data-label={words('requester')}>{requester.display_name}</td>
          <td className="number nowrap" data-label={words('total')}>
            {formatMoney(total, currency, language)}
          </td>
          <td className="nowrap" data-label={words('changed')}>
            {formatInstant(updated_at, 'date')}
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}
