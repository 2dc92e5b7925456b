import { useState } from 'react'
import { ListBoxItem } from 'react-aria-components'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { SearchDialog } from './search-dialog.tsx'
import { useSitePages } from './site-pages.ts'

type PagePickerProps = { onPick: (link: string) => void; onClose: () => void }

export function PagePicker({ onPick, onClose }: PagePickerProps) {
  const t = useWords('fields')
  const [search, setSearch] = useState('')
  const { pages, isLoading } = useSitePages(useDebounced(search.trim()))
  return (
    <SearchDialog
      title={t('choose_page')}
      search={{ label: t('search_pages'), value: search, onChange: setSearch }}
      list={{ label: t('pages'), className: 'page-list' }}
      isLoading={isLoading}
      emptyText={t('no_pages')}
      onPick={onPick}
      onClose={onClose}
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
    </SearchDialog>
  )
}
