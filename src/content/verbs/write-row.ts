// Inserts or updates one row. The statement is made once for each set of columns.
import { eq, is, SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../platform/db/database.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { columnsOf } from '../definition/find-record.ts'
import type { Input } from '../definition/parse-record.ts'
import { noteWritten } from '../snapshot/written-rows.ts'

type Write = (tx: Tx, values: Input) => Promise<unknown>

/** Of the sets of columns that were written last. */
const statements = new LRUCache<string, Write>({ max: 500 })

/** The row with new values and the next version. */
export const updateRow = (tx: Tx, resource: Resource, { id, ...values }: Input & { id: number }) =>
  write(tx, resource, { kind: 'update', values, further: { id } }, (db, columns) =>
    db
      .update(resource.table)
      .set({ ...columns, version: sql`${resource.table.version} + 1` })
      .where(eq(resource.table.id, sql.placeholder('id')))
      .returning(columnsOf(resource)),
  )

export const insertRow = (tx: Tx, resource: Resource, values: Input) =>
  write(tx, resource, { kind: 'insert', values, further: {} }, (db, columns) =>
    db.insert(resource.table).values(columns).returning(columnsOf(resource)),
  )

/** `further`: values of placeholders that are no columns to write. */
type Values = { kind: 'insert' | 'update'; values: Input; further: Input }
type Build = (db: Tx, columns: Input) => PromiseLike<unknown> & { prepare(name: string): unknown }

async function write(
  tx: Tx,
  resource: Resource,
  { kind, values, further }: Values,
  build: Build,
): Promise<Row> {
  const columns = Object.entries(values).filter(([, value]) => value !== undefined)
  // SQL, the default that a PUT sets, becomes part of the statement.
  const names = columns.map(([name, value]) => (is(value, SQL) ? `${name}=` : name))
  const key = `${kind} ${resource.name} ${names.sort().join(' ')}`
  let run = statements.get(key)
  if (!run) {
    const set = columns.map(([name, value]) => [name, is(value, SQL) ? value : sql.placeholder(name)])
    run = statement((db) => build(db, Object.fromEntries(set)))
    statements.set(key, run)
  }
  const rows = (await run(tx, { ...values, ...further })) as [Row]
  noteWritten(tx, resource, rows)
  return rows[0]
}
