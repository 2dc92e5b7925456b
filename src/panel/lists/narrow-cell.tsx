import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { publicationOf } from '../records/publication.ts'
import { isEmptyValue, type ListedRecord } from '../records/record-names.ts'
import { isScore } from '../records/score-column.ts'
import { RecordCell } from './record-cell.tsx'
import { useColumnLabel } from './use-filter-text.ts'
import type { ReferenceName } from './use-reference-names.ts'

type NarrowCellProps = {
  resource: ResourceDescription
  /** The first one is the heading. */
  fields: readonly FieldDescription[]
  record: ListedRecord
  referenceName: ReferenceName
}

/** Kinds whose values do not tell by themselves what they are. */
const NEEDS_LABEL = new Set(['instant', 'integer', 'decimal'])

/** All columns below each other, without those that have no value. A scheduled record's status has its date. */
export function NarrowCell({ fields, ...cell }: NarrowCellProps) {
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
