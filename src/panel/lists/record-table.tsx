// The table of a list, in the pattern of grids: one tab stop; the arrow keys move between rows, and into them. It is written
// out here, because the library's table and its dragging are 47 KB of script and need a second rendering of each row.
import { type FocusEvent, type KeyboardEvent, type MouseEvent, memo, useState } from 'react'
import { useLocation } from 'wouter'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { prepareMenus } from '../app/design/menu.tsx'
import { useLabel } from '../app/words/words-context.tsx'
import type { ListedRecord } from '../records/record-names.ts'
import type { BatchAction } from './batch-actions.ts'
import { pictureField, type Sort } from './list-state.ts'
import { type MenuPlace, RecordMenu } from './record-menu.tsx'
import { RecordRow } from './record-row.tsx'
import { RecordTableHead } from './record-table-head.tsx'
import { keyOf, useGridKeys } from './use-grid-keys.ts'
import { useReferenceNames } from './use-reference-names.ts'
import type { Reorder } from './use-reorder.ts'
import { useRowDrag } from './use-row-drag.ts'
import { type Ids, useRowSelection } from './use-row-selection.ts'

type RecordTableProps = {
  resource: ResourceDescription
  columns: readonly FieldDescription[]
  isNarrow: boolean
  records: readonly ListedRecord[]
  /** The position of the first record of the page, counted from 1. */
  firstPosition: number
  total: number
  sort: Sort | null
  onSort: (sort: Sort) => void
  /** Null where nothing can be selected. */
  selected: Ids | null
  /** The same function in each rendering. */
  onSelect: (change: (selected: Ids) => Ids) => void
  /** Null where records cannot be moved. */
  order: Reorder | null
  onMove: (record: ListedRecord) => void
  onRun: (record: ListedRecord, action: BatchAction) => void
}

const Row = memo(RecordRow)

export function RecordTable(props: RecordTableProps) {
  const { resource, columns, isNarrow, records, firstPosition, total, selected, onSelect, order } = props
  const label = useLabel()
  const [, navigate] = useLocation()
  const referenceName = useReferenceNames(columns, records)
  const picture = pictureField(resource) ?? null
  const isPictured =
    picture !== null && !columns.includes(picture) && records.some((record) => record[picture.name])
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const { toggle, extend, selectAll } = useRowSelection(records, onSelect)
  const open = (id: number) => navigate(`/${resource.name}/${id}`)
  const grid = useGridKeys({
    ids: records.map(({ id }) => id),
    onOpen: open,
    selection: selected && { toggle, extend, selectAll },
  })
  const place = { resource, records, order, firstPosition, total }
  const drag = useRowDrag({ ...place, selected })
  const moveByArrow = useMoveByArrow(place)

  /** A click beside the controls of a row opens the record; while records are selected, it selects. */
  function onRowClick(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const id = keyOf(target)
    if (id === null || target.closest('a, button, label') || getSelection()?.type === 'Range') return
    if (selected && selected.size > 0) toggle(id, event.shiftKey)
    else open(id)
  }
  const gridProps = {
    role: 'grid',
    'aria-multiselectable': selected !== null,
    onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
      for (const handle of [drag.onKeyDown, moveByArrow, grid.onKeyDown])
        if (!event.defaultPrevented) handle(event)
    },
    onFocus(event: FocusEvent) {
      prepareMenus()
      grid.onFocus(event)
    },
    onPointerEnter: prepareMenus,
    onBlur: drag.onBlur,
    onPointerDown: drag.onPointerDown,
    onClick: onRowClick,
  }
  return (
    <div className="list-table-frame">
      <table className="list-table" aria-label={label(resource.label_plural)} {...gridProps}>
        <RecordTableHead
          columns={isNarrow ? columns.slice(0, 1) : columns}
          sort={props.sort}
          onSort={props.onSort}
          canMove={order !== null}
          selection={selected && { count: selected.size, total: records.length, selectAll }}
        />
        <tbody>
          {records.map((record) => (
            <Row
              key={record.id}
              {...{ resource, record, columns, isNarrow, referenceName }}
              picture={isPictured ? picture : null}
              isSelected={selected?.has(record.id) ?? null}
              isTabStop={grid.current === record.id}
              canMove={order !== null}
              dragState={drag.stateOf(record.id)}
              onToggle={toggle}
              onMenu={setMenu}
            />
          ))}
        </tbody>
      </table>
      {menu && (
        <RecordMenu
          {...{ resource, order, onMove: props.onMove, onRun: props.onRun }}
          open={menu}
          onClose={() => setMenu(null)}
          place={{ position: firstPosition + records.findIndex(({ id }) => id === menu.record.id), total }}
        />
      )}
    </div>
  )
}

type MoveByArrow = {
  order: Reorder | null
  records: readonly ListedRecord[]
  /** The position of the first record of the page, counted from 1. */
  firstPosition: number
  total: number
}

/** Alt with an arrow key moves the focused row by one. */
const useMoveByArrow =
  ({ order, records, firstPosition, total }: MoveByArrow) =>
  (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const id = keyOf(event.target as Element)
    const index = records.findIndex((record) => record.id === id)
    if (!order || !event.altKey || step === 0 || index < 0) return
    event.preventDefault()
    order.moveTo(records[index]!.id, Math.min(Math.max(firstPosition + index + step, 1), total))
  }
