import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import type { Secret } from '../config/secret.ts'
import type { Driver, Tx } from './database.ts'
import { migrationsFolder } from './migrations.ts'
import { type Listener, listen } from './notification-listener.ts'
import { responseTimeoutSockets } from './response-timeout-socket.ts'

// Any number: what matters is that every process of this service takes the same one.
const MIGRATION_LOCK = 7_204_511

const STATEMENT_MS = 5_000
/** The server ends a statement after `STATEMENT_MS` and says so: who is silent for longer is not there. */
const ANSWER_MS = STATEMENT_MS + 2_000
const MAX_PREPARED = 200
/** Listening takes the server no time; to connect, which is a question too, it has as long as for any client. */
const LISTEN_ANSWER_MS = 5_000
/** postgres.js waits up to 20 s by itself, during which a database that is back would go unnoticed. */
const LONGEST_BACKOFF_SECONDS = 0.5

/** Opens a pool; connections are made when they are needed. */
export function openPostgres(options: { url: Secret; poolSize: number }): Driver {
  const url = options.url.reveal()
  const open = { count: 0 }
  const listeners: Listener[] = []
  const settings = {
    max: options.poolSize,
    connect_timeout: 5,
    backoff: (attempt: number) => Math.min(3 ** attempt / 100, LONGEST_BACKOFF_SECONDS),
    socket: responseTimeoutSockets({ answerMs: ANSWER_MS, open }),
    onnotice: () => {},
    connection: {
      application_name: 'frontage',
      statement_timeout: STATEMENT_MS,
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
      const impatient = { ...settings, socket: responseTimeoutSockets({ answerMs: LISTEN_ANSWER_MS, open }) }
      const connect = (own: object) => postgres(url, { ...impatient, ...own })
      listeners.push(await listen(connect, { channel, onMessage, onListening }))
    },
    connections: () => ({ open: open.count, max: options.poolSize }),
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), ...listeners.map((listener) => listener.close())])
    },
  }
}

/**
 * The client as drizzle uses it, with each statement prepared once a connection: postgres.js asks for the types of an
 * unprepared one first, a round trip more each time. No more than `MAX_PREPARED` texts, since a server keeps each for
 * as long as the connection lives.
 */
function withPreparedStatements(client: postgres.Sql): postgres.Sql {
  const known = new Set<string>()
  const isKept = (text: string) => known.has(text) || (known.size < MAX_PREPARED && known.add(text).size > 0)
  const preparing = <Client extends object>(inner: Client): Client =>
    new Proxy(inner, {
      get(target, name) {
        const value = Reflect.get(target, name) as (...args: unknown[]) => unknown
        if (name === 'unsafe') {
          return (text: string, params: unknown[] = [], options = {}) =>
            value(text, params, { ...options, prepare: params.length > 0 && isKept(text) })
        }
        if (name === 'begin' || name === 'savepoint') {
          return (...args: unknown[]) => {
            const run = args.pop() as (scoped: object) => unknown
            return value(...args, (scoped: object) => run(preparing(scoped)))
          }
        }
        return value
      },
    })
  return preparing(client)
}

// On a connection of its own: it is held for as long as a client reads, and the statement's time limit would count that.
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

// drizzle's `migrate` takes no lock: replicas that start together would collide. The lock lives on the one connection
// that also migrates, so it goes with the process.
async function migrateUnderLock(url: string) {
  const client = postgres(url, {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { lock_timeout: 60_000 },
  })
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`.catch((cause: Error) => {
      throw new Error(`the database of DATABASE_URL cannot be used: ${cause.message}`, { cause })
    })
    await migrate(drizzle({ client }), { migrationsFolder })
  } finally {
    await client.end({ timeout: 5 })
  }
}
