import { type ReactNode, useState } from 'react'
import { Column, type Selection, Table, TableBody, TableHeader } from 'react-aria-components'
import { useLocation } from 'wouter'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { Checkbox } from '../design/fields.tsx'
import { Icon } from '../design/icon.tsx'
import { useLabel, useLanguage, useWords } from '../words/words-context.tsx'
import type { BatchAction } from './batch-operations.ts'
import type { Sort } from './list-state.ts'
import { type OpenMenu, RecordMenu } from './record-menu.tsx'
import { type ListedRecord, namingField } from './record-names.ts'
import { RecordRow } from './record-row.tsx'
import { useDragRecords } from './use-drag-records.tsx'
import { useFieldLabel } from './use-filter-text.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useMoveByArrow } from './use-move-by-arrow.ts'
import { useReferenceNames } from './use-reference-names.ts'
import type { Reorder } from './use-reorder.ts'

type RecordTableProps = {
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
  const { resource, columns, isNarrow, records, firstPosition, total, selected, order } = props
  const label = useLabel()
  const { language } = useLanguage()
  const [, navigate] = useLocation()
  const referenceName = useReferenceNames(columns, records)
  const drag = useDragRecords({ resource, records, order })
  const frame = useMoveByArrow({ order, records, firstPosition, total })
  useKeptFocus(frame)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const canMove = order !== null
  const canSelect = selected !== null
  const row = { resource, columns, isNarrow, canMove, canSelect, referenceName, onMenu: setMenu }
  return (
    <div className="list-table-frame" ref={frame}>
      <Table
        aria-label={label(resource.label_plural)}
        className="list-table"
        selectionMode={selected ? 'multiple' : 'none'}
        selectedKeys={selected ?? []}
        onSelectionChange={(keys) => props.onSelect(idsOf(keys, records))}
        {...sortProps(props)}
        onRowAction={(key) => navigate(`/${resource.name}/${key}`)}
        dragAndDropHooks={drag}
      >
        <RecordTableHeader
          columns={isNarrow ? columns.slice(0, 1) : columns}
          naming={namingField(resource)?.name ?? null}
          {...{ canMove, canSelect }}
        />
        <TableBody
          items={records}
          dependencies={[columns, isNarrow, canMove, canSelect, referenceName, language]}
        >
          {(record) => <RecordRow {...row} record={record} />}
        </TableBody>
      </Table>
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

const sortProps = ({ sort, onSort }: RecordTableProps) => ({
  ...(sort && {
    sortDescriptor: {
      column: sort.field,
      direction: sort.isDescending ? ('descending' as const) : ('ascending' as const),
    },
  }),
  onSortChange: ({ column, direction }: { column: string | number; direction: string }) =>
    onSort({ field: String(column), isDescending: direction === 'descending' }),
})

const idsOf = (keys: Selection, records: readonly ListedRecord[]) =>
  new Set(keys === 'all' ? records.map(({ id }) => id) : [...keys].map(Number))

type RecordTableHeaderProps = {
  /** The column that names the records. */
  naming: string | null
  columns: readonly FieldDescription[]
  canMove: boolean
  canSelect: boolean
}

function RecordTableHeader({ columns, naming, canMove, canSelect }: RecordTableHeaderProps) {
  const t = useWords('lists')
  const fieldLabel = useFieldLabel()
  const header = columns.find(({ name }) => name === naming) ?? columns[0]
  return (
    <TableHeader>
      {canMove && (
        <Column className="list-column-narrow">
          <Hidden>{t('position')}</Hidden>
        </Column>
      )}
      {canSelect && (
        <Column className="list-column-narrow">
          <Checkbox slot="selection" aria-label={t('select_all')} />
        </Column>
      )}
      {columns.map((field) => (
        <Column
          key={field.name}
          id={field.name}
          isRowHeader={field === header}
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
  )
}

const Hidden = ({ children }: { children: ReactNode }) => <span className="visually-hidden">{children}</span>
