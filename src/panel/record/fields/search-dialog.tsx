import type { ReactNode } from 'react'
import { ListBox } from 'react-aria-components'
import { Dialog } from '../../app/design/dialog.tsx'
import { SearchField } from '../../app/design/search-field.tsx'
import { Spinner } from '../../app/design/spinner.tsx'

type SearchDialogProps = {
  title: string
  search: { label: string; value: string; onChange: (text: string) => void }
  list: { label: string; className: string; layout?: 'stack' | 'grid' }
  isLoading: boolean
  emptyText: string
  onPick: (id: string) => void
  onClose: () => void
  /** The items of the list box. */
  children: ReactNode
}

/** A search with one thing to pick from what it finds. */
export function SearchDialog(props: SearchDialogProps) {
  const { title, search, list, isLoading, emptyText, onPick, onClose, children } = props
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="stack">
        <SearchField {...search} autoFocus />
        {isLoading && <Spinner />}
        <ListBox
          className={`listbox ${list.className}`}
          aria-label={list.label}
          layout={list.layout ?? 'stack'}
          selectionMode="single"
          onSelectionChange={(keys) => {
            const [id] = keys === 'all' ? [] : keys
            if (id !== undefined) onPick(String(id))
          }}
          renderEmptyState={() => (isLoading ? null : <p className="listbox-empty">{emptyText}</p>)}
        >
          {children}
        </ListBox>
      </div>
    </Dialog>
  )
}
