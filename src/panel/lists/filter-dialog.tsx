// One filter: its condition and the values that suit the field.
import { useState } from 'react'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { FormDialog } from '../app/design/form-dialog.tsx'
import { Select } from '../app/design/select.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { toLatinDigits } from '../records/parse-field-value.ts'
import { useFieldLabel } from '../records/use-field-label.ts'
import { FilterValues } from './filter-values.tsx'
import { type Filter, type FilterOperator, isValidValue, operatorsOf, takesSeveral } from './list-filters.ts'

type FilterDialogProps = {
  resource: ResourceDescription
  field: FieldDescription
  filter: Filter | null
  onApply: (filter: Filter) => void
  onClose: () => void
}

const START: Partial<Record<FilterOperator, string[]>> = { empty: ['true'] }

export function FilterDialog({ resource, field, filter, onApply, onClose }: FilterDialogProps) {
  const t = useWords('lists')
  const fieldLabel = useFieldLabel()
  const operators = operatorsOf(field)
  const first = filter?.operator ?? operators[0]!
  const [operator, setOperator] = useState<FilterOperator>(first)
  const [values, setValues] = useState<string[]>(filter?.values ?? startOf(field, first))
  const [hasError, setError] = useState(false)

  function submit() {
    const cleaned = values.map((value) => cleanValue(field, value))
    const isValid =
      cleaned.length > 0 && cleaned.every((value) => isValidValue(resource, field, operator, value))
    if (!isValid) return setError(true)
    onClose()
    onApply({
      field: field.name,
      operator,
      values: takesSeveral(field, operator) ? cleaned : cleaned.slice(0, 1),
    })
  }

  return (
    <FormDialog
      title={t('filter_by', { label: fieldLabel(field) })}
      onClose={onClose}
      action={t('apply')}
      onSubmit={submit}
    >
      {operators.length > 1 && (
        <Select
          label={t('operator')}
          options={operators.map((id) => ({ id, label: t(`operator_${id}`) }))}
          value={operator}
          onChange={(next) => {
            setOperator(next as FilterOperator)
            setValues(startOf(field, next as FilterOperator))
            setError(false)
          }}
        />
      )}
      <FilterValues
        resource={resource}
        field={field}
        operator={operator}
        values={values}
        onChange={(next) => {
          setValues(next)
          setError(false)
        }}
        hasError={hasError}
      />
    </FormDialog>
  )
}

const startOf = ({ kind }: FieldDescription, operator: FilterOperator) =>
  START[operator] ?? (kind === 'boolean' ? ['true'] : [])

const NUMBERS = ['integer', 'decimal', 'reference']

/** Numbers may be typed in Persian or Arabic digits. */
const cleanValue = ({ kind }: FieldDescription, value: string) =>
  NUMBERS.includes(kind) ? toLatinDigits(value.trim()) : value.trim()
