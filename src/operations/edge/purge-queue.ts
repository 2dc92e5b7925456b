// The queue of purges, one row for each tag, shared by all replicas: a state is purged by the first replica that shows it.
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../platform/db/database.ts'

/** A purge that is left to one replica until its lease is over. */
export type ClaimedPurge = { tag: string; state: string; round: number; attempts: number }

export type PurgeQueue = ReturnType<typeof createPurgeQueue>

const LEASE = sql.raw(`interval '10 seconds'`)

export function createPurgeQueue(database: Database) {
  return {
    /** Queues a purge for each tag whose state no replica has queued yet. */
    async register(states: ReadonlyMap<string, string>): Promise<void> {
      const rows = JSON.stringify([...states].sort().map(([tag, state]) => ({ tag, state })))
      await database.query((tx) =>
        tx.execute(sql`
          insert into edge_purges as known (tag, state, round, attempts, due_at)
          select tag, state, 0, 0, clock_timestamp() from json_to_recordset(${rows}::json) as given (tag text, state text)
          on conflict (tag) do update set state = excluded.state, round = 0, attempts = 0, due_at = excluded.due_at
            where known.state <> excluded.state`),
      )
    },

    /** Takes the purges that are due. */
    claim: (): Promise<ClaimedPurge[]> =>
      database.query((tx) =>
        rowsOf<ClaimedPurge>(
          tx,
          sql`
            update edge_purges set due_at = clock_timestamp() + ${LEASE} where tag in (
              select tag from edge_purges where due_at <= clock_timestamp() for update skip locked)
            returning tag, state, round, attempts`,
        ),
      ),

    /** Records a purge that was done; `againMs` null: it was the last one of this state. */
    done: ({ tag, state }: ClaimedPurge, againMs: number | null): Promise<void> =>
      settle(
        tag,
        state,
        sql`round = round + 1, attempts = 0, due_at = ${againMs === null ? sql`null` : inMs(againMs)}`,
      ),

    /** Queues a purge that failed again. */
    failed: ({ tag, state }: ClaimedPurge, againMs: number): Promise<void> =>
      settle(tag, state, sql`attempts = attempts + 1, due_at = ${inMs(againMs)}`),
  }

  // A newer state keeps its own schedule.
  async function settle(tag: string, state: string, set: ReturnType<typeof sql>) {
    await database.query((tx) =>
      tx.execute(sql`update edge_purges set ${set} where tag = ${tag} and state = ${state}`),
    )
  }
}

const inMs = (milliseconds: number) =>
  sql`clock_timestamp() + ${sql.raw(`interval '${Math.round(milliseconds)} milliseconds'`)}`
