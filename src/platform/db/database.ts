// The interface to Postgres: a server through postgres.js, or embedded through PGlite. Every call ends within a
// deadline, waiting for a connection included, and throws 503 when it is exceeded.
import { and, eq, sql } from 'drizzle-orm'
import { unavailable } from '../../text/errors.ts'
import { wasRolledBack } from './commit-outcome.ts'
import { isAborted, isAway, isLostConnection, isReadOnly, isRetryable } from './database-errors.ts'
import type { Driver, RowsAfter, Tx } from './driver.ts'
import { scan } from './scan.ts'
import { contentChanges, contentVersions } from './schema/history.ts'
import { statement } from './statement.ts'
import { type Deadline, withDeadline } from './with-deadline.ts'

export type { Driver, Tx } from './driver.ts'
export { rowsOf } from './rows-of.ts'

export type Database = {
  kind: Driver['kind']
  /** Of a call that names no other. */
  deadlineMs: number
  /**
   * Runs statements that need no transaction. They run again when the connection was lost, so that a single write must do
   * no harm when it is repeated.
   */
  query<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs queries that all see the same state of the database. To read a long table in parts, `run` calls `onProgress` after
   * each part, which starts the deadline anew.
   */
  readConsistently<T>(run: (tx: Tx, onProgress: () => void) => Promise<T>): Promise<T>
  /**
   * Reads all rows of a long list in batches, using little memory. On a server all rows are of the moment the scan
   * started; embedded, each batch is of the moment it is read. `rowsAfter` returns the statement for up to `max` rows
   * (null: all) with an id above `id`, ordered by id. Throws 503 when a batch takes too long.
   */
  scan<Row extends { id: number }>(rowsAfter: RowsAfter): AsyncGenerator<Row[], void>
  /**
   * Runs a transaction. It is repeated after a deadlock, or when the connection was lost and it was certainly not
   * committed, so `run` must have no effect outside the database. `deadlineMs` is for transactions that take longer than
   * usual. `beforeCommit` runs after everything else, the listeners of `onChange` included: the place for a lock that all
   * writes wait for.
   */
  transaction<T>(run: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Adds a listener for transactions of this process that change content. */
  onChange(listener: ChangeListener): void
  listen: Driver['listen']
  migrate: Driver['migrate']
  connections: Driver['connections']
  close: Driver['close']
}

export type TransactionOptions = { deadlineMs?: number; beforeCommit?: (tx: Tx) => Promise<void> }

/** State of a resource at the end of a transaction: its change counter and the tokens of the last change and of that before. */
export type ContentVersion = { resource: string; counter: number; token: string; previous: string | null }

/**
 * Called before the commit, while the transaction keeps others from changing these resources; `tx` sees the state that
 * will be committed. The returned callback is called before `transaction` returns; `isCommitted` is also false when the
 * outcome is unknown. `deadlineMs` is the transaction's: what would take long must not be done in it.
 */
export type ChangeListener = (
  tx: Tx,
  changes: ContentVersion[],
  deadlineMs: number,
) => Promise<(isCommitted: boolean) => void>

const MAX_ATTEMPTS = 4
/** Pause between attempts while the database accepts no connections: a restart, a failover. */
const AWAY_PAUSE_MS = 100
/** A pooler whose server is away closes connections; a statement that crashes the server must not do so all the time. */
const LOST_PAUSES_MS = [0, 100, 300, 900, 2_700]
const CONSISTENT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** `deadlineMs`: tests on slow machines wait longer, and tests of the deadline less long. */
export function createDatabase(
  driver: Driver,
  { deadlineMs: usualMs = driver.deadlineMs }: { deadlineMs?: number } = {},
): Database {
  const listeners: ChangeListener[] = []

  async function transaction<T>(
    run: (tx: Tx) => Promise<T>,
    { deadlineMs: named = 0, beforeCommit }: TransactionOptions = {},
  ): Promise<T> {
    const deadlineMs = Math.max(named, usualMs)
    let isCommitting = false
    let xid: string | null = null
    const runOnce = async ({ hasExpired }: Deadline) => {
      const callbacks: ((isCommitted: boolean) => void)[] = []
      let isCommitted = false
      isCommitting = false
      try {
        const result = await driver.drizzle.transaction(async (tx) => {
          if (hasExpired()) throw unavailable('database')
          const statements: Promise<unknown>[] = []
          atEnd.set(tx, statements)
          let result: T
          try {
            result = await run(tx)
          } catch (error) {
            // A later failure is a consequence of the failure of one of these.
            await allOf(statements)
            throw error
          }
          const ownChanges = readOwnChanges(tx)
          await allOf([...statements, ownChanges])
          const { id, changes } = await ownChanges
          // Sequential, so every listener that returned a callback is notified even if a later one throws.
          if (changes.length > 0)
            for (const listener of listeners) callbacks.push(await listener(tx, changes, deadlineMs))
          await beforeCommit?.(tx)
          if (hasExpired()) throw unavailable('database')
          xid = id
          isCommitting = true
          return result
        })
        isCommitted = true
        return result
      } finally {
        // After a failed commit too: the outcome is unknown then.
        for (const callback of callbacks) callback(isCommitted)
      }
    }
    const attempt = async (deadline: Deadline) => {
      try {
        return await runOnce(deadline)
      } catch (error) {
        if (isCommitting && isLostConnection(error))
          isCommitting = !(await wasRolledBack(driver.drizzle, xid, deadline))
        throw error
      }
    }
    return repeat(deadlineMs, attempt, (error, attempts) => {
      // Before the commit nothing has happened; after it a deadlock or a rollback is certain, or the outcome is unknown.
      if (isCommitting && !isRetryable(error)) return null
      return pauseAfterWrite(error, attempts)
    })
  }

  return {
    kind: driver.kind,
    deadlineMs: usualMs,
    query: (run) => repeat(usualMs, () => run(driver.drizzle), pauseAfterWrite),
    readConsistently: (run) =>
      repeat(
        usualMs,
        ({ restart }) => driver.drizzle.transaction((tx) => run(tx, restart), CONSISTENT),
        pauseAfter,
      ),
    scan: (rowsAfter) => scan(driver, rowsAfter, usualMs),
    transaction,
    onChange: (listener) => void listeners.push(listener),
    listen: driver.listen,
    migrate: driver.migrate,
    connections: driver.connections,
    close: driver.close,
  }
}

/** Milliseconds to wait before the next attempt, after so many attempts that failed with a lost connection or a deadlock. */
type PauseAfter = (error: unknown, attempts: number) => number | null

function repeat<T>(
  deadlineMs: number,
  attempt: (deadline: Deadline) => Promise<T>,
  pauseAfter: PauseAfter,
): Promise<T> {
  return withDeadline(deadlineMs, async (deadline) => {
    for (let attempts = 1; ; ) {
      try {
        return await attempt(deadline)
      } catch (error) {
        const pause = pauseAfter(error, attempts)
        if (pause === null) throw error
        if (pause > 0) await Bun.sleep(pause)
        if (deadline.hasExpired()) throw error
        if (!isAway(error) && !isReadOnly(error)) attempts++
      }
    }
  })
}

const pauseAfter: PauseAfter = (error, attempts) => {
  if (isAway(error)) return AWAY_PAUSE_MS
  if (isLostConnection(error)) return LOST_PAUSES_MS[attempts - 1] ?? null
  return isRetryable(error) && attempts < MAX_ATTEMPTS ? 0 : null
}

const pauseAfterWrite: PauseAfter = (error, attempts) =>
  isReadOnly(error) ? AWAY_PAUSE_MS : pauseAfter(error, attempts)

/** By transaction, the statements that are awaited with its last one. */
const atEnd = new WeakMap<Tx, Promise<unknown>[]>()

/** Awaits statements; of those that failed, the first made the others fail. */
async function allOf(statements: readonly Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(statements)
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (failures.length > 0) throw failures.find((error) => !isAborted(error)) ?? failures[0]
}

/** Awaits a statement that was sent at the end of the transaction, or now in a nested one; it fails if the statement does. */
export async function awaitAtEnd(tx: Tx, sent: Promise<unknown>) {
  const statements = atEnd.get(tx)
  if (!statements) return void (await sent)
  statements.push(sent)
  // `run` may fail first.
  sent.catch(() => {})
}

/** Takes an advisory lock with this name until the transaction ends; other transactions wait for it. */
export async function lockUntilCommit(tx: Tx, name: string) {
  await takeLock(tx, { name: `frontage:${name}` })
}

const takeLock = statement(
  () => sql`select pg_advisory_xact_lock(hashtextextended(${sql.placeholder('name')}, 0))`,
)

// Triggers on the content tables list the changed resources in a setting that lives as long as the transaction.
const isOwnChange = sql`${contentVersions.resource} = any(string_to_array(current_setting('frontage.changed', true), ' '))`

const isPreviousChange = and(
  eq(contentChanges.resource, contentVersions.resource),
  eq(contentChanges.counter, sql`${contentVersions.counter} - 1`),
)

const selectOwnChanges = statement((db) =>
  db
    .select({
      id: sql<string | null>`pg_current_xact_id_if_assigned()::text`,
      version: contentVersions,
      previous: contentChanges.token,
    })
    .from(sql`(values (1)) as one`)
    .leftJoin(contentVersions, isOwnChange)
    .leftJoin(contentChanges, isPreviousChange),
)

/** The transaction's id, null if it has written nothing, and the resources it has changed. */
async function readOwnChanges(tx: Tx): Promise<{ id: string | null; changes: ContentVersion[] }> {
  const rows = await selectOwnChanges(tx)
  const changes = rows.flatMap(({ version, previous }) => (version ? { ...version, previous } : []))
  return { id: rows[0]?.id ?? null, changes }
}
