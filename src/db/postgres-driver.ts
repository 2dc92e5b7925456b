// The driver for a Postgres server, through postgres.js (patched, see `patches/`).
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Secret } from '../config/secret.ts'
import type { Driver, Tx } from './database.ts'
import { migrateUnderLock } from './migrate.ts'
import { type Listener, listen } from './notification-listener.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import { responseTimeoutSockets } from './response-timeout-socket.ts'

const STATEMENT_TIMEOUT_MS = 5_000
/** The server reports a statement timeout itself; a server that stays silent for longer is unreachable. */
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000
/** LISTEN takes no time on the server, but connecting gets as long as it does for any client. */
const LISTEN_TIMEOUT_MS = 5_000
/** postgres.js waits up to 20 s between attempts by default, too long to notice that the database is back. */
const MAX_BACKOFF_SECONDS = 0.5

/** Creates a connection pool; connections are opened on demand. */
export function openPostgres(options: { url: Secret; poolSize: number }): Driver {
  const url = options.url.reveal()
  const open = { count: 0 }
  const listeners: Listener[] = []
  const settings = {
    max: options.poolSize,
    connect_timeout: 5,
    backoff: (attempt: number) => Math.min(3 ** attempt / 100, MAX_BACKOFF_SECONDS),
    socket: responseTimeoutSockets({ timeoutMs: RESPONSE_TIMEOUT_MS, open }),
    onnotice: () => {},
    connection: {
      application_name: 'frontage',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 10_000,
    },
  }
  const client = postgres(url, settings)
  return {
    kind: 'postgres',
    drizzle: drizzle({ client: withPreparedStatements(client) }) as unknown as Tx,
    migrate: () => migrateUnderLock(url),
    cursor: (statement, size) => openCursor(url, statement, size),
    listen: async (channel, onMessage, onListening) => {
      const socket = responseTimeoutSockets({ timeoutMs: LISTEN_TIMEOUT_MS, open })
      const listenSettings = { ...settings, socket }
      const createClient = (overrides: object) => postgres(url, { ...listenSettings, ...overrides })
      listeners.push(await listen(createClient, { channel, onMessage, onListening }))
    },
    connections: () => ({ open: open.count, max: options.poolSize }),
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), ...listeners.map((listener) => listener.close())])
    },
  }
}

// Uses its own connection, because it is held as long as a client reads, and without a statement timeout, which would
// count that time.
async function* openCursor(url: string, statement: SQL, size: number): AsyncIterableIterator<unknown[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement)
  const client = postgres(url, {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: 'frontage export' },
  })
  try {
    yield* client.unsafe(text, params as postgres.ParameterOrJSON<never>[]).cursor(size)
  } finally {
    await client.end({ timeout: 1 })
  }
}
