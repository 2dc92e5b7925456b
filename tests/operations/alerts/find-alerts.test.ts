import { describe, expect, test } from 'bun:test'
import { findAlerts, type Readings, readGauge } from '../../../src/operations/alerts/find-alerts.ts'

const now = new Date('2030-01-10T12:00:00Z')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const HEALTHY: Readings = {
  now,
  failing: new Map(),
  backup: undefined,
  backupReadAt: now,
  deploy: undefined,
  certificates: new Map(),
}
const found = (readings: Partial<Readings>) => {
  const { firing, unknown } = findAlerts({ ...HEALTHY, ...readings })
  return {
    firing: firing.map(({ kind, subject, occurrence }) => `${kind} ${subject} ${occurrence}`.trim()),
    unknown,
  }
}
const firing = (readings: Partial<Readings>) => found(readings).firing

test('nothing is found in an installation without backup, receiver and certificates', () => {
  expect(found({})).toEqual({ firing: [], unknown: [] })
})

test('a dependency that has failed for two minutes is found, and not before', () => {
  const failing = new Map([
    ['database', before(2)],
    ['object_store', before(1.9)],
  ])
  expect(firing({ failing })).toEqual(['readiness database'])
})

describe('a backup', () => {
  const metrics = (database: string, hours: number) =>
    `# TYPE backup_last_success_timestamp_seconds gauge\nbackup_last_success_timestamp_seconds{database="${database}"} ${before(hours * 60).getTime() / 1_000}\n`

  test('that is older than 26 hours is found by its database', () => {
    const backup = metrics('procurement', 26.1) + metrics('casdoor', 25.9)
    expect(found({ backup })).toEqual({ firing: ['backup procurement'], unknown: [] })
  })

  test('that was never made is found', () => {
    const backup = 'backup_last_success_timestamp_seconds{database="procurement"} 0\n'
    expect(firing({ backup })).toEqual(['backup procurement'])
  })

  test('process that does not answer is found after ten minutes; until then nothing is known', () => {
    expect(found({ backup: null, backupReadAt: before(9.9) })).toEqual({ firing: [], unknown: ['backup'] })
    expect(found({ backup: null, backupReadAt: before(10) })).toEqual({
      firing: ['backup'],
      unknown: ['backup'],
    })
  })
})

test('a failed deploy is found until one succeeds, each by its id', () => {
  expect(firing({ deploy: 'deploy_last_failed 7\n' })).toEqual(['deploy  7'])
  expect(firing({ deploy: 'deploy_last_failed 0\n' })).toEqual([])
  expect(found({ deploy: null })).toEqual({ firing: [], unknown: ['deploy'] })
})

test.each([
  [90, 14, true],
  [90, 16, false],
  [6, 0.9, true],
  [6, 1.1, false],
  [90, -1, true],
])('a certificate of %d days with %d left: %p', (lifetime, left, isFound) => {
  const to = before(-left * 24 * 60)
  const certificates = new Map([
    ['www.example.com', { from: new Date(to.getTime() - lifetime * 86_400_000), to }],
  ])
  expect(firing({ certificates })).toEqual(isFound ? ['certificate www.example.com'] : [])
})

test('readGauge reads values by label, and no other metric', () => {
  const text = '# HELP x y\nx_total 5\nx{database="a"} 1\nx{database="b"} 2.5e+3\nx_seconds{database="c"} 3\n'
  expect([...readGauge(text, 'x')]).toEqual([
    ['a', 1],
    ['b', 2500],
  ])
  expect([...readGauge(text, 'x_total')]).toEqual([['', 5]])
})
