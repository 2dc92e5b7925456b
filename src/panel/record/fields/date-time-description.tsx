import { useLabel, useLanguage, useWords } from '../../app/words/words-context.tsx'
import { type CalendarName, formatDateTime, formatZone } from './date-text.ts'
import type { FieldProps } from './field-props.ts'

export type DateTimeProps = FieldProps<string | null> & { calendar: CalendarName; zone: string; now: Date }

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
      {field.help && <span>{labelOf(field.help)}</span>}
    </>
  )
}
