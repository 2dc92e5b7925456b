// Rows of every table, exactly: what a restored database is compared with.
import { type Connection, quoted } from '../db/admin-connection.ts'

export type Counts = Record<string, number>

/** Rows of each ordinary table that a dump holds, as the connection's transaction sees them. */
export async function countRows(sql: Connection): Promise<Counts> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't'
      and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      and not exists (
        select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )
    order by 1, 2`
  const counts: Counts = {}
  for (const { schema, name } of tables) {
    const [row] = await sql.unsafe(`select count(*) as count from only ${quoted(schema)}.${quoted(name)}`)
    counts[`${schema}.${name}`] = Number(row!.count)
  }
  return counts
}

export const totalOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** What differs, a phrase each; empty where the two agree. */
export function differences(expected: Counts, actual: Counts): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
  return [...names].sort().flatMap((name) => {
    const [wanted, found] = [expected[name], actual[name]]
    if (wanted === found) return []
    if (found === undefined) return [`${name} is missing`]
    if (wanted === undefined) return [`${name} is not in the manifest`]
    return [`${name} has ${found} rows instead of ${wanted}`]
  })
}
