// Connections for administration (backup, restore, checks), without the service's timeouts, and the settings that
// pg_dump and pg_restore need to reach the same server.
import postgres from 'postgres'
import type { Secret } from '../config/secret.ts'

export type Connection = postgres.Sql

/** Databases that every server has; connected to for work on other databases. */
const MAINTENANCE_DATABASES = ['postgres', 'template1']

/**
 * A client with one connection to `database` on the server of `url`, opened on demand. It has no statement timeout; an
 * unreachable server is detected within two minutes.
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
      // Override defaults of the role or the database, which are meant for the service.
      statement_timeout: 0,
      lock_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      tcp_keepalives_idle: 30,
      tcp_keepalives_interval: 15,
      tcp_keepalives_count: 4,
    },
  })
}

/** Connects to a maintenance database, which no restore replaces. */
export async function connectForMaintenance(url: Secret): Promise<Connection> {
  for (const database of MAINTENANCE_DATABASES) {
    const sql = connectTo(url, database)
    try {
      await sql`select 1`
      return sql
    } catch (error) {
      await sql.end({ timeout: 1 })
      const isAbsent = ['3D000', '42501', '55000'].includes(String((error as { code?: unknown }).code))
      if (!isAbsent || database === MAINTENANCE_DATABASES.at(-1)) throw error
    }
  }
  throw new Error('unreachable')
}

/** Runs `use` with the connection and then closes it, even after an error. */
export async function using<T>(sql: Connection, use: (sql: Connection) => Promise<T>): Promise<T> {
  try {
    return await use(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const SSL_PARAMETERS = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
}

/**
 * Environment variables that point libpq to the server of `url`, including the password, which appears nowhere else.
 * Parts missing from the URL keep libpq's defaults.
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

// postgres.js calls this parameter `ssl`.
function sslMode(ssl: string | null) {
  if (ssl === null) return null
  return ssl === 'true' || ssl === '1' ? 'require' : ssl === 'false' ? 'disable' : ssl
}

/** The database argument for libpq's programs: the name, and keepalives that detect an unreachable server. */
export const conninfo = (database: string) =>
  `dbname='${database}' keepalives_idle=30 keepalives_interval=15 keepalives_count=4`

/** `name` as a quoted SQL identifier. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** `text` as an SQL string literal. */
export const literal = (text: string) =>
  text.includes('\\')
    ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`

/** Facts about the server, and the role of this connection. */
export type ServerFacts = {
  major: number
  version: string
  now: Date
  role: string
  isSuperuser: boolean
  mayCreate: boolean
}

export async function serverFacts(sql: Connection): Promise<ServerFacts> {
  const [row] = await sql<Omit<ServerFacts, 'major'>[]>`
    select current_setting('server_version') as version, clock_timestamp() as now, current_user as role,
      rolsuper as "isSuperuser", rolsuper or rolcreatedb as "mayCreate"
    from pg_roles where rolname = current_user`
  return { ...row!, major: Number.parseInt(row!.version, 10) }
}
