import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { Dialog } from '../../app/design/dialog.tsx'
import { SearchField } from '../../app/design/search-field.tsx'
import { Spinner } from '../../app/design/spinner.tsx'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useSitePages } from './site-pages.ts'

type PagePickerProps = { onPick: (link: string) => void; onClose: () => void }

export function PagePicker({ onPick, onClose }: PagePickerProps) {
  const t = useWords('fields')
  const [search, setSearch] = useState('')
  const { pages, isLoading } = useSitePages(useDebounced(search.trim()))
  return (
    <Dialog title={t('choose_page')} isOpen onClose={onClose}>
      <div className="stack">
        <SearchField label={t('search_pages')} value={search} onChange={setSearch} autoFocus />
        {isLoading && <Spinner />}
        <ListBox
          className="listbox page-list"
          aria-label={t('pages')}
          selectionMode="single"
          onSelectionChange={(keys) => {
            const [path] = keys === 'all' ? [] : keys
            if (path !== undefined) onPick(String(path))
          }}
          renderEmptyState={() => (isLoading ? null : <p className="listbox-empty">{t('no_pages')}</p>)}
        >
          {pages.map(({ path, title, group }) => (
            <ListBoxItem key={path} id={path} textValue={title} className="option">
              <span className="option-text">
                {title}
                <bdi className="option-detail page-path" dir="ltr">
                  {path}
                </bdi>
              </span>
              <span className="option-detail">{group}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </div>
    </Dialog>
  )
}
