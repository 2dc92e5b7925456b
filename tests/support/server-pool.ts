// A pool of databases on a Postgres server that test files of one worker reuse: copying the template takes a fifth of a
// second of a processor, resetting a copy a fraction of that. A database whose schema a test has changed is dropped instead.
import postgres from 'postgres'
import { PATIENCE_MS } from './eventually.ts'
import { type Initial, readInitial, reset, type Session } from './reset-database.ts'

/** A copy of the template. `sql` is connected as long as the worker may use the copy. */
type Copy = { name: string; sql: postgres.Sql }
/** `canReuse`: not behind a pooler, whose own connections a reset would end. */
type Server = { url: string; template: string; canReuse: boolean }

const idle: Copy[] = []
const MAX_IDLE = 4

let initial: Promise<Initial> | null = null

/** A database with the contents of the template, for one user until that user returns it. */
export async function borrowOnServer(server: Server): Promise<{ url: string; giveBack(): Promise<void> }> {
  const copy = idle.pop() ?? (await copyTemplate(server))
  let isBorrowed = true
  return {
    url: withDatabase(server.url, copy.name),
    async giveBack() {
      if (!isBorrowed) return
      isBorrowed = false
      if (server.canReuse && idle.length < MAX_IDLE && (await isReset(copy).catch(() => false)))
        idle.push(copy)
      else await drop(server, copy)
    },
  }
}

/** Drops the copies of earlier runs: nobody has been connected to them, and they are not being made just now. */
export async function dropLeftovers(sql: postgres.Sql) {
  const leftovers = await sql<{ name: string }[]>`
    select datname as name from pg_database d
    where datname like 'frontage\_test\_%'
      and not exists (select from pg_stat_activity a where a.datname = d.datname)
      and (pg_stat_file('base/' || oid || '/PG_VERSION')).modification < now() - interval '10 minutes'`
  for (const { name } of leftovers) await sql.unsafe(`drop database if exists ${name}`)
}

export function withDatabase(url: string, name: string) {
  const target = new URL(url)
  target.pathname = `/${name}`
  return target.href
}

async function copyTemplate({ url, template }: Server): Promise<Copy> {
  const name = `frontage_test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = connect(url)
  await admin.unsafe(`create database ${name} template ${template}`)
  await admin.end()
  const sql = connect(withDatabase(url, name))
  // The numbers of tables and columns are those of the template.
  initial ??= readInitial(sessionOn(sql))
  await initial
  return { name, sql }
}

async function isReset({ sql }: Copy): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS
  while ((await endOthers(sql)) > 0) {
    if (performance.now() > deadline) return false
    await Bun.sleep(2)
  }
  if (!(await reset(sessionOn(sql), await initial!))) return false
  await sql`select pg_stat_reset()` // counts deadlocks
  return true
}

async function endOthers(sql: postgres.Sql): Promise<number> {
  const ended = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  return ended.length
}

async function drop({ url }: Server, { name, sql }: Copy) {
  await sql.end({ timeout: 5 })
  const admin = connect(url)
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
}

// The connections prepare no statements, which `discard all` would remove.
const connect = (url: string) =>
  postgres(url, { max: 1, prepare: false, fetch_types: false, onnotice: () => {} })

function sessionOn(sql: postgres.Sql): Session {
  const statements = (on: postgres.Sql | postgres.TransactionSql) => ({
    query: async <Row>(statement: string, parameters: unknown[] = []) => {
      const rows = await on.unsafe(statement, parameters as string[])
      return { rows: [...rows] as Row[] }
    },
    exec: (statement: string) => on.unsafe(statement),
  })
  return { ...statements(sql), transaction: (run) => sql.begin((on) => run(statements(on))) }
}
