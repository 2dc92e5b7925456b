// Dumps that contain hostile code: what it can do while it is loaded, and which logins may load it.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
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

describe.skipIf(noServer)(`untrusted dumps${NEEDS_SERVER}`, () => {
  let stack: BackupStack
  /** Path on the server that the hostile code creates when it can run programs there. */
  let marker: string

  beforeEach(async () => {
    stack = await createStack()
    marker = `/tmp/frontage-executed-${crypto.randomUUID()}`
    await on(stack.url(stack.main), (sql) =>
      sql.unsafe(
        hostileTable(
          `copy (select 1) to program 'touch ${marker}'`,
          `alter database ${stack.other} rename to stolen_${stack.other}`,
        ),
      ),
    )
    await on(stack.url(stack.other), (sql) => sql.unsafe('create table users as select 1 as id'))
    const { failures } = await runBackup(stack.context())
    expect(failures).toEqual([])
  })

  afterEach(() => stack[Symbol.asyncDispose]())

  const wasExecuted = () =>
    on(stack.rootUrl('postgres'), async (sql) => {
      const [row] = await sql`select size from pg_stat_file(${marker}, true)`
      return row!.size !== null
    })
  const asSuperuser = (env: Record<string, string> = {}) => ({
    ...stack.env,
    DATABASE_URL: stack.rootUrl('postgres'),
    ...env,
  })
  const expectUnchanged = async () =>
    expect(await stack.databases()).toEqual([stack.main, stack.other].sort())

  test.each([
    ['a restore', ['restore', '--database']],
    ['a drill', ['restore', '--drill', '--database']],
  ])('%s loads with the login of the owner: code of the dump has no further rights', async (_, args) => {
    const outcome = await run([...args, stack.main], stack.env)
    expect([outcome.err, outcome.code]).toEqual(['', 0])
    expect(outcome.out).not.toContain('warning')
    expect(await wasExecuted()).toBe(false)
    expect(await stack.databases()).toContain(stack.other)
  })

  test.each([
    ['a restore', ['restore', '--database']],
    ['a drill', ['restore', '--drill', '--database']],
  ])('%s refuses a superuser, before anything changes', async (_, args) => {
    for (const env of [asSuperuser(), asSuperuser({ RESTORE_OWNER_URLS: '' })]) {
      const { code, err } = await run([...args, stack.main], env)
      expect(code).toBe(1)
      expect(err).toMatch(/^refusing to load a dump as \w+, a superuser: .*--allow-superuser/)
    }
    expect(await wasExecuted()).toBe(false)
    await expectUnchanged()
    // A refusal says nothing about the backup, so no drill is recorded.
    expect(await readDrills(stack.directory)).toEqual([])
  })

  test('--allow-superuser without a login of the owner is unsafe: the dump runs a program', async () => {
    const { code } = await run(
      ['restore', '--drill', '--database', stack.main, '--allow-superuser'],
      asSuperuser({ RESTORE_OWNER_URLS: '' }),
    )
    expect([code, await wasExecuted()]).toEqual([0, true])
  })

  test('--allow-superuser with a login of the owner still loads the tables as the owner', async () => {
    const { code } = await run(
      ['restore', '--drill', '--database', stack.main, '--allow-superuser'],
      asSuperuser(),
    )
    expect([code, await wasExecuted()]).toEqual([0, false])
  })

  test('without a login of the owner the administration login is used, with a warning', async () => {
    const { code, out } = await run(['restore', '--drill', '--database', stack.main], {
      ...stack.env,
      RESTORE_OWNER_URLS: stack.url(stack.other),
    })
    expect(code).toBe(0)
    expect(out).toContain(`warning: RESTORE_OWNER_URLS has no login of ${stack.role}`)
    expect(await wasExecuted()).toBe(false)
  })

  test.each([
    ['the server programs role', 'grant pg_execute_server_program to ROLE', /pg_execute_server_program/],
    [
      'a superuser',
      'create role boss_ROLE superuser; grant boss_ROLE to ROLE',
      /a member of boss_\w+ \(a superuser\)/,
    ],
  ])('membership in %s is refused too, also of the owner', async (_, grant, reason) => {
    const root = (statement: string) => on(stack.rootUrl('postgres'), (sql) => sql.unsafe(statement))
    try {
      for (const role of [stack.adminRole, stack.role]) {
        await root(grant.replaceAll('ROLE', role))
        const { code, err } = await run(['restore', '--database', stack.main], stack.env)
        expect([code, err]).toEqual([1, expect.stringMatching(reason)])
        await root(`revoke pg_execute_server_program from ${role}; drop role if exists boss_${role}`)
      }
    } finally {
      for (const role of [stack.adminRole, stack.role]) await root(`drop role if exists boss_${role}`)
    }
    await expectUnchanged()
  })

  test('an owner that cannot log in fails the restore before anything changes, without its password', async () => {
    const wrong = new URL(stack.url(stack.main))
    wrong.username = stack.role
    wrong.host = '127.0.0.1:1'
    const { code, err } = await run(['restore', '--database', stack.main], {
      ...stack.env,
      RESTORE_OWNER_URLS: wrong.href,
    })
    expect(code).toBe(1)
    expect(err).toStartWith(`${stack.role} cannot log in with its URL in RESTORE_OWNER_URLS: `)
    expect(err).not.toContain(wrong.password)
    await expectUnchanged()
  })

  test('functions of a hostile database do not run while it is dumped and counted', async () => {
    await on(stack.rootUrl(stack.main), (sql) =>
      sql.unsafe(`create schema trap; grant all on schema trap to ${stack.role};
        create table stolen (login text); grant insert on stolen to public;
        create function trap.current_setting(text) returns text language plpgsql as
          'begin insert into public.stolen values (session_user); return ''15.0''; end';
        create function trap.pg_export_snapshot() returns text language plpgsql as
          'begin insert into public.stolen values (session_user); return ''x''; end';
        alter database ${stack.main} set search_path = trap, pg_catalog`),
    )
    const { failures } = await runBackup(stack.context({ BACKUP_DATABASES: stack.main }))
    expect(failures).toEqual([])
    await on(stack.rootUrl(stack.main), async (sql) => {
      expect(await sql`select login from public.stolen`).toHaveLength(0)
    })
  })

  test.skipIf(!canStartServer)('a drill on another server refuses its superuser', async () => {
    await using server = await startServer('trust')
    const refused = await run(['restore', '--drill', '--to', server.url], stack.env)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('a superuser')])
    await on(server.url, (sql) => sql.unsafe('create role drill login createdb'))
    const url = server.url.replace('postgres@', 'drill@')
    const drill = await run(['restore', '--drill', '--to', url], stack.env)
    expect([drill.err, drill.code]).toEqual(['', 0])
  })
})

/** A table whose CHECK constraint tries each statement with the rights of the login, whatever role is set. */
function hostileTable(...statements: string[]) {
  const attempts = statements.map(
    (statement) => `begin reset role; execute $sql$${statement}$sql$; exception when others then null; end;`,
  )
  return `create function accept(text) returns boolean language plpgsql as $code$
      begin ${attempts.join(' ')} return true; end $code$;
    create table notes (text text check (accept(text)));
    insert into notes values ('a'), ('b')`
}
