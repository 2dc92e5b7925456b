// The contents of a database at one moment, put into another one, as a dump and its restore do.
import { sql } from 'drizzle-orm'
import { type Driver, rowsOf, type Tx } from '../../src/platform/db/database.ts'

export type Contents = { tables: Map<string, unknown[]>; sequences: { name: string; last: number }[] }

const tableOf = (name: string) => sql`public.${sql.identifier(name)}`

export async function readContents(tx: Tx): Promise<Contents> {
  const names = await rowsOf<{ name: string }>(
    tx,
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const tables = new Map<string, unknown[]>()
  for (const { name } of names) {
    const rows = await rowsOf<{ row: unknown }>(tx, sql`select to_jsonb(t) as row from ${tableOf(name)} t`)
    tables.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  const sequences = await rowsOf<Contents['sequences'][number]>(
    tx,
    sql`select sequencename as name, last_value::int as last from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  )
  return { tables, sequences }
}

/** Fills a database that is migrated and not used yet. */
export const putContents = ({ drizzle }: Driver, { tables, sequences }: Contents) =>
  drizzle.transaction(async (tx) => {
    // No triggers, and no foreign keys, which the order of the tables would break.
    await tx.execute(sql`set local session_replication_role to replica`)
    for (const [name, rows] of tables) {
      const columns = await rowsOf<{ name: string }>(
        tx,
        sql`select attname as name from pg_attribute
          where attrelid = to_regclass(${`public.${name}`}) and attnum > 0 and not attisdropped and attgenerated = ''`,
      )
      const list = sql.join(
        columns.map((column) => sql.identifier(column.name)),
        sql`, `,
      )
      await tx.execute(sql`insert into ${tableOf(name)} (${list}) overriding system value
        select ${list} from jsonb_populate_recordset(null::${tableOf(name)}, ${JSON.stringify(rows)}::text::jsonb)
        on conflict do nothing`)
    }
    for (const { name, last } of sequences)
      await tx.execute(sql`select setval(to_regclass(${`public.${name}`}), ${last}::int)`)
  })
