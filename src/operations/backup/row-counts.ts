// Exact row counts of every table, compared after a restore.
import { type Connection, quoteIdentifier } from '../../platform/db/admin-connection.ts'

export type Counts = Record<string, number>

/** Rows of each table that pg_dump includes, as seen by the connection's transaction. */
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
    const [row] = await sql.unsafe(
      `select count(*) as count from only ${quoteIdentifier(schema)}.${quoteIdentifier(name)}`,
    )
    counts[`${schema}.${name}`] = Number(row!.count)
  }
  return counts
}

export const totalRows = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** A phrase per difference; empty when the counts match. */
export function countDifferences(expected: Counts, actual: Counts): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
  return [...names].sort().flatMap((name) => {
    const [wanted, found] = [expected[name], actual[name]]
    if (wanted === found) return []
    if (found === undefined) return [`${name} is missing`]
    if (wanted === undefined) return [`${name} is not in the manifest`]
    return [`${name} has ${found} rows instead of ${wanted}`]
  })
}
