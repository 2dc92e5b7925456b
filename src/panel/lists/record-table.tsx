import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import {
  Cell,
  Column,
  Button as RacButton,
  Row,
  type Selection,
  Table,
  TableBody,
  TableHeader,
} from 'react-aria-components'
import { useLocation } from 'wouter'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { Checkbox } from '../design/fields.tsx'
import { Icon } from '../design/icon.tsx'
import { useLabel, useLanguage, useWords } from '../words/words-context.tsx'
import type { BatchAction } from './batch-operations.ts'
import type { Sort } from './list-state.ts'
import { NarrowCell } from './narrow-cell.tsx'
import { RecordCell } from './record-cell.tsx'
import { RecordMenu } from './record-menu.tsx'
import { type ListedRecord, nameOf } from './record-names.ts'
import { useDragRecords } from './use-drag-records.tsx'
import { useFieldLabel } from './use-filter-text.ts'
import { type ReferenceName, useReferenceNames } from './use-reference-names.ts'
import type { Reorder } from './use-reorder.ts'

export type RecordTableProps = {
  resource: ResourceDescription
  columns: readonly FieldDescription[]
  isNarrow: boolean
  records: readonly ListedRecord[]
  /** Of the first record of the page, counted from 1. */
  firstPosition: number
  total: number
  sort: Sort | null
  onSort: (sort: Sort) => void
  /** Null where nothing can be selected. */
  selected: ReadonlySet<number> | null
  onSelect: (ids: ReadonlySet<number>) => void
  /** Null where records cannot be moved. */
  order: Reorder | null
  onMove: (record: ListedRecord) => void
  onRun: (record: ListedRecord, action: BatchAction) => void
}

export function RecordTable(props: RecordTableProps) {
  const { resource, columns, isNarrow, records, sort, onSort, selected, onSelect, order } = props
  const t = useWords('lists')
  const label = useLabel()
  const { language } = useLanguage()
  const fieldLabel = useFieldLabel()
  const [, navigate] = useLocation()
  const referenceName = useReferenceNames(columns, records)
  const drag = useDragRecords({ resource, records, order })
  const shown = isNarrow ? columns.slice(0, 1) : columns
  const frame = useMoveByArrow(props)
  return (
    <div className="list-table-frame" ref={frame}>
      <Table
        aria-label={label(resource.label_plural)}
        className="list-table"
        selectionMode={selected ? 'multiple' : 'none'}
        selectedKeys={selected ?? []}
        onSelectionChange={(keys) => onSelect(idsOf(keys, records))}
        {...(sort && {
          sortDescriptor: { column: sort.field, direction: sort.isDescending ? 'descending' : 'ascending' },
        })}
        onSortChange={({ column, direction }) =>
          onSort({ field: String(column), isDescending: direction === 'descending' })
        }
        onRowAction={(key) => navigate(`/${resource.name}/${key}`)}
        dragAndDropHooks={drag}
      >
        <TableHeader>
          {order && (
            <Column className="list-column-narrow">
              <Hidden>{t('position')}</Hidden>
            </Column>
          )}
          {selected && (
            <Column className="list-column-narrow">
              <Checkbox slot="selection" aria-label={t('select_all')} />
            </Column>
          )}
          {shown.map((field, index) => (
            <Column
              key={field.name}
              id={field.name}
              isRowHeader={index === 0}
              allowsSorting={field.sortable}
              className={`list-column list-column-${field.kind}`}
            >
              {({ sortDirection }) => (
                <span className="list-heading">
                  {fieldLabel(field)}
                  {sortDirection && (
                    <Icon name={sortDirection === 'ascending' ? 'chevron-up' : 'chevron-down'} size={14} />
                  )}
                </span>
              )}
            </Column>
          ))}
          <Column className="list-column-narrow">
            <Hidden>{t('main_actions')}</Hidden>
          </Column>
        </TableHeader>
        <TableBody items={records} dependencies={[shown, selected === null, order, referenceName, language]}>
          {(record) => <RecordRow {...props} record={record} shown={shown} referenceName={referenceName} />}
        </TableBody>
      </Table>
    </div>
  )
}

const Hidden = ({ children }: { children: ReactNode }) => <span className="visually-hidden">{children}</span>

const idsOf = (keys: Selection, records: readonly ListedRecord[]) =>
  new Set(keys === 'all' ? records.map(({ id }) => id) : [...keys].map(Number))

type RecordRowProps = RecordTableProps & {
  record: ListedRecord
  shown: readonly FieldDescription[]
  referenceName: ReferenceName
}

function RecordRow({ record, shown, referenceName, ...props }: RecordRowProps) {
  const { resource, columns, isNarrow, selected, order, records, firstPosition, total, onMove, onRun } = props
  const t = useWords('lists')
  const label = useLabel()
  const name = nameOf(record, resource, label)
  const cell = { resource, record, referenceName }
  const place = { position: firstPosition + records.indexOf(record), total }
  return (
    <Row id={record.id} textValue={name} className="list-row">
      {order && (
        <Cell className="list-cell-narrow">
          <RacButton slot="drag" className="list-handle" aria-label={t('reorder', { name })}>
            <Icon name="drag" size={16} />
          </RacButton>
        </Cell>
      )}
      {selected && (
        <Cell className="list-cell-narrow">
          <Checkbox slot="selection" aria-label={t('select_row', { name })} />
        </Cell>
      )}
      {shown.map((field) => (
        <Cell key={field.name} className={`list-cell list-cell-${field.kind}`}>
          {isNarrow ? <NarrowCell {...cell} fields={columns} /> : <RecordCell {...cell} field={field} />}
        </Cell>
      ))}
      <Cell className="list-cell-narrow">
        <RecordMenu {...{ resource, record, order, place, onMove, onRun }} />
      </Cell>
    </Row>
  )
}

const REFOCUS_MS = 100

/** Alt with an arrow key moves the focused row by one. Returns the ref of the element around the table. */
function useMoveByArrow({ order, records, firstPosition, total }: RecordTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!order || !event.altKey || step === 0) return
    const focused = event.target as HTMLElement
    const row = focused.closest<HTMLElement>('[role="row"][data-key]')
    const index = records.findIndex(({ id }) => String(id) === row?.dataset.key)
    if (index < 0) return
    event.preventDefault()
    event.stopPropagation()
    const position = Math.min(Math.max(firstPosition + index + step, 1), total)
    order.moveTo(records[index]!.id, position)
    // An element that is moved in the document loses the focus.
    setTimeout(() => focused.isConnected && focused.focus(), REFOCUS_MS)
  })
  useEffect(() => {
    const element = frame.current
    // While capturing, before the grid moves its focus.
    element?.addEventListener('keydown', onKeyDown, { capture: true })
    return () => element?.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
  return frame
}
