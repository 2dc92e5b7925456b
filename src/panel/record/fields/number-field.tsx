import { useState } from 'react'
import { TextField } from '../../app/design/fields.tsx'
import { useLanguage } from '../../app/words/words-context.tsx'
import type { FieldProps } from './field-props.ts'
import { formatTyped, parseTyped } from './typed-number.ts'
import { useTextFrame } from './use-text-frame.ts'

/** Digits of either script are understood. Years and coordinates are written without separators. */
export function NumberField(props: FieldProps<number | null>) {
  const { field, value, onChange, isReadOnly } = props
  const { language } = useLanguage()
  const isDecimal = field.kind === 'decimal'
  // While it is typed, the text stays as it is; null afterwards.
  const [typed, setTyped] = useState<string | null>(null)
  const type = (text: string) => {
    setTyped(text)
    const number = parseTyped(text, isDecimal)
    if (number !== undefined) onChange(number)
  }
  const step = (by: number) => {
    setTyped(null)
    onChange((value ?? 0) + by)
  }
  return (
    <TextField
      {...useTextFrame({ ...props, value: typed ?? formatTyped(value, language), onChange: type })}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp' && !isReadOnly) step(1)
        else if (event.key === 'ArrowDown' && !isReadOnly) step(-1)
        else event.continuePropagation()
      }}
      inputMode={isDecimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      dir="auto"
    />
  )
}
