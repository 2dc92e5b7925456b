import { useMemo, useState } from 'react'
import { ListBoxItem } from 'react-aria-components'
import { useWords } from '../../app/words/words-context.tsx'
import { LucideIcon } from './lucide-icon.tsx'
import { iconsNamed, shapesOf, useIcons } from './lucide-icons.ts'
import { SearchDialog } from './search-dialog.tsx'

type IconPickerProps = { onPick: (name: string) => void; onClose: () => void }

export function IconPicker({ onPick, onClose }: IconPickerProps) {
  const t = useWords('pickers')
  const [search, setSearch] = useState('')
  const icons = useIcons(true)
  const names = useMemo(() => (icons ? iconsNamed(icons, search) : []), [icons, search])
  return (
    <SearchDialog
      title={t('choose_icon')}
      search={{ label: t('search_icons'), value: search, onChange: setSearch }}
      list={{ label: t('icons'), className: 'icon-grid', layout: 'grid' }}
      isLoading={!icons}
      emptyText={t('no_icons')}
      onPick={onPick}
      onClose={onClose}
    >
      {names.map((name) => (
        <ListBoxItem key={name} id={name} textValue={name} className="option icon-option">
          <LucideIcon shapes={shapesOf(icons!, name)!} />
          <span dir="ltr">{name}</span>
        </ListBoxItem>
      ))}
    </SearchDialog>
  )
}
