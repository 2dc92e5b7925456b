// Dates for several records, one after the other.
import { parseAbsolute } from '@internationalized/date'

export type IntervalUnit = 'hours' | 'days' | 'weeks'
export type Interval = { every: number; unit: IntervalUnit }

export const MAX_INTERVAL = 365

/**
 * A number of instants from the first one on, in RFC 3339. Days and weeks keep the time of the day on the clocks of the
 * zone across clock changes; a time that is skipped on one day moves forward on that day only.
 */
export function seriesFrom(
  first: string,
  { count, interval, zone }: { count: number; interval: Interval; zone: string },
): string[] {
  const start = parseAbsolute(first, zone)
  return Array.from({ length: count }, (_, index) =>
    start.add({ [interval.unit]: interval.every * index }).toAbsoluteString(),
  )
}

/** Nine in the morning of the day after `now`, on the clocks of the zone. */
export const nextMorning = (now: string, zone: string): string =>
  parseAbsolute(now, zone)
    .add({ days: 1 })
    .set({ hour: 9, minute: 0, second: 0, millisecond: 0 })
    .toAbsoluteString()
