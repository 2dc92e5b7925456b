import { TextField } from '../../app/design/fields.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { useContentLanguage } from '../../records/record-context.ts'
import type { FieldProps } from './field-props.ts'
import { useTextFrame } from './use-text-frame.ts'

type TextProps = FieldProps<string | null>

const LONG_TEXT = 1_000
/** Lines that may be this long are wrapped, so that a description of 150 characters is seen as a whole. */
const LONG_LINE = 500
const onOneLine = (text: string) =>
  text.split(/[\r\n]\s*/).reduce((before, line) => `${before.trimEnd()} ${line}`)
/** The count appears when a text comes near its limit. */
const NEAR_LIMIT = 0.8

/** The help of the schema, and how much room is left near the limit. */
function useDescription({ field, value }: TextProps) {
  const t = useWords('fields')
  const labelOf = useLabel()
  const length = value?.length ?? 0
  const isNearLimit = field.max !== null && length > field.max * NEAR_LIMIT
  const parts = [
    field.help && labelOf(field.help),
    isNearLimit && t('characters', { count: length, max: field.max! }),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? parts.join(' ') : undefined
}

export function LineField(props: TextProps) {
  const { field, onChange, language } = props
  const { lang, dir } = useContentLanguage(language)
  return (
    <TextField
      {...useTextFrame(props)}
      description={useDescription(props)}
      onChange={(text) => onChange(onOneLine(text))}
      dir={dir}
      {...((field.max ?? 0) >= LONG_LINE && { rows: 1 })}
      {...(lang && { lang })}
    />
  )
}

export function TextAreaField(props: TextProps) {
  const { lang, dir } = useContentLanguage(props.language)
  return (
    <TextField
      {...useTextFrame(props)}
      description={useDescription(props)}
      rows={(props.field.max ?? 0) > LONG_TEXT ? 4 : 3}
      dir={dir}
      {...(lang && { lang })}
    />
  )
}

/** Addresses of mailboxes and paths: written from left to right in any language. */
export function CodeField(props: TextProps) {
  const isEmail = props.field.kind === 'email'
  return (
    <TextField
      {...useTextFrame(props)}
      description={useDescription(props)}
      dir="ltr"
      inputMode={isEmail ? 'email' : 'url'}
      autoComplete="off"
      spellCheck="false"
      {...(!isEmail && { placeholder: '/…' })}
    />
  )
}
