// The driver for a Postgres server, through postgres.js (patched, see `patches/`).
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Secret } from '../config/secret.ts'
import { DEADLINE_MS, type Driver, type Tx } from './driver.ts'
import { migrateUnderLock } from './migrate.ts'
import { NO_LIMITS } from './no-limits.ts'
import { createListener, type Listener } from './notification-listener.ts'
import { createPoolSockets } from './pool-sockets.ts'
import { withPreparedStatements } from './prepared-statements.ts'

/** The server reports a statement timeout itself; a server that stays silent for this much longer is unreachable. */
const RESPONSE_GRACE_MS = 2_000
/** postgres.js waits up to 20 s between attempts by default, too long to notice that the database is back. */
const MAX_BACKOFF_SECONDS = 0.5
/**
 * Statements that a connection keeps prepared. Beyond it the one used longest ago makes room: a search or an update of a rare
 * shape keeps no frequent statement unprepared.
 */
const MAX_PREPARED = 200

const limitsOf = (deadlineMs: number) => ({
  statement_timeout: deadlineMs,
  idle_in_transaction_session_timeout: 2 * deadlineMs,
})

type Options = {
  url: Secret
  directUrl?: Secret | null
  poolSize: number
  /** Of a statement; the limits of a connection follow from it. */
  deadlineMs?: number
}

/**
 * Creates a connection pool; connections are opened on demand. With `directUrl`, `url` may be a pooler in transaction
 * mode: the parts of a session (LISTEN, the lock of migrations, long cursors) then use `directUrl`, and the pool
 * neither prepares statements nor sets limits at the start of a connection, which PgBouncer refuses. `warn` is told when
 * the login has no limits of its own in that case.
 */
export function openPostgres(options: Options, warn: (message: string) => void = () => {}): Driver {
  const { deadlineMs = DEADLINE_MS } = options
  const limits = limitsOf(deadlineMs)
  const url = options.url.reveal()
  const isPooled = Boolean(options.directUrl)
  const directUrl = options.directUrl?.reveal() ?? url
  const sockets = createPoolSockets()
  let listener: Listener | null = null
  const settings = {
    max: options.poolSize,
    connect_timeout: deadlineMs / 1_000,
    backoff: (attempt: number) => Math.min(3 ** attempt / 100, MAX_BACKOFF_SECONDS),
    response_timeout: (deadlineMs + RESPONSE_GRACE_MS) / 1_000,
    max_prepared: MAX_PREPARED,
    socket: sockets.open,
    onnotice: () => {},
  }
  const connection = { application_name: 'frontage' }
  const client = postgres(url, {
    ...settings,
    prepare: !isPooled,
    connection: isPooled ? connection : { ...connection, ...limits },
  })
  return {
    kind: 'postgres',
    deadlineMs,
    drizzle: drizzle({ client: isPooled ? client : withPreparedStatements(client) }) as unknown as Tx,
    async migrate() {
      await migrateUnderLock(directUrl)
      if (isPooled) await warnWithoutLimits(client, limits, warn)
    },
    cursor: (statement, size) => openCursor(directUrl, statement, size),
    listen: (channel, onMessage, onListening) => {
      // LISTEN takes no time on the server, but connecting gets as long as it does for any client.
      const response_timeout = deadlineMs / 1_000
      const listenSettings = { ...settings, response_timeout, connection: { ...connection, ...limits } }
      listener ??= createListener((overrides) => postgres(directUrl, { ...listenSettings, ...overrides }))
      return listener.add({ channel, onMessage, onListening })
    },
    connections: () => ({ open: sockets.count(), max: options.poolSize }),
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), listener?.close()])
    },
  }
}

async function warnWithoutLimits(
  client: postgres.Sql,
  limits: ReturnType<typeof limitsOf>,
  warn: (message: string) => void,
) {
  const [row] = await client<{ user: string; isUnlimited: boolean }[]>`
    select current_user as user, current_setting('statement_timeout') = '0'
      or current_setting('idle_in_transaction_session_timeout') = '0' as "isUnlimited"`
  if (!row?.isUnlimited) return
  const settings = Object.entries(limits).map(
    ([name, value]) => `ALTER ROLE ${row.user} SET ${name} = ${value}`,
  )
  warn(
    `Statements through the pooler have no time limit, so one that waits for a lock holds a connection; run: ${settings.join('; ')}`,
  )
}

// Uses its own connection, because it is held as long as a client reads, and without a statement timeout, which would
// count that time.
async function* openCursor(url: string, statement: SQL, size: number): AsyncIterableIterator<unknown[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement)
  const client = postgres(url, {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: 'frontage export', ...NO_LIMITS },
  })
  try {
    yield* client.unsafe(text, params as postgres.ParameterOrJSON<never>[]).cursor(size)
  } finally {
    await client.end({ timeout: 1 })
  }
}
