// The wall to Postgres: real through postgres.js, embedded through PGlite. Callers get a handle for the length of one
// call; every call ends within a deadline, waiting for a connection included, and answers 503 when it does not.
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { unavailable } from '../errors.ts'
import { isLostConnection, isRetryable, toAppError } from './database-errors.ts'
import { contentVersions } from './schema/history.ts'

/** What queries run on: drizzle's query builder, inside a transaction or not. */
export type Tx = PgDatabase<PgQueryResultHKT>

/** What a driver brings; see `postgres.ts` and `embedded.ts`. */
export type Driver = {
  kind: 'postgres' | 'embedded'
  drizzle: Tx
  migrate(): Promise<void>
  /** The rows of one statement, as it saw them when it began, `size` at a time; null where there are no cursors. */
  cursor: ((statement: SQL, size: number) => AsyncIterableIterator<unknown[]>) | null
  /** Calls `onMessage` with each payload; `onListening` at the start and after every reconnection. */
  listen(channel: string, onMessage: (payload: string) => void, onListening: () => void): Promise<void>
  /** Connections that are open, a listening one included, and how many the pool may hold. */
  connections(): { open: number; max: number }
  close(): Promise<void>
}

export type Database = {
  kind: Driver['kind']
  /** Statements that need no transaction, reads and single writes alike. */
  query<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Queries that all see one moment. */
  readConsistently<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * All rows of a long list in batches, in little memory: of the moment it began, or, embedded, each batch of the
   * moment it is read in. `rowsAfter` is the statement for the rows with a higher id, by id, `most` of them at most
   * (null: all). Throws 503 when a batch takes too long.
   */
  scan<Row extends { id: number }>(rowsAfter: RowsAfter): AsyncGenerator<Row[], void>
  /**
   * All or nothing; run again after a deadlock or when the connection was lost before the commit, so `run` must have no
   * effect outside the database.
   */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Asked at the end of every transaction of this process that changed content, and told how it ended. */
  onChange(listener: ChangeListener): void
  listen: Driver['listen']
  migrate: Driver['migrate']
  connections: Driver['connections']
  close: Driver['close']
}

/** A resource as a transaction leaves it: how often it changed, and the token of the last change. */
export type ContentVersion = { resource: string; counter: number; token: string }

/**
 * Called before the commit, when nobody else can change these resources until then: `tx` sees what the commit will
 * leave of them. What it returns is called before the transaction's caller goes on; false also when nobody knows.
 */
export type ChangeListener = (tx: Tx, changes: ContentVersion[]) => Promise<(isCommitted: boolean) => void>

export type RowsAfter = (id: number, max: number | null) => SQL

const DEADLINE_MS = 5_000
const BATCH = 1_000
const COLLECT_EVERY = 10
const ATTEMPTS = 4
const CONSISTENT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

export function createDatabase(driver: Driver): Database {
  const listeners: ChangeListener[] = []

  async function transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    return within(DEADLINE_MS, async (isOver) => {
      for (let attempt = 1; ; attempt++) {
        const told: ((isCommitted: boolean) => void)[] = []
        let isCommitting = false
        let isCommitted = false
        try {
          const result = await driver.drizzle.transaction(async (tx) => {
            if (isOver()) throw unavailable('database')
            const result = await run(tx)
            const changes = await ownChanges(tx)
            // One by one: who has answered is told how it ends, also where the next one fails.
            if (changes.length > 0) for (const ask of listeners) told.push(await ask(tx, changes))
            if (isOver()) throw unavailable('database')
            isCommitting = true
            return result
          })
          isCommitted = true
          return result
        } catch (error) {
          // Before the commit nothing has happened yet: another connection may be better.
          const mayRetry = isRetryable(error) || (!isCommitting && isLostConnection(error))
          if (!mayRetry || attempt === ATTEMPTS || isOver()) throw error
        } finally {
          // Also when the commit failed: whether it went through is then unknown.
          for (const tell of told) tell(isCommitted)
        }
      }
    })
  }

  async function* scan<Row extends { id: number }>(rowsAfter: RowsAfter): AsyncGenerator<Row[], void> {
    if (driver.cursor) {
      const batches = driver.cursor(rowsAfter(0, null), BATCH)
      try {
        for (;;) {
          const batch = await within(DEADLINE_MS, () => batches.next())
          if (batch.done) return
          yield batch.value as Row[]
        }
      } finally {
        await batches.return?.()
      }
    }
    for (let id = 0, read = 1; ; read++) {
      const rows = await within(DEADLINE_MS, () => rowsOf<Row>(driver.drizzle, rowsAfter(id, BATCH)))
      if (rows.length > 0) yield rows
      if (rows.length < BATCH) return
      id = rows.at(-1)!.id
      // PGlite's answers lie outside of what the collector watches: half a gigabyte of them in 150,000 rows.
      if (read % COLLECT_EVERY === 0) Bun.gc(true)
    }
  }

  return {
    kind: driver.kind,
    scan,
    query: (run) => within(DEADLINE_MS, () => run(driver.drizzle)),
    readConsistently: (run) =>
      within(DEADLINE_MS, async (isOver) => {
        for (let attempt = 1; ; attempt++) {
          try {
            return await driver.drizzle.transaction(run, CONSISTENT)
          } catch (error) {
            if (!isLostConnection(error) || attempt === ATTEMPTS || isOver()) throw error
          }
        }
      }),
    transaction,
    onChange: (listener) => void listeners.push(listener),
    listen: driver.listen,
    migrate: driver.migrate,
    connections: driver.connections,
    close: driver.close,
  }
}

/** Rows of a raw statement, whichever driver runs it. */
export async function rowsOf<Row>(tx: Tx, statement: SQL): Promise<Row[]> {
  const result: unknown = await tx.execute(statement)
  return (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as Row[]
}

/** Holds a lock named `name` until the transaction ends; others wait. */
export async function lockUntilCommit(tx: Tx, name: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`frontage:${name}`}, 0))`)
}

// The triggers of the content tables note what they counted in a setting that lives as long as the transaction.
const ownChanges = (tx: Tx): Promise<ContentVersion[]> =>
  tx
    .select()
    .from(contentVersions)
    .where(
      sql`${contentVersions.resource} = any(string_to_array(current_setting('frontage.changed', true), ' '))`,
    )

async function within<T>(milliseconds: number, run: (isOver: () => boolean) => Promise<T>): Promise<T> {
  let over = false
  let timer: Timer | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      over = true
      reject(unavailable('database'))
    }, milliseconds)
  })
  try {
    return await Promise.race([run(() => over), deadline])
  } catch (error) {
    throw toAppError(error)
  } finally {
    clearTimeout(timer)
  }
}
