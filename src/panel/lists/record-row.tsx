import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { Icon } from '../app/design/icon.tsx'
import { PlainCheckbox } from '../app/design/plain-checkbox.tsx'
import { useLabel, useWords } from '../app/words/words-context.tsx'
import { publicationOf } from '../records/publication.tsx'
import { isEmptyValue, type ListedRecord, nameOf, namingField } from '../records/record-names.ts'
import { isScore } from '../records/score-column.ts'
import { RecordCell } from './record-cell.tsx'
import type { MenuPlace } from './record-menu.tsx'
import { useColumnLabel } from './use-filter-text.ts'
import type { ReferenceName } from './use-reference-names.ts'
import type { DragState } from './use-row-drag.ts'

type RecordRowProps = {
  resource: ResourceDescription
  record: ListedRecord
  columns: readonly FieldDescription[]
  /** The field whose picture stands beside the name; null for none. */
  picture: FieldDescription | null
  /** All values stand in the first column. */
  isNarrow: boolean
  canMove: boolean
  /** Null where nothing can be selected. */
  isSelected: boolean | null
  /** Whether Tab leads to this row. */
  isTabStop: boolean
  dragState: DragState
  referenceName: ReferenceName
  onToggle: (id: number, isRange: boolean) => void
  onMenu: (menu: MenuPlace) => void
}

/** A record in a list: its handle, its checkbox, its values and the button of its menu. */
export function RecordRow(props: RecordRowProps) {
  const { resource, record, columns, picture, isNarrow, canMove, isSelected, referenceName } = props
  const t = useWords('lists')
  const label = useLabel()
  const name = nameOf(record, resource, label)
  const headerId = `record-${record.id}`
  const cell = { resource, record, picture, referenceName }
  const openMenu = ({ currentTarget }: { currentTarget: Element }) =>
    props.onMenu({ record, button: currentTarget })
  const naming = namingField(resource)
  const header = columns.find((field) => field.name === naming?.name) ?? columns[0]
  return (
    <tr
      className="list-row"
      data-key={record.id}
      data-drag={props.dragState ?? undefined}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-labelledby={headerId}
      aria-selected={isSelected ?? undefined}
    >
      {canMove && (
        <td className="list-cell-narrow">
          <button
            type="button"
            data-handle=""
            tabIndex={-1}
            className="list-handle"
            aria-label={t('reorder', { name })}
            onClick={openMenu}
          >
            <Icon name="drag" size={16} />
          </button>
        </td>
      )}
      {isSelected !== null && (
        <td className="list-cell-narrow">
          <PlainCheckbox
            label={t('select_row', { name })}
            isSelected={isSelected}
            onToggle={(isRange) => props.onToggle(record.id, isRange)}
          />
        </td>
      )}
      {isNarrow ? (
        <th scope="row" id={headerId} className="list-cell">
          <NarrowCell {...cell} fields={columns} />
        </th>
      ) : (
        columns.map((field) =>
          field === header ? (
            <th key={field.name} scope="row" id={headerId} className={`list-cell list-cell-${field.kind}`}>
              <RecordCell {...cell} field={field} />
            </th>
          ) : (
            <td key={field.name} className={`list-cell list-cell-${field.kind}`}>
              <RecordCell {...cell} field={field} />
            </td>
          ),
        )
      )}
      <td className="list-cell-narrow">
        <button
          type="button"
          tabIndex={-1}
          className="button button-quiet button-small button-icon"
          aria-label={t('actions_for', { name })}
          aria-haspopup="menu"
          onClick={openMenu}
        >
          <Icon name="more" />
        </button>
      </td>
    </tr>
  )
}

type NarrowCellProps = {
  resource: ResourceDescription
  /** The first one is the heading. */
  fields: readonly FieldDescription[]
  record: ListedRecord
  picture: FieldDescription | null
  referenceName: ReferenceName
}

/** Kinds whose values do not tell by themselves what they are. */
const NEEDS_LABEL = new Set(['instant', 'integer', 'decimal'])

/** All columns below each other, without those that have no value. A scheduled record's status has its date. */
function NarrowCell({ fields, ...cell }: NarrowCellProps) {
  const fieldLabel = useColumnLabel()
  const [heading, ...others] = fields
  const isScheduled =
    others.some(({ name }) => name === 'status') && publicationOf(cell.record) === 'scheduled'
  const filled = others.filter(
    (field) =>
      isScore(field) ||
      !(isEmptyValue(cell.record[field.name]) || (isScheduled && field.name === 'published_at')),
  )
  return (
    <div className="list-narrow">
      <RecordCell {...cell} field={heading!} />
      {filled.map((field) => (
        <div key={field.name} className="list-narrow-value">
          <span className={NEEDS_LABEL.has(field.kind) ? 'muted' : 'visually-hidden'}>
            {fieldLabel(field)}:{' '}
          </span>
          <RecordCell {...cell} field={field} />
        </div>
      ))}
    </div>
  )
}
