// Two databases with an owner each and an administration role, as in the Compose stack, on the server of
// TEST_DATABASE_URL, and a directory for their dumps; and throwaway servers, where Postgres' programs are installed.
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { BackupContext } from '../../src/operations/backup/backup-context.ts'
import { toBackupConfig } from '../../src/platform/config/backup-config.ts'
import { parseEnv } from '../../src/platform/config/env.ts'
import { Secret } from '../../src/platform/config/secret.ts'
import { freeBytes } from '../../src/platform/free-space.ts'
import { asPostgres } from './cluster.ts'
import { PATIENCE_MS } from './eventually.ts'
import { freePort } from './free-port.ts'

const server = process.env.TEST_DATABASE_URL || null

/** The condition of `describe.skipIf(…)`. */
export const noServer = server === null
export const NEEDS_SERVER = noServer ? ' (skipped: needs TEST_DATABASE_URL of a superuser)' : ''

export type Sql = postgres.Sql

/** Runs on a connection of its own. */
export async function on<T>(url: string, run: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await run(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

export const PASSWORD = 'owner password'

export type BackupStack = {
  /** The first holds the website, as `procurement` does. */
  main: string
  other: string
  /** Owner of `main`. */
  role: string
  otherRole: string
  /** The role of `env.DATABASE_URL`: CREATEDB and member of both owners, but not a superuser. */
  adminRole: string
  directory: string
  /** URL of a database for its owner, for the administration role and for the superuser. */
  url(database: string): string
  adminUrl(database: string): string
  rootUrl(database: string): string
  /** Environment for commands. */
  env: Record<string, string>
  /** Context for functions of `backup/` and `restore/`; collects their messages. */
  context(
    changes?: Record<string, string>,
    overrides?: Partial<BackupContext>,
  ): BackupContext & { messages: string[] }
  /** Names of the stack's databases, sorted. */
  databases(): Promise<string[]>
  [Symbol.asyncDispose](): Promise<void>
}

export async function createStack(): Promise<BackupStack> {
  const id = crypto.randomUUID().slice(0, 8)
  const [main, other] = [`main_${id}`, `other_${id}`]
  const [role, otherRole, adminRole] = [`owner_${id}`, `other_owner_${id}`, `admin_${id}`]
  await on(server!, async (sql) => {
    for (const owner of [role, otherRole])
      await sql.unsafe(`create role ${owner} login password '${PASSWORD}'`)
    await sql.unsafe(`create role ${adminRole} login createdb password '${PASSWORD}'
      in role ${role}, ${otherRole}, pg_read_all_data, pg_signal_backend`)
    await sql.unsafe(`create database ${main} owner ${role}`)
    await sql.unsafe(`create database ${other} owner ${otherRole}`)
  })
  const directory = await mkdtemp(join(tmpdir(), 'frontage-backups-'))
  const rootUrl = (database: string) => withDatabase(server!, database)
  const urlOf = (user: string, database: string) => {
    const changed = new URL(rootUrl(database))
    changed.username = user
    changed.password = PASSWORD
    return changed.href
  }
  const url = (database: string) => urlOf(database.startsWith(other) ? otherRole : role, database)
  const adminUrl = (database: string) => urlOf(adminRole, database)
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: adminUrl('postgres'),
    RESTORE_OWNER_URLS: `${url(main)},${url(other)}`,
    BACKUP_DIR: directory,
    BACKUP_DATABASES: `${main},${other}`,
    DEPLOY_REPO_DIR: directory,
  }
  const databases = async () =>
    on(server!, async (sql) => {
      const rows = await sql<{ datname: string }[]>`select datname from pg_database order by 1`
      return rows.map(({ datname }) => datname).filter((name) => name.includes(id))
    })
  return {
    main,
    other,
    role,
    otherRole,
    adminRole,
    directory,
    url,
    adminUrl,
    rootUrl,
    env,
    context: (changes = {}, overrides = {}) => contextOf({ ...env, ...changes }, overrides),
    databases,
    async [Symbol.asyncDispose]() {
      const names = await databases()
      await on(server!, async (sql) => {
        for (const name of names) await sql.unsafe(`drop database if exists "${name}" with (force)`)
        await sql.unsafe(`drop role ${adminRole}, ${role}, ${otherRole}`)
      })
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export function contextOf(environment: Record<string, string>, overrides: Partial<BackupContext> = {}) {
  const env = parseEnv(environment, ['backup', 'database'])
  const messages: string[] = []
  return {
    config: toBackupConfig(env.backup),
    url: new Secret(env.database.DATABASE_URL ?? ''),
    environment,
    clock: () => new Date(),
    freeBytes,
    signal: null,
    info: (message: string) => void messages.push(message),
    warn: (message: string) => void messages.push(`warning: ${message}`),
    ...overrides,
    messages,
  }
}

export function withDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

const versions = await readdir('/usr/lib/postgresql').catch(() => [])
const programs = versions
  .sort((a, b) => Number(b) - Number(a))
  .map((it) => `/usr/lib/postgresql/${it}/bin`)[0]
const initdb = Bun.which('initdb', { PATH: `${programs ?? ''}:${process.env.PATH}` })

/** Whether `startServer` works on this machine. */
export const canStartServer = initdb !== null

/** Starts an empty server with the superuser `postgres`; `auth` as in pg_hba.conf, with that password. */
export async function startServer(auth: 'trust' | 'scram-sha-256', password = PASSWORD) {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-server-'))
  const asOwner = process.getuid?.() === 0 ? asPostgres() : []
  const secret = join(directory, 'password')
  await Bun.write(secret, password)
  if (asOwner.length > 0) {
    const ids = (await Bun.$`id -u postgres; id -g postgres`.text()).trim().split('\n').map(Number)
    for (const path of [directory, secret]) await chown(path, ids[0]!, ids[1]!)
  }
  const data = join(directory, 'data')
  await Bun.$`${asOwner} ${initdb} -D ${data} -U postgres -A ${auth} --pwfile=${secret} --no-sync -E UTF8 --locale=C.UTF-8`.quiet()
  const port = await freePort()
  const control = join(initdb!, '../pg_ctl')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  await Bun.$`${asOwner} ${control} -D ${data} -w -l ${join(directory, 'log')} start -o ${options}`.quiet()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    async [Symbol.asyncDispose]() {
      await Bun.$`${asOwner} ${control} -D ${data} -m immediate -w stop`.quiet().nothrow()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Waits until `holds` returns a truthy value; throws after `PATIENCE_MS`. */
export async function until(holds: () => Promise<unknown> | unknown, what: string) {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
    if (await holds()) return
    await Bun.sleep(25)
  }
  throw new Error(`timed out waiting until ${what}`)
}
