import { expect, test } from 'bun:test'
import { outdatedDumps } from '../../../src/operations/backup/retention.ts'

const dump = (database: string, stamp: string, good = true) => ({ database, stamp, good })
const isGood = ({ good }: { good: boolean }) => good
const now = new Date('2026-08-31T00:00:00Z')

test('retention removes dumps older than keepDays, but never the newest good one of a database', () => {
  const dumps = [
    dump('procurement', '20260830T000000Z'),
    dump('procurement', '20260817T000001Z'),
    dump('procurement', '20260816T235959Z'),
    dump('procurement', '20260801T000000Z'),
    dump('casdoor', '20260101T000000Z'),
    dump('casdoor', '20250101T000000Z'),
  ]
  const removed = outdatedDumps(dumps, { now, keepDays: 14, isGood })
  expect(removed.map(({ database, stamp }) => `${database} ${stamp}`)).toEqual([
    'procurement 20260816T235959Z',
    'procurement 20260801T000000Z',
    'casdoor 20250101T000000Z',
  ])
})

test('a damaged dump does not count as the newest good one, and is kept while no good one exists', () => {
  const dumps = [
    dump('casdoor', '20260730T000000Z', false),
    dump('casdoor', '20260720T000000Z'),
    dump('casdoor', '20260710T000000Z'),
  ]
  expect(outdatedDumps(dumps, { now, keepDays: 14, isGood })).toEqual([dumps[2]!])
  const damaged = dumps.map((it) => ({ ...it, good: false }))
  expect(outdatedDumps(damaged, { now, keepDays: 14, isGood })).toEqual([])
})
