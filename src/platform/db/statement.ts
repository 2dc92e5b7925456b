// Statements whose text is made once: drizzle builds it anew for each use, which takes longer than running it.
import { is, Param, Placeholder, type Query, SQL } from 'drizzle-orm'
import { PgDatabase, PgDialect, type SelectedFieldsOrdered } from 'drizzle-orm/pg-core'
import type { Tx } from './driver.ts'

/** A statement of drizzle's query builder. */
type Builder<Result> = PromiseLike<Result> & { prepare(name: string): unknown }
type Values = Record<string, unknown>
type Built = { query: Query; fields?: SelectedFieldsOrdered; joinsNotNullableMap?: object }

const dialect = new PgDialect()
// Instead of preparing a statement in a session, keeps what it consists of.
const session = {
  prepareQuery: (query: Query, fields?: SelectedFieldsOrdered) => ({
    query,
    fields,
    setToken() {
      return this
    },
  }),
}
const builders = new PgDatabase(dialect, session as never, undefined) as Tx

/**
 * A function that runs a statement with the values of its placeholders (`sql.placeholder('name')`). `build` is called
 * at the first use. It sends the statement when it is called: several are pipelined in the order of their calls.
 */
export function statement<Result>(build: (db: Tx) => Builder<Result> | SQL) {
  let built: Built | undefined
  return (tx: Tx, values: Values = {}): Promise<Result> => {
    built ??= partsOf(build(builders))
    const { query, fields, joinsNotNullableMap } = built
    const filled = { ...query, params: query.params.map((param) => filledIn(param, values)) }
    const prepared = tx._.session.prepareQuery(filled, fields, undefined, fields !== undefined)
    return Object.assign(prepared, { joinsNotNullableMap }).execute() as Promise<Result>
  }
}

/** Like `statement`, with a text of its own for each key, such as a resource. */
export function statementFor<Key extends object, Result>(build: (db: Tx, key: Key) => Builder<Result> | SQL) {
  const statements = new WeakMap<Key, ReturnType<typeof statement<Result>>>()
  return (tx: Tx, key: Key, values: Values = {}): Promise<Result> => {
    const known = statements.get(key) ?? statement<Result>((db) => build(db, key))
    statements.set(key, known)
    return known(tx, values)
  }
}

const partsOf = (built: Builder<unknown> | SQL): Built =>
  is(built, SQL) ? { query: dialect.sqlToQuery(built) } : (built.prepare('') as Built)

/** Unlike drizzle's own, leaves null as it is: it is no value of the column's type. */
function filledIn(param: unknown, values: Values): unknown {
  const encoder = is(param, Param) ? param.encoder : null
  const placeholder = encoder ? (param as Param).value : param
  if (!is(placeholder, Placeholder)) return param
  const value = values[placeholder.name]
  if (value === undefined) throw new Error(`no value for the placeholder ${placeholder.name}`)
  // The embedded database takes it as it is, a database server does not.
  if (value instanceof Date && !encoder)
    throw new Error(`the time ${placeholder.name} needs a column: sql.param(sql.placeholder(…), column)`)
  return value === null || !encoder ? value : encoder.mapToDriverValue(value)
}
