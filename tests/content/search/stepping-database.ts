// The database of a process that a test stops at any of its statements.
import type { Database, Tx } from '../../../src/platform/db/database.ts'

/**
 * Called for the transactions of the process (`sql` is `transaction`) and the statements of drizzle's query builder, and for
 * others with an empty text. `run` sends it; `tx` is where it is sent.
 */
export type Step = (sql: string, run: () => Promise<unknown>, tx: Tx | null) => Promise<unknown>

const BUILDERS = ['select', 'selectDistinct', 'insert', 'update', 'delete', 'execute']

export function steppingDatabase(database: Database, step: Step): Database {
  const stepping = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (!BUILDERS.includes(String(name))) return value.bind(target)
        return (...args: unknown[]) => steppingBuilder(value.apply(target, args), target)
      },
    })
  // drizzle's builders return themselves from every step and run when awaited.
  const steppingBuilder = (builder: object, tx: Tx): object =>
    new Proxy(builder, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name === 'then') {
          const { sql } = 'toSQL' in target ? (target as { toSQL(): { sql: string } }).toSQL() : { sql: '' }
          const run = async () => (await (target as PromiseLike<unknown>)) as unknown
          return (...handlers: []) => step(sql, run, tx).then(...handlers)
        }
        return (...args: unknown[]) => {
          const result = value.apply(target, args)
          const isStep = typeof result === 'object' && result !== null && typeof result.then === 'function'
          return isStep || result === target ? steppingBuilder(result, tx) : result
        }
      },
    })
  return {
    ...database,
    query: (run) => database.query((tx) => run(stepping(tx))),
    transaction: async <T>(run: (tx: Tx) => Promise<T>) =>
      (await step('transaction', () => database.transaction((tx) => run(stepping(tx))), null)) as T,
  }
}

/** A process that is killed at the statement with this number, or at none. */
export function mortal(database: Database, killedAt = Number.POSITIVE_INFINITY) {
  let steps = 0
  const mortalDatabase = steppingDatabase(database, async (_, run) => {
    if (++steps >= killedAt) throw new Error('killed')
    const result = await run()
    // After a commit as well.
    if (steps >= killedAt) throw new Error('killed')
    return result
  })
  return {
    database: mortalDatabase,
    get steps() {
      return steps
    },
    get isDead() {
      return steps >= killedAt
    },
  }
}
