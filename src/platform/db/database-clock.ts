import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from './database.ts'

const INTERVAL_MS = 10_000
/** Smaller differences are left to NTP: what is measured over a network is less exact. */
const TOLERANCE_MS = 1_000

type Options = {
  database: Pick<Database, 'query'>
  onError: (error: unknown) => void
  /** The clock of this machine. */
  ownTime?: () => number
}

/**
 * The time on which all replicas agree: that of this machine, or the database's where they differ by more than a second.
 * A clock that is set while the service runs is noticed at once, because time since the last comparison is measured by a
 * clock that cannot be set. While the database is away, the last comparison counts.
 */
export class DatabaseClock {
  readonly #closed = new AbortController()
  /** The database's time at a moment of `performance.now()`, and by how much it may be wrong. */
  #compared: { time: number; at: number; errorMs: number } | null = null

  constructor(private readonly options: Options) {}

  /** Compares the clocks, then regularly until `close`. */
  async open() {
    await this.#compare()
    void this.#keepComparing()
  }

  close() {
    this.#closed.abort()
  }

  readonly now = (): Date => {
    const own = (this.options.ownTime ?? Date.now)()
    if (!this.#compared) return new Date(own)
    const { time, at, errorMs } = this.#compared
    const expected = time + performance.now() - at
    return new Date(Math.abs(own - expected) < TOLERANCE_MS + errorMs ? own : expected)
  }

  async #compare() {
    const sent = performance.now()
    const [row] = await this.options.database.query((tx) =>
      rowsOf<{ ms: number }>(tx, sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`),
    )
    const received = performance.now()
    this.#compared = { time: row!.ms, at: (sent + received) / 2, errorMs: (received - sent) / 2 }
  }

  async #keepComparing() {
    const { signal } = this.#closed
    while (!signal.aborted) {
      await sleep(INTERVAL_MS, null, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await this.#compare().catch(this.options.onError)
    }
  }
}
