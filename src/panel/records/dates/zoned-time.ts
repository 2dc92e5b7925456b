// Instants of the API as dates and times of a calendar in a time zone, and back.
import {
  type CalendarDateTime,
  GregorianCalendar,
  PersianCalendar,
  parseAbsolute,
  toCalendar,
  toZoned,
  type ZonedDateTime,
} from '@internationalized/date'
import type { CalendarName } from './date-text.ts'

export const calendarOf = (name: CalendarName) =>
  name === 'persian' ? new PersianCalendar() : new GregorianCalendar()

/** The date and time of an instant such as `2026-08-03T06:45:00.000Z` in a calendar and zone. */
export const toZonedTime = (instant: string, calendar: CalendarName, zone: string): ZonedDateTime =>
  toCalendar(parseAbsolute(instant, zone), calendarOf(calendar))

/** The instant of a date and time, in UTC. Times that a clock change skips are moved forward by it. */
export const toInstant = (time: ZonedDateTime): string => time.toAbsoluteString()

/** The instant of a date and time on the clocks of `zone`. A time that occurs twice is the first of the two. */
export const instantOf = (time: CalendarDateTime, zone: string): string =>
  toInstant(toZoned(time, zone, 'compatible'))

/** The next full hour, which an empty field starts with. */
export function nextFullHour(now: Date, calendar: CalendarName, zone: string): ZonedDateTime {
  const current = toCalendar(parseAbsolute(now.toISOString(), zone), calendarOf(calendar))
  return current.set({ minute: 0, second: 0, millisecond: 0 }).add({ hours: 1 })
}
