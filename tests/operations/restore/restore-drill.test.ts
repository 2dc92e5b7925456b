// Restore drills: in scratch databases beside the real ones, and on an empty server.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackupMetrics } from '../../../src/operations/backup/backup-metrics.ts'
import { readDrills } from '../../../src/operations/backup/drill-history.ts'
import { runBackup } from '../../../src/operations/backup/run-backup.ts'
import { run } from '../../commands/run.ts'
import {
  type BackupStack,
  canStartServer,
  createStack,
  NEEDS_SERVER,
  noServer,
  on,
  startServer,
} from '../../support/backup-server.ts'

describe.skipIf(noServer)(`restore --drill${NEEDS_SERVER}`, () => {
  let stack: BackupStack
  let manifest: string

  beforeAll(async () => {
    stack = await createStack()
    await on(stack.url(stack.main), (sql) =>
      sql.unsafe('create table notes as select generate_series(1, 100) as id'),
    )
    await on(stack.url(stack.other), (sql) => sql.unsafe('create table users as select 1 as id'))
    await runBackup(stack.context())
    manifest = await readFile(join(stack.directory, 'manifest.jsonl'), 'utf8')
  })

  afterAll(() => stack?.[Symbol.asyncDispose]())

  const metrics = async () => {
    const { config, clock } = stack.context()
    return createBackupMetrics({ config, commit: '', clock, media: false }).text()
  }
  const untouched = async () => {
    expect(await stack.databases()).toEqual([stack.main, stack.other].sort())
  }

  test('a drill restores, compares the counts, records the result and leaves nothing behind', async () => {
    const { code, out, err } = await run(['restore', '--drill'], stack.env)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('101 rows in 2 tables, as in the manifest')
    await untouched()
    const drills = await readDrills(stack.directory)
    expect(drills).toHaveLength(1)
    expect(drills[0]).toMatchObject({
      ok: true,
      tables: 2,
      rows: 101,
      server: null,
      missing_roles: [],
      problems: [],
    })
    const text = await metrics()
    const at = Number(/^backup_drill_last_success_timestamp_seconds (\S+)$/m.exec(text)![1])
    expect(Date.now() / 1_000 - at).toBeLessThan(60)
    expect(text).toContain('backup_drill_failed 0')
  })

  test('a drill fails when counts differ or the manifest has no entry, and records the failure', async () => {
    const path = join(stack.directory, 'manifest.jsonl')
    await writeFile(path, manifest.replace('"public.notes":100', '"public.notes":99'))
    const differs = await run(['restore', '--drill'], stack.env)
    expect([differs.code, differs.err]).toEqual([
      1,
      expect.stringContaining('public.notes has 100 rows instead of 99'),
    ])
    expect((await readDrills(stack.directory)).at(-1)).toMatchObject({ ok: false })
    expect(await metrics()).toContain('backup_drill_failed 1')
    await rm(path)
    const noEntry = await run(['restore', '--drill', '--database', stack.other], stack.env)
    expect([noEntry.code, noEntry.err]).toEqual([1, expect.stringContaining('to compare the rows with')])
    await writeFile(path, manifest)
    await untouched()
  })

  test('an unreachable server is recorded as a failed drill', async () => {
    const { code } = await run(['restore', '--drill', '--to', 'postgres://x@127.0.0.1:1/postgres'], stack.env)
    expect(code).toBe(1)
    const last = (await readDrills(stack.directory)).at(-1)!
    expect(last).toMatchObject({ ok: false, server: '127.0.0.1:1' })
    expect(last.problems).toHaveLength(1)
  })

  test.skipIf(!canStartServer)(
    'on an empty server it reports missing roles, and fails when an object cannot be created',
    async () => {
      await using server = await startServer('trust')
      await on(server.url, (sql) => sql.unsafe('create role drill login createdb'))
      const url = server.url.replace('postgres@', 'drill@')
      const { code, out, err } = await run(['restore', '--drill', '--to', url], stack.env)
      expect([code, err]).toEqual([0, ''])
      expect(out).toContain(
        `warning: the role "${stack.role}" owns objects in the dump but does not exist on the server`,
      )
      expect((await readDrills(stack.directory)).at(-1)).toMatchObject({
        ok: true,
        missing_roles: [stack.role, stack.otherRole],
      })
      await on(server.url, async (sql) => {
        expect(await sql`select datname from pg_database where datname like '%drill%'`).toHaveLength(0)
      })
      // A policy names its role, so it cannot be created without it.
      await on(stack.url(stack.main), (sql) =>
        sql.unsafe(`create policy mine on notes to ${stack.role} using (true)`),
      )
      await runBackup(stack.context())
      const fails = await run(['restore', '--drill', '--to', url], stack.env)
      expect([fails.code, fails.err]).toEqual([
        1,
        expect.stringContaining(`role "${stack.role}" does not exist`),
      ])
    },
  )

  test.skipIf(!canStartServer)('names missing roles as they are, and quotes them in warnings', async () => {
    await using server = await startServer('trust')
    const id = stack.role.replace('owner_', '')
    const roles = [`Shop${id}`, `shop owner ${id}`, `a "b" ${id}`, `مالک${id}`, `1st${id}`]
    const quoted = roles.map((role) => `"${role.replaceAll('"', '""')}"`)
    await on(stack.rootUrl(stack.main), async (sql) => {
      await sql.unsafe('drop policy if exists mine on notes')
      for (const [index, role] of quoted.entries()) {
        await sql.unsafe(`create role ${role}; grant ${role} to ${stack.adminRole}`)
        await sql.unsafe(
          `create table "of a ${index}" (id integer); alter table "of a ${index}" owner to ${role}`,
        )
      }
      await sql.unsafe(`create view notices as select 'ALTER TABLE x OWNER TO nobody;' as text`)
      await sql.unsafe(`alter view notices owner to ${stack.role}`)
    })
    await runBackup(stack.context())
    await on(server.url, (sql) => sql.unsafe(`create role drill login createdb; create role "${roles[4]}"`))
    const { code, out } = await run(
      ['restore', '--drill', '--to', server.url.replace('postgres@', 'drill@')],
      stack.env,
    )
    expect(code).toBe(0)
    const missing = (await readDrills(stack.directory)).at(-1)!.missing_roles
    expect(missing.toSorted()).toEqual([stack.role, stack.otherRole, ...roles.slice(0, 4)].toSorted())
    expect(out).toContain(`warning: the role "shop owner ${id}" owns objects in the dump`)
    expect(out).toContain(`warning: the role "a ""b"" ${id}" owns objects in the dump`)
    await on(stack.rootUrl(stack.main), async (sql) => {
      for (const role of quoted) await sql.unsafe(`drop owned by ${role}; drop role ${role}`)
    })
  })
})
