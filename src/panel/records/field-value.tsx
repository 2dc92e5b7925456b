import type { FieldDescription } from '../../client/index.ts'
import { textBlocksOf } from '../../text/plain-text.ts'
import { useSchema } from '../app/api/api.ts'
import { useFormat } from '../app/design/use-format.ts'
import { useLabel, useWords } from '../app/words/words-context.tsx'
import { languageOf } from './record-context.ts'
import { isEmptyValue } from './record-names.ts'
import { useReferenceOptions } from './reference-options.ts'

export type FieldValueProps = { field: FieldDescription; value: unknown }

/** A value as text to read, for comparisons. */
export function FieldValue({ field, value }: FieldValueProps) {
  const t = useWords('forms')
  const label = useLabel()
  const { formatInstant, formatNumber } = useFormat()
  if (isEmptyValue(value)) return <span className="muted">{t('empty')}</span>
  switch (field.kind) {
    case 'boolean':
      return t(value === true ? 'yes' : 'no')
    case 'instant':
      return formatInstant(String(value), 'long')
    case 'choice': {
      const choice = field.choices?.find((one) => one.value === value)
      return choice ? label(choice.label) : String(value)
    }
    case 'reference':
      return <ReferenceValue target={field.reference!} id={Number(value)} />
    case 'integer':
    case 'decimal':
      return formatNumber(Number(value), { useGrouping: false, maximumFractionDigits: 6 })
    case 'tags':
      return <bdi>{(value as string[]).join(t('comma'))}</bdi>
    case 'image':
      return (
        <>
          <img className="value-image" src={String(value)} alt="" />
          <bdi dir="ltr">{String(value)}</bdi>
        </>
      )
    default:
      return <TextValue field={field} value={value} />
  }
}

function TextValue({ field, value }: FieldValueProps) {
  const { lang, dir } = languageOf(field.language, useSchema().languages[0] ?? 'fa')
  return (
    <span className="value-text" lang={lang} dir={dir}>
      {textOf(field, value)}
    </span>
  )
}

function textOf({ kind, fields }: FieldDescription, value: unknown): string {
  if (kind === 'rich') return textBlocksOf(String(value)).join('\n')
  if (kind !== 'list') return String(value)
  const entries = value as Record<string, string>[]
  return entries.map((entry) => (fields ?? []).map(({ name }) => entry[name]).join('\n')).join('\n\n')
}

function ReferenceValue({ target, id }: { target: string; id: number }) {
  const { current } = useReferenceOptions(target, '', id)
  return current?.label ?? `#${id}`
}
