// Only one process at a time uses a data directory, and an interrupted start leaves nothing behind.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { lockDirectory } from '../../../src/platform/db/directory-lock.ts'
import { openEmbedded } from '../../../src/platform/db/embedded-driver.ts'

let directory: string
let owner: Bun.Subprocess<'ignore', 'pipe', 'ignore'> | null = null

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'frontage-lock-'))
})

afterEach(async () => {
  owner?.kill('SIGKILL')
  await owner?.exited
  owner = null
  await rm(directory, { recursive: true, force: true })
})

/** Starts another process that locks the directory and keeps running. */
async function startOwner() {
  const module = join(import.meta.dir, '../../../src/platform/db/directory-lock.ts')
  const code = `import { lockDirectory } from ${JSON.stringify(module)}
    lockDirectory(${JSON.stringify(directory)}); Bun.gc(true); console.log('locked'); setInterval(() => {}, 1e6)`
  owner = Bun.spawn([process.execPath, '-e', code], { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
  await owner.stdout.getReader().read()
  return owner
}

test('a directory locked by another process is refused with a message that names both', async () => {
  const owner = await startOwner()
  expect(() => lockDirectory(directory)).toThrow(
    `${directory} is in use by another process (${owner.pid}); stop it or set another DATA_DIR`,
  )
})

test('the lock of a killed process is released at once', async () => {
  const owner = await startOwner()
  owner.kill('SIGKILL')
  await owner.exited
  const lock = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow(`(${process.pid})`)
  lock.release()
})

test('a released directory can be locked again, and a missing one is created', () => {
  const place = join(directory, 'deep', 'data')
  lockDirectory(place).release()
  const again = lockDirectory(place)
  expect(existsSync(place)).toBe(true)
  again.release()
})

test('the message does not name a process when locking fails for another reason', async () => {
  await Bun.write(join(directory, 'lock'), 'not a lock file '.repeat(100))
  expect(() => lockDirectory(directory)).toThrow()
  expect(() => lockDirectory(directory)).not.toThrow(/in use by another process/)
})

test('leftovers of an interrupted first start are removed', async () => {
  const place = join(directory, 'db')
  await mkdir(join(`${place}.unfinished`, 'base'), { recursive: true })
  await Bun.write(join(`${place}.unfinished`, 'PG_VERSION'), 'half')
  await Bun.write(join(`${place}.unfinished`, 'stray'), '')
  const driver = await openEmbedded(place)
  expect(await rowsOf(driver.drizzle, sql`select 1 as one`)).toEqual([{ one: 1 }])
  await driver.close()
  expect(await readdir(directory)).toEqual(['db'])
  expect(await readdir(place)).not.toContain('stray')
})

test('data is kept across starts', async () => {
  const place = join(directory, 'db')
  const first = await openEmbedded(place)
  await first.migrate()
  await first.drizzle.execute(sql`update about set title = 'kept'`)
  await first.close()
  const second = await openEmbedded(place)
  await second.migrate()
  expect(await rowsOf(second.drizzle, sql`select title from about`)).toEqual([{ title: 'kept' }])
  await second.close()
})
