import { expect, test } from 'bun:test'
import { type Dump, outdated, takenAt } from '../../src/backup/dump-catalogue.ts'
import {
  momentOf,
  nextStamp,
  parseDumpName,
  parseUnfinishedName,
  stampOf,
} from '../../src/backup/dump-names.ts'
import { differences } from '../../src/backup/row-counts.ts'
import { chooseDumps } from '../../src/restore/choose-dumps.ts'

test('a stamp is the second in UTC, and reads back as that moment', () => {
  const moment = new Date('2026-08-03T10:15:07.999Z')
  expect(stampOf(moment)).toBe('20260803T101507Z')
  expect(momentOf('20260803T101507Z')).toEqual(new Date('2026-08-03T10:15:07Z'))
})

test.each([
  '',
  '2026',
  '20260230T000000Z',
  '20261301T000000Z',
  '20260803T246000Z',
  '20260803T101507',
  'x20260803T101507Z',
])('%j is no stamp', (stamp) => {
  expect(momentOf(stamp)).toBeNull()
})

test('stamps never collide and never go backwards, whatever the clock does', () => {
  const now = new Date('2026-08-03T10:15:07Z')
  expect(nextStamp(now, [])).toBe('20260803T101507Z')
  expect(nextStamp(now, ['20260803T101506Z'])).toBe('20260803T101507Z')
  expect(nextStamp(now, ['20260803T101507Z'])).toBe('20260803T101508Z')
  expect(nextStamp(now, ['20271231T235959Z', '20260101T000000Z'])).toBe('20280101T000000Z')
})

const DATABASES = ['procurement', 'casdoor', 'pro-curement']

test('only names of our own are ours', () => {
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

const dump = (database: string, stamp: string, good = true) => ({ database, stamp, good })
const isGood = ({ good }: { good: boolean }) => good
const now = new Date('2026-08-31T00:00:00Z')

test('what is older than the days that are kept goes, but never the newest good dump of a database', () => {
  const dumps = [
    dump('procurement', '20260830T000000Z'),
    dump('procurement', '20260817T000001Z'),
    dump('procurement', '20260816T235959Z'),
    dump('procurement', '20260801T000000Z'),
    dump('casdoor', '20260101T000000Z'),
    dump('casdoor', '20250101T000000Z'),
  ]
  const gone = outdated(dumps, { now, keepDays: 14, isGood })
  expect(gone.map(({ database, stamp }) => `${database} ${stamp}`)).toEqual([
    'procurement 20260816T235959Z',
    'procurement 20260801T000000Z',
    'casdoor 20250101T000000Z',
  ])
})

test('a damaged dump does not stand for the last good one, and stays while there is no other', () => {
  const dumps = [
    dump('casdoor', '20260730T000000Z', false),
    dump('casdoor', '20260720T000000Z'),
    dump('casdoor', '20260710T000000Z'),
  ]
  expect(outdated(dumps, { now, keepDays: 14, isGood })).toEqual([dumps[2]!])
  const doubtful = dumps.map((it) => ({ ...it, good: false }))
  expect(outdated(doubtful, { now, keepDays: 14, isGood })).toEqual([])
})

test('a dump of the future does not count as fresh', () => {
  const of = (stamp: string) => takenAt({ stamp, entry: null } as Dump, now)
  expect(of('20260830T120000Z')).toEqual(new Date('2026-08-30T12:00:00Z'))
  expect(of('20260831T003000Z')).not.toBeNull()
  expect(of('20260901T003000Z')).toBeNull()
})

const listed = (database: string, stamp: string, size = 10): Dump => ({
  database,
  stamp,
  size,
  path: stamp,
  entry: null,
})
const two = ['procurement', 'casdoor']
const found = [
  listed('casdoor', '20260803T000000Z'),
  listed('procurement', '20260802T000000Z', 0),
  listed('casdoor', '20260802T000000Z'),
  listed('procurement', '20260801T000000Z'),
  listed('casdoor', '20260801T000000Z'),
]
const choose = (stamp: string | null, database: string | null) =>
  chooseDumps(found, two, { stamp, database }).map((it) => `${it.database} ${it.stamp}`)

test('a restore takes the newest stamp that has a good dump of every database', () => {
  expect(choose(null, null)).toEqual(['procurement 20260801T000000Z', 'casdoor 20260801T000000Z'])
  expect(choose(null, 'casdoor')).toEqual(['casdoor 20260803T000000Z'])
  expect(choose('20260801T000000Z', 'procurement')).toEqual(['procurement 20260801T000000Z'])
})

test.each<[string | null, string | null, RegExp]>([
  ['20260803T000000Z', null, /no procurement-20260803T000000Z\.dump; --database casdoor restores it alone/],
  ['20250101T000000Z', null, /--list/],
  ['20260803T000000Z', 'procurement', /no procurement-20260803T000000Z\.dump/],
  ['yesterday', null, /yesterday is not a stamp/],
  [null, 'template1', /template1 is not one of BACKUP_DATABASES \(procurement, casdoor\)/],
])('a restore of stamp %p and database %p is refused with the reason', (stamp, database, reason) => {
  expect(() => choose(stamp, database)).toThrow(reason)
})

test('counts that differ are named', () => {
  expect(differences({ a: 1, b: 2, c: 3 }, { a: 1, b: 1, d: 4 })).toEqual([
    'b has 1 rows instead of 2',
    'c is missing',
    'd is not in the manifest',
  ])
  expect(differences({ a: 1 }, { a: 1 })).toEqual([])
})
