// Rate limits over a sliding window, exact and shared by all replicas: one row per bucket, changed by one statement, so
// that the row lock orders concurrent attempts. Refused attempts are not counted, so waiting always helps. Kept over restarts, but for
// the last half second before a crash of the database.
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf } from './database.ts'
import { unflushed } from './unflushed.ts'

export type Limit = { max: number; windowMs: number }

/**
 * The state of a bucket after an attempt. `go`: allowed; `full`: refused; `wait`: undecided, since attempts still in
 * progress may fill the bucket.
 */
export type BucketState = { outcome: 'go' | 'wait' | 'full'; used: number; resetMs: number }

/** An attempt that was never settled, because its process died, is dropped after this time. */
const PENDING_TTL_MS = 30_000

export type RateLimits = ReturnType<typeof createRateLimits>

/** With `clock` null the database's clock is used, the only one that all replicas share. All methods throw 503. */
export function createRateLimits({ database, clock }: { database: Database; clock: (() => Date) | null }) {
  const now = () => (clock ? sql`${clock().toISOString()}::timestamptz` : sql`clock_timestamp()`)

  async function attempt(bucket: string, limit: Limit, kind: 'hit' | 'pending') {
    const statement = attemptStatement({ bucket, limit, kind, now: now() })
    const [row] = await database.query((tx) => rowsOf<BucketState>(tx, statement))
    await deleteExpired()
    const { outcome, used, resetMs } = row!
    return { outcome, used, resetMs }
  }

  // Each attempt adds at most one row and deletes two, so the table stays as small as what is still counted.
  const deleteExpired = () =>
    database.query((tx) =>
      tx.execute(sql`
        delete from rate_limits where bucket in (
          select bucket from rate_limits where expires_at <= ${now()} order by expires_at limit 2 for update skip locked)
        returning ${unflushed}`),
    )

  const update = (bucket: string, set: SQL) =>
    database.query((tx) =>
      tx.execute(sql`update rate_limits set ${set} where bucket = ${bucket} returning ${unflushed}`),
    )

  return {
    /** Counts an attempt unless the bucket is full. */
    hit: (bucket: string, limit: Limit): Promise<BucketState> => attempt(bucket, limit, 'hit'),

    /** Starts an attempt that counts only if it fails. After `go` it must be settled. */
    begin: (bucket: string, limit: Limit): Promise<BucketState> => attempt(bucket, limit, 'pending'),

    /** Ends an attempt that was started. Pending attempts are interchangeable, so any one of them is removed. */
    async settle(bucket: string, { windowMs }: Limit, counts: boolean): Promise<void> {
      const counted = sql`hits = hits || ${now()}, expires_at = ${now()} + ${interval(windowMs)}`
      await update(bucket, counts ? sql`pending = pending[2:], ${counted}` : sql`pending = pending[2:]`)
    },

    /** Removes the most recent hit. */
    async takeBack(bucket: string): Promise<void> {
      await update(bucket, sql`hits = hits[:cardinality(hits) - 1]`)
    },

    async forget(bucket: string): Promise<void> {
      await database.query((tx) => tx.execute(sql`delete from rate_limits where bucket = ${bucket}`))
    },
  }
}

type Attempt = { bucket: string; limit: Limit; kind: 'hit' | 'pending'; now: SQL }

// Drops expired entries, decides, and adds this attempt, in one statement under the row's lock.
function attemptStatement({ bucket, limit: { max, windowMs }, kind, now }: Attempt): SQL {
  const added = sql`array[${now}]`
  const none = sql`'{}'::timestamptz[]`
  const [hits, pending] = kind === 'hit' ? [added, none] : [none, added]
  const addedTo = (column: 'hit' | 'pending', live: SQL) =>
    column === kind ? sql`case when outcome = 'go' then ${live} || moment else ${live} end` : live
  return sql`
    insert into rate_limits as known (bucket, hits, pending, outcome, expires_at)
    values (${bucket}, ${hits}, ${pending}, 'go', ${now} + ${interval(windowMs)})
    on conflict (bucket) do update set (hits, pending, outcome, expires_at) = (
      select ${addedTo('hit', sql`hits`)}, ${addedTo('pending', sql`pending`)}, outcome,
        case when outcome = 'go' then moment + ${interval(windowMs)} else known.expires_at end
      from (
        select *, case
          when cardinality(hits) >= ${max} then 'full'
          when cardinality(hits) + cardinality(pending) >= ${max} then 'wait'
          else 'go' end as outcome
        from (
          select moment,
            array(select at from unnest(known.hits) as at where at > moment - ${interval(windowMs)} order by at) as hits,
            array(select at from unnest(known.pending) as at where at > moment - ${interval(PENDING_TTL_MS)} order by at) as pending
          from (select ${now} as moment) as read
        ) as live
      ) as decided
    )
    returning outcome, cardinality(hits) + cardinality(pending) as used,
      ceil(extract(epoch from coalesce(hits[1], pending[1]) + ${interval(windowMs)} - ${now}) * 1000)::float8 as "resetMs",
      ${unflushed}`
}

const interval = (milliseconds: number) => sql.raw(`interval '${milliseconds} milliseconds'`)

/** The `RateLimit-*` headers of a bucket (draft-ietf-httpapi-ratelimit-headers-06, as hono-rate-limiter writes them). */
export function rateLimitHeaders({ max, windowMs }: Limit, { used, resetMs }: Omit<BucketState, 'outcome'>) {
  return {
    'RateLimit-Policy': `${max};w=${windowMs / 1_000}`,
    'RateLimit-Limit': String(max),
    'RateLimit-Remaining': String(Math.max(0, max - used)),
    'RateLimit-Reset': String(Math.ceil(resetMs / 1_000)),
  }
}

/** The headers of a 429: those of the bucket, and when to try again. */
export const refusalHeaders = (limit: Limit, state: Omit<BucketState, 'outcome'>) => ({
  ...rateLimitHeaders(limit, state),
  'Retry-After': String(Math.max(1, Math.ceil(state.resetMs / 1_000))),
})
