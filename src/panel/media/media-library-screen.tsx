// The media library: its files as a grid or a list, uploads, and the dialog of a file. The address keeps the current view.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, useSchema } from '../app/api/api.ts'
import { EmptyState } from '../app/design/empty-state.tsx'
import { lazyPart } from '../app/design/lazy-part.tsx'
import { PageHeader } from '../app/design/page-header.tsx'
import { Pagination } from '../app/design/pagination.tsx'
import { ProblemNotice } from '../app/design/problem-notice.tsx'
import { SearchField } from '../app/design/search-field.tsx'
import { Segments } from '../app/design/segments.tsx'
import { Select } from '../app/design/select.tsx'
import { useAddressState } from '../app/design/use-address-state.ts'
import { useFormat } from '../app/design/use-format.ts'
import { useReady } from '../app/design/use-ready.ts'
import { useWords } from '../app/words/words-context.tsx'
import { MediaDetails } from './media-details.tsx'
import { MediaGrid } from './media-grid.tsx'
import { MediaPickerProvider } from './media-picker.tsx'
import { UploadArea, UploadButton } from './upload-area.tsx'
import { useUploads } from './use-uploads.ts'

const MediaBatch = lazyPart(() => import('./media-batch.tsx').then((module) => module.MediaBatch))

const PER_PAGE = 48
const SORTS = ['newest', 'oldest', 'name', 'size'] as const
type Sort = (typeof SORTS)[number]

const SHOWN = {
  all: {},
  images: { type: 'image' },
  documents: { type: 'document' },
  unused: { unused: true },
  no_alt: { alt_empty: true },
  no_english_alt: { alt_en_empty: true },
} as const
type Shown = keyof typeof SHOWN

const shownOf = (name: string): Shown => (Object.hasOwn(SHOWN, name) ? (name as Shown) : 'all')

export function MediaLibraryScreen({ title }: { title: string }) {
  const t = useWords('media')
  const [{ q, page, values }, change] = useAddressState(
    ['show', 'tag', 'sort', 'view', 'file'],
    ['view', 'file'],
  )
  const sort = SORTS.find((sort) => sort === values.sort) ?? 'newest'
  const shown = shownOf(values.show)
  const view = values.view === 'list' ? 'list' : 'grid'
  const list = useUploads()
  const query = {
    page,
    per_page: PER_PAGE,
    sort,
    ...(q && { search: q }),
    ...(values.tag && { tag: values.tag }),
    ...SHOWN[shown],
  }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['records', 'media', query],
    queryFn: () => api.admin.media.list(query),
    placeholderData: keepPreviousData,
  })
  useReady(!isPending)
  const files = data?.items ?? []
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  // Its dialog stays when the selection is gone.
  const [hasSelected, setSelected] = useState(false)
  if (ids.size > 0 && !hasSelected) setSelected(true)
  const selection = files.filter(({ id }) => ids.has(id))
  const { actions } = useSchema().media
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
          <TagFilter tag={values.tag} onChange={(tag) => change({ tag })} />
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
            {...(actions.includes('update') && { many: { ids, onChange: setIds } })}
            empty={<Empty isNarrowed={q !== '' || shown !== 'all' || values.tag !== ''} />}
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
        {hasSelected && (
          <MediaBatch
            files={selection}
            canDelete={actions.includes('delete')}
            onClear={() => setIds(new Set())}
          />
        )}
      </UploadArea>
      {openId > 0 && <MediaDetails id={openId} onClose={() => change({ file: '' })} />}
    </MediaPickerProvider>
  )
}

/** The tags of the library; nothing where no file has one. */
function TagFilter({ tag, onChange }: { tag: string; onChange: (tag: string) => void }) {
  const t = useWords('media')
  const { formatNumber } = useFormat()
  const { data } = useQuery({ queryKey: ['records', 'media', 'tags'], queryFn: () => api.admin.media.tags() })
  const tags = data?.items ?? []
  if (tags.length === 0 && tag === '') return null
  const known = tags.map(({ tag, count }) => ({ id: tag, label: `${tag} (${formatNumber(count)})` }))
  const gone = tag !== '' && !tags.some((other) => other.tag === tag) ? [{ id: tag, label: tag }] : []
  return (
    <Select
      label={t('tag')}
      isLabelHidden
      options={[{ id: '', label: t('all_tags') }, ...known, ...gone]}
      value={tag}
      onChange={onChange}
    />
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
