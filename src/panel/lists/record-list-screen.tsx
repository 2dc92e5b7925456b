// The list of a resource's records: search, filters, sorting, paging, batches, order. Everything it shows follows from the
// schema; its state is in the address.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { useApi } from '../app/api/api.ts'
import { recordApiOf } from '../app/api/record-api.ts'
import { Button, LinkButton } from '../app/design/button.tsx'
import { EmptyState } from '../app/design/empty-state.tsx'
import { lazyPart } from '../app/design/lazy-part.tsx'
import { PageHeader } from '../app/design/page-header.tsx'
import { Pagination } from '../app/design/pagination.tsx'
import { ProblemNotice } from '../app/design/problem-notice.tsx'
import { useReady } from '../app/design/use-ready.ts'
import { useLabel, useWords } from '../app/words/words-context.tsx'
import { ResourceHelp } from '../records/later-website-parts.ts'
import { type ListedRecord, localNames, namingField, requestedFields } from '../records/record-names.ts'
import { settableFields } from './batch-actions.ts'
import { BatchBar } from './batch-bar.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import {
  isInOwnOrder,
  isNarrowed,
  type ListState,
  PAGE_SIZES,
  pictureField,
  shownColumns,
  sortBy,
  toListQuery,
} from './list-state.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { isReorderable } from './load-order.ts'
import { RecordTable } from './record-table.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { useBatch } from './use-batch.ts'
import { NEWEST_FIRST, useIsNewestFirst } from './use-blog-order.ts'
import { useIsNarrow } from './use-is-narrow.ts'
import { useListState } from './use-list-state.ts'
import { useReorder } from './use-reorder.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

const MoveDialog = lazyPart(() => import('./move-dialog.tsx').then((module) => module.MoveDialog))
const RedirectTest = lazyPart(() => import('./redirect-test.tsx').then((module) => module.RedirectTest))

export function RecordListScreen({ resource }: { resource: ResourceDescription }) {
  const t = useWords('lists')
  const label = useLabel()
  const [state, change] = useListState(resource)
  const columns = useMemo(() => shownColumns(state, resource), [state, resource])
  const isNarrow = useIsNarrow(columns.length)
  const isNewestFirst = useIsNewestFirst(resource)
  const { records, total, key, data, error, isPending, isPlaceholderData, refetch } = useRecords({
    resource,
    state,
    columns,
    isNewestFirst,
  })
  const { page, perPage } = state
  const order = useReorder({ resource, queryKey: key, page, perPage })
  const batch = useBatch(resource)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [moved, setMoved] = useState<ListedRecord | null>(null)
  const table = useRef<HTMLDivElement>(null)
  const isSettled = !isPending && !isPlaceholderData
  useReady(!isPending)
  useScrollMemory(isSettled)

  const canMove = isReorderable(resource) && isNewestFirst === false && isInOwnOrder(state)
  const canBatch = resource.actions.includes('delete') && !resource.singleton
  const selection = records.filter(({ id }) => selected.has(id))
  const name = label(resource.label_plural)

  /** The bar with the focused button disappears; the keyboard goes on in the list. */
  const clearSelection = () => {
    setSelected(new Set())
    table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()
  }

  const run: typeof batch.run = async (targets, action) => {
    const isDone = await batch.run(targets, action)
    if (isDone) clearSelection()
    return isDone
  }

  return (
    <>
      <PageHeader
        title={name}
        description={<ResourceHelp resource={resource} />}
        actions={
          resource.actions.includes('create') && (
            <LinkButton look="primary" icon="plus" href={`/${resource.name}/new`}>
              {t('new')}
            </LinkButton>
          )
        }
      />
      {resource.name === 'redirects' && <RedirectTest />}
      <ListToolbar resource={resource} state={state} change={change} />
      {resource.publishable && <StatusTabs {...{ resource, state, change }} isWaiting={!isSettled} />}
      <FilterChips resource={resource} state={state} change={change} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && !error && <ListSkeleton columns={columns.length} />}
      {data && total === 0 && (
        <EmptyList
          resource={resource}
          isNarrowed={isNarrowed(state)}
          onClear={() => change({ q: '', filters: [] })}
        />
      )}
      {data && total > 0 && (
        <div ref={table} className={isPlaceholderData ? 'list list-waiting' : 'list'}>
          <RecordTable
            resource={resource}
            columns={isNarrow ? narrowColumns(columns, resource) : columns}
            isNarrow={isNarrow}
            records={records}
            firstPosition={(page - 1) * perPage + 1}
            total={total}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            selected={canBatch ? selected : null}
            onSelect={setSelected}
            order={canMove ? order : null}
            onMove={setMoved}
            onRun={(record, action) => void run([record], action)}
          />
          <Pagination
            page={page}
            perPage={perPage}
            total={total}
            shown={records.length}
            sizes={PAGE_SIZES}
            change={change}
          />
          {isReorderable(resource) && (
            <p className="muted small list-hint">
              {t(isNewestFirst ? 'order_newest' : canMove ? 'order_hint' : 'order_hint_filtered')}
            </p>
          )}
        </div>
      )}
      {canBatch && (
        <BatchBar
          resource={resource}
          selection={selection}
          isNewestFirst={isNewestFirst === true && state.sort === null}
          canSet={settableFields(resource).length > 0}
          batch={{ ...batch, run }}
          onClear={clearSelection}
        />
      )}
      {moved && (
        <MoveDialog
          resource={resource}
          record={moved}
          position={(page - 1) * perPage + records.findIndex(({ id }) => id === moved.id) + 1}
          total={total}
          onMove={(position) => order.moveTo(moved.id, position)}
          onClose={() => setMoved(null)}
        />
      )}
    </>
  )
}

/** The column of names, the only one on phones: the other values stand below the name. */
const narrowColumns = (columns: ReturnType<typeof shownColumns>, resource: ResourceDescription) => {
  const naming = namingField(resource)
  const [first] = columns
  return [
    columns.find((field) => field === naming) ?? first!,
    ...columns.filter((field) => field !== (naming ?? first)),
  ]
}

type ShownRecords = {
  resource: ResourceDescription
  state: ListState
  columns: readonly FieldDescription[]
  isNewestFirst: boolean | null
}

/** The page of records that the state shows; while the next one is loading, the last one stays. */
function useRecords({ resource, state, columns, isNewestFirst }: ShownRecords) {
  const api = useApi()
  const label = useLabel()
  const { sort } = state
  const picture = pictureField(resource)
  const sorted = resource.fields.find(({ name }) => name === sort?.field)
  const query = {
    ...toListQuery(state, requestedFields([...columns, ...(picture ? [picture] : [])], resource, label)),
    ...(sort && sorted && { sort: sortBy(localNames(sorted, label), sort) }),
    ...(!sort && isNewestFirst && { sort: NEWEST_FIRST }),
  }
  const key = ['records', resource.name, query]
  const result = useQuery({
    queryKey: key,
    queryFn: () => recordApiOf(api, resource.name).list(query),
    placeholderData: keepPreviousData,
    enabled: isNewestFirst !== null,
  })
  const records = useMemo(() => result.data?.items ?? [], [result.data])
  return { ...result, key, records, total: result.data?.total ?? 0 }
}

type EmptyListProps = { resource: ResourceDescription; isNarrowed: boolean; onClear: () => void }

/** Nothing matches, or nothing is there yet. */
function EmptyList({ resource, isNarrowed, onClear }: EmptyListProps) {
  const t = useWords('lists')
  if (isNarrowed)
    return (
      <EmptyState
        icon="search"
        title={t('no_matches')}
        action={<Button onPress={onClear}>{t('clear_all')}</Button>}
      >
        {t('no_matches_text')}
      </EmptyState>
    )
  const canCreate = resource.actions.includes('create')
  return (
    <EmptyState
      icon="list"
      title={t('empty_title')}
      action={
        canCreate && (
          <LinkButton look="primary" icon="plus" href={`/${resource.name}/new`}>
            {t('new')}
          </LinkButton>
        )
      }
    >
      {t(resource.actions.includes('delete') ? 'empty_text' : 'empty_own')}
    </EmptyState>
  )
}
