import { Input } from 'react-aria-components'
import { TextField } from '../../app/design/fields.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import type { FieldProps } from './field-props.ts'
import { toLongHex } from './to-long-hex.ts'
import { useTextFrame } from './use-text-frame.ts'

/** A hex colour by text, or by the browser's picker, which is the swatch. */
export function ColorField(props: FieldProps<string | null>) {
  const { label, value, onChange, isReadOnly } = props
  const t = useWords('pickers')
  const color = toLongHex(value ?? '')
  return (
    <TextField {...useTextFrame(props)}>
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
