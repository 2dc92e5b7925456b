// The months of the publishing calendar, against dates checked by hand, in zones with and without clock changes.
import { describe, expect, test } from 'bun:test'
import { CalendarDate } from '@internationalized/date'
import fc from 'fast-check'
import {
  byDay,
  dayOf,
  dayOfKey,
  instantsOf,
  keyOf,
  monthsAfter,
  monthWith,
  onDay,
} from '../../../../src/panel/screens/calendar/month-grid.ts'

const TEHRAN = 'Asia/Tehran'
const BERLIN = 'Europe/Berlin'
const SANTIAGO = 'America/Santiago'
const day = (key: string) => dayOfKey(key)

describe('a month', () => {
  test.each([
    // Persian months: first day, last day, first day shown, weeks. Weeks begin on Saturday.
    [
      'Nowruz 1403, after a common year',
      '2024-03-20',
      'persian',
      '2024-03-20',
      '2024-04-19',
      '2024-03-16',
      5,
    ],
    ['Nowruz 1404, after a leap year', '2025-03-21', 'persian', '2025-03-21', '2025-04-20', '2025-03-15', 6],
    ['Nowruz 1405, on a Saturday', '2026-03-21', 'persian', '2026-03-21', '2026-04-20', '2026-03-21', 5],
    ['Esfand 1402, 29 days', '2024-03-19', 'persian', '2024-02-20', '2024-03-19', '2024-02-17', 5],
    ['Esfand 1403, 30 days', '2025-03-20', 'persian', '2025-02-19', '2025-03-20', '2025-02-15', 5],
    ['Shahrivar 1404, 31 days', '2025-09-01', 'persian', '2025-08-23', '2025-09-22', '2025-08-23', 5],
    ['Mehr 1404, 30 days', '2025-09-23', 'persian', '2025-09-23', '2025-10-22', '2025-09-20', 5],
    ['Esfand 1399, a leap year', '2021-03-20', 'persian', '2021-02-19', '2021-03-20', '2021-02-13', 6],
  ] as const)('%s', (_, date, calendar, first, last, shown, weeks) => {
    const month = monthWith(day(date), calendar, 'fa-IR')
    expect([keyOf(month.first), keyOf(month.last)]).toEqual([first, last])
    expect([keyOf(month.weeks[0]![0]!), month.weeks.length]).toEqual([shown, weeks])
    expect([month.first.day, month.first.calendar.identifier]).toEqual([1, 'persian'])
  })

  test.each([
    // Weeks begin on Monday.
    ['February 2024, a leap year', '2024-02-29', '2024-02-01', '2024-02-29', '2024-01-29', 5],
    ['February 2100, none', '2100-02-28', '2100-02-01', '2100-02-28', '2100-02-01', 4],
    ['November 2026', '2026-11-22', '2026-11-01', '2026-11-30', '2026-10-26', 6],
  ])('%s, in the Gregorian calendar', (_, date, first, last, shown, weeks) => {
    const month = monthWith(day(date), 'gregorian', 'en-GB')
    expect([keyOf(month.first), keyOf(month.last)]).toEqual([first, last])
    expect([keyOf(month.weeks[0]![0]!), month.weeks.length]).toEqual([shown, weeks])
  })

  test('the week begins where the language has it, in either calendar', () => {
    const weekday = (locale: string, calendar: 'persian' | 'gregorian') =>
      monthWith(day('2026-11-22'), calendar, locale).weeks[0]![0]!.toDate('UTC').getUTCDay()
    for (const calendar of ['persian', 'gregorian'] as const)
      expect([weekday('fa-IR', calendar), weekday('en-GB', calendar)]).toEqual([6, 1])
  })

  test('the next month of Esfand is Farvardin of the next year, and back', () => {
    const esfand = monthWith(day('2026-03-20'), 'persian', 'fa-IR')
    expect(keyOf(monthsAfter(esfand, 1))).toBe('2026-03-21')
    const farvardin = monthWith(monthsAfter(esfand, 1), 'persian', 'fa-IR')
    expect(keyOf(monthsAfter(farvardin, -1))).toBe(keyOf(esfand.first))
    expect(keyOf(monthsAfter(farvardin, -12))).toBe('2025-03-21')
  })

  test('shows each of its days once, in whole weeks', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2150-01-01'), noInvalidDate: true }),
        fc.constantFrom('persian' as const, 'gregorian' as const),
        fc.constantFrom('fa-IR', 'en-GB'),
        (date, calendar, locale) => {
          const month = monthWith(day(date.toISOString().slice(0, 10)), calendar, locale)
          const days = month.weeks.flat()
          expect(days.every((one, index) => index === 0 || one.compare(days[index - 1]!) === 1)).toBe(true)
          expect(month.weeks.every(({ length }) => length === 7)).toBe(true)
          const own = days.filter(({ month: number }) => number === month.first.month)
          expect(own.length).toBe(month.last.day)
          expect(own.some((one) => one.compare(day(date.toISOString().slice(0, 10))) === 0)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('the instants of a month', () => {
  test.each([
    [
      'Azar 1405 in Tehran',
      '2026-11-22',
      'persian',
      'fa-IR',
      TEHRAN,
      '2026-11-20T20:30:00.000Z',
      '2026-12-25T20:29:59.999Z',
    ],
    [
      'October 2026 in Berlin, with the end of summer time',
      '2026-10-10',
      'gregorian',
      'en-GB',
      BERLIN,
      '2026-09-27T22:00:00.000Z',
      '2026-11-01T22:59:59.999Z',
    ],
    // Summer time began there at midnight: the 6th had no 00:00.
    [
      'September 2026 in Santiago',
      '2026-09-10',
      'gregorian',
      'en-GB',
      SANTIAGO,
      '2026-08-31T04:00:00.000Z',
      '2026-10-05T02:59:59.999Z',
    ],
  ] as const)('%s', (_, date, calendar, locale, zone, from, to) => {
    expect(instantsOf(monthWith(day(date), calendar, locale), zone)).toEqual({ from, to })
  })
})

describe('on another day', () => {
  test.each([
    [
      'the time stays, without clock changes',
      '2026-11-22T05:30:00.000Z',
      '2027-03-21',
      TEHRAN,
      '2027-03-21T05:30:00.000Z',
    ],
    [
      'the time stays, into winter time',
      '2026-10-20T07:00:00.000Z',
      '2026-10-27',
      BERLIN,
      '2026-10-27T08:00:00.000Z',
    ],
    [
      'a time that summer time skips moves forward',
      '2026-03-20T01:30:00.000Z',
      '2026-03-29',
      BERLIN,
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'a time that occurs twice is the first',
      '2026-10-20T00:30:00.000Z',
      '2026-10-25',
      BERLIN,
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'midnight that summer time skips is one',
      '2026-09-05T04:00:00.000Z',
      '2026-09-06',
      SANTIAGO,
      '2026-09-06T04:00:00.000Z',
    ],
    ['the seconds stay', '2026-11-22T05:30:15.250Z', '2026-11-23', TEHRAN, '2026-11-23T05:30:15.250Z'],
    // Iran had summer time until 2022; in 1400 it began at 00:00 of 2 Farvardin.
    [
      'midnight of 2 Farvardin 1400',
      '2021-03-20T20:30:00.000Z',
      '2021-03-22',
      TEHRAN,
      '2021-03-21T20:30:00.000Z',
    ],
  ])('%s', (_, instant, date, zone, moved) => {
    expect(onDay(instant, day(date), zone)).toBe(moved)
  })

  test('an instant is on that day, and back on its own day unless a clock change came between', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.integer({ min: -400, max: 400 }),
        fc.constantFrom(TEHRAN, BERLIN, SANTIAGO, 'UTC', 'Pacific/Apia', 'Asia/Kolkata'),
        (date, distance, zone) => {
          const instant = date.toISOString()
          const target = dayOf(instant, zone).add({ days: distance })
          // Samoa had no 30 December 2011.
          fc.pre(!(zone === 'Pacific/Apia' && keyOf(target) === '2011-12-30'))
          const moved = onDay(instant, target, zone)
          expect(keyOf(dayOf(moved, zone))).toBe(keyOf(target))
          const back = onDay(moved, dayOf(instant, zone), zone)
          expect(Math.abs(Date.parse(back) - Date.parse(instant))).toBeLessThanOrEqual(3_600_000)
        },
      ),
      { numRuns: 500 },
    )
  })
})

test('entries are sorted into the days of the zone, by time', () => {
  const entries = [
    { at: '2026-11-22T21:00:00.000Z', name: 'after midnight' },
    { at: '2026-11-22T20:29:00.000Z', name: 'before midnight' },
    { at: '2026-11-22T05:00:00.000Z', name: 'morning' },
  ]
  const names = (zone: string) =>
    [...byDay(entries, zone)].map(([key, found]) => [key, found.map(({ name }) => name)])
  expect(names(TEHRAN)).toEqual([
    ['2026-11-22', ['morning', 'before midnight']],
    ['2026-11-23', ['after midnight']],
  ])
  expect(names('UTC')).toEqual([['2026-11-22', ['morning', 'before midnight', 'after midnight']]])
})

test('a day has one key in both calendars', () => {
  const persian = monthWith(day('2026-03-21'), 'persian', 'fa-IR').first
  expect([persian.year, persian.month, persian.day]).toEqual([1405, 1, 1])
  expect(keyOf(persian)).toBe(keyOf(new CalendarDate(2026, 3, 21)))
})
