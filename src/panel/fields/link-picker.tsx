import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { Dialog } from '../design/dialog.tsx'
import { SearchField } from '../design/fields.tsx'
import { Spinner } from '../design/spinner.tsx'
import { useWords } from '../words/words-context.tsx'
import { useSitePages } from './site-pages.ts'
import { useDebounced } from './use-debounced.ts'

type PickLink = () => Promise<string | null>

const PickLinkContext = createContext<PickLink | null>(null)

/** Asks for a page of the site: resolves with its path, or null when the dialog is closed. */
export function usePickLink(): PickLink {
  const pick = use(PickLinkContext)
  if (!pick) throw new Error('usePickLink needs a LinkPickerProvider')
  return pick
}

/** Holds the one dialog that all link fields and the editor below it share. */
export function LinkPickerProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(link: string | null) => void>(() => {})
  const pick = useCallback<PickLink>(() => {
    answer.current(null)
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [])
  const finish = (link: string | null) => {
    setOpen(false)
    answer.current(link)
    answer.current = () => {}
  }
  return (
    <PickLinkContext value={pick}>
      {children}
      {isOpen && <LinkDialog onPick={finish} onClose={() => finish(null)} />}
    </PickLinkContext>
  )
}

function LinkDialog({ onPick, onClose }: { onPick: (link: string) => void; onClose: () => void }) {
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
