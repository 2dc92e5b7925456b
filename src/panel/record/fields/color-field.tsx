import { Input } from 'react-aria-components'
import { TextField } from '../../app/design/fields.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import type { FieldProps } from './field-props.ts'
import { toLongHex } from './to-long-hex.ts'

/** A hex colour by text, or by the browser's picker, which is the swatch. */
export function ColorField({ field, label, value, onChange, error, isReadOnly }: FieldProps<string | null>) {
  const t = useWords('fields')
  const labelOf = useLabel()
  const color = toLongHex(value ?? '')
  return (
    <TextField
      label={label}
      description={field.help ? labelOf(field.help) : undefined}
      error={error}
      value={value ?? ''}
      onChange={onChange}
      isReadOnly={isReadOnly}
      isRequired={field.required}
    >
      <div className="input-row">
        <input
          type="color"
          className="color-swatch"
          aria-label={t('pick_color', { label })}
          value={color ?? '#000000'}
          data-empty={color === null || undefined}
          disabled={isReadOnly}
          onChange={(event) => onChange(event.target.value)}
        />
        <Input className="input" dir="ltr" placeholder="#0f4c5c" spellCheck="false" autoComplete="off" />
      </div>
    </TextField>
  )
}
