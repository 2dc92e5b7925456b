// One database into one file, which gets its name when it is whole, checked and on disk, and never before.
import { constants } from 'node:fs'
import { lstat, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Connection, connectTo, conninfo, libpqEnvironment, using } from '../db/admin-connection.ts'
import type { BackupContext } from './backup-context.ts'
import type { ManifestEntry } from './dump-manifest.ts'
import { dumpName, unfinishedName } from './dump-names.ts'
import { digestOf, syncDirectory, syncFile } from './durable-files.ts'
import { OperationError, runTool, type Tools, toolEnvironment } from './postgres-tools.ts'
import { type Counts, countRows, totalOf } from './row-counts.ts'

/** A table that somebody holds for themselves longer than this fails the dump instead of holding it up for ever. */
const LOCK_WAIT_MS = 120_000

type Options = {
  database: string
  stamp: string
  tools: Tools
  record: (entry: ManifestEntry) => Promise<void>
}

/** Dumps one database; `record` is told of the dump before it gets its name. Throws, leaving nothing behind. */
export async function dumpDatabase(ctx: BackupContext, options: Options): Promise<ManifestEntry> {
  const { database, stamp, tools, record } = options
  const { directory } = ctx.config
  const began = performance.now()
  const name = { database, stamp }
  const path = join(directory, dumpName(name))
  const unfinished = join(directory, unfinishedName(name))
  try {
    await makeEmpty(unfinished)
    const facts = await writeDump(ctx, { database, tools, path: unfinished })
    await syncFile(unfinished)
    await checkWhole(ctx, tools, unfinished)
    const entry: ManifestEntry = {
      database,
      stamp,
      file: dumpName(name),
      size: (await stat(unfinished)).size,
      sha256: await digestOf(unfinished),
      taken_at: ctx.clock().toISOString(),
      duration_seconds: Math.round(performance.now() - began) / 1_000,
      client_version: tools.version,
      ...facts,
    }
    if (await isTaken(path)) throw new OperationError(`${path} exists already`)
    await record(entry)
    await rename(unfinished, path)
    await syncDirectory(directory)
    return entry
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

// Also pg_dump, which opens it again, then leaves it to its owner alone.
async function makeEmpty(path: string) {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  await (await open(path, flags, 0o600)).close()
}

const isTaken = (path: string) =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

// The rows are counted in the snapshot that is dumped, so that a restored database can be compared exactly.
async function writeDump(
  ctx: BackupContext,
  { database, tools, path }: { database: string; tools: Tools; path: string },
) {
  return using(connectTo(ctx.url, database), (sql) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const connection = tx as unknown as Connection
      const [snapshot] = await connection<{ id: string }[]>`select pg_export_snapshot() as id`
      const ended = new AbortController()
      const signal = ctx.signal ? AbortSignal.any([ctx.signal, ended.signal]) : ended.signal
      const dump = runTool({
        command: [
          tools.dump,
          '--format=custom',
          '--no-password',
          `--lock-wait-timeout=${LOCK_WAIT_MS}`,
          `--snapshot=${snapshot!.id}`,
          `--file=${path}`,
          `--dbname=${conninfo(database)}`,
        ],
        env: toolEnvironment(ctx.environment, libpqEnvironment(ctx.url)),
        signal,
      })
      // The one that fails first ends the other, and what it said is what counts.
      const counting = factsOf(connection)
      counting.catch((error) => ended.abort(error))
      const [facts] = await Promise.all([counting, dump]).finally(() => dump.catch(() => {}))
      return facts
    }),
  ) as Promise<Awaited<ReturnType<typeof factsOf>>>
}

type Locale = Pick<ManifestEntry, 'encoding' | 'locale_provider' | 'collate' | 'ctype' | 'icu_locale'>

async function factsOf(sql: Connection) {
  const locale = await localeOf(sql)
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const counts: Counts = await countRows(sql)
  return {
    ...locale,
    server_version: server!.version,
    tables: Object.keys(counts).length,
    rows: totalOf(counts),
    counts,
  }
}

/** Encoding and locale of the connection's database. */
export async function localeOf(sql: Connection): Promise<Locale> {
  const [row] = await sql<{ facts: Record<string, string | null> }[]>`
    select to_jsonb(d) || jsonb_build_object('encoding', pg_encoding_to_char(encoding)) as facts
    from pg_database d where datname = current_database()`
  return readLocale(row!.facts)
}

// The column for ICU was renamed in Postgres 17, and before 15 there was none.
export function readLocale(facts: Record<string, unknown>): Locale {
  const text = (name: string) => (typeof facts[name] === 'string' ? (facts[name] as string) : null)
  return {
    encoding: text('encoding') ?? 'UTF8',
    locale_provider: { i: 'icu', b: 'builtin' }[text('datlocprovider') ?? 'c'] ?? 'libc',
    collate: text('datcollate') ?? 'C',
    ctype: text('datctype') ?? 'C',
    icu_locale: text('datlocale') ?? text('daticulocale'),
  }
}

/** Reads the dump to its last byte: `--list` is content with half of one. Throws `OperationError`. */
export async function checkWhole(ctx: BackupContext, tools: Tools, path: string) {
  await runTool({
    command: [tools.restore, '--file=/dev/null', path],
    env: toolEnvironment(ctx.environment),
    signal: ctx.signal,
  })
}
