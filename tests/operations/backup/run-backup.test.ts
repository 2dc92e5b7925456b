// Dumps of two real databases, and every failure on the way.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpDatabase } from '../../../src/operations/backup/dump-database.ts'
import { readManifest } from '../../../src/operations/backup/dump-manifest.ts'
import { parseStamp, toStamp } from '../../../src/operations/backup/dump-names.ts'
import { findTools } from '../../../src/operations/backup/postgres-tools.ts'
import { runBackup } from '../../../src/operations/backup/run-backup.ts'
import { digestOf } from '../../../src/platform/durable-files.ts'
import { run } from '../../commands/run.ts'
import {
  type BackupStack,
  canStartServer,
  contextOf,
  createStack,
  NEEDS_SERVER,
  noServer,
  on,
  PASSWORD,
  startServer,
  until,
  withDatabase,
} from '../../support/backup-server.ts'

const MAIN = join(import.meta.dir, '../../../src/main.ts')
const DAY = 86_400_000

describe.skipIf(noServer)(`backup${NEEDS_SERVER}`, () => {
  let stack: BackupStack

  beforeAll(async () => {
    stack = await createStack()
    await on(stack.url(stack.main), (sql) =>
      sql.unsafe(`create table notes (id int primary key, text text);
        insert into notes select n, md5(n::text) from generate_series(1, 5000) n;
        create schema "Odd one"; create table "Odd one"."t""x" (a int); insert into "Odd one"."t""x" values (1), (2)`),
    )
    await on(stack.url(stack.other), (sql) =>
      sql.unsafe('create table users (name text); insert into users values (1)'),
    )
  })

  afterAll(() => stack?.[Symbol.asyncDispose]())

  beforeEach(async () => {
    await rm(stack.directory, { recursive: true, force: true })
  })

  const files = async () => (await readdir(stack.directory)).sort()
  const dumps = async () => (await files()).filter((name) => name.endsWith('.dump'))
  const serverMajor = () =>
    on(stack.rootUrl('postgres'), async (sql) =>
      Number.parseInt((await sql`show server_version`)[0]!.server_version, 10),
    )
  /** A file with the name of a dump from this many days ago, without a manifest entry. */
  const old = async (database: string, days: number) => {
    await mkdir(stack.directory, { recursive: true })
    const name = `${database}-${toStamp(new Date(Date.now() - days * DAY))}.dump`
    await writeFile(join(stack.directory, name), 'old')
    return name
  }

  test('a run creates one dump per database under one stamp, mode 0600, with checksum and row counts in the manifest', async () => {
    const ctx = stack.context()
    const result = await runBackup(ctx)
    expect(result).toMatchObject({ failures: [], removed: [], offSite: null })
    expect(await files()).toEqual(
      [
        'lock',
        'lock.pid',
        'manifest.jsonl',
        `${stack.main}-${result.stamp}.dump`,
        `${stack.other}-${result.stamp}.dump`,
      ].sort(),
    )
    const manifest = await readManifest(stack.directory)
    for (const [file, entry] of manifest) {
      const path = join(stack.directory, file)
      const { size, mode } = await stat(path)
      expect([file, mode & 0o777, size, await digestOf(path)]).toEqual([
        file,
        0o600,
        entry.size,
        entry.sha256,
      ])
      expect(entry.server_version).toMatch(/^\d+/)
    }
    expect(manifest.get(`${stack.main}-${result.stamp}.dump`)!.counts).toEqual({
      'Odd one.t"x': 2,
      'public.notes': 5000,
    })
    expect(manifest.get(`${stack.other}-${result.stamp}.dump`)).toMatchObject({ tables: 1, rows: 1 })
  })

  test('rows written during a dump are in neither the dump nor the counts', async () => {
    let writing = true
    const writer = on(stack.url(stack.main), async (sql) => {
      for (let id = 100_000; writing; id++) await sql`insert into notes values (${id}, 'busy')`
    })
    const { dumped, stamp } = await runBackup(stack.context())
    writing = false
    await writer
    const text =
      await Bun.$`pg_restore -a -t notes -f - ${join(stack.directory, `${stack.main}-${stamp}.dump`)}`.text()
    const rows = text.split('\n').filter((line) => /^\d+\t/.test(line)).length
    expect(dumped[0]!.counts['public.notes']).toBe(rows)
    await on(stack.url(stack.main), (sql) => sql`delete from notes where id >= 100000`)
  })

  test('the command exits 0 and logs JSON lines without the password', async () => {
    const { code, out, err } = await run(['backup', '--once'], stack.env)
    expect([code, err]).toEqual([0, ''])
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(-1)).toMatchObject({ level: 'info', msg: 'backup complete', request_id: null })
    expect(await dumps()).toHaveLength(2)
    expect(out).not.toContain(PASSWORD)
  })

  test('a truncated dump gets neither its name nor a manifest entry', async () => {
    await mkdir(stack.directory, { recursive: true })
    const tools = await findTools(await serverMajor(), process.env.PATH ?? '')
    const dump = join(stack.directory, 'cutting-pg_dump')
    await writeFile(
      dump,
      `#!/bin/sh
for arg; do case "$arg" in --file=*) file=\${arg#--file=};; esac; done
${tools.dump} "$@" && truncate -s 2000 "$file"
`,
      { mode: 0o755 },
    )
    const stamp = toStamp(new Date())
    const recorded: unknown[] = []
    const cut = dumpDatabase(stack.context(), {
      database: stack.main,
      stamp,
      tools: { ...tools, dump },
      record: async (entry) => void recorded.push(entry),
    })
    await expect(cut).rejects.toThrow(/end of file|could not/)
    expect([recorded, await dumps(), (await files()).filter((name) => /unfinished/.test(name))]).toEqual([
      [],
      [],
      [],
    ])
  })

  test('a missing database fails the run; the other one is dumped and older dumps are kept', async () => {
    const kept = [await old(stack.main, 30), await old(stack.main, 20), await old('absent_x', 40)]
    const { code, out } = await run(['backup', '--once'], {
      ...stack.env,
      BACKUP_DATABASES: `absent_x,${stack.other}`,
    })
    expect(code).toBe(1)
    expect(out).toContain('database \\"absent_x\\" does not exist')
    const now = await dumps()
    expect(now).toEqual(expect.arrayContaining(kept))
    expect(now).toHaveLength(4)
  })

  test('without DATABASE_URL the command exits 1 and names the directory to copy', async () => {
    const { code, out } = await run(['backup', '--once'], { BACKUP_DIR: stack.directory })
    expect(code).toBe(1)
    expect(out).toContain('copy the directory DATA_DIR')
  })

  test.skipIf(!canStartServer)(
    'a wrong password fails with the server’s message, without the password',
    async () => {
      await using server = await startServer('scram-sha-256')
      const url = withDatabase(server.url.replace('postgres@', 'postgres:not-the-password@'), 'postgres')
      const kept = await old('postgres', 30)
      const outcome = await run(['backup', '--once'], {
        ...stack.env,
        DATABASE_URL: url,
        BACKUP_DATABASES: 'postgres',
      })
      expect(outcome.code).toBe(1)
      expect(outcome.out).toContain('password authentication failed')
      expect(outcome.out + outcome.err).not.toContain('not-the-password')
      expect(await dumps()).toEqual([kept])
      const right = withDatabase(
        server.url.replace('postgres@', `postgres:${encodeURIComponent(PASSWORD)}@`),
        'postgres',
      )
      const good = await run(['backup', '--once'], {
        ...stack.env,
        DATABASE_URL: right,
        BACKUP_DATABASES: 'postgres',
      })
      expect(good.code).toBe(0)
    },
  )

  test('a connection lost during a dump leaves no file and removes none', async () => {
    const kept = await old(stack.main, 30)
    const { hostname, port } = new URL(stack.rootUrl('x'))
    let passed = 0
    // A proxy that cuts the connection while the dump is running.
    const proxy = createServer((client) => {
      const upstream = connect(Number(port || 5432), hostname)
      client.pipe(upstream)
      upstream.on('data', (bytes) => {
        passed += bytes.length
        if (passed > 60_000) {
          upstream.destroy()
          client.destroy()
        } else client.write(bytes)
      })
      for (const socket of [client, upstream]) {
        socket.on('error', () => {})
        socket.on('close', () => {
          client.destroy()
          upstream.destroy()
        })
      }
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const url = new URL(stack.url(stack.main))
    url.host = `127.0.0.1:${(proxy.address() as { port: number }).port}`
    const outcome = await run(['backup', '--once'], {
      ...stack.env,
      DATABASE_URL: url.href,
      BACKUP_DATABASES: stack.main,
    })
    proxy.close()
    expect(outcome.code).toBe(1)
    expect(passed).toBeGreaterThan(60_000)
    expect(outcome.out).toContain('"level":"error"')
    expect(await files()).toEqual(['lock', 'lock.pid', kept].sort())
  })

  test('failing runs remove nothing; the first success applies retention', async () => {
    const failing = stack.context({ BACKUP_DATABASES: `${stack.main},absent_x` })
    for (let day = 44; day >= 30; day--) {
      await old(stack.main, day)
      await old('absent_x', day)
    }
    for (let run = 0; run < 3; run++) {
      const { failures } = await runBackup(
        stack.context({ BACKUP_DATABASES: 'absent_x' }, { clock: () => new Date(Date.now()) }),
      )
      expect(failures).toHaveLength(1)
    }
    expect(await dumps()).toHaveLength(30)
    const { removed } = await runBackup(failing)
    expect(removed).toHaveLength(15)
    const left = await dumps()
    expect(left.filter((name) => name.startsWith('absent_x'))).toHaveLength(15)
    expect(left.filter((name) => name.startsWith(stack.main))).toHaveLength(1)
  })

  test('files with other names, and symlinks and directories named like dumps, are kept and never followed', async () => {
    const target = await mkdtemp(join(tmpdir(), 'frontage-foreign-'))
    await writeFile(join(target, 'precious'), 'precious')
    await mkdir(stack.directory, { recursive: true })
    const stamp = toStamp(new Date(Date.now() - 90 * DAY))
    const inside = (name: string) => join(stack.directory, name)
    await symlink(join(target, 'precious'), inside(`${stack.main}-${stamp}.dump`))
    await symlink(target, inside(`${stack.other}-${stamp}.dump`))
    await mkdir(inside(`${stack.main}-20200101T000000Z.dump`))
    const foreign = [
      'notes.txt',
      `${stack.main}.dump`,
      `${stack.main}-20200101T000000Z.dump.gz`,
      `x${stack.main}-20200101T000000Z.dump`,
    ]
    for (const name of foreign) await writeFile(inside(name), 'foreign')
    const link = `.${stack.main}-20200101T000000Z.dump.unfinished`
    await symlink(join(target, 'precious'), inside(link))
    const before = await files()
    const { failures, removed } = await runBackup(stack.context())
    expect([failures, removed]).toEqual([[], []])
    expect(await files()).toEqual(expect.arrayContaining(before))
    expect(await readFile(join(target, 'precious'), 'utf8')).toBe('precious')
    await rm(target, { recursive: true })
  })

  test('a directory that is not writable fails with its path', async () => {
    await mkdir(stack.directory, { recursive: true })
    await writeFile(join(stack.directory, 'file'), '')
    const outcome = await run(['backup', '--once'], {
      ...stack.env,
      BACKUP_DIR: join(stack.directory, 'file/deeper'),
    })
    expect(outcome.code).toBe(1)
    expect(outcome.out).toContain('file/deeper cannot be written to')
  })

  const mayMount = process.getuid?.() === 0 && Bun.which('mount') !== null && process.platform === 'linux'
  test.skipIf(!mayMount)(
    'a full disk fails the run, leaves no partial dump and keeps older ones',
    async () => {
      await mkdir(stack.directory, { recursive: true })
      const mounted = await Bun.$`mount -t tmpfs -o size=64k none ${stack.directory}`.quiet().nothrow()
      // Mounting is not permitted in most containers.
      if (mounted.exitCode !== 0) return console.log('skipped: a full disk (mounting is not permitted)')
      try {
        const kept = await old(stack.main, 30)
        const outcome = await run(['backup', '--once'], { ...stack.env, BACKUP_DATABASES: stack.main })
        expect(outcome.code).toBe(1)
        expect(outcome.out).toMatch(/No space left on device|ENOSPC/)
        expect(await files()).toEqual(['lock', 'lock.pid', kept].sort())
        // The full disk was the only cause.
        await Bun.$`mount -o remount,size=10m ${stack.directory}`.quiet()
        expect((await run(['backup', '--once'], { ...stack.env, BACKUP_DATABASES: stack.main })).code).toBe(0)
      } finally {
        await Bun.$`umount ${stack.directory}`.quiet()
      }
    },
  )

  /** Starts the command while a table is locked and calls `work` once its pg_dump waits for the lock. */
  async function duringDump<T>(
    work: (child: ReturnType<typeof Bun.spawn>, release: () => void) => Promise<T>,
  ) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await using children = new AsyncDisposableStack()
    let outcome: Promise<T> | null = null
    const holder = on(stack.url(stack.main), (sql) =>
      sql.begin(async (tx) => {
        await tx.unsafe('lock table notes in access exclusive mode')
        const child = Bun.spawn([process.execPath, MAIN, 'backup', '--once'], {
          cwd: '/',
          env: stack.env,
          stdout: 'ignore',
          stderr: 'ignore',
        })
        children.defer(() => child.kill('SIGKILL'))
        await until(
          async () => (await files().catch(() => [])).some((name) => name.endsWith('.unfinished')),
          'a dump began',
        )
        await until(
          () =>
            on(stack.rootUrl('postgres'), async (root) => {
              const waiting = await root`
                select from pg_stat_activity where datname = ${stack.main} and wait_event_type = 'Lock' and application_name = 'pg_dump'`
              return waiting.length > 0
            }),
          'pg_dump waited',
        )
        outcome = work(child, release)
        await Promise.race([released, outcome])
      }),
    )
    await holder
    return await outcome!
  }

  test('pg_dump gets the password in its environment, never as an argument', async () => {
    await duringDump(async (child, release) => {
      const found: { args: string; environment: string }[] = []
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
        const [args, environment] = await Promise.all(
          ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
        )
        expect(args).not.toContain(PASSWORD)
        expect(args).not.toContain(encodeURIComponent(PASSWORD))
        if (args!.includes('pg_dump') && args!.includes(stack.main))
          found.push({ args: args!, environment: environment! })
      }
      expect(found).toHaveLength(1)
      expect(found[0]!.environment).toContain(`PGPASSWORD=${PASSWORD}`)
      release()
      expect(await child.exited).toBe(0)
    })
  })

  test('a second run is refused, also with another directory, and does not disturb the first', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'frontage-backups-'))
    await duringDump(async (child, release) => {
      const seconds = await Promise.all([
        run(['backup', '--once'], stack.env),
        run(['backup', '--once'], { ...stack.env, BACKUP_DIR: elsewhere }),
        run(['restore', '--drop-old'], stack.env),
      ])
      for (const { code, out, err } of seconds) {
        expect(code).toBe(1)
        expect(out + err).toContain('another backup or restore is running')
      }
      release()
      expect(await child.exited).toBe(0)
    })
    expect(await dumps()).toHaveLength(2)
    expect((await readdir(elsewhere)).filter((name) => name.endsWith('.dump'))).toEqual([])
    await rm(elsewhere, { recursive: true })
  })

  test('SIGKILL during a dump leaves no finished dump, and the next run removes the unfinished one', async () => {
    await duringDump(async (child) => {
      child.kill('SIGKILL')
      await child.exited
    })
    expect(await dumps()).toEqual([])
    expect((await files()).filter((name) => name.endsWith('.unfinished'))).toHaveLength(1)
    const { failures } = await runBackup(stack.context())
    expect(failures).toEqual([])
    expect(await dumps()).toHaveLength(2)
    expect((await files()).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  test('SIGTERM during a dump exits 1 and leaves no unfinished file', async () => {
    const code = await duringDump(async (child, release) => {
      child.kill('SIGTERM')
      await Bun.sleep(200)
      release()
      return child.exited
    })
    expect(code).toBe(1)
    expect((await files()).filter((name) => /dump/.test(name))).toEqual([])
  })

  test('stamps increase after the clock was set back; a clock that is ahead removes nothing', async () => {
    const first = await runBackup(stack.context())
    const back = await runBackup(stack.context({}, { clock: () => new Date('2020-01-01T00:00:00Z') }))
    expect(back.failures).toEqual([])
    expect(parseStamp(back.stamp)!.getTime()).toBe(parseStamp(first.stamp)!.getTime() + 1_000)
    const ctx = stack.context({}, { clock: () => new Date(Date.now() + 365 * DAY) })
    const ahead = await runBackup(ctx)
    expect(ahead.removed).toEqual([])
    expect(ctx.messages.join()).toContain('warning: the clocks of this host and the server differ')
    const after = await runBackup(stack.context())
    expect(after.stamp > ahead.stamp).toBe(true)
    expect(await dumps()).toHaveLength(8)
  })

  test('a dump less than half the size of the previous one causes a warning', async () => {
    await runBackup(stack.context())
    await on(stack.url(stack.main), (sql) => sql`create table all_notes as table notes`)
    await on(stack.url(stack.main), (sql) => sql`delete from notes`)
    await on(stack.url(stack.main), (sql) => sql`alter table all_notes rename to kept`)
    const same = stack.context()
    await runBackup(same)
    expect(same.messages.join()).not.toContain('less than half')
    await on(stack.url(stack.main), (sql) => sql`drop table kept`)
    const ctx = stack.context()
    await runBackup(ctx)
    expect(ctx.messages.join()).toContain(`warning: ${stack.main}-`)
    expect(ctx.messages.join()).toContain('is less than half the size')
    await on(
      stack.url(stack.main),
      (sql) => sql`insert into notes select n, md5(n::text) from generate_series(1, 5000) n`,
    )
  })

  test('the backup process serves metrics, keeps its interval over a restart, and exits 0 at SIGTERM', async () => {
    const start = () =>
      Bun.spawn([process.execPath, MAIN, 'backup'], {
        cwd: '/',
        env: { ...stack.env, BACKUP_METRICS_PORT: '0', BACKUP_INTERVAL_SECONDS: '3600' },
        stdout: 'pipe',
        stderr: 'ignore',
      })
    const child = start()
    let output = ''
    const reading = (async () => {
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream() as never)) output += text
    })()
    await until(() => output.includes('backup complete'), 'the first dump was made')
    const url = /"url":"([^"]+)"/.exec(output)![1]!.replace('localhost', '127.0.0.1')
    const health = await fetch(`${url}/health`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    expect((await fetch(`${url}/other`)).status).toBe(404)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const value = (name: string) =>
      Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.+)$`, 'm').exec(metrics)?.[1])
    for (const database of [stack.main, stack.other]) {
      const age = Date.now() / 1_000 - value(`backup_last_success_timestamp_seconds{database="${database}"}`)
      expect(age).toBeLessThan(30)
      expect(value(`backup_last_size_bytes{database="${database}"}`)).toBeGreaterThan(500)
      expect(value(`backup_last_duration_seconds{database="${database}"}`)).toBeGreaterThan(0)
    }
    expect(value('backup_runs_total{result="succeeded"}')).toBe(1)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    await reading
    const again = start()
    await Bun.sleep(1_500)
    again.kill('SIGTERM')
    expect(await again.exited).toBe(0)
    expect(await dumps()).toHaveLength(2)
  })

  test('a failed run is counted in the metrics', async () => {
    const ctx = contextOf({ ...stack.env, BACKUP_DATABASES: 'absent_x' })
    const { createBackupMetrics } = await import('../../../src/operations/backup/backup-metrics.ts')
    const metrics = createBackupMetrics({ config: ctx.config, commit: 'abc', clock: ctx.clock, media: false })
    metrics.recordRun(await runBackup(ctx))
    const text = await metrics.text()
    expect(text).toContain('backup_runs_total{result="failed"} 1')
    expect(text).toContain('backup_last_success_timestamp_seconds{database="absent_x"} 0')
  })
})
