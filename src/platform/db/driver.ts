import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** drizzle's query builder, inside a transaction or not. */
export type Tx = PgDatabase<PgQueryResultHKT>

/** Unless `DATABASE_TIMEOUT_SECONDS` says otherwise. */
export const DEADLINE_MS = 5_000

/** Implemented by `postgres-driver.ts` and `embedded-driver.ts`. */
export type Driver = {
  kind: 'postgres' | 'embedded'
  /** Of a call that names no other. */
  deadlineMs: number
  drizzle: Tx
  migrate(): Promise<void>
  /** The rows of one statement in batches of `size`, all of the moment it started; null without cursor support. */
  cursor: ((statement: SQL, size: number) => AsyncIterableIterator<unknown[]>) | null
  /**
   * Calls `onMessage` with each payload, and `onListening` at the start and after every reconnection. Messages of all channels
   * arrive in the order of the commits that sent them.
   */
  listen(channel: string, onMessage: (payload: string) => void, onListening: () => void): Promise<void>
  /** Open connections, including those for LISTEN, and the size of the pool. */
  connections(): { open: number; max: number }
  close(): Promise<void>
}

/** The statement for up to `max` rows (null: all) with an id above `id`, ordered by id. */
export type RowsAfter = (id: number, max: number | null) => SQL
