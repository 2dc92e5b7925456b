import { expect, test } from 'bun:test'
import { type Dump, takenAt } from '../../../src/operations/backup/dump-catalogue.ts'
import {
  nextStamp,
  parseDumpName,
  parseStamp,
  parseUnfinishedName,
  toStamp,
} from '../../../src/operations/backup/dump-names.ts'
import { countDifferences } from '../../../src/operations/backup/row-counts.ts'

test('a stamp is a UTC time cut to the second, and parses back to it', () => {
  const moment = new Date('2026-08-03T10:15:07.999Z')
  expect(toStamp(moment)).toBe('20260803T101507Z')
  expect(parseStamp('20260803T101507Z')).toEqual(new Date('2026-08-03T10:15:07Z'))
})

test.each([
  '',
  '2026',
  '20260230T000000Z',
  '20261301T000000Z',
  '20260803T246000Z',
  '20260803T101507',
  'x20260803T101507Z',
])('%j is not a stamp', (stamp) => {
  expect(parseStamp(stamp)).toBeNull()
})

test('a new stamp is later than all existing ones, also when the clock was set back', () => {
  const now = new Date('2026-08-03T10:15:07Z')
  expect(nextStamp(now, [])).toBe('20260803T101507Z')
  expect(nextStamp(now, ['20260803T101506Z'])).toBe('20260803T101507Z')
  expect(nextStamp(now, ['20260803T101507Z'])).toBe('20260803T101508Z')
  expect(nextStamp(now, ['20271231T235959Z', '20260101T000000Z'])).toBe('20280101T000000Z')
})

const DATABASES = ['procurement', 'casdoor', 'pro-curement']

test('only names of dumps of the configured databases are recognised', () => {
  const [database, stamp] = ['pro-curement', '20260803T101507Z']
  expect(parseDumpName('pro-curement-20260803T101507Z.dump', DATABASES)).toEqual({ database, stamp })
  expect(parseUnfinishedName('.pro-curement-20260803T101507Z.dump.unfinished', DATABASES)).toEqual({
    database,
    stamp,
  })
  for (const foreign of [
    'procurement.dump',
    'procurement-20260803.dump',
    'procurement-20260803T101507Z.dump.gz',
    'procurement-20260803T101507Z.dump.unfinished',
    'procurement-20260230T101507Z.dump',
    'other-20260803T101507Z.dump',
    'my-procurement-20260803T101507Z.dump',
    'Procurement-20260803T101507Z.dump',
    '../operations/procurement-20260803T101507Z.dump',
    'manifest.jsonl',
  ])
    expect([foreign, parseDumpName(foreign, DATABASES), parseUnfinishedName(foreign, DATABASES)]).toEqual([
      foreign,
      null,
      null,
    ])
})

const now = new Date('2026-08-31T00:00:00Z')

test('a dump dated in the future does not count as fresh', () => {
  const of = (stamp: string) => takenAt({ stamp, entry: null } as Dump, now)
  expect(of('20260830T120000Z')).toEqual(new Date('2026-08-30T12:00:00Z'))
  expect(of('20260831T003000Z')).not.toBeNull()
  expect(of('20260901T003000Z')).toBeNull()
})

test('count differences name each table', () => {
  expect(countDifferences({ a: 1, b: 2, c: 3 }, { a: 1, b: 1, d: 4 })).toEqual([
    'b has 1 rows instead of 2',
    'c is missing',
    'd is not in the manifest',
  ])
  expect(countDifferences({ a: 1 }, { a: 1 })).toEqual([])
})
