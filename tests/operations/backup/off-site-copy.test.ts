// Off-site copies in a real S3 store, and restoring from them.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toStamp } from '../../../src/operations/backup/dump-names.ts'
import { runBackup } from '../../../src/operations/backup/run-backup.ts'
import { fetchDumps } from '../../../src/operations/restore/fetch-dumps.ts'
import { openOffSite } from '../../../src/platform/storage/off-site-store.ts'
import { openStorage } from '../../../src/platform/storage/open-storage.ts'
import { run } from '../../commands/run.ts'
import { type BackupStack, createStack, noServer, on } from '../../support/backup-server.ts'
import { s3Config } from '../../support/storage.ts'

const config = s3Config()
const missing = noServer || config === null

describe.skipIf(missing)(
  `off-site copies${missing ? ' (skipped: needs TEST_DATABASE_URL and TEST_STORAGE_*)' : ''}`,
  () => {
    let stack: BackupStack
    let store: Record<string, string>

    beforeAll(async () => {
      stack = await createStack()
      const storage = await openStorage(config!)
      await storage.prepare()
      storage.close()
      store = {
        BACKUP_S3_ENDPOINT: config!.endpoint,
        BACKUP_S3_BUCKET: config!.bucket,
        BACKUP_S3_ACCESS_KEY: config!.accessKey.reveal(),
        BACKUP_S3_SECRET_KEY: config!.secretKey.reveal(),
      }
      await on(stack.url(stack.main), (sql) =>
        sql.unsafe('create table notes as select generate_series(1, 100) as id'),
      )
    })

    afterAll(() => stack?.[Symbol.asyncDispose]())

    const keys = async () => {
      const offSite = openOffSite(config!)
      const found: string[] = []
      for await (const { key } of offSite.list()) found.push(key)
      offSite.close()
      return found.sort()
    }

    test('every good dump is copied with its manifest entry, also those of earlier runs; other objects are kept', async () => {
      const first = await runBackup(stack.context())
      expect(first.offSite).toBeNull()
      const offSite = openOffSite(config!)
      const foreign = join(stack.directory, 'foreign')
      await writeFile(foreign, 'foreign')
      const outdated = `${stack.main}-${toStamp(new Date(Date.now() - 30 * 86_400_000))}.dump`
      for (const key of ['foreign.txt', outdated, `${outdated}.json`]) await offSite.put(key, foreign)
      offSite.close()
      const second = await runBackup(stack.context(store))
      expect([second.failures, second.offSite]).toEqual([[], true])
      const wanted = [first, second].flatMap(({ stamp }) =>
        [stack.main, stack.other].flatMap((name) => [`${name}-${stamp}.dump`, `${name}-${stamp}.dump.json`]),
      )
      expect(await keys()).toEqual([...wanted, 'foreign.txt'].sort())
    })

    test('a large dump is uploaded in parts and reads back identical', async () => {
      const path = join(stack.directory, 'large')
      const bytes = crypto.getRandomValues(new Uint8Array(65_536))
      await writeFile(path, Buffer.concat(Array.from({ length: 600 }, () => bytes)))
      const offSite = openOffSite(config!)
      await offSite.put('large', path)
      const digest = new Bun.CryptoHasher('sha256')
      for await (const chunk of await offSite.read('large')) digest.update(chunk)
      expect(digest.digest('hex')).toBe(
        new Bun.CryptoHasher('sha256').update(await Bun.file(path).bytes()).digest('hex'),
      )
      await offSite.remove('large')
      offSite.close()
    })

    test('an unreachable store fails the run, but the dumps are kept', async () => {
      const { failures, dumped, offSite } = await runBackup(
        stack.context({ ...store, BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' }),
      )
      expect([dumped.length, offSite]).toEqual([2, false])
      expect(failures).toEqual([expect.stringContaining('copy to the object store')])
    })

    test('a host without dumps lists and restores those in the store', async () => {
      const lost = await mkdtemp(join(tmpdir(), 'frontage-lost-'))
      const env = { ...stack.env, ...store, BACKUP_DIR: lost }
      await runBackup(stack.context(store))
      await on(stack.url(stack.main), (sql) => sql.unsafe('drop table notes'))
      expect((await run(['restore', '--list'], env)).out).toContain(`${stack.main} in the object store`)
      const full = stack.context({ ...store, BACKUP_DIR: lost }, { freeBytes: async () => 0 })
      await expect(fetchDumps(full, { stamp: null, database: null })).rejects.toThrow(
        /^The missing dumps need \d+ MB, but only 0 MB are free on the disk of .*; nothing was changed$/,
      )
      expect((await readdir(lost)).filter((name) => !name.startsWith('lock'))).toEqual([])
      const outcome = await run(['restore'], env)
      expect([outcome.err, outcome.code]).toEqual(['', 0])
      expect(outcome.out).not.toContain('warning')
      await on(stack.url(stack.main), async (sql) => {
        expect(await sql`select id from notes`).toHaveLength(100)
      })
      expect((await readdir(lost)).filter((name) => name.endsWith('.dump'))).toHaveLength(2)
      await rm(lost, { recursive: true })
    })
  },
)
