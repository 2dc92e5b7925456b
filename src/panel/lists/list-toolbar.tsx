import { useEffect, useEffectEvent, useState } from 'react'
import type { ResourceDescription } from '../../client/index.ts'
import { SearchField } from '../app/design/search-field.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { AddFilter } from './add-filter.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { cleanSearch, type ListState } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

const TYPING_MS = 300

type ListToolbarProps = { resource: ResourceDescription; state: ListState; change: ChangeList }

export function ListToolbar({ resource, state, change }: ListToolbarProps) {
  return (
    <div className="list-toolbar">
      <SearchBox q={state.q} onSearch={(q) => change({ q }, { replace: state.q !== '' })} />
      <AddFilter resource={resource} filters={state.filters} onChange={(filters) => change({ filters })} />
      <ColumnsMenu resource={resource} state={state} change={change} />
    </div>
  )
}

/** Searches while typing; one search is one entry of the history. */
export function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const t = useWords('lists')
  const [text, setText] = useState(q)
  const search = useEffectEvent((typed: string) => {
    const next = cleanSearch(typed)
    if (next !== q) onSearch(next)
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
