import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { AuditRow } from '../../../client/index.ts'
import { useApi, useSchema, useSession } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { ComboBox } from '../../app/design/combo-box.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useActorName, useSystemActors, useViaText } from '../../app/words/use-actor-name.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { AUDIT_ACTIONS } from './audit-actions.ts'
import { auditApi } from './audit-api.ts'

const LIMIT = 50
const MAX_ACCOUNTS = 100
const FILTERS = ['actor', 'action'] as const
/** The value of the choice without a filter. */
const ANY = 'any'

type Filters = { [Name in (typeof FILTERS)[number]]?: string }

/** The audit trail, newest first; the filters stand in the address. */
export function AuditScreen({ title }: { title: string }) {
  const words = useWords('status')
  const [params, setParams] = useSearchParams()
  const filters: Filters = Object.fromEntries(
    FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
  )
  const query = useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam }) =>
      auditApi.list({
        ...filters,
        limit: LIMIT,
        ...(pageParam !== null && { before: pageParam }),
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before }) => next_before,
  })
  useReady(!query.isPending)
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <PageHeader title={title} description={words('audit_help')} />
      <div className="stack">
        <FilterForm
          key={params.toString()}
          filters={filters}
          onChange={(next) => setParams(Object.entries(next).filter(([, text]) => text))}
        />
        {query.error && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <Waiting />}
        {query.data && rows.length === 0 && <EmptyState icon="history" title={words('audit_none')} />}
        {rows.length > 0 && <AuditTable label={title} rows={rows} />}
        {query.hasNextPage && (
          <div>
            <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              {words('audit_more')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

/** The accounts, and the parts of the service: as the log has them, with their names. */
function useActors() {
  const api = useApi()
  const { user } = useSession()
  const query = { page: 1, per_page: MAX_ACCOUNTS }
  const { data } = useQuery({
    queryKey: ['records', 'users', query],
    queryFn: () => api.admin.users.list(query),
    enabled: user.role === 'admin',
  })
  const accounts = new Set(data?.items.map(({ name }) => name))
  return [...useSystemActors(), ...[...accounts].map((name) => ({ stored: name, name }))]
}

function FilterForm({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const words = useWords('status')
  const actors = useActors()
  const [draft, setDraft] = useState({
    ...filters,
    actor: actors.find(({ stored }) => stored === filters.actor)?.name ?? filters.actor ?? '',
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = draft.actor.trim()
    onChange({ ...draft, actor: actors.find(({ name }) => name === typed)?.stored ?? typed })
  }
  return (
    <form className="filter-form" onSubmit={submit}>
      <ComboBox
        label={words('who')}
        allowsCustomValue
        options={actors.map(({ name }) => ({ id: name, label: name }))}
        inputValue={draft.actor}
        onInputChange={(actor) => setDraft({ ...draft, actor })}
      />
      <Select
        label={words('audit_what')}
        value={draft.action ?? ANY}
        options={[
          { id: ANY, label: words('everything') },
          ...AUDIT_ACTIONS.map((id) => ({ id, label: words(id) })),
        ]}
        onChange={(action) => setDraft({ ...draft, action: action === ANY ? '' : action })}
      />
      <Button type="submit" icon="filter">
        {words('audit_filter')}
      </Button>
      {Object.keys(filters).length > 0 && (
        <Button look="quiet" onPress={() => onChange({})}>
          {words('audit_clear')}
        </Button>
      )}
    </form>
  )
}

function AuditTable({ label, rows }: { label: string; rows: AuditRow[] }) {
  const words = useWords('status')
  const { formatInstant, formatNumber } = useFormat()
  const labelOf = useLabel()
  const actorName = useActorName()
  const viaText = useViaText()
  const { resources } = useSchema()
  const nameOf = (entity: string) => {
    const resource = resources.find(({ name }) => name === entity)
    const known = AUDIT_ENTITIES.find((name) => name === entity)
    return resource ? labelOf(resource.label) : known ? words(`entity_${known}`) : entity
  }
  // The first part of a UUID is enough to tell sessions apart.
  const idText = (id: string) =>
    /^\d+$/.test(id)
      ? formatNumber(Number(id), { useGrouping: false })
      : id.replace(/^([0-9a-f]{8})-.*$/, '$1')
  const verbOf = (action: string) => {
    const known = AUDIT_ACTIONS.find((name) => name === action)
    return known ? words(known) : action
  }
  return (
    <PlainTable
      label={label}
      columns={[
        words('when'),
        words('who'),
        words('audit_what'),
        words('audit_which'),
        words('audit_changes'),
      ]}
    >
      {rows.map(({ id, occurred_at, actor, actor_id, via, action, entity, entity_id, changes }) => (
        <tr key={id}>
          <td className="nowrap">{formatInstant(occurred_at)}</td>
          <td data-label={words('who')}>
            {actorName({ actor, actor_id })}
            {via !== null && <div className="muted small">{viaText(via)}</div>}
          </td>
          <td data-label={words('audit_what')}>{verbOf(action)}</td>
          <td data-label={words('audit_which')}>
            {nameOf(entity)} <bdi>{idText(entity_id)}</bdi>
          </td>
          <td>
            {changes && (
              <details>
                <summary>{words('audit_show')}</summary>
                <pre dir="ltr">{JSON.stringify(changes, null, 2)}</pre>
              </details>
            )}
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

/** The entities of actions, beside the resources of the schema. */
const AUDIT_ENTITIES = [
  'users',
  'admin_users',
  'api_tokens',
  'sessions',
  'media',
  'inventory_items',
  'inventory_transactions',
  'quotes',
  'database',
] as const
