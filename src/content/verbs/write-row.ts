// Inserts or updates rows. The statement is made once for each set of columns.
import { eq, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../platform/db/database.ts'
import { insertMany } from '../../platform/db/insert-many.ts'
import { rowsIn } from '../../platform/db/rows-of.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { columnsOf } from '../definition/find-record.ts'
import type { Input } from '../definition/parse-record.ts'
import { noteWritten } from '../snapshot/written-rows.ts'

type Write = (tx: Tx, values: Input) => Promise<unknown>

/** Of the sets of columns that were written last. */
const statements = new LRUCache<string, Write>({ max: 500 })

function statementOf(key: string, make: () => Write): Write {
  const run = statements.get(key) ?? make()
  statements.set(key, run)
  return run
}

/** The row with new values and the next version. */
export const updateRow = (tx: Tx, resource: Resource, { id, ...values }: Input & { id: number }) =>
  write(tx, resource, { kind: 'update', values, further: { id } }, (db, columns) =>
    db
      .update(resource.table)
      .set({ ...columns, version: sql`${resource.table.version} + 1` })
      .where(eq(resource.table.id, sql.placeholder('id')))
      .returning(columnsOf(resource)),
  )

const insertRow = (tx: Tx, resource: Resource, values: Input) =>
  write(tx, resource, { kind: 'insert', values, further: {} }, (db, columns) =>
    db.insert(resource.table).values(columns).returning(columnsOf(resource)),
  )

/** The new rows in the order of `values`, which all have the same columns. */
export async function insertRows(tx: Tx, resource: Resource, values: readonly Input[]): Promise<Row[]> {
  if (values.length === 1) return [await insertRow(tx, resource, values[0]!)]
  const names = columnsIn(values[0]!)
  const run = statementOf(`insert many ${resource.name} ${names.join(' ')}`, () =>
    statement(() => selectInserted(resource, names)),
  )
  const [found] = rowsIn<{ json: string }>(await run(tx, { rows: JSON.stringify(values) }))
  const rows: Row[] = JSON.parse(found!.json)
  const instants = Object.values(getTableColumns(resource.table)).filter(
    ({ dataType }) => dataType === 'date',
  )
  for (const row of rows)
    for (const { name } of instants) if (row[name] !== null) row[name] = new Date(row[name] as string)
  noteWritten(tx, resource, rows)
  return rows
}

/** The columns that a write sets, always in the same order. */
export const columnsIn = (values: Input) =>
  Object.keys(values)
    .filter((name) => values[name] !== undefined)
    .sort()

function selectInserted(resource: Resource, names: readonly string[]): SQL {
  const { table } = resource
  const columns = Object.entries(columnsOf(resource)).map(
    ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
  )
  // The derived columns find the new rows under the name of the table.
  return sql`with ${table} as (${insertMany(table, names)} returning *)
    select json_agg(record order by record.id)::text as json
    from (select ${sql.join(columns, sql`, `)} from ${table}) as record`
}

/** `further`: values of placeholders that are no columns to write. */
type Values = { kind: 'insert' | 'update'; values: Input; further: Input }
type Build = (db: Tx, columns: Input) => PromiseLike<unknown> & { prepare(name: string): unknown }

async function write(
  tx: Tx,
  resource: Resource,
  { kind, values, further }: Values,
  build: Build,
): Promise<Row> {
  const columns = columnsIn(values)
  // SQL, the default that a PUT sets, becomes part of the statement.
  const names = columns.map((name) => (is(values[name], SQL) ? `${name}=` : name))
  const run = statementOf(`${kind} ${resource.name} ${names.join(' ')}`, () => {
    const set = columns.map((name) => [name, is(values[name], SQL) ? values[name] : sql.placeholder(name)])
    return statement((db) => build(db, Object.fromEntries(set)))
  })
  const rows = (await run(tx, { ...values, ...further })) as [Row]
  noteWritten(tx, resource, rows)
  return rows[0]
}
