import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import type { Secret } from '../config/secret.ts'
import type { Driver, Tx } from './client.ts'
import { migrationsFolder } from './migrations.ts'

// Any number: what matters is that every process of this service takes the same one.
const MIGRATION_LOCK = 7_204_511

/** Opens a pool; connections are made when they are needed. */
export function openPostgres(options: { url: Secret; poolSize: number }): Driver {
  const url = options.url.reveal()
  const client = postgres(url, {
    max: options.poolSize,
    connect_timeout: 5,
    onnotice: () => {},
    connection: {
      application_name: 'frontage',
      statement_timeout: 5_000,
      idle_in_transaction_session_timeout: 10_000,
    },
  })
  return {
    kind: 'postgres',
    drizzle: drizzle({ client }) as unknown as Tx,
    migrate: () => migrateUnderLock(url),
    cursor: (statement, size) => openCursor(url, statement, size),
    listen: async (channel, onMessage, onListening) => {
      await client.listen(channel, onMessage, onListening)
    },
    close: () => client.end({ timeout: 5 }),
  }
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
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`
    await migrate(drizzle({ client }), { migrationsFolder })
  } finally {
    await client.end({ timeout: 5 })
  }
}
