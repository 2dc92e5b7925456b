// A driver that records queries and can simulate an unavailable database.
import type { Driver, Tx } from '../../../src/platform/db/database.ts'
import { eventually } from '../../support/eventually.ts'

/** A finished query: its SQL and parameters, the number of rows, and whether it ran in a read-only transaction. */
export type Query = { sql: string; params: unknown[]; rows: number; readOnly: boolean }

const READ_COUNTERS = 'from "content_versions"'
const NO_SQL = { sql: '', params: [] }

export type Fault = 'refuses' | 'hangs' | { throws: Error }

export type WatchedDriver = {
  driver: Driver
  /** Queries since the last `forget`. */
  queries: Query[]
  /** The SQL of `queries`, without what the service repeats by itself: the reading of all change counters. */
  readonly statements: string[]
  /** Read-only transactions since the last `forget`; a snapshot rebuild uses one. */
  rebuilds: number
  forget(): void
  /**
   * Makes every query and transaction fail from now on; null restores the database. `hangs` spares transactions that have
   * begun: one that hung would keep the embedded database's only session, and everybody would hang.
   */
  setFault(fault: Fault | null): void
  /** The number of times that the change counters were read outside of a refresh. */
  polls: number
  /** Whether such a reading waits until this is false again: changes then arrive by notification alone. */
  holdsPolls: boolean
  /** Makes every query of a read-only transaction take this much longer from now on. */
  slowDownReads(milliseconds: number): void
}

type Transaction = { readOnly: boolean }

export type Watching = { listens?: boolean; closes?: boolean }

/** `listens: false` receives no notifications; `closes: false` leaves the inner driver open for other users. */
export function watch(inner: Driver, { listens = true, closes = true }: Watching = {}): WatchedDriver {
  let fault: Fault | null = null
  let readDelay = 0
  const held: (() => void)[] = []

  async function fail(how: Fault): Promise<never> {
    if (how === 'hangs') await new Promise<void>((resolve) => held.push(resolve))
    if (typeof how === 'object') throw how.throws
    throw Object.assign(new Error('connect timed out 10.0.0.5:5432'), { code: 'CONNECT_TIMEOUT' })
  }

  function watchHandle(handle: Tx, within: Transaction | null): Tx {
    return new Proxy(handle, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name === 'transaction') return transactionOf(target)
        if (!['select', 'selectDistinct', 'insert', 'update', 'delete', 'execute'].includes(String(name))) {
          return value.bind(target)
        }
        return (...args: unknown[]) => watchBuilder(value.apply(target, args), within)
      },
    })
  }

  const transactionOf =
    (target: Tx) => async (run: (tx: Tx) => Promise<unknown>, config?: { accessMode?: string }) => {
      if (fault) await fail(fault)
      const readOnly = config?.accessMode === 'read only'
      if (readOnly) watched.rebuilds++
      return target.transaction((tx) => run(watchHandle(tx as unknown as Tx, { readOnly })), config as never)
    }

  // drizzle's builders return themselves from every step and run when awaited.
  function watchBuilder(builder: object, within: Transaction | null): object {
    return new Proxy(builder, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name === 'then')
          return (...handlers: []) => finish(target as PromiseLike<unknown>, within).then(...handlers)
        return (...args: unknown[]) => {
          const result = value.apply(target, args)
          const isStep = typeof result === 'object' && result !== null && typeof result.then === 'function'
          return isStep || result === target ? watchBuilder(result, within) : result
        }
      },
    })
  }

  async function finish(target: PromiseLike<unknown>, within: Transaction | null) {
    if (fault && !(fault === 'hangs' && within)) await fail(fault)
    const readOnly = within?.readOnly === true
    if (readOnly) await Bun.sleep(readDelay)
    const { sql, params } =
      'toSQL' in target ? (target as unknown as { toSQL(): Pick<Query, 'sql' | 'params'> }).toSQL() : NO_SQL
    const isPoll = !readOnly && sql.endsWith(READ_COUNTERS)
    if (isPoll) await eventually(() => !watched.holdsPolls)
    const result = await target
    if (isPoll) watched.polls++
    const rows = Array.isArray(result) ? result : ((result as { rows?: unknown[] }).rows ?? [])
    watched.queries.push({ sql, params, rows: rows.length, readOnly })
    return result
  }

  const watched: WatchedDriver = {
    driver: {
      ...inner,
      drizzle: watchHandle(inner.drizzle, null),
      ...(!listens && { listen: async () => {} }),
      ...(!closes && { close: async () => {} }),
    },
    queries: [],
    get statements() {
      return watched.queries.map(({ sql }) => sql).filter((sql) => !sql.endsWith(READ_COUNTERS))
    },
    rebuilds: 0,
    polls: 0,
    holdsPolls: false,
    forget() {
      watched.queries = []
      watched.rebuilds = 0
    },
    slowDownReads(milliseconds) {
      readDelay = milliseconds
    },
    setFault(next) {
      fault = next
      if (next === null) for (const release of held.splice(0)) release()
    },
  }
  return watched
}
