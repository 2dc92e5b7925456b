import { useState } from 'react'
import { TextField } from '../../app/design/fields.tsx'
import { useLanguage } from '../../app/words/words-context.tsx'
import { toLatinDigits } from '../../records/parse-field-value.ts'
import type { FieldProps } from './field-props.ts'
import { useTextFrame } from './use-text-frame.ts'

/** Digits of either script are understood. Years and coordinates are written without separators. */
export function NumberField(props: FieldProps<number | null>) {
  const { field, value, onChange, isReadOnly } = props
  const { language } = useLanguage()
  const isDecimal = field.kind === 'decimal'
  // The text as it is typed; null afterwards.
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

// Numbers as people type them, in Latin, Persian or Arabic digits.
const INTEGER = /^[-−]?\d{1,15}$/
const DECIMAL = /^[-−]?(?:\d{1,9}(?:[.٫/]\d{0,6})?|[.٫/]\d{1,6})$/
/** Marks of direction and separators of thousands. */
const IGNORED = /[\s\u200e\u200f\u2066-\u2069,٬]/g

/** The number that a text means; null for an empty one, undefined for one that is no number, or not yet. */
function parseTyped(text: string, isDecimal: boolean): number | null | undefined {
  const latin = toLatinDigits(text.replaceAll(IGNORED, ''))
  if (latin === '') return null
  if (!(isDecimal ? DECIMAL : INTEGER).test(latin)) return undefined
  return Number(latin.replace('−', '-').replace('/', '.'))
}

/** The text of a number, in the digits of the language. */
const formatTyped = (value: number | null, language: 'fa' | 'en'): string =>
  value === null
    ? ''
    : new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-GB', {
        useGrouping: false,
        maximumFractionDigits: 6,
      })
        .format(value)
        // The text could not be edited with the mark of direction that Persian has before its minus.
        .replaceAll(/[\u200e\u200f]/g, '')
