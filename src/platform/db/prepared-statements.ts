import type postgres from 'postgres'

const MAX_PREPARED = 200

/**
 * Wraps the client so that statements of drizzle are prepared once per connection. For an unprepared statement
 * postgres.js first asks the server for its parameter types, one more round trip each time. At most `MAX_PREPARED`
 * different texts, because the server keeps each as long as the connection lives.
 */
export function withPreparedStatements(client: postgres.Sql): postgres.Sql {
  const prepared = new Set<string>()
  const shouldPrepare = (text: string) =>
    prepared.has(text) || (prepared.size < MAX_PREPARED && prepared.add(text).size > 0)
  const wrap = <Client extends object>(inner: Client): Client =>
    new Proxy(inner, {
      get(target, name) {
        const value = Reflect.get(target, name) as (...args: unknown[]) => unknown
        if (name === 'unsafe') {
          return (text: string, params: unknown[] = [], options = {}) =>
            value(text, params, { ...options, prepare: params.length > 0 && shouldPrepare(text) })
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
