// The month view of a calendar as data: its weeks, the instants that it covers, and moving a date to another day. All of it
// works on the clocks of one time zone, whatever its clock changes.
import {
  type CalendarDate,
  endOfMonth,
  parseAbsolute,
  parseDate,
  startOfMonth,
  startOfWeek,
  toCalendar,
  toCalendarDate,
  toCalendarDateTime,
  today,
  toTime,
  toZoned,
} from '@internationalized/date'
import type { CalendarName } from '../../records/dates/date-text.ts'
import { calendarOf } from '../../records/dates/zoned-time.ts'

const DAYS = 7

export type Month = {
  /** Its first day, in its calendar. */
  first: CalendarDate
  last: CalendarDate
  /** Whole weeks: the first and the last one have days of the months around it. */
  weeks: CalendarDate[][]
}

/** The month of the calendar that has this day. `locale`, such as `fa-IR`, decides the first day of the week. */
export function monthWith(day: CalendarDate, calendar: CalendarName, locale: string): Month {
  const first = startOfMonth(toCalendar(day, calendarOf(calendar)))
  const last = endOfMonth(first)
  const weeks: CalendarDate[][] = []
  for (let start = startOfWeek(first, locale); start.compare(last) <= 0; start = start.add({ days: DAYS }))
    weeks.push(Array.from({ length: DAYS }, (_, index) => start.add({ days: index })))
  return { first, last, weeks }
}

/** The first day of a month so many months later, or earlier. */
export const monthsAfter = ({ first }: Month, months: number): CalendarDate => first.add({ months })

/** A day by its Gregorian date, such as `2026-03-21`, which all calendars share. */
export const keyOf = (day: CalendarDate): string => toCalendar(day, calendarOf('gregorian')).toString()

export const dayOfKey = (key: string): CalendarDate => parseDate(key)

/** The day of an instant on the clocks of the zone. */
export const dayOf = (instant: string, zone: string): CalendarDate =>
  toCalendarDate(parseAbsolute(instant, zone))

export const todayIn = (zone: string): CalendarDate => today(zone)

/** The first and the last millisecond of the days that the month shows. */
export function instantsOf({ weeks }: Month, zone: string): { from: string; to: string } {
  const first = weeks[0]![0]!
  const end = toZoned(weeks.at(-1)!.at(-1)!.add({ days: 1 }), zone)
    .toDate()
    .getTime()
  return { from: toZoned(first, zone).toAbsoluteString(), to: new Date(end - 1).toISOString() }
}

/**
 * The same time of the day on another day. A time that a clock change skips there moves forward by the change; one that
 * occurs twice is the first of the two.
 */
export function onDay(instant: string, day: CalendarDate, zone: string): string {
  const time = toTime(parseAbsolute(instant, zone))
  return toZoned(toCalendarDateTime(toCalendar(day, calendarOf('gregorian')), time), zone).toAbsoluteString()
}

/** Entries by the key of their day, each day in order of time. */
export function byDay<Entry extends { at: string }>(
  entries: readonly Entry[],
  zone: string,
): Map<string, Entry[]> {
  const days = new Map<string, Entry[]>()
  for (const entry of entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const key = keyOf(dayOf(entry.at, zone))
    days.set(key, [...(days.get(key) ?? []), entry])
  }
  return days
}
