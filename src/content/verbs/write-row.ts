// Inserts or updates rows. The statement is made once for each set of columns. Derived columns are read by another one, after
// the counter of changes is locked: a write that waited for it would return them as they were when it began.
import { eq, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../platform/db/database.ts'
import { insertMany } from '../../platform/db/insert-many.ts'
import { rowsIn } from '../../platform/db/rows-of.ts'
import { statement, statementFor } from '../../platform/db/statement.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
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
export async function updateRow(
  tx: Tx,
  resource: Resource,
  { id, ...values }: Input & { id: number },
): Promise<Row> {
  const updated = write(tx, resource, { kind: 'update', values, further: { id } }, (db, columns) =>
    db
      .update(resource.table)
      .set({ ...columns, version: sql`${resource.table.version} + 1` })
      .where(eq(resource.table.id, sql.placeholder('id')))
      .returning(),
  )
  // Pipelined, in this order.
  const [rows, derived] = await Promise.all([updated, readDerived(tx, resource, [id])])
  return noted(tx, resource, rows, derived)[0]!
}

async function insertRow(tx: Tx, resource: Resource, values: Input): Promise<Row> {
  const rows = await write(tx, resource, { kind: 'insert', values, further: {} }, (db, columns) =>
    db.insert(resource.table).values(columns).returning(),
  )
  return noted(tx, resource, rows, await readDerived(tx, resource, idsOf(rows)))[0]!
}

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
  return noted(tx, resource, rows, await readDerived(tx, resource, idsOf(rows)))
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

const selectDerived = statementFor((db, { table, derived }: Resource) =>
  db
    .select({ id: table.id, ...derived })
    .from(table)
    .where(sql`${table.id} = any(string_to_array(${sql.placeholder('ids')}, ',')::integer[])`),
)

/** The derived columns of the records with these ids, which the transaction has written. */
async function readDerived(tx: Tx, resource: Resource, ids: readonly number[]): Promise<Row[]> {
  if (Object.keys(resource.derived).length === 0) return []
  return (await selectDerived(tx, resource, { ids: ids.join() })) as Row[]
}

/** The rows with their derived columns, noted for the snapshot. */
function noted(tx: Tx, resource: Resource, rows: Row[], derived: readonly Row[]): Row[] {
  const byId = new Map(derived.map((row) => [row.id, row]))
  for (const row of rows) Object.assign(row, byId.get(row.id))
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
  return sql`with record as (${insertMany(table, names)} returning *)
    select json_agg(record order by record.id)::text as json from record`
}

/** `further`: values of placeholders that are no columns to write. */
type Values = { kind: 'insert' | 'update'; values: Input; further: Input }
type Build = (db: Tx, columns: Input) => PromiseLike<unknown> & { prepare(name: string): unknown }

async function write(
  tx: Tx,
  resource: Resource,
  { kind, values, further }: Values,
  build: Build,
): Promise<Row[]> {
  const columns = columnsIn(values)
  // SQL, the default that a PUT sets, becomes part of the statement.
  const names = columns.map((name) => (is(values[name], SQL) ? `${name}=` : name))
  const run = statementOf(`${kind} ${resource.name} ${names.join(' ')}`, () => {
    const set = columns.map((name) => [name, is(values[name], SQL) ? values[name] : sql.placeholder(name)])
    return statement((db) => build(db, Object.fromEntries(set)))
  })
  return (await run(tx, { ...values, ...further })) as Row[]
}
