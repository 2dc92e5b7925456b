import { useQueries } from '@tanstack/react-query'
import type { ResourceDescription } from '../../client/index.ts'
import { useApi } from '../app/api/api.ts'
import { recordApiOf } from '../app/api/record-api.ts'
import { Segments } from '../app/design/segments.tsx'
import { useFormat } from '../app/design/use-format.ts'
import { useWords } from '../app/words/words-context.tsx'
import { type Filter, PUBLIC, SCHEDULED } from './list-filters.ts'
import { type ListState, toListQuery } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

const ALL = 'all'
const TABS = [ALL, PUBLIC, SCHEDULED, 'draft'] as const
type Tab = (typeof TABS)[number]

const STATUS = 'status'

/** Whether a filter is what one of the tabs shows. */
const isStatusTab = ({ field, operator, values }: Filter) =>
  field === STATUS &&
  operator === 'is' &&
  values.length === 1 &&
  (TABS as readonly string[]).includes(values[0]!)

const withoutStatus = (filters: readonly Filter[]) => filters.filter(({ field }) => field !== STATUS)

const filtersOf = (filters: readonly Filter[], tab: Tab): Filter[] => [
  ...withoutStatus(filters),
  ...(tab === ALL ? [] : [{ field: STATUS, operator: 'is' as const, values: [tab] }]),
]

type StatusTabsProps = {
  resource: ResourceDescription
  state: ListState
  change: ChangeList
  isWaiting: boolean
}

/** The list by status, with the number of records that each tab would show besides the other filters. */
export function StatusTabs({ resource, state, change, isWaiting }: StatusTabsProps) {
  const t = useWords('lists')
  const api = useApi()
  const { formatNumber } = useFormat()
  const { filters } = state
  const counts = useQueries({
    queries: TABS.map((tab) => {
      const query = toListQuery({ ...state, filters: filtersOf(filters, tab), sort: null, page: 1 }, ['id'])
      return {
        queryKey: ['records', resource.name, 'count', { ...query, per_page: 1 }],
        queryFn: async () => (await recordApiOf(api, resource.name).list({ ...query, per_page: 1 })).total,
        // The list comes first.
        enabled: !isWaiting,
      }
    }),
  })
  const labels = { [ALL]: t('all'), [PUBLIC]: t('published'), [SCHEDULED]: t('scheduled'), draft: t('draft') }
  const chosen = filters.find(isStatusTab)?.values[0] as Tab | undefined
  const isOther = !chosen && filters.some(({ field }) => field === STATUS)
  return (
    <div className="list-tabs">
      <Segments<Tab | ''>
        label={t(STATUS)}
        value={isOther ? '' : (chosen ?? ALL)}
        onChange={(tab) => tab !== '' && change({ filters: filtersOf(filters, tab) })}
        options={TABS.map((id, index) => {
          const count = counts[index]!.data
          return { id, label: count === undefined ? labels[id] : `${labels[id]} (${formatNumber(count)})` }
        })}
      />
    </div>
  )
}
