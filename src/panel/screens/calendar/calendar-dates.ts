// Days and months of the calendar in words. Built from parts: ICU puts the year of Persian dates first.
import type { CalendarDate } from '@internationalized/date'
import type { Language } from '../../app/words/language.ts'
import { type CalendarName, localeOf, partsOf } from '../../records/dates/date-text.ts'
import type { Month } from './month-grid.ts'

type Words = { language: Language; calendar: CalendarName }

const inDay = (day: CalendarDate, { language, calendar }: Words, options: Intl.DateTimeFormatOptions) =>
  partsOf(day.toDate('UTC'), localeOf(language, calendar), { ...options, timeZone: 'UTC' })

/** Such as `Sunday 22 November 2026`. */
export function dayText(day: CalendarDate, words: Words): string {
  const part = inDay(day, words, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`
}

/** Such as `November 2026`. */
export function monthText({ first }: Month, words: Words): string {
  const part = inDay(first, words, { month: 'long', year: 'numeric' })
  return `${part('month')} ${part('year')}`
}

export const weekdayText = (day: CalendarDate, words: Words, style: 'long' | 'short'): string =>
  inDay(day, words, { weekday: style })('weekday')

/** The number of the day in its month. */
export const dayNumber = (day: CalendarDate, words: Words): string =>
  inDay(day, words, { day: 'numeric' })('day')

/** The day in the other calendar, as small print: `1 Azar`. */
export function otherDayText(day: CalendarDate, { language, calendar }: Words): string {
  const other = calendar === 'persian' ? 'gregorian' : 'persian'
  const part = inDay(day, { language, calendar: other }, { day: 'numeric', month: 'short' })
  return `${part('day')} ${part('month')}`
}
