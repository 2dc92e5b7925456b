import { expect, test } from 'bun:test'
import type { Dump } from '../../../src/operations/backup/dump-catalogue.ts'
import { chooseDumps } from '../../../src/operations/restore/choose-dumps.ts'

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

test('a restore uses the newest stamp with a good dump of every database', () => {
  expect(choose(null, null)).toEqual(['procurement 20260801T000000Z', 'casdoor 20260801T000000Z'])
  expect(choose(null, 'casdoor')).toEqual(['casdoor 20260803T000000Z'])
  expect(choose('20260801T000000Z', 'procurement')).toEqual(['procurement 20260801T000000Z'])
})

test.each<[string | null, string | null, RegExp]>([
  [
    '20260803T000000Z',
    null,
    /no procurement-20260803T000000Z\.dump; --database casdoor restores only that database/,
  ],
  ['20250101T000000Z', null, /--list/],
  ['20260803T000000Z', 'procurement', /no procurement-20260803T000000Z\.dump/],
  ['yesterday', null, /invalid stamp yesterday/],
  [null, 'template1', /template1 is not one of BACKUP_DATABASES \(procurement, casdoor\)/],
])('a restore of stamp %p and database %p is refused with the reason', (stamp, database, reason) => {
  expect(() => choose(stamp, database)).toThrow(reason)
})
