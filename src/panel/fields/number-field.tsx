import { Input, NumberField as RacNumberField } from 'react-aria-components'
import { FieldParts } from '../design/fields.tsx'
import { useLabel } from '../words/words-context.tsx'
import type { FieldProps } from './field-props.ts'

/** Digits of either script are understood. Years and coordinates are written without separators. */
export function NumberField(props: FieldProps<number | null>) {
  const { field, label, value, onChange, error, isReadOnly } = props
  const labelOf = useLabel()
  const isDecimal = field.kind === 'decimal'
  return (
    <RacNumberField
      className="field"
      validationBehavior="aria"
      value={value ?? Number.NaN}
      onChange={(number) => onChange(Number.isNaN(number) ? null : number)}
      isReadOnly={isReadOnly}
      isRequired={field.required}
      isInvalid={Boolean(error)}
      step={isDecimal ? 0.000001 : 1}
      formatOptions={{ useGrouping: false, maximumFractionDigits: isDecimal ? 6 : 0 }}
    >
      <FieldParts
        label={label}
        description={field.help ? labelOf(field.help) : undefined}
        error={error}
        isRequired={field.required}
      >
        <Input className="input" />
      </FieldParts>
    </RacNumberField>
  )
}
