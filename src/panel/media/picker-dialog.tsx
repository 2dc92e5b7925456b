// The dialog in which a picture or a document of the library is chosen, or uploaded and chosen.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Media } from '../../client/index.ts'
import { api } from '../app/api/api.ts'
import { Button } from '../app/design/button.tsx'
import { Dialog } from '../app/design/dialog.tsx'
import { TextField } from '../app/design/fields.tsx'
import { Pagination } from '../app/design/pagination.tsx'
import { ProblemNotice } from '../app/design/problem-notice.tsx'
import { SearchField } from '../app/design/search-field.tsx'
import { useDebounced } from '../app/design/use-debounced.ts'
import { useWords } from '../app/words/words-context.tsx'
import { MediaGrid } from './media-grid.tsx'
import { type FileQuestion, isOfKind, nameOf } from './media-names.ts'
import { UploadArea, UploadButton } from './upload-area.tsx'
import { useUploads } from './use-uploads.ts'

const PER_PAGE = 24

type PickerProps = FileQuestion & { onPick: (file: Media) => void; onClose: () => void }

export function PickerDialog({ kind, altKey = 'alt', onPick, onClose }: PickerProps) {
  const t = useWords('media')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<Media | null>(null)
  const [alt, setAlt] = useState('')
  const choose = (file: Media | null) => {
    setChosen(file)
    setAlt(file?.[altKey] ?? '')
  }
  const list = useUploads((file) => isOfKind(file, kind) && choose(file))
  const query = { search: useDebounced(search.trim()), type: kind, page, per_page: PER_PAGE }
  const { data, error, refetch } = useQuery({
    queryKey: ['records', 'media', query],
    queryFn: () => api.admin.media.list(query),
    placeholderData: keepPreviousData,
  })
  const files = (data?.items ?? []).filter((file) => isOfKind(file, kind))
  const total = data?.total ?? 0
  const isPicture = kind === 'image'
  const use = () => chosen && onPick(isPicture ? { ...chosen, alt: alt.trim() || null } : chosen)
  return (
    <Dialog
      title={t(isPicture ? 'choose' : 'choose_document')}
      isOpen
      size="large"
      onClose={onClose}
      actions={
        <>
          {chosen && isPicture ? (
            <div className="picker-alt">
              <TextField label={t('choose_alt')} value={alt} onChange={setAlt} />
            </div>
          ) : (
            <p className="picker-alt muted">
              {chosen ? nameOf(chosen) : t(isPicture ? 'choose_none' : 'choose_no_document')}
            </p>
          )}
          <Button look="primary" isDisabled={!chosen} onPress={use}>
            {t(isPicture ? 'choose_action' : 'choose_document_action')}
          </Button>
        </>
      }
    >
      <UploadArea list={list} kind={kind}>
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
          <UploadButton look="secondary" kind={kind} />
        </div>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        <MediaGrid
          files={files}
          view="grid"
          selected={chosen?.id ?? null}
          onSelect={(id) => choose(files.find((file) => file.id === id) ?? null)}
          empty={
            <p className="listbox-empty">
              {t(search ? 'none_title' : isPicture ? 'empty_title' : 'no_documents')}
            </p>
          }
        />
        {total > PER_PAGE && (
          <Pagination
            page={page}
            perPage={PER_PAGE}
            total={total}
            shown={files.length}
            change={({ page = 1 }) => setPage(page)}
          />
        )}
      </UploadArea>
    </Dialog>
  )
}
