// A pool of embedded databases that test files of one worker reuse: starting one takes half a second, resetting one a
// tenth of that. A database whose schema a test has changed, or that is still busy, is closed instead.
import type { PGlite } from '@electric-sql/pglite'
import { openClient } from '../../src/db/embedded-driver.ts'

type Pooled = { client: PGlite; initial: Initial }
/** Contents and schema of a database before its first use. */
type Initial = { schema: string; tables: string[]; rows: Map<string, string>; guards: Trigger[] }
type Trigger = { table: string; name: string }

const idle: Pooled[] = []
/** Each takes about 300 MB; few test files use more than two at once. */
const MAX_IDLE = 2
const RESET_TIMEOUT_MS = 3_000

/** A database with the contents of `archive`, for one user until that user closes it. */
export async function borrow(archive: () => Promise<Blob>) {
  const { client, initial } = idle.pop() ?? (await start(await archive()))
  const subscriptions: (() => Promise<void>)[] = []
  let closed = false
  const open = () => {
    if (closed) throw new Error('PGlite is closed')
    return client
  }
  return {
    query: (async (...args: Parameters<PGlite['query']>) => open().query(...args)) as PGlite['query'],
    exec: (async (...args) => open().exec(...args)) as PGlite['exec'],
    transaction: (async (run) => open().transaction(run)) as PGlite['transaction'],
    listen: (async (...args) => {
      const stop = await open().listen(...args)
      subscriptions.push(stop)
      return stop
    }) as PGlite['listen'],
    get closed() {
      return closed
    },
    async close() {
      if (closed) return
      closed = true
      const isReset = (async () => {
        for (const stop of subscriptions) await stop()
        return idle.length < MAX_IDLE && (await reset(client, initial))
      })()
      const timeout = Bun.sleep(RESET_TIMEOUT_MS).then(() => false)
      if (await Promise.race([isReset.catch(() => false), timeout])) idle.push({ client, initial })
      else await Promise.race([client.close().catch(() => {}), timeout])
    },
  }
}

async function start(archive: Blob): Promise<Pooled> {
  const client = await openClient({ loadDataDir: archive })
  const names = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const guards = await client.query<Trigger>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger where tgenabled = 'A'`,
  )
  const tables = names.rows.map(({ name }) => name)
  const rows = new Map<string, string>()
  for (const table of tables) {
    const found = await client.query<{ rows: string | null }>(
      `select json_agg(t)::text as rows from ${table} t`,
    )
    if (found.rows[0]?.rows) rows.set(table, found.rows[0].rows)
  }
  return { client, initial: { schema: await schemaOf(client), tables, rows, guards: guards.rows } }
}

/** Restores the initial contents; false if the schema has changed. */
async function reset(client: PGlite, { schema, tables, rows, guards }: Initial): Promise<boolean> {
  if ((await schemaOf(client)) !== schema) return false
  await client.exec('discard all')
  await client.transaction(async (tx) => {
    // Turns off ordinary triggers; those that are ENABLE ALWAYS must be disabled one by one.
    await tx.exec('set local session_replication_role = replica')
    for (const { table, name } of guards) await tx.exec(`alter table ${table} disable trigger ${name}`)
    await tx.exec(`truncate ${tables.join(', ')} restart identity`)
    for (const [table, values] of rows) {
      const insert = `insert into ${table} overriding system value`
      await tx.query(`${insert} select * from json_populate_recordset(null::${table}, $1)`, [values])
    }
    for (const { table, name } of guards) await tx.exec(`alter table ${table} enable always trigger ${name}`)
  })
  return true
}

async function schemaOf(client: PGlite): Promise<string> {
  const parts = [
    'select oid, relname, relnamespace, relkind, relnatts from pg_class',
    'select attrelid, attname, atttypid, attnotnull from pg_attribute where attrelid >= 16384',
    'select oid, conname from pg_constraint',
    'select oid, tgname, tgenabled from pg_trigger',
    'select oid, md5(prosrc) from pg_proc where oid >= 16384',
    'select oid, nspname from pg_namespace',
  ]
  const digests = parts.map(
    (part) => `(select md5(string_agg(t::text, ',' order by t::text)) from (${part}) t)`,
  )
  const { rows } = await client.query<{ digest: string }>(`select concat(${digests.join(', ')}) as digest`)
  return rows[0]!.digest
}
