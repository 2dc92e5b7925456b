// One filter: its condition and the values that suit the field.

import { type CalendarDate, fromDate, getLocalTimeZone, toCalendarDate } from '@internationalized/date'
import { useState } from 'react'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { DayField } from '../app/design/day-field.tsx'
import { Checkbox, TextField } from '../app/design/fields.tsx'
import { FormDialog } from '../app/design/form-dialog.tsx'
import { Select } from '../app/design/select.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { toLatinDigits } from '../records/parse-field-value.ts'
import { useFieldLabel } from '../records/use-field-label.ts'
import {
  choicesOf,
  type Filter,
  type FilterOperator,
  isValidValue,
  operatorsOf,
  takesSeveral,
} from './list-filters.ts'
import { useChoiceLabel } from './use-filter-text.ts'
import { useReferenceOptions } from './use-reference-names.ts'

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
            setOperator(next)
            setValues(startOf(field, next))
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

type FilterValuesProps = {
  resource: ResourceDescription
  field: FieldDescription
  operator: FilterOperator
  values: readonly string[]
  onChange: (values: string[]) => void
  hasError: boolean
}

/** The input for the values of a filter. */
function FilterValues({ resource, field, operator, values, onChange, hasError }: FilterValuesProps) {
  const t = useWords('lists')
  const choiceLabel = useChoiceLabel()
  const referenced = useReferenceOptions(field.kind === 'reference' ? field : null)
  const [value = ''] = values
  if (operator === 'empty')
    return <TwoWays value={value} onChange={onChange} words={[t('empty'), t('not_empty')]} />
  if (field.kind === 'boolean')
    return <TwoWays value={value} onChange={onChange} words={[t('yes'), t('no')]} />
  if (field.kind === 'choice') {
    const options = choicesOf(resource, field).map((id) => ({ id, label: choiceLabel(field, id) }))
    return <SomeOf {...{ options, values, onChange, hasError }} />
  }
  if (field.kind === 'reference' && referenced.length > 0)
    return <SomeOf options={referenced} {...{ values, onChange, hasError }} />
  if (field.kind === 'instant')
    return (
      <InstantField
        label={t('date')}
        instant={value || null}
        isEndOfDay={operator === 'to'}
        onChange={(instant) => onChange(instant ? [instant] : [])}
        error={hasError ? t('date_missing') : null}
      />
    )
  return (
    <TextField
      label={t('value')}
      value={value}
      onChange={(text) => onChange([text])}
      error={hasError ? t('value_invalid') : null}
      autoFocus
      inputMode={field.kind === 'integer' || field.kind === 'decimal' ? 'decimal' : 'text'}
    />
  )
}

type TwoWaysProps = { value: string; onChange: (values: string[]) => void; words: [string, string] }

function TwoWays({ value, onChange, words }: TwoWaysProps) {
  const t = useWords('lists')
  const [yes, no] = words
  const options = [
    { id: 'true', label: yes },
    { id: 'false', label: no },
  ]
  return <Select label={t('value')} options={options} value={value} onChange={(next) => onChange([next])} />
}

type SomeOfProps = {
  options: readonly { id: string; label: string }[]
  values: readonly string[]
  onChange: (values: string[]) => void
  hasError: boolean
}

function SomeOf({ options, values, onChange, hasError }: SomeOfProps) {
  const t = useWords('lists')
  return (
    <fieldset className="field">
      <legend className="label">{t('value')}</legend>
      <div className="list-options">
        {options.map(({ id, label }) => (
          <Checkbox
            key={id}
            isSelected={values.includes(id)}
            onChange={(isOn) => onChange(isOn ? [...values, id] : values.filter((other) => other !== id))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
      {hasError && (
        <p className="field-error" role="alert">
          {t('choose_some')}
        </p>
      )}
    </fieldset>
  )
}

type InstantFieldProps = {
  label: string
  /** RFC 3339. */
  instant: string | null
  /** The day counts to its end. */
  isEndOfDay: boolean
  onChange: (instant: string | null) => void
  error: string | null
}

/** A day as the instant of its beginning or end in the browser's time zone. */
function InstantField({ label, instant, isEndOfDay, onChange, error }: InstantFieldProps) {
  const [day, setDay] = useState(() =>
    instant === null ? null : toCalendarDate(fromDate(new Date(instant), getLocalTimeZone())),
  )
  return (
    <DayField
      label={label}
      value={day}
      onChange={(chosen) => {
        setDay(chosen)
        onChange(chosen && toInstant(chosen, isEndOfDay))
      }}
      error={error}
      autoFocus
    />
  )
}

function toInstant(day: CalendarDate, isEndOfDay: boolean): string {
  const start = (isEndOfDay ? day.add({ days: 1 }) : day).toDate(getLocalTimeZone())
  return new Date(start.getTime() - (isEndOfDay ? 1 : 0)).toISOString()
}
