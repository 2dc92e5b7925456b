import { useMemo, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { Dialog } from '../../app/design/dialog.tsx'
import { SearchField } from '../../app/design/search-field.tsx'
import { Spinner } from '../../app/design/spinner.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { LucideIcon } from './lucide-icon.tsx'
import { iconsNamed, shapesOf, useIcons } from './lucide-icons.ts'

type IconPickerProps = { onPick: (name: string) => void; onClose: () => void }

export function IconPicker({ onPick, onClose }: IconPickerProps) {
  const t = useWords('fields')
  const [search, setSearch] = useState('')
  const icons = useIcons(true)
  const names = useMemo(() => (icons ? iconsNamed(icons, search) : []), [icons, search])
  return (
    <Dialog title={t('choose_icon')} isOpen onClose={onClose}>
      <div className="stack">
        <SearchField label={t('search_icons')} value={search} onChange={setSearch} autoFocus />
        {!icons && <Spinner />}
        <ListBox
          className="listbox icon-grid"
          aria-label={t('icons')}
          layout="grid"
          selectionMode="single"
          onSelectionChange={(keys) => {
            const [name] = keys === 'all' ? [] : keys
            if (name !== undefined) onPick(String(name))
          }}
          renderEmptyState={() => (icons ? <p className="listbox-empty">{t('no_icons')}</p> : null)}
        >
          {names.map((name) => (
            <ListBoxItem key={name} id={name} textValue={name} className="option icon-option">
              <LucideIcon shapes={shapesOf(icons!, name)!} />
              <span dir="ltr">{name}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </div>
    </Dialog>
  )
}
