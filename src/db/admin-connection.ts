// Whole databases instead of rows: connections for work that no request waits for, and what Postgres' own programs
// need to reach the same server.
import postgres from 'postgres'
import type { Secret } from '../config/secret.ts'

export type Connection = postgres.Sql

/** Databases that every server has, for work on all others. */
const MAINTENANCE = ['postgres', 'template1']

/**
 * One connection to `database` of the server of `url`, made when it is needed. Statements take as long as they take; a
 * server that is gone is noticed within two minutes.
 */
export function connectTo(url: Secret, database: string): Connection {
  return postgres(url.reveal(), {
    database,
    max: 1,
    connect_timeout: 10,
    // The connection holds locks and snapshots, which another one would not have.
    max_lifetime: null,
    onnotice: () => {},
    connection: {
      application_name: 'frontage backup',
      // Those of the role or the database are meant for the service.
      statement_timeout: 0,
      lock_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      tcp_keepalives_idle: 30,
      tcp_keepalives_interval: 15,
      tcp_keepalives_count: 4,
    },
  })
}

/** A connection to a database that no restore replaces. */
export async function connectForMaintenance(url: Secret): Promise<Connection> {
  for (const database of MAINTENANCE) {
    const sql = connectTo(url, database)
    try {
      await sql`select 1`
      return sql
    } catch (error) {
      await sql.end({ timeout: 1 })
      const isAbsent = ['3D000', '42501', '55000'].includes(String((error as { code?: unknown }).code))
      if (!isAbsent || database === MAINTENANCE.at(-1)) throw error
    }
  }
  throw new Error('unreachable')
}

/** Runs `use` on the connection and closes it, whatever comes of it. */
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
 * The variables that lead libpq to the server of `url`; a password is among them and nowhere else. What the URL leaves
 * out stays with libpq's own defaults.
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

// The spelling of postgres.js.
function sslMode(ssl: string | null) {
  if (ssl === null) return null
  return ssl === 'true' || ssl === '1' ? 'require' : ssl === 'false' ? 'disable' : ssl
}

/** What libpq's programs take as their database: the name, and keepalives that notice a server that is gone. */
export const conninfo = (database: string) =>
  `dbname='${database}' keepalives_idle=30 keepalives_interval=15 keepalives_count=4`

/** `name` as it stands in a statement. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** `text` as it stands in a statement. */
export const literal = (text: string) =>
  text.includes('\\')
    ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`

/** Who the server is: its major version, whole version, clock and the role that asks. */
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
