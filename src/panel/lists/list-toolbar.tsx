import { useEffect, useEffectEvent, useState } from 'react'
import type { ResourceDescription } from '../../client/index.ts'
import { Button } from '../app/design/button.tsx'
import { Menu } from '../app/design/menu.tsx'
import { SearchField } from '../app/design/search-field.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { AddFilter } from './add-filter.tsx'
import { cleanSearch, columnFields, type ListState, shownColumns, usualColumns } from './list-state.ts'
import { SavedFiltersMenu } from './saved-filters.tsx'
import { useColumnLabel } from './use-filter-text.ts'
import type { ChangeList } from './use-list-state.ts'

const TYPING_MS = 300

type ListToolbarProps = { resource: ResourceDescription; state: ListState; change: ChangeList }

export function ListToolbar({ resource, state, change }: ListToolbarProps) {
  return (
    <div className="list-toolbar">
      <SearchBox q={state.q} onSearch={(q, options) => change({ q }, options)} />
      <AddFilter resource={resource} filters={state.filters} onChange={(filters) => change({ filters })} />
      <SavedFiltersMenu key={resource.name} {...{ resource, state, change }} />
      <ColumnsMenu resource={resource} state={state} change={change} />
    </div>
  )
}

type SearchBoxProps = { q: string; onSearch: (q: string, options: { replace: boolean }) => void }

/** Searches while typing; one search is one entry of the history. */
export function SearchBox({ q, onSearch }: SearchBoxProps) {
  const t = useWords('lists')
  const [text, setText] = useState(q)
  const search = useEffectEvent((typed: string) => {
    const next = cleanSearch(typed)
    if (next !== q) onSearch(next, { replace: q !== '' })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  // "Back" changes the address behind the field.
  const [shown, setShown] = useState(q)
  if (q !== shown) {
    setShown(q)
    if (cleanSearch(text) !== q) setText(q)
  }
  return <SearchField label={t('search')} value={text} onChange={setText} onSubmit={search} />
}

type ColumnsMenuProps = { resource: ResourceDescription; state: ListState; change: ChangeList }

/** The choice of the fields that are columns; new ones are added at the end. */
function ColumnsMenu({ resource, state, change }: ColumnsMenuProps) {
  const t = useWords('lists')
  const fieldLabel = useColumnLabel()
  const shown = shownColumns(state, resource).map(({ name }) => name)
  const choose = (names: readonly string[]) => {
    const chosen = new Set(names)
    const kept = shown.filter((name) => chosen.has(name))
    const added = [...chosen].filter((name) => !shown.includes(name))
    const columns = [...kept, ...added]
    const isUsual = columns.length === 0 || columns.join() === usualColumns(resource).join()
    change({ columns: isUsual ? null : columns, page: state.page }, { replace: true })
  }
  return (
    <Menu
      trigger={(trigger) => (
        <Button {...trigger} icon="settings">
          {t('columns')}
        </Button>
      )}
      label={t('main_columns')}
      entries={columnFields(resource).map((field) => ({ id: field.name, label: fieldLabel(field) }))}
      selected={shown}
      onSelect={choose}
    />
  )
}
