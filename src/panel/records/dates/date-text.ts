// Dates as text, in either calendar and language.
import type { Language } from '../../app/words/language.ts'

export type CalendarName = 'persian' | 'gregorian'

/** The time zone of the user's clock. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The locale that makes date fields show a calendar, with the digits of the language. */
export const localeOf = (language: Language, calendar: CalendarName) =>
  `${language === 'fa' ? 'fa-IR' : 'en-GB'}-u-ca-${calendar === 'persian' ? 'persian' : 'gregory'}`

/** The parts of a date by type; an empty text for one that it does not have. */
export function partsOf(date: Date, locale: string, options: Intl.DateTimeFormatOptions) {
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(date)
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
}

/**
 * A date with weekday and time, such as `Sunday 22 November 2026, 12:30` or `یکشنبه ۱ آذر ۱۴۰۵، ۱۲:۳۰`. Built from parts:
 * ICU puts year and weekday of full Persian dates in an order that nobody writes.
 */
export function formatDateTime(
  instant: string,
  { calendar, language, zone }: { calendar: CalendarName; language: Language; zone: string },
): string {
  const part = partsOf(new Date(instant), localeOf(language, calendar), {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const comma = language === 'fa' ? '،' : ','
  const date = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`
  return `${date}${comma} ${part('hour')}:${part('minute')}`
}

/** The zone's name with its distance from UTC at that time, such as `Iran Standard Time (GMT+3:30)`. */
export function formatZone(instant: string, { language, zone }: { language: Language; zone: string }) {
  const name = (timeZoneName: 'long' | 'longGeneric' | 'shortOffset') =>
    new Intl.DateTimeFormat(language === 'fa' ? 'fa-IR' : 'en-GB', { timeZone: zone, timeZoneName })
      .formatToParts(new Date(instant))
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone
  if (zone === 'UTC') return name('long')
  return `${name('longGeneric')} (${name('shortOffset')})`
}
