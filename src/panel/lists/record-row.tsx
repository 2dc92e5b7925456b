import { Cell, Button as RacButton, Row } from 'react-aria-components'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { Checkbox } from '../design/fields.tsx'
import { Icon } from '../design/icon.tsx'
import { useLabel, useWords } from '../words/words-context.tsx'
import { NarrowCell } from './narrow-cell.tsx'
import { RecordCell } from './record-cell.tsx'
import type { OpenMenu } from './record-menu.tsx'
import { type ListedRecord, nameOf } from './record-names.ts'
import type { ReferenceName } from './use-reference-names.ts'

type RecordRowProps = {
  resource: ResourceDescription
  record: ListedRecord
  columns: readonly FieldDescription[]
  /** All values stand in the first column. */
  isNarrow: boolean
  canMove: boolean
  canSelect: boolean
  referenceName: ReferenceName
  onMenu: (menu: OpenMenu) => void
}

/** A record in a list: its handle, its checkbox, its values and the button of its menu. */
export function RecordRow(props: RecordRowProps) {
  const { resource, record, columns, isNarrow, canMove, canSelect, referenceName, onMenu } = props
  const t = useWords('lists')
  const label = useLabel()
  const name = nameOf(record, resource, label)
  const cell = { resource, record, referenceName }
  return (
    <Row id={record.id} textValue={name} className="list-row">
      {canMove && (
        <Cell className="list-cell-narrow">
          <RacButton slot="drag" className="list-handle" aria-label={t('reorder', { name })}>
            <Icon name="drag" size={16} />
          </RacButton>
        </Cell>
      )}
      {canSelect && (
        <Cell className="list-cell-narrow">
          <Checkbox slot="selection" aria-label={t('select_row', { name })} />
        </Cell>
      )}
      {isNarrow ? (
        <Cell className="list-cell">
          <NarrowCell {...cell} fields={columns} />
        </Cell>
      ) : (
        columns.map((field) => (
          <Cell key={field.name} className={`list-cell list-cell-${field.kind}`}>
            <RecordCell {...cell} field={field} />
          </Cell>
        ))
      )}
      <Cell className="list-cell-narrow">
        <RacButton
          className="button button-quiet button-small button-icon"
          aria-label={t('actions_for', { name })}
          aria-haspopup="menu"
          onPress={({ target }) => onMenu({ record, button: target })}
        >
          <Icon name="more" />
        </RacButton>
      </Cell>
    </Row>
  )
}
