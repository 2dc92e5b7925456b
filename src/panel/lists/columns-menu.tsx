import { MenuTrigger, Popover, Menu as RacMenu, MenuItem as RacMenuItem } from 'react-aria-components'
import type { ResourceDescription } from '../../client/index.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { useWords } from '../words/words-context.tsx'
import { columnFields, type ListState, shownColumns } from './list-state.ts'
import { useFieldLabel } from './use-filter-text.ts'
import type { ChangeList } from './use-list-state.ts'

type ColumnsMenuProps = { resource: ResourceDescription; state: ListState; change: ChangeList }

/** Which fields are columns; new ones are added at the end. */
export function ColumnsMenu({ resource, state, change }: ColumnsMenuProps) {
  const t = useWords('lists')
  const fieldLabel = useFieldLabel()
  const shown = shownColumns(state, resource).map(({ name }) => name)
  const choose = (keys: Iterable<unknown>) => {
    const chosen = new Set([...keys].map(String))
    const kept = shown.filter((name) => chosen.has(name))
    const added = [...chosen].filter((name) => !shown.includes(name))
    const columns = [...kept, ...added]
    const isUsual = columns.length === 0 || columns.join() === resource.list_columns.join()
    change({ columns: isUsual ? null : columns, page: state.page }, { replace: true })
  }
  return (
    <MenuTrigger>
      <Button icon="settings">{t('columns')}</Button>
      <Popover className="popover" offset={4}>
        <RacMenu
          className="menu list-columns"
          aria-label={t('main_columns')}
          selectionMode="multiple"
          selectedKeys={shown}
          onSelectionChange={(keys) => keys !== 'all' && choose(keys)}
        >
          {columnFields(resource).map((field) => (
            <RacMenuItem key={field.name} id={field.name} textValue={fieldLabel(field)} className="menu-item">
              {({ isSelected }) => (
                <>
                  <span className="list-check">{isSelected && <Icon name="check" size={16} />}</span>
                  <span>{fieldLabel(field)}</span>
                </>
              )}
            </RacMenuItem>
          ))}
        </RacMenu>
      </Popover>
    </MenuTrigger>
  )
}
