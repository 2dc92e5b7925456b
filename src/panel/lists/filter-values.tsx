import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { Checkbox, TextField } from '../app/design/fields.tsx'
import { Select } from '../app/design/select.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { DayField } from './day-field.tsx'
import { choicesOf, type FilterOperator } from './list-filters.ts'
import { useChoiceLabel } from './use-filter-text.ts'
import { useReferenceOptions } from './use-reference-names.ts'

type FilterValuesProps = {
  resource: ResourceDescription
  field: FieldDescription
  operator: FilterOperator
  values: readonly string[]
  onChange: (values: string[]) => void
  hasError: boolean
}

/** The input for the values of a filter. */
export function FilterValues({ resource, field, operator, values, onChange, hasError }: FilterValuesProps) {
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
      <DayField
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
