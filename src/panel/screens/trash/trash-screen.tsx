// Deleted records and images: restore them, or delete them for good.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../app/api/api.ts'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { Pagination } from '../../app/design/pagination.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ListSkeleton } from '../../lists/list-skeleton.tsx'
import { SearchBox } from '../../lists/list-toolbar.tsx'
import { useScrollMemory } from '../../lists/use-scroll-memory.ts'
import { useTrashLabels } from './trash-labels.ts'
import { TrashTable } from './trash-table.tsx'

const PER_PAGE = 50
const ALL = 'all'

export function TrashScreen({ title }: { title: string }) {
  const t = useWords('trash')
  const api = useApi()
  const [{ q, page, values }, change] = useAddressState(['resource'])
  const resourceLabel = useTrashLabels()
  const { resource } = values
  const isKnown = resourceLabel.names.includes(resource)
  const query = { ...(q.trim() && { q: q.trim() }), ...(isKnown && { resource }), page, per_page: PER_PAGE }
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['trash', query],
    queryFn: () => api.admin.trash.list(query),
    placeholderData: keepPreviousData,
  })
  useReady(!isPending)
  useScrollMemory(!isPending && !isPlaceholderData)
  return (
    <>
      <PageHeader title={title} description={t('trash_text')} />
      <div className="list-toolbar">
        <SearchBox q={q} onSearch={(text) => change({ q: text }, { replace: q !== '' })} />
        <Select
          label={t('kind')}
          isLabelHidden
          options={[
            { id: ALL, label: t('all_kinds') },
            ...resourceLabel.names.map((name) => ({ id: name, label: resourceLabel.plural(name) })),
          ]}
          value={isKnown ? resource : ALL}
          onChange={(name) => change({ resource: name === ALL ? '' : name })}
        />
      </div>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && !error && <ListSkeleton columns={4} />}
      {data?.total === 0 && (
        <EmptyState icon="trash" title={t(q || isKnown ? 'no_matches' : 'empty')}>
          {t(q || isKnown ? 'no_matches_text' : 'empty_text')}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <div className={isPlaceholderData ? 'list list-waiting' : 'list'}>
          <TrashTable items={data.items} labelOf={resourceLabel} />
          <Pagination
            page={page}
            perPage={PER_PAGE}
            total={data.total}
            shown={data.items.length}
            sizes={[PER_PAGE]}
            change={({ page: next = 1 }) => change({ page: next })}
          />
        </div>
      )}
    </>
  )
}
