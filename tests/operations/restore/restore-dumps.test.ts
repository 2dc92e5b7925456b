// Restores of real databases: what is restored, what is kept, and the failures that must change nothing.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { copyFile, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { listDumps } from '../../../src/operations/backup/dump-catalogue.ts'
import { readManifest } from '../../../src/operations/backup/dump-manifest.ts'
import { runBackup } from '../../../src/operations/backup/run-backup.ts'
import { drill } from '../../../src/operations/restore/restore-drill.ts'
import { dropReplaced, restoreDumps } from '../../../src/operations/restore/restore-dumps.ts'
import { swapDatabases } from '../../../src/operations/restore/swap-databases.ts'
import { run } from '../../commands/run.ts'
import {
  type BackupStack,
  createStack,
  NEEDS_SERVER,
  noServer,
  on,
  until,
} from '../../support/backup-server.ts'

const MAIN = join(import.meta.dir, '../../../src/main.ts')

describe.skipIf(noServer)(`restore${NEEDS_SERVER}`, () => {
  let stack: BackupStack
  let stamp: string

  beforeEach(async () => {
    stack = await createStack()
    await on(stack.url(stack.main), (sql) =>
      sql.unsafe(`create table notes (id int generated always as identity primary key, text text);
        insert into notes (text) select md5(n::text) from generate_series(1, 500) n`),
    )
    await on(stack.url(stack.other), (sql) =>
      sql.unsafe("create table users (name text); insert into users values ('a')"),
    )
    const result = await runBackup(stack.context())
    expect(result.failures).toEqual([])
    stamp = result.stamp
  })

  afterEach(() => stack[Symbol.asyncDispose]())

  const noServices = { stop: async () => {}, start: async () => {} }
  const asDump = { allowSuperuser: false, chooseAccess: async () => 'dump' as const }
  const restoreAll = async (ctx = stack.context()) =>
    restoreDumps(ctx, {
      dumps: await listDumps(stack.directory, [stack.main, stack.other]),
      ...asDump,
      services: noServices,
    })
  const damage = async () => {
    await on(stack.url(stack.main), (sql) =>
      sql.unsafe(
        "update notes set text = 'damaged'; create table later (id int); insert into later values (1)",
      ),
    )
    await on(stack.url(stack.other), (sql) => sql.unsafe('drop table users'))
  }
  const isDamaged = async () => {
    const main = await on(
      stack.url(stack.main),
      (sql) => sql`select 1 from notes join later on true where text <> 'damaged'`,
    )
    const users = await on(stack.url(stack.other), (sql) => sql`select to_regclass('users') as it`)
    return main.length === 0 && users[0]!.it === null
  }
  const tablesOf = (database: string) =>
    on(stack.url(database), async (sql) => {
      const rows = await sql`select tablename from pg_tables where schemaname = 'public' order by 1`
      return rows.map(({ tablename }) => tablename)
    })
  const dumpOf = (database: string) => join(stack.directory, `${database}-${stamp}.dump`)
  const both = () => [stack.main, stack.other].sort()

  test('a restore undoes changes, drops tables created since, and keeps the replaced databases until --drop-old', async () => {
    await damage()
    const restored = await run(['restore'], stack.env)
    expect([restored.err, restored.code]).toEqual(['', 0])
    expect(restored.out).toContain('holds the website and the procurement data')
    expect(restored.out).toContain('casdoor and api are not stopped')
    expect(await tablesOf(stack.main)).toEqual(['notes'])
    expect(await tablesOf(stack.other)).toEqual(['users'])
    await on(stack.url(stack.main), async (sql) => {
      const [row] =
        await sql`select count(*)::int as rows, count(*) filter (where text = md5(id::text))::int as right from notes`
      expect(row).toEqual({ rows: 500, right: 500 })
      // Sequences are restored too.
      expect((await sql`insert into notes (text) values ('next') returning id`)[0]!.id).toBe(501)
    })
    const kept = (await stack.databases()).filter((name) => name.includes('_before_'))
    expect(kept).toHaveLength(2)
    expect(await tablesOf(kept.find((name) => name.startsWith(stack.main))!)).toEqual(['later', 'notes'])
    const dropped = await run(['restore', '--drop-old'], stack.env)
    expect([dropped.code, dropped.err]).toEqual([0, ''])
    expect(await stack.databases()).toEqual(both())
  })

  test('owner, settings, encoding, locale, comment, limit and grants of the database are kept', async () => {
    const { main, other, role } = stack
    await on(stack.rootUrl('postgres'), (sql) =>
      sql
        .unsafe(`drop database ${main}`)
        .then(() =>
          sql.unsafe(
            `create database ${main} owner ${role} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0 connection limit 20`,
          ),
        ),
    )
    await on(stack.rootUrl('postgres'), async (sql) => {
      await sql.unsafe(`comment on database ${main} is 'it''s the \\ main one'`)
      await sql.unsafe(`revoke connect on database ${main} from public`)
      await sql.unsafe(`alter database ${main} set search_path = "$user", public, "Odd one"`)
      await sql.unsafe(`alter database ${main} set statement_timeout = '7s'`)
      await sql.unsafe(`alter role ${role} in database ${main} set work_mem = '5MB'`)
    })
    const facts = () =>
      on(stack.rootUrl('postgres'), async (sql) => {
        const [row] = await sql`
          select pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding, datcollate, datctype, datconnlimit,
            datallowconn, shobj_description(oid, 'pg_database') as comment,
            (select array_agg(a::text order by a::text) from unnest(datacl) a) as grants,
            (select array_agg(setconfig::text order by setrole) from pg_db_role_setting where setdatabase = d.oid) as settings
          from pg_database d where datname = ${main}`
        return row!
      })
    await on(stack.url(main), (sql) => sql.unsafe('create table fresh (id int)'))
    const { failures } = await runBackup(stack.context({ BACKUP_DATABASES: main }))
    expect(failures).toEqual([])
    const before = await facts()
    expect(before).toMatchObject({ encoding: 'LATIN1', comment: "it's the \\ main one", datconnlimit: 20 })
    const outcome = await run(['restore', '--database', main], stack.env)
    expect([outcome.err, outcome.code]).toEqual(['', 0])
    expect(outcome.out).not.toContain('warning')
    expect(await facts()).toEqual(before)
    expect(await tablesOf(main)).toEqual(['fresh'])
    expect((await stack.databases()).filter((name) => name.startsWith(`${other}_`))).toEqual([])
  })

  test('with --allow-superuser everything still belongs to the owner of the database, and extensions that need a superuser are created', async () => {
    await on(stack.rootUrl(stack.main), (sql) =>
      sql.unsafe('create schema extra; create extension pg_trgm schema extra; create extension file_fdw'),
    )
    await on(stack.rootUrl(stack.main), (sql) => sql.unsafe(`alter schema extra owner to ${stack.role}`))
    await on(stack.rootUrl(stack.main), (sql) =>
      sql.unsafe(`alter database ${stack.main} set "my.setting" = 'a, b'`),
    )
    await runBackup(stack.context({ DATABASE_URL: stack.rootUrl(stack.main) }))
    const unprivileged = await run(['restore', '--database', stack.main], stack.env)
    expect([unprivileged.code, unprivileged.err]).toEqual([
      1,
      expect.stringContaining('only a superuser can restore it'),
    ])
    const outcome = await run(['restore', '--database', stack.main, '--allow-superuser'], {
      ...stack.env,
      DATABASE_URL: stack.rootUrl(stack.main),
    })
    expect([outcome.err, outcome.code]).toEqual(['', 0])
    await on(stack.url(stack.main), async (sql) => {
      const [row] = await sql`select pg_get_userbyid(relowner) as owner from pg_class where relname = 'notes'`
      expect(row!.owner).toBe(stack.role)
      const [schema] =
        await sql`select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = 'extra'`
      expect(schema!.owner).toBe(stack.role)
      expect(
        await sql`select extname from pg_extension where extname in ('pg_trgm', 'file_fdw')`,
      ).toHaveLength(2)
      expect((await sql`select current_setting('my.setting') as it`)[0]!.it).toBe('a, b')
      await sql`insert into notes (text) values ('mine')`
    })
  })

  test('connected clients are disconnected, also when they reconnect at once, and then see the restored data', async () => {
    await damage()
    const clients = both().map((name) =>
      postgres(stack.url(name), { max: 4, onnotice: () => {}, backoff: () => 0.01 }),
    )
    let stop = false
    const seen: string[] = []
    const work = clients.flatMap((sql) =>
      Array.from({ length: 4 }, async () => {
        while (!stop) {
          // postgres.js now and then never settles a query whose connection is terminated while it connects.
          await Promise.race([
            sql`select pg_sleep(0.005)`.catch((error) => seen.push(String(error.code))),
            Bun.sleep(2_000),
          ])
        }
      }),
    )
    await restoreAll()
    stop = true
    await Promise.all(work)
    for (const sql of clients) {
      const [row] = await sql`select to_regclass('later') is null as fresh, current_database() as name`
      expect(row!.fresh).toBe(true)
      await sql.end({ timeout: 1 })
    }
    expect(new Set(seen).size).toBeGreaterThan(0)
    expect(await tablesOf(stack.other)).toEqual(['users'])
  })

  test.each<[string, (path: string, other: string) => Promise<unknown>, RegExp]>([
    ['truncated', (path) => truncate(path, 1_500), /has 1500 bytes instead of \d+/],
    [
      'bit-flipped',
      async (path) => {
        const bytes = await readFile(path)
        bytes[bytes.length >> 1]! ^= 1
        await writeFile(path, bytes)
      },
      /the SHA-256 of \S+ differs/,
    ],
    [
      'swapped',
      async (path, other) => {
        await copyFile(other, path)
      },
      /bytes instead of|the SHA-256 of/,
    ],
    ['missing', (path) => rm(path), /--database|no stamp has/],
  ])('a %s dump changes nothing, not even the database whose dump is good', async (_, harm, reason) => {
    await damage()
    await harm(dumpOf(stack.other), dumpOf(stack.main))
    const outcome = await run(['restore', '--stamp', stamp], stack.env)
    expect(outcome.code).toBe(1)
    expect(outcome.err).toMatch(reason)
    expect(await isDamaged()).toBe(true)
    expect(await stack.databases()).toEqual(both())
  })

  test.each<[string, (path: string, other: string) => Promise<unknown>, RegExp]>([
    ['truncated', (path) => truncate(path, 3_000), /is damaged/],
    ['swapped', (path, other) => copyFile(other, path), /is a dump of the database other_/],
    [
      'newer-format',
      (path) => patch(path, (bytes) => bytes.writeUInt8(40, 6)),
      /a pg_dump newer than pg_restore/,
    ],
    [
      'newer-client',
      (path) =>
        patch(path, (bytes) => {
          // The second version in the header is the client's.
          const version = /\d+\.\d+ \(/g
          const text = bytes.toString('latin1')
          version.exec(text)
          const { index } = version.exec(text)!
          bytes.write('99', index, 'latin1')
        }),
      /created by pg_dump 99, which is newer than the server \(Postgres \d+\)/,
    ],
  ])('a %s dump is detected also without its manifest entry', async (_, harm, reason) => {
    await damage()
    await rm(join(stack.directory, 'manifest.jsonl'))
    await harm(dumpOf(stack.main), dumpOf(stack.other))
    const outcome = await run(['restore'], stack.env)
    expect(outcome.code).toBe(1)
    expect(outcome.err).toMatch(reason)
    expect(outcome.out).toContain('the manifest has no entry')
    expect(await isDamaged()).toBe(true)
    expect(await stack.databases()).toEqual(both())
  })

  test('a loaded database whose row counts differ from the manifest is not swapped in', async () => {
    await damage()
    const manifest = await readManifest(stack.directory)
    const path = join(stack.directory, 'manifest.jsonl')
    await writeFile(path, (await readFile(path, 'utf8')).replace('"public.notes":500', '"public.notes":501'))
    expect(manifest.size).toBe(2)
    await expect(restoreAll()).rejects.toThrow('public.notes has 500 rows instead of 501')
    expect(await isDamaged()).toBe(true)
    expect(await stack.databases()).toEqual(both())
  })

  test.each([
    ['the size that the manifest has', true],
    ['the size of the current databases, where the manifest has none', false],
  ])('a disk without room for %s is refused, before the services are stopped', async (_, isInManifest) => {
    const path = join(stack.directory, 'manifest.jsonl')
    const manifest = await readFile(path, 'utf8')
    // The databases themselves, then the log of their load.
    const needed =
      2 * [...manifest.matchAll(/"bytes":(\d+)/g)].reduce((sum, [, bytes]) => sum + Number(bytes), 0)
    if (!isInManifest) await writeFile(path, manifest.replaceAll(/"bytes":\d+,?/g, ''))
    await damage()
    const asked: string[] = []
    const withRoom = (bytes: number) => {
      const freeBytes = async (directory: string) => {
        asked.push(directory)
        return bytes
      }
      return stack.context({ RESTORE_DISK: '/disk' }, { freeBytes })
    }
    const stop = async () => {
      throw new Error('stopped')
    }
    const dumps = await listDumps(stack.directory, [stack.main, stack.other])
    const attempt = (bytes: number) =>
      restoreDumps(withRoom(bytes), { ...asDump, dumps, services: { ...noServices, stop } })
    await expect(attempt(needed / 2)).rejects.toThrow(
      /^Beside the current databases the restored ones need \d+ MB, but only \d+ MB are free on the disk of \/disk; nothing was changed$/,
    )
    await expect(attempt(needed * 2)).rejects.toThrow('stopped')
    const { problems } = await drill(withRoom(needed / 2), { dumps, to: null, allowSuperuser: false })
    expect(problems).toEqual([expect.stringContaining('are free on the disk of /disk')])
    expect(asked).toEqual(['/disk', '/disk', '/disk'])
    expect(await isDamaged()).toBe(true)
  })

  test('a stamp that lacks a database needs --database', async () => {
    await rm(dumpOf(stack.main))
    const incomplete = await run(['restore', '--stamp', stamp], stack.env)
    expect([incomplete.code, incomplete.err]).toEqual([
      1,
      expect.stringContaining(`--database ${stack.other} restores only that database`),
    ])
    expect((await run(['restore', '--stamp', stamp, '--database', stack.other], stack.env)).code).toBe(0)
    expect((await stack.databases()).filter((name) => name.includes('_before_'))).toHaveLength(1)
    const list = await run(['restore', '--list'], stack.env)
    expect(list.out).toMatch(new RegExp(`^${stamp}  .*no ${stack.main}, ${stack.other} \\d+ bytes, 1 rows`))
  })

  test('a database that no longer exists is created, with its encoding and the owner in RESTORE_OWNER_URLS', async () => {
    await on(stack.rootUrl('postgres'), (sql) => sql.unsafe(`drop database ${stack.main}`))
    await restoreAll()
    expect(await tablesOf(stack.main)).toEqual(['notes'])
    expect((await stack.databases()).filter((name) => name.startsWith(stack.main))).toEqual([stack.main])
    await on(stack.rootUrl('postgres'), async (sql) => {
      const [row] =
        await sql`select pg_get_userbyid(datdba) as owner from pg_database where datname = ${stack.main}`
      expect(row!.owner).toBe(stack.role)
    })
  })

  test('a role without CREATEDB or membership in the owner is refused before anything changes', async () => {
    const root = (statement: string) => on(stack.rootUrl('postgres'), (sql) => sql.unsafe(statement))
    await root(`alter role ${stack.adminRole} nocreatedb`)
    await expect(restoreAll()).rejects.toThrow(`ALTER ROLE "${stack.adminRole}" CREATEDB`)
    await root(`alter role ${stack.adminRole} createdb; revoke ${stack.otherRole} from ${stack.adminRole}`)
    await expect(restoreAll()).rejects.toThrow(`GRANT "${stack.otherRole}" TO "${stack.adminRole}"`)
    expect(await stack.databases()).toEqual(both())
  })

  test('a connection that cannot be terminated aborts the swap, and the database accepts connections again', async () => {
    await on(stack.rootUrl('postgres'), (sql) =>
      sql.unsafe(`create database ${stack.main}_fresh owner ${stack.role}`),
    )
    await on(stack.rootUrl(stack.main), async (superuser) => {
      await superuser`select 1`
      await on(stack.adminUrl(stack.other), async (sql) => {
        const swap = { scratch: `${stack.main}_fresh`, target: stack.main, keptAs: `${stack.main}_old` }
        await expect(swapDatabases(sql, [swap], { terminateWithinMs: 300 })).rejects.toThrow(
          new RegExp(
            `${stack.main} is in use by postgres .*could not be terminated: .*superuser.*; nothing was changed`,
          ),
        )
      })
      expect(await superuser`select 1 as one`).toHaveLength(1)
    })
    expect(await tablesOf(stack.main)).toEqual(['notes'])
  })

  /** Damages the data, starts a restore, and sends the signal while it loads. */
  async function interruptLoad(signal: 'SIGKILL' | 'SIGINT') {
    // Its refresh makes the load slow.
    await on(stack.url(stack.main), (sql) =>
      sql.unsafe(
        'create materialized view slow as select 1 as one, pg_sleep(1.5)::text with no data; refresh materialized view slow',
      ),
    )
    await runBackup(stack.context())
    await damage()
    const child = Bun.spawn([process.execPath, MAIN, 'restore'], {
      cwd: '/',
      env: stack.env,
      stdout: 'ignore',
      stderr: 'pipe',
    })
    await until(
      async () => (await stack.databases()).some((name) => name.includes('_restore_')),
      'a scratch database was created',
    )
    await Bun.sleep(300)
    child.kill(signal)
    const err = await new Response(child.stderr).text()
    return { err, code: await child.exited }
  }

  test('SIGKILL during the load leaves the current data, and the next run cleans up and succeeds', async () => {
    await interruptLoad('SIGKILL')
    expect(await isDamaged()).toBe(true)
    await until(async () => {
      const again = await run(['restore'], stack.env)
      // The server takes a moment to notice the lost connection and release its locks.
      if (/is running/.test(again.err)) return false
      expect([again.err, again.code]).toEqual(['', 0])
      expect(again.out).toContain('left by an interrupted run')
      return true
    }, 'the locks were free')
    expect(await isDamaged().catch(() => false)).toBe(false)
    expect((await stack.databases()).filter((name) => name.includes('_restore_'))).toEqual([])
  })

  test('SIGINT during the load changes nothing, leaves nothing and says so', async () => {
    const { err, code } = await interruptLoad('SIGINT')
    expect(err).toContain('nothing was changed')
    expect(code).toBe(1)
    expect(await isDamaged()).toBe(true)
    expect(await stack.databases()).toEqual(both())
  })

  test('a database left closed by an interrupted swap is reopened by the next run', async () => {
    const ctx = stack.context()
    await on(stack.adminUrl('postgres'), (sql) =>
      sql.unsafe(`alter database ${stack.main} allow_connections false`),
    )
    const failed = await runBackup(stack.context())
    expect(failed.failures.join()).toContain('a restore was interrupted')
    await rm(dumpOf(stack.other))
    await expect(
      restoreDumps(ctx, {
        dumps: [{ ...(await listDumps(stack.directory, [stack.main]))[0]!, size: 1 }],
        ...asDump,
        services: noServices,
      }),
    ).rejects.toThrow('bytes instead of')
    expect(ctx.messages.join()).toContain('reopened')
    expect(await tablesOf(stack.main)).toEqual(['notes'])
  })

  test('services are stopped after verification and started again, also after a failure', async () => {
    const calls: string[] = []
    const services = {
      stop: async () => void calls.push('stop'),
      start: async () => void calls.push('start'),
    }
    const dumps = await listDumps(stack.directory, [stack.main, stack.other])
    await restoreDumps(stack.context(), { ...asDump, dumps, services })
    expect(calls.splice(0)).toEqual(['stop', 'start'])
    const wrong = dumps.map((dump) => ({ ...dump, entry: { ...dump.entry!, counts: { x: 1 } } }))
    await expect(restoreDumps(stack.context(), { ...asDump, dumps: wrong, services })).rejects.toThrow(
      'x is missing',
    )
    expect(calls.splice(0)).toEqual(['stop', 'start'])
    const bad = dumps.map((dump) => ({ ...dump, entry: { ...dump.entry!, sha256: 'f'.repeat(64) } }))
    await expect(restoreDumps(stack.context(), { ...asDump, dumps: bad, services })).rejects.toThrow(
      'SHA-256',
    )
    expect(calls).toEqual([])
  })

  test('--drop-old drops only databases that a restore kept, and only of the given database', async () => {
    await restoreAll()
    await restoreAll()
    const root = (statement: string) => on(stack.rootUrl('postgres'), (sql) => sql.unsafe(statement))
    await root(`create database ${stack.main}_before_lunch owner ${stack.role}`)
    expect(await stack.databases()).toHaveLength(7)
    expect(await dropReplaced(stack.context(), { database: stack.other })).toHaveLength(2)
    expect(await dropReplaced(stack.context(), { database: null })).toHaveLength(2)
    expect(await stack.databases()).toEqual([...both(), `${stack.main}_before_lunch`].sort())
  })
})

async function patch(path: string, change: (bytes: Buffer) => unknown) {
  const bytes = await readFile(path)
  change(bytes)
  await writeFile(path, bytes)
}
