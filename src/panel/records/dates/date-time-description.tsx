import type { FieldDescription } from '../../../client/index.ts'
import { useLabel, useLanguage, useWords } from '../../app/words/words-context.tsx'
import { type CalendarName, formatDateTime, formatZone } from './date-text.ts'

export type InstantProps = {
  label: string
  value: string | null
  onChange: (value: string | null) => void
  error?: string | undefined
  isReadOnly?: boolean
  /** A date without a field cannot be cleared again. */
  field?: Pick<FieldDescription, 'required' | 'nullable' | 'help'>
}

export type DateTimeProps = InstantProps & { calendar: CalendarName; zone: string; now: Date }

/** The same time in the other calendar, and the zone it is in. */
export function DateTimeDescription({ field, value, calendar, zone, now }: DateTimeProps) {
  const t = useWords('fields')
  const labelOf = useLabel()
  const { language } = useLanguage()
  const other = calendar === 'persian' ? 'gregorian' : 'persian'
  return (
    <>
      {value && <span>{formatDateTime(value, { calendar: other, language, zone })}</span>}
      <span>{t('in_zone', { zone: formatZone(value ?? now.toISOString(), { language, zone }) })}</span>
      {field?.help && <span>{labelOf(field.help)}</span>}
    </>
  )
}
