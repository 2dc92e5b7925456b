// The media library: its files as a grid or a list, uploads, and the dialog of a file. The address keeps the current view.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../app/api/api.ts'
import { EmptyState } from '../app/design/empty-state.tsx'
import { PageHeader } from '../app/design/page-header.tsx'
import { Pagination } from '../app/design/pagination.tsx'
import { ProblemNotice } from '../app/design/problem-notice.tsx'
import { SearchField } from '../app/design/search-field.tsx'
import { Segments } from '../app/design/segments.tsx'
import { Select } from '../app/design/select.tsx'
import { useAddressState } from '../app/design/use-address-state.ts'
import { useReady } from '../app/design/use-ready.ts'
import { useWords } from '../app/words/words-context.tsx'
import { MediaDetails } from './media-details.tsx'
import { MediaGrid } from './media-grid.tsx'
import { MediaPickerProvider } from './media-picker.tsx'
import { UploadArea, UploadButton } from './upload-area.tsx'
import { useUploads } from './use-uploads.ts'

const PER_PAGE = 48
const SORTS = ['newest', 'oldest', 'name', 'size'] as const
type Sort = (typeof SORTS)[number]

const SHOWN = {
  all: {},
  images: { type: 'image' },
  documents: { type: 'document' },
  unused: { unused: true },
} as const
type Shown = keyof typeof SHOWN

const shownOf = (name: string): Shown => (Object.hasOwn(SHOWN, name) ? (name as Shown) : 'all')

export function MediaLibraryScreen({ title }: { title: string }) {
  const t = useWords('media')
  const [{ q, page, values }, change] = useAddressState(['show', 'sort', 'view', 'file'], ['view', 'file'])
  const sort = SORTS.find((sort) => sort === values.sort) ?? 'newest'
  const shown = shownOf(values.show)
  const view = values.view === 'list' ? 'list' : 'grid'
  const list = useUploads()
  const query = {
    page,
    per_page: PER_PAGE,
    sort,
    ...(q && { search: q }),
    ...SHOWN[shown],
  }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['records', 'media', query],
    queryFn: () => api.admin.media.list(query),
    placeholderData: keepPreviousData,
  })
  useReady(!isPending)
  const files = data?.items ?? []
  const openId = Number(values.file)
  return (
    <MediaPickerProvider>
      <PageHeader title={title} actions={<UploadButton />} />
      <UploadArea list={list}>
        <div className="media-bar">
          <SearchField label={t('search')} value={q} onChange={(q) => change({ q }, { replace: true })} />
          <Segments
            label={t('show')}
            value={shown}
            options={(Object.keys(SHOWN) as Shown[]).map((id) => ({ id, label: t(`show_${id}`) }))}
            onChange={(show) => change({ show: show === 'all' ? '' : show })}
          />
          <Select
            label={t('sort')}
            isLabelHidden
            options={SORTS.map((id) => ({ id, label: t(`sort_${id as Sort}`) }))}
            value={sort}
            onChange={(sort) => change({ sort: sort === 'newest' ? '' : sort })}
          />
          <Segments
            label={t('view')}
            value={view}
            options={[
              { id: 'grid', label: t('view_grid') },
              { id: 'list', label: t('view_list') },
            ]}
            onChange={(view) => change({ view: view === 'grid' ? '' : view }, { replace: true })}
          />
        </div>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {data && (
          <MediaGrid
            files={files}
            view={view}
            onOpen={(id) => change({ file: String(id) })}
            empty={<Empty isNarrowed={q !== '' || shown !== 'all'} />}
          />
        )}
        {data && data.total > 0 && (
          <Pagination
            page={page}
            perPage={PER_PAGE}
            total={data.total}
            shown={files.length}
            change={({ page = 1 }) => change({ page })}
          />
        )}
      </UploadArea>
      {openId > 0 && <MediaDetails id={openId} onClose={() => change({ file: '' })} />}
    </MediaPickerProvider>
  )
}

function Empty({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useWords('media')
  return isNarrowed ? (
    <EmptyState icon="search" title={t('none_title')}>
      {t('none_text')}
    </EmptyState>
  ) : (
    <EmptyState icon="image" title={t('empty_title')} action={<UploadButton />}>
      {t('empty_text')}
    </EmptyState>
  )
}
