// Emptying a test database for its next user: a tenth of the time that a new one takes.

/** A connection to the database; PGlite is one. */
export type Session = {
  query<Row>(statement: string, parameters?: unknown[]): Promise<{ rows: Row[] }>
  exec(statement: string): Promise<unknown>
  transaction(run: (session: Pick<Session, 'query' | 'exec'>) => Promise<void>): Promise<unknown>
}

/** Contents and schema of a database before its first use. `rows`: those of each table that has some, as JSON. */
export type Initial = { schema: string; rows: Map<string, string>; guards: Trigger[] }
type Trigger = { table: string; name: string }

export async function readInitial(session: Session): Promise<Initial> {
  const names = await session.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const guards = await session.query<Trigger>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger where tgenabled = 'A'`,
  )
  const rows = new Map<string, string>()
  for (const { name: table } of names.rows) {
    const found = await session.query<{ rows: string | null }>(
      `select json_agg(t)::text as rows from ${table} t`,
    )
    if (found.rows[0]?.rows) rows.set(table, found.rows[0].rows)
  }
  return { schema: await schemaOf(session), rows, guards: guards.rows }
}

// What was never written to needs no time.
const USED_TABLES = `
  select quote_ident(relname) as name, pg_relation_size(oid)::int as size from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`
const RESTART_SEQUENCES = `
  select setval(seqrelid::regclass, seqstart, false) from pg_sequence where pg_sequence_last_value(seqrelid) is not null`

/** Truncating a table makes new files for it and its indexes, which takes as long as deleting some hundred rows. */
const MAX_DELETED_BYTES = 65_536

/** Restores the initial contents; false if the schema has changed. */
export async function reset(session: Session, { schema, rows, guards }: Initial): Promise<boolean> {
  if ((await schemaOf(session)) !== schema) return false
  await session.exec('discard all')
  await session.transaction(async (tx) => {
    // Turns off ordinary triggers; those that are ENABLE ALWAYS must be disabled one by one.
    await tx.exec('set local session_replication_role = replica')
    for (const { table, name } of guards) await tx.exec(`alter table ${table} disable trigger ${name}`)
    const used = (await tx.query<{ name: string; size: number }>(USED_TABLES)).rows
    const namesOf = (tables: typeof used) => tables.map(({ name }) => name)
    const small = namesOf(used.filter(({ size }) => size <= MAX_DELETED_BYTES))
    const large = namesOf(used.filter(({ size }) => size > MAX_DELETED_BYTES))
    await tx.exec(small.map((table) => `delete from ${table}`).join(';'))
    if (large.length > 0) await tx.exec(`truncate ${large.join(', ')} cascade`)
    await tx.exec(RESTART_SEQUENCES)
    for (const [table, values] of rows) {
      const insert = `insert into ${table} overriding system value`
      await tx.query(`${insert} select * from json_populate_recordset(null::${table}, $1::text::json)`, [
        values,
      ])
    }
    for (const { table, name } of guards) await tx.exec(`alter table ${table} enable always trigger ${name}`)
  })
  return true
}

async function schemaOf(session: Session): Promise<string> {
  const parts = [
    'row(oid, relname, relnamespace, relkind, relnatts) from pg_class',
    'row(attrelid, attname, atttypid, attnotnull) from pg_attribute where attrelid >= 16384',
    'row(oid, conname) from pg_constraint',
    'row(oid, tgname, tgenabled) from pg_trigger',
    'row(oid, prosrc) from pg_proc where oid >= 16384',
    'row(oid, nspname) from pg_namespace',
  ]
  const digests = parts.map((part) => `(select sum(hash_record_extended(t.row, 0)) from (select ${part}) t)`)
  const { rows } = await session.query<{ digest: string }>(
    `select concat_ws(' ', ${digests.join(', ')}) as digest`,
  )
  return rows[0]!.digest
}
