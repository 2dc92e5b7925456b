import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { msUntilFirstRun, msUntilNextRun, wait } from '../../../src/operations/backup/backup-schedule.ts'
import { contextOf } from '../../support/backup-server.ts'

const directory = await mkdtemp(join(tmpdir(), 'frontage-schedule-'))
afterAll(() => rm(directory, { recursive: true }))

const HOUR = 3_600_000
const now = new Date('2026-08-03T12:00:00Z')
const { config } = contextOf({ BACKUP_DIR: directory })
const dump = (name: string) => writeFile(join(directory, name), 'dump')

beforeEach(async () => {
  await rm(directory, { recursive: true })
  await mkdir(directory)
})

test('the first run is due at once when a database has no dump', async () => {
  expect(await msUntilFirstRun(config, now)).toBe(0)
  await dump('procurement-20260803T060000Z.dump')
  expect(await msUntilFirstRun(config, now)).toBe(0)
})

test('after a restart the first run is due an interval after the oldest of the newest dumps', async () => {
  await dump('procurement-20260803T060000Z.dump')
  await dump('casdoor-20260802T180000Z.dump')
  await dump('casdoor-20260701T000000Z.dump')
  expect(await msUntilFirstRun(config, now)).toBe(6 * HOUR)
  await dump('casdoor-20260803T060000Z.dump')
  expect(await msUntilFirstRun(config, now)).toBe(18 * HOUR)
})

test('a dump that is empty or dated in the future does not delay the first run', async () => {
  await dump('procurement-20260803T060000Z.dump')
  await dump('casdoor-20270101T000000Z.dump')
  expect(await msUntilFirstRun(config, now)).toBe(0)
  await rm(join(directory, 'casdoor-20270101T000000Z.dump'))
  await writeFile(join(directory, 'casdoor-20260803T060000Z.dump'), '')
  expect(await msUntilFirstRun(config, now)).toBe(0)
})

test('a failed run is retried within 15 minutes', () => {
  expect(msUntilNextRun(config, true)).toBe(24 * HOUR)
  expect(msUntilNextRun(config, false)).toBe(HOUR / 4)
  expect(msUntilNextRun({ ...config, intervalMs: 1_000 }, false)).toBe(1_000)
})

test('wait ends on time or when aborted, also beyond the longest timer', async () => {
  const stopping = new AbortController()
  expect(await wait(20, stopping.signal)).toBe(true)
  let over = false
  const long = wait(30 * 24 * HOUR, stopping.signal).then((result) => {
    over = true
    return result
  })
  await Bun.sleep(50)
  expect(over).toBe(false)
  stopping.abort()
  expect(await long).toBe(false)
})
