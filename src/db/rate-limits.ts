// Limits over a sliding window, exact and shared by all replicas: one row a bucket, changed by one statement, so that
// the row's lock decides who is counted first. Refused attempts are not counted, so waiting helps.
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf } from './database.ts'

export type Limit = { max: number; windowMs: number }

/** How a bucket stands after an attempt. `full`: refused; `wait`: others under way may yet fill it. */
export type Standing = { outcome: 'go' | 'wait' | 'full'; used: number; resetMs: number }

/** After this an attempt that never told its outcome, as its process died, is forgotten. */
const LEASE_MS = 30_000

export type RateLimits = ReturnType<typeof createRateLimits>

/** Without a clock the database's own is read, the one clock that replicas share. All verbs throw 503. */
export function createRateLimits({ database, clock }: { database: Database; clock: (() => Date) | null }) {
  const now = () => (clock ? sql`${clock().toISOString()}::timestamptz` : sql`clock_timestamp()`)

  async function attempt(bucket: string, { max, windowMs }: Limit, kind: 'hit' | 'pending') {
    const moment = now()
    const added = sql`array[${moment}]`
    const [first, held] =
      kind === 'hit' ? [added, sql`'{}'::timestamptz[]`] : [sql`'{}'::timestamptz[]`, added]
    const addedTo = (column: 'hit' | 'pending', live: SQL) =>
      column === kind ? sql`case when outcome = 'go' then ${live} || moment else ${live} end` : live
    const [row] = await database.query((tx) =>
      rowsOf<Standing>(
        tx,
        sql`
          insert into rate_limits as known (bucket, hits, pending, outcome, expires_at)
          values (${bucket}, ${first}, ${held}, 'go', ${moment} + ${span(windowMs)})
          on conflict (bucket) do update set (hits, pending, outcome, expires_at) = (
            select ${addedTo('hit', sql`hits`)}, ${addedTo('pending', sql`pending`)}, outcome,
              case when outcome = 'go' then moment + ${span(windowMs)} else known.expires_at end
            from (
              select *, case
                when cardinality(hits) >= ${max} then 'full'
                when cardinality(hits) + cardinality(pending) >= ${max} then 'wait'
                else 'go' end as outcome
              from (
                select moment,
                  array(select at from unnest(known.hits) as at where at > moment - ${span(windowMs)} order by at) as hits,
                  array(select at from unnest(known.pending) as at where at > moment - ${span(LEASE_MS)} order by at) as pending
                from (select ${moment} as moment) as read
              ) as live
            ) as decided
          )
          returning outcome, cardinality(hits) + cardinality(pending) as used,
            ceil(extract(epoch from coalesce(hits[1], pending[1]) + ${span(windowMs)} - ${moment}) * 1000)::float8 as "resetMs"`,
      ),
    )
    await sweep()
    return row!
  }

  // Each attempt makes one row at most and clears two, so the table holds no more than what still counts.
  const sweep = () =>
    database.query((tx) =>
      tx.execute(sql`
        delete from rate_limits where bucket in (
          select bucket from rate_limits where expires_at <= ${now()} order by expires_at limit 2 for update skip locked)`),
    )

  const change = (bucket: string, set: SQL) =>
    database.query((tx) => tx.execute(sql`update rate_limits set ${set} where bucket = ${bucket}`))

  return {
    /** Counts an attempt unless the bucket is full. */
    hit: (bucket: string, limit: Limit): Promise<Standing> => attempt(bucket, limit, 'hit'),

    /** Begins an attempt whose outcome says whether it counts: after a `go`, `settle` it. */
    begin: (bucket: string, limit: Limit): Promise<Standing> => attempt(bucket, limit, 'pending'),

    /** Ends an attempt that began. Which of those under way it was makes no difference. */
    async settle(bucket: string, { windowMs }: Limit, counts: boolean): Promise<void> {
      const counted = sql`hits = hits || ${now()}, expires_at = ${now()} + ${span(windowMs)}`
      await change(bucket, counts ? sql`pending = pending[2:], ${counted}` : sql`pending = pending[2:]`)
    },

    /** Takes the newest hit back. */
    async takeBack(bucket: string): Promise<void> {
      await change(bucket, sql`hits = hits[:cardinality(hits) - 1]`)
    },

    async forget(bucket: string): Promise<void> {
      await database.query((tx) => tx.execute(sql`delete from rate_limits where bucket = ${bucket}`))
    },
  }
}

const span = (milliseconds: number) => sql.raw(`interval '${milliseconds} milliseconds'`)

/** The header fields of a standing (draft-ietf-httpapi-ratelimit-headers-06, as hono-rate-limiter writes them). */
export function rateLimitHeaders({ max, windowMs }: Limit, { used, resetMs }: Omit<Standing, 'outcome'>) {
  return {
    'RateLimit-Policy': `${max};w=${windowMs / 1_000}`,
    'RateLimit-Limit': String(max),
    'RateLimit-Remaining': String(Math.max(0, max - used)),
    'RateLimit-Reset': String(Math.ceil(resetMs / 1_000)),
  }
}
