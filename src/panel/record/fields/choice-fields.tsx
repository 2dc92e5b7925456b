import { Switch } from '../../app/design/fields.tsx'
import { Select } from '../../app/design/select.tsx'
import { useLabel } from '../../app/words/words-context.tsx'
import type { FieldProps } from './field-props.ts'

export function ChoiceField(props: FieldProps<string | number | null>) {
  const { field, label, value, onChange, error, isReadOnly } = props
  const labelOf = useLabel()
  const choices = field.choices ?? []
  return (
    <Select
      label={label}
      description={field.help ? labelOf(field.help) : undefined}
      error={error}
      value={value === null ? null : String(value)}
      onChange={(key) => onChange(choices.find((choice) => String(choice.value) === key)?.value ?? null)}
      options={choices.map((choice) => ({ id: String(choice.value), label: labelOf(choice.label) }))}
      isDisabled={isReadOnly}
      isRequired={field.required}
    />
  )
}

export function SwitchField({
  field,
  label,
  value,
  onChange,
  error,
  isReadOnly,
}: FieldProps<boolean | null>) {
  const labelOf = useLabel()
  return (
    <div className="field">
      <Switch isSelected={value === true} onChange={onChange} isDisabled={isReadOnly}>
        {label}
      </Switch>
      {field.help && <span className="description">{labelOf(field.help)}</span>}
      {error && <span className="field-error">{error}</span>}
    </div>
  )
}
