// The logins that the Compose stack creates: they suffice for backup, restore and drills, and none is a superuser.
import { describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { run } from '../../commands/run.ts'
import { canStartServer, on, startServer } from '../../support/backup-server.ts'

const COMPOSE = join(import.meta.dir, '../../../deploy/compose')
const isPossible = canStartServer && Bun.which('psql') !== null

describe.skipIf(!isPossible)(
  `logins of the Compose stack${isPossible ? '' : ' (skipped: needs initdb and psql)'}`,
  () => {
    test('backup, restore and drill work with the administration login and the owners’ logins', async () => {
      await using server = await startServer('trust')
      const folder = await mkdtemp(join(tmpdir(), 'frontage-logins-'))
      const names = [
        'frontage_db_password',
        'casdoor_db_password',
        'admin_db_password',
        'monitor_db_password',
      ]
      for (const name of names) await writeFile(join(folder, name), `the ${name}`)
      const script = (name: string, env: Record<string, string> = {}) =>
        Bun.$`sh ${join(COMPOSE, name)}`.env({
          PATH: process.env.PATH!,
          PGHOST: '127.0.0.1',
          PGPORT: String(server.port),
          POSTGRES_USER: 'postgres',
          SECRETS: folder,
          ...env,
        })
      await script('db/10-databases.sh')
      await script('db/20-administration.sh')
      // An operator may repeat it on an existing volume.
      await script('db/20-administration.sh')
      const url = (user: string, database: string) =>
        `postgres://${user}@127.0.0.1:${server.port}/${database}`
      await on(server.url, async (sql) => {
        const roles = await sql`select rolname as name from pg_roles where rolsuper and rolcanlogin`
        expect(roles.map(({ name }) => name)).toEqual(['postgres'])
      })
      await on(url('frontage', 'procurement'), (sql) =>
        sql.unsafe(
          'create table notes as select generate_series(1, 10) as id; create extension pg_trgm; create extension unaccent',
        ),
      )
      await on(url('casdoor', 'casdoor'), (sql) => sql.unsafe('create table users as select 1 as id'))
      const env = {
        DATABASE_URL: url('frontage_admin', 'postgres'),
        RESTORE_OWNER_URLS: `${url('frontage', 'procurement')},${url('casdoor', 'casdoor')}`,
        BACKUP_DIR: join(folder, 'backups'),
      }
      // Sessions of the service and of the postgres exporter, which a restore has to terminate.
      const sessions = [url('frontage', 'procurement'), url('monitor', 'procurement')].map((it) =>
        postgres(it, { max: 1, onnotice: () => {} }),
      )
      for (const sql of sessions) await sql`select 1`
      for (const args of [
        ['backup', '--once'],
        ['restore', '--drill'],
        ['restore'],
        ['restore', '--drop-old'],
      ]) {
        const outcome = await run(args, env)
        expect([args, outcome.err, outcome.code]).toEqual([args, '', 0])
        expect(outcome.out).not.toContain('warning')
      }
      for (const sql of sessions) await sql.end({ timeout: 1 }).catch(() => {})
      await on(server.url, async (sql) => {
        const owners = await sql`
        select datname || ' of ' || pg_get_userbyid(datdba) as line from pg_database where not datistemplate order by 1`
        expect(owners.map(({ line }) => line)).toEqual([
          'casdoor of casdoor',
          'postgres of postgres',
          'procurement of frontage',
        ])
      })
      await rm(folder, { recursive: true })
    })

    test('the drill server has one login by network, which is not a superuser', async () => {
      await using server = await startServer('trust')
      const PGDATA = await mkdtemp(join(tmpdir(), 'frontage-drill-'))
      await Bun.$`sh ${join(COMPOSE, 'drill-db/10-drill.sh')}`.env({
        PATH: process.env.PATH!,
        PGHOST: '127.0.0.1',
        PGPORT: String(server.port),
        POSTGRES_USER: 'postgres',
        PGDATA,
      })
      await on(server.url, async (sql) => {
        const [role] =
          await sql`select rolsuper, rolcreatedb, rolcanlogin from pg_roles where rolname = 'drill'`
        expect(role).toEqual({ rolsuper: false, rolcreatedb: true, rolcanlogin: true })
      })
      const rules = (await readFile(join(PGDATA, 'pg_hba.conf'), 'utf8')).split('\n')
      expect(rules.filter((line) => line.startsWith('host'))).toEqual(['host all drill all trust'])
      await rm(PGDATA, { recursive: true })
    })
  },
)
