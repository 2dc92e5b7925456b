import type { ResourceDescription } from '../../client/index.ts'
import { Button } from '../app/design/button.tsx'
import { Menu } from '../app/design/menu.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { columnFields, type ListState, shownColumns, usualColumns } from './list-state.ts'
import { useColumnLabel } from './use-filter-text.ts'
import type { ChangeList } from './use-list-state.ts'

type ColumnsMenuProps = { resource: ResourceDescription; state: ListState; change: ChangeList }

/** Which fields are columns; new ones are added at the end. */
export function ColumnsMenu({ resource, state, change }: ColumnsMenuProps) {
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
