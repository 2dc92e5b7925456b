import type postgres from 'postgres'

/**
 * Wraps the client so that statements of drizzle are prepared: for an unprepared one postgres.js first asks the server for
 * its parameter types, one more round trip each time. The client's `max_prepared` says how many a connection keeps.
 */
export function withPreparedStatements(client: postgres.Sql): postgres.Sql {
  const wrap = <Client extends object>(inner: Client): Client =>
    new Proxy(inner, {
      get(target, name) {
        const value = Reflect.get(target, name) as (...args: unknown[]) => unknown
        if (name === 'unsafe') {
          return (text: string, params: unknown[] = [], options = {}) =>
            value(text, params, { ...options, prepare: params.length > 0 })
        }
        if (name === 'begin' || name === 'savepoint') {
          return (...args: unknown[]) => {
            const run = args.pop() as (scoped: object) => unknown
            return value(...args, (scoped: object) => run(wrap(scoped)))
          }
        }
        return value
      },
    })
  return wrap(client)
}
