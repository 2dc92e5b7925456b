// Administration of a Postgres server: connections for backup and restore, the same connection settings for libpq
// programs, and quoting for statements that take no parameters.
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Secret } from '../config/secret.ts'
import type { Tx } from './driver.ts'
import { NO_LIMITS } from './no-limits.ts'

export type Connection = postgres.Sql

/** Databases that exist on every server; a restore replaces neither. */
const MAINTENANCE = ['postgres', 'template1']

/**
 * A single connection to `database` on the server of `url`, opened by the first statement. Statements have no time
 * limit; keepalives detect a lost server within two minutes.
 */
export function connectTo(url: Secret, database: string): Connection {
  return postgres(url.reveal(), {
    database,
    max: 1,
    connect_timeout: 10,
    // Locks and snapshots belong to the connection, so it must not be replaced.
    max_lifetime: null,
    onnotice: () => {},
    connection: {
      application_name: 'frontage backup',
      ...NO_LIMITS,
      // Settings of the database must not redirect names to functions in it, which would run with the rights of this login.
      search_path: 'pg_catalog',
      // Row security policies would run code of the database too; with `off`, the query fails instead.
      row_security: 'off',
      tcp_keepalives_idle: 30,
      tcp_keepalives_interval: 15,
      tcp_keepalives_count: 4,
    },
  })
}

/** Connects to a database that no restore replaces. Throws the server's error. */
export async function connectForMaintenance(url: Secret): Promise<Connection> {
  for (const database of MAINTENANCE) {
    const sql = connectTo(url, database)
    try {
      await sql`select 1`
      return sql
    } catch (error) {
      await sql.end({ timeout: 1 })
      const isUnusable = ['3D000', '42501', '55000'].includes(String((error as { code?: unknown }).code))
      if (!isUnusable || database === MAINTENANCE.at(-1)) throw error
    }
  }
  throw new Error('unreachable')
}

/** Runs `use` on the connection, then closes it, also after an error. */
export async function withConnection<T>(sql: Connection, use: (sql: Connection) => Promise<T>): Promise<T> {
  try {
    return await use(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Runs one transaction, which sees one state of the database, with the query builder of the service. */
export const inTransaction = <T>(sql: Connection, run: (tx: Tx) => Promise<T>): Promise<T> =>
  drizzle({ client: sql }).transaction((tx) => run(tx as unknown as Tx), {
    isolationLevel: 'repeatable read',
  })

const SSL_PARAMETERS = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
}

/**
 * Environment variables that connect libpq programs to the server of `url`. The password is passed only here, never as
 * an argument. Parts missing from the URL keep libpq's defaults.
 */
export function libpqEnvironment(url: Secret): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(url.reveal())
  const variables: Record<string, string | null> = {
    PGHOST: searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port || searchParams.get('port'),
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGCONNECT_TIMEOUT: '10',
    PGSSLMODE: sslMode(searchParams.get('ssl')),
  }
  for (const [name, variable] of Object.entries(SSL_PARAMETERS)) {
    if (searchParams.has(name)) variables[variable] = searchParams.get(name)
  }
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

// postgres.js also accepts `ssl=true`, which libpq spells `sslmode=require`.
function sslMode(ssl: string | null) {
  if (ssl === null) return null
  return ssl === 'true' || ssl === '1' ? 'require' : ssl === 'false' ? 'disable' : ssl
}

/** Connection string for libpq programs: the database, and keepalives that detect a lost server. */
export const conninfo = (database: string) =>
  `dbname='${database}' keepalives_idle=30 keepalives_interval=15 keepalives_count=4`

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

export const quoteLiteral = (text: string) =>
  text.includes('\\')
    ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`

/** Version and clock of the server, and the role of this connection. */
export type ServerFacts = {
  major: number
  version: string
  now: Date
  role: string
  isSuperuser: boolean
  canCreateDatabases: boolean
}

export async function readServerFacts(sql: Connection): Promise<ServerFacts> {
  const [row] = await sql<Omit<ServerFacts, 'major'>[]>`
    select current_setting('server_version') as version, clock_timestamp() as now, current_user as role,
      rolsuper as "isSuperuser", rolsuper or rolcreatedb as "canCreateDatabases"
    from pg_roles where rolname = current_user`
  return { ...row!, major: Number.parseInt(row!.version, 10) }
}
