// Filters, search, sorting and columns of a list under a name. They are kept in the browser, by account: the service keeps no
// settings of accounts.
import { useState } from 'react'
import type { ResourceDescription } from '../../client/index.ts'
import { useSession } from '../app/api/api.ts'
import { Button } from '../app/design/button.tsx'
import { lazyPart } from '../app/design/lazy-part.tsx'
import { Menu } from '../app/design/menu.tsx'
import { showToast } from '../app/design/toasts.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { emptyState, type ListState, parseListState, writeListState } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

const NameDialog = lazyPart(() => import('./name-dialog.tsx').then((module) => module.NameDialog))

type SavedFilters = { name: string; search: string }

type SavedFiltersMenuProps = { resource: ResourceDescription; state: ListState; change: ChangeList }

/** Applies saved filters, saves those of the list, and deletes the ones that are applied. */
export function SavedFiltersMenu({ resource, state, change }: SavedFiltersMenuProps) {
  const t = useWords('lists')
  const [saved, save] = useSavedFilters(resource.name)
  const [isNaming, setNaming] = useState(false)
  const search = writeListState({ ...state, page: 1 })
  const applied = saved.find((filters) => filters.search === search)
  const others = ({ name }: SavedFilters) => saved.filter((filters) => filters.name !== name)
  const isUsual = search === writeListState({ ...emptyState, perPage: state.perPage })
  if (saved.length === 0 && isUsual) return null

  function onAction(id: string) {
    if (id === 'save') return setNaming(true)
    if (id === 'delete' && applied) {
      save(others(applied))
      return showToast(t('filters_deleted', { name: applied.name }), { undo: () => save(saved) })
    }
    const chosen = saved[Number(id)]
    if (chosen) change(parseListState(chosen.search, resource))
  }
  return (
    <>
      <Menu
        trigger={(trigger) => (
          <Button {...trigger} icon="list">
            {applied?.name ?? t('saved_filters')}
          </Button>
        )}
        label={t('saved_filters')}
        entries={[
          ...saved.map(({ name }, index) => ({ id: String(index), label: name })),
          {
            id: 'save',
            label: t('save_filters'),
            icon: 'plus',
            isDisabled: isUsual,
            isApart: saved.length > 0,
          },
          applied !== undefined && {
            id: 'delete',
            label: t('delete_filters', { name: applied.name }),
            icon: 'trash',
            isDangerous: true,
          },
        ]}
        onAction={onAction}
      />
      {isNaming && (
        <NameDialog
          taken={saved.map(({ name }) => name)}
          onName={(name) => {
            save([...others({ name, search }), { name, search }])
            showToast(t('filters_saved', { name }))
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

/** The saved filters of the signed-in account for a list. */
function useSavedFilters(resource: string): [SavedFilters[], (next: SavedFilters[]) => void] {
  const { user } = useSession()
  const key = `frontage-filters ${user.kind ?? 'account'} ${user.id} ${resource}`
  const [saved, setSaved] = useState(() => read(key))
  return [
    saved,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next))
      setSaved(next)
    },
  ]
}

function read(key: string): SavedFilters[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSavedFilters) : []
  } catch {
    return []
  }
}

const isSavedFilters = (value: Partial<SavedFilters> | null): value is SavedFilters =>
  typeof value?.name === 'string' && typeof value.search === 'string'
