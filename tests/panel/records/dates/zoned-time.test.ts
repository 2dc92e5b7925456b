// Instants in both calendars and in zones with and without clock changes.
import { describe, expect, test } from 'bun:test'
import { CalendarDateTime, PersianCalendar } from '@internationalized/date'
import fc from 'fast-check'
import { formatDateTime, formatZone } from '../../../../src/panel/records/dates/date-text.ts'
import {
  instantOf,
  nextFullHour,
  toInstant,
  toZonedTime,
} from '../../../../src/panel/records/dates/zoned-time.ts'

const TEHRAN = 'Asia/Tehran'
const persian = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new CalendarDateTime(new PersianCalendar(), year, month, day, hour, minute)

test('an instant survives the way through either calendar and any zone', () => {
  const zones = fc.constantFrom(TEHRAN, 'UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu')
  const instants = fc.date({ min: new Date('1950-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, zones, fc.constantFrom('persian', 'gregorian'), (date, zone, calendar) => {
      const instant = date.toISOString()
      expect(toInstant(toZonedTime(instant, calendar, zone))).toBe(instant)
    }),
    { numRuns: 500 },
  )
})

describe('Persian dates', () => {
  test('around Nowruz', () => {
    expect(instantOf(persian(1405, 1, 1), TEHRAN)).toBe('2026-03-20T20:30:00.000Z')
    expect(instantOf(persian(1404, 12, 29, 23, 59), TEHRAN)).toBe('2026-03-20T20:29:00.000Z')
  })

  test('on the leap day', () => {
    expect(instantOf(persian(1403, 12, 30, 12), TEHRAN)).toBe('2025-03-20T08:30:00.000Z')
    expect(instantOf(persian(1404, 1, 1, 12), TEHRAN)).toBe('2025-03-21T08:30:00.000Z')
  })

  test('the summer time that Iran had until 2022', () => {
    expect(instantOf(persian(1400, 6, 1, 12), TEHRAN)).toBe('2021-08-23T07:30:00.000Z')
    expect(instantOf(persian(1402, 6, 1, 12), TEHRAN)).toBe('2023-08-23T08:30:00.000Z')
  })
})

test('a time that a clock change skips moves forward, one that occurs twice is the first', () => {
  expect(instantOf(new CalendarDateTime(2026, 3, 29, 2, 30), 'Europe/Berlin')).toBe(
    '2026-03-29T01:30:00.000Z',
  )
  expect(instantOf(new CalendarDateTime(2026, 10, 25, 2, 30), 'Europe/Berlin')).toBe(
    '2026-10-25T00:30:00.000Z',
  )
})

test('dates are written in the order of the language', () => {
  const write = (language: 'fa' | 'en', calendar: 'persian' | 'gregorian') =>
    formatDateTime('2026-11-22T09:00:00.000Z', { language, calendar, zone: TEHRAN })
  expect(write('fa', 'persian')).toBe('یکشنبه ۱ آذر ۱۴۰۵، ۱۲:۳۰')
  expect(write('fa', 'gregorian')).toBe('یکشنبه ۲۲ نوامبر ۲۰۲۶، ۱۲:۳۰')
  expect(write('en', 'persian')).toBe('Sunday 1 Azar 1405, 12:30')
  expect(write('en', 'gregorian')).toBe('Sunday 22 November 2026, 12:30')
})

test('the zone is named with its offset at that time', () => {
  const zone = (name: string, instant: string) => formatZone(instant, { language: 'en', zone: name })
  expect(zone(TEHRAN, '2026-11-22T09:00:00Z')).toContain('GMT+3:30')
  expect(zone('Europe/Berlin', '2026-07-22T09:00:00Z')).toBe('Central European Time (GMT+2)')
  expect(zone('Europe/Berlin', '2026-12-22T09:00:00Z')).toBe('Central European Time (GMT+1)')
  expect(zone('UTC', '2026-12-22T09:00:00Z')).toBe('Coordinated Universal Time')
  expect(formatZone('2026-11-22T09:00:00Z', { language: 'fa', zone: TEHRAN })).toContain('ایران')
})

test('an empty field starts at the next full hour', () => {
  const start = nextFullHour(new Date('2026-03-20T20:10:30.500Z'), 'persian', TEHRAN)
  expect([toInstant(start), start.year, start.month, start.day]).toEqual([
    '2026-03-20T20:30:00.000Z',
    1405,
    1,
    1,
  ])
})
