// Dates, numbers and sizes in the language of the interface.
import { type Language, localeOf } from '../words/language.ts'

export type InstantStyle = 'date' | 'time' | 'date-time' | 'long'

const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hour12: false } as const
const OPTIONS: Record<InstantStyle, Intl.DateTimeFormatOptions> = {
  date: DATE,
  time: TIME,
  'date-time': { ...DATE, ...TIME },
  long: { ...DATE, ...TIME, month: 'long', weekday: 'long', timeZoneName: 'short' },
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(language: Language, style: InstantStyle) {
  const key = `${language} ${style}`
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(localeOf(language), OPTIONS[style])
  formatters.set(key, known)
  return known
}

/**
 * An RFC 3339 instant in the browser's time zone; Persian in the Persian calendar. ICU writes Persian dates with the year
 * first and the weekday last, so the parts are put in the usual order here.
 */
export function formatInstant(
  instant: string,
  language: Language,
  style: InstantStyle = 'date-time',
): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return instant
  const formatter = formatterOf(language, style)
  if (language === 'en') return formatter.format(date)
  const parts = Object.fromEntries(formatter.formatToParts(date).map(({ type, value }) => [type, value]))
  const day = [parts.weekday, parts.day, parts.month, parts.year].filter(Boolean).join(' ')
  const time = parts.hour ? `${parts.hour}:${parts.minute}` : ''
  return `${[day, time].filter(Boolean).join('، ')}${parts.timeZoneName ? ` (${parts.timeZoneName})` : ''}`
}

export const formatNumber = (value: number, language: Language, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(localeOf(language), options).format(value)

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "3 hours ago", "in 2 days"; "now" below a minute. */
export function formatRelative(instant: string, language: Language, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1_000
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit)
  return format.format(0, 'second')
}

const SIZE_UNITS = { fa: ['کیلوبایت', 'مگابایت'], en: ['KB', 'MB'] } as const

/** A number of bytes in kilobytes or megabytes of 1,024. ICU has no Persian names for these units. */
export function formatSize(bytes: number, language: Language): string {
  const isLarge = bytes >= 1_048_576
  const value = bytes / (isLarge ? 1_048_576 : 1_024)
  const number = formatNumber(value, language, { maximumFractionDigits: value < 10 ? 1 : 0 })
  return `${number} ${SIZE_UNITS[language][isLarge ? 1 : 0]}`
}
