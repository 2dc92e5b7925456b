// Dates for a series of records, in zones with and without clock changes.
import { describe, expect, test } from 'bun:test'
import { parseAbsolute } from '@internationalized/date'
import fc from 'fast-check'
import { nextMorning, seriesFrom } from '../../../src/panel/lists/schedule-series.ts'

const TEHRAN = 'Asia/Tehran'
const BERLIN = 'Europe/Berlin'

describe('a series', () => {
  test('of every other day at nine in Tehran, over Nowruz', () => {
    const series = { count: 4, interval: { every: 2, unit: 'days' }, zone: TEHRAN } as const
    expect(seriesFrom('2026-03-18T05:30:00.000Z', series)).toEqual([
      '2026-03-18T05:30:00.000Z',
      '2026-03-20T05:30:00.000Z',
      '2026-03-22T05:30:00.000Z',
      '2026-03-24T05:30:00.000Z',
    ])
  })

  test('keeps the time of the day where summer time begins', () => {
    const series = { count: 3, interval: { every: 1, unit: 'weeks' }, zone: BERLIN } as const
    expect(seriesFrom('2026-03-22T08:00:00.000Z', series)).toEqual([
      '2026-03-22T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-04-05T07:00:00.000Z',
    ])
  })

  test('moves a skipped time forward on that day only', () => {
    const series = { count: 3, interval: { every: 1, unit: 'days' }, zone: BERLIN } as const
    expect(seriesFrom('2026-03-28T01:30:00.000Z', series)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  test('of hours counts real hours through a clock change', () => {
    const series = { count: 3, interval: { every: 12, unit: 'hours' }, zone: BERLIN } as const
    expect(seriesFrom('2026-10-24T18:00:00.000Z', series)).toEqual([
      '2026-10-24T18:00:00.000Z',
      '2026-10-25T06:00:00.000Z',
      '2026-10-25T18:00:00.000Z',
    ])
  })

  test('begins with its first date, rises, and has one time of the day without clock changes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2023-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.integer({ min: 1, max: 90 }),
        fc.constantFrom('hours' as const, 'days' as const, 'weeks' as const),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(TEHRAN, BERLIN, 'America/Santiago'),
        (date, every, unit, count, zone) => {
          const first = date.toISOString()
          const dates = seriesFrom(first, { count, interval: { every, unit }, zone })
          expect([dates.length, dates[0]]).toEqual([count, first])
          expect(dates.every((one, index) => index === 0 || one > dates[index - 1]!)).toBe(true)
          if (zone !== TEHRAN || unit === 'hours') return
          const times = dates.map((one) => parseAbsolute(one, zone))
          expect(new Set(times.map(({ hour, minute }) => `${hour}:${minute}`)).size).toBe(1)
        },
      ),
      { numRuns: 200 },
    )
  })
})

test.each([
  ['2026-11-22T18:00:00.000Z', TEHRAN, '2026-11-23T05:30:00.000Z'],
  // It is the 23rd already there.
  ['2026-11-22T21:00:00.000Z', TEHRAN, '2026-11-24T05:30:00.000Z'],
  // Summer time begins in the night.
  ['2026-03-28T12:00:00.000Z', BERLIN, '2026-03-29T07:00:00.000Z'],
])('the morning after %s in %s is %s', (now, zone, morning) => {
  expect(nextMorning(now, zone)).toBe(morning)
})
