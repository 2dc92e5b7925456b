// The dialog in which a picture of the library is chosen, or uploaded and chosen.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/api.ts'
import { Button, IconButton } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { SearchField, TextField } from '../design/fields.tsx'
import { ProblemNotice } from '../design/problem-notice.tsx'
import { useDebounced } from '../fields/use-debounced.ts'
import { useWords } from '../words/words-context.tsx'
import { MediaGrid } from './media-grid.tsx'
import { type ImageFile, isImage } from './media-names.ts'
import type { PickedImage } from './media-picker.tsx'
import { UploadArea, UploadButton } from './upload-area.tsx'
import { useUploads } from './use-uploads.ts'

const PER_PAGE = 24

type PickerProps = { onPick: (image: PickedImage) => void; onClose: () => void }

export function PickerDialog({ onPick, onClose }: PickerProps) {
  const t = useWords('media')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ImageFile | null>(null)
  const [alt, setAlt] = useState('')
  const choose = (file: ImageFile | null) => {
    setChosen(file)
    setAlt(file?.alt ?? '')
  }
  const list = useUploads((file) => isImage(file) && choose(file))
  const query = { search: useDebounced(search.trim()), type: 'image' as const, page, per_page: PER_PAGE }
  const { data, error, refetch } = useQuery({
    queryKey: ['records', 'media', query],
    queryFn: () => api.admin.media.list(query),
    placeholderData: keepPreviousData,
  })
  const files = (data?.items ?? []).filter(isImage)
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PER_PAGE))
  const use = () => chosen && onPick({ ...chosen, alt: alt.trim() || null })
  return (
    <Dialog
      title={t('choose')}
      isOpen
      size="large"
      onClose={onClose}
      actions={
        <>
          {chosen ? (
            <div className="picker-alt">
              <TextField label={t('choose_alt')} value={alt} onChange={setAlt} />
            </div>
          ) : (
            <p className="picker-alt muted">{t('choose_none')}</p>
          )}
          <Button look="primary" isDisabled={!chosen} onPress={use}>
            {t('choose_action')}
          </Button>
        </>
      }
    >
      <UploadArea list={list}>
        <div className="media-bar">
          <SearchField
            autoFocus
            label={t('search')}
            value={search}
            onChange={(text) => {
              setSearch(text)
              setPage(1)
            }}
          />
          <UploadButton look="secondary" />
        </div>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        <MediaGrid
          files={files}
          view="grid"
          selected={chosen?.id ?? null}
          onSelect={(id) => choose(files.find((file) => file.id === id) ?? null)}
          empty={<p className="listbox-empty">{t(search ? 'none_title' : 'empty_title')}</p>}
        />
        {pages > 1 && <PickerPages page={page} pages={pages} onChange={setPage} />}
      </UploadArea>
    </Dialog>
  )
}

type PagesProps = { page: number; pages: number; onChange: (page: number) => void }

function PickerPages({ page, pages, onChange }: PagesProps) {
  const t = useWords('lists')
  return (
    <nav className="list-pages" aria-label={t('pages')}>
      <span>{t('page_of', { page, pages })}</span>
      <span className="list-pages-buttons">
        <IconButton
          icon="chevron-start"
          size="small"
          label={t('previous_page')}
          isDisabled={page === 1}
          onPress={() => onChange(page - 1)}
        />
        <IconButton
          icon="chevron-end"
          size="small"
          label={t('next_page')}
          isDisabled={page === pages}
          onPress={() => onChange(page + 1)}
        />
      </span>
    </nav>
  )
}
