// Dumps one database into one file, which gets its final name only after it is complete, verified and on disk.
import { constants } from 'node:fs'
import { lstat, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Connection,
  connectTo,
  conninfo,
  libpqEnvironment,
  withConnection,
} from '../../platform/db/admin-connection.ts'
import { digestOf, syncDirectory, syncFile } from '../../platform/durable-files.ts'
import type { BackupContext } from './backup-context.ts'
import type { ManifestEntry } from './dump-manifest.ts'
import { dumpName, unfinishedName } from './dump-names.ts'
import { OperationError, runTool, type Tools, toolEnvironment } from './postgres-tools.ts'
import { type Counts, countRows, totalRows } from './row-counts.ts'

/** The time that pg_dump waits for a table that is locked exclusively before the dump fails. */
const MAX_LOCK_WAIT_MS = 120_000

type Options = {
  database: string
  stamp: string
  tools: Tools
  record: (entry: ManifestEntry) => Promise<void>
}

/** Dumps one database and calls `record` before the file gets its name. Throws `OperationError`, leaving no file behind. */
export async function dumpDatabase(ctx: BackupContext, options: Options): Promise<ManifestEntry> {
  const { database, stamp, tools, record } = options
  const { directory } = ctx.config
  const start = performance.now()
  const name = { database, stamp }
  const path = join(directory, dumpName(name))
  const unfinished = join(directory, unfinishedName(name))
  try {
    await createEmptyFile(unfinished)
    const facts = await writeDump(ctx, { database, tools, path: unfinished })
    await syncFile(unfinished)
    await verifyReadable(ctx, tools, unfinished)
    const entry: ManifestEntry = {
      database,
      stamp,
      file: dumpName(name),
      size: (await stat(unfinished)).size,
      sha256: await digestOf(unfinished),
      taken_at: ctx.clock().toISOString(),
      duration_seconds: Math.round(performance.now() - start) / 1_000,
      client_version: tools.version,
      ...facts,
    }
    if (await fileExists(path)) throw new OperationError(`${path} already exists`)
    await record(entry)
    await rename(unfinished, path)
    await syncDirectory(directory)
    return entry
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

// pg_dump keeps the mode of an existing file, so it is created with 0600 first.
async function createEmptyFile(path: string) {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  await (await open(path, flags, 0o600)).close()
}

const fileExists = (path: string) =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

// Rows are counted in the snapshot that pg_dump uses, so a restored database can be compared exactly.
async function writeDump(
  ctx: BackupContext,
  { database, tools, path }: { database: string; tools: Tools; path: string },
) {
  return withConnection(connectTo(ctx.url, database), (sql) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const connection = tx as unknown as Connection
      const [snapshot] = await connection<{ id: string }[]>`select pg_export_snapshot() as id`
      const counting = new AbortController()
      const signal = ctx.signal ? AbortSignal.any([ctx.signal, counting.signal]) : counting.signal
      const dump = runTool({
        command: [
          tools.dump,
          '--format=custom',
          '--no-password',
          `--lock-wait-timeout=${MAX_LOCK_WAIT_MS}`,
          `--snapshot=${snapshot!.id}`,
          `--file=${path}`,
          `--dbname=${conninfo(database)}`,
        ],
        env: toolEnvironment(ctx.environment, libpqEnvironment(ctx.url)),
        signal,
      })
      // If counting fails, pg_dump is stopped; the first error is the one reported.
      const facts = readDatabaseFacts(connection)
      facts.catch((error) => counting.abort(error))
      const [found] = await Promise.all([facts, dump]).finally(() => dump.catch(() => {}))
      return found
    }),
  ) as Promise<Awaited<ReturnType<typeof readDatabaseFacts>>>
}

type Locale = Pick<ManifestEntry, 'encoding' | 'locale_provider' | 'collate' | 'ctype' | 'icu_locale'>

async function readDatabaseFacts(sql: Connection) {
  const locale = await readLocale(sql)
  const [server] = await sql<{ version: string; bytes: string }[]>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
  const counts: Counts = await countRows(sql)
  return {
    ...locale,
    server_version: server!.version,
    bytes: Number(server!.bytes),
    tables: Object.keys(counts).length,
    rows: totalRows(counts),
    counts,
  }
}

async function readLocale(sql: Connection): Promise<Locale> {
  const [row] = await sql<{ facts: Record<string, string | null> }[]>`
    select to_jsonb(d) || jsonb_build_object('encoding', pg_encoding_to_char(encoding)) as facts
    from pg_database d where datname = current_database()`
  return parseLocale(row!.facts)
}

/** Encoding and locale from a row of `pg_database`; the ICU column was added in Postgres 15 and renamed in 17. */
export function parseLocale(facts: Record<string, unknown>): Locale {
  const text = (name: string) => (typeof facts[name] === 'string' ? (facts[name] as string) : null)
  return {
    encoding: text('encoding') ?? 'UTF8',
    locale_provider: { i: 'icu', b: 'builtin' }[text('datlocprovider') ?? 'c'] ?? 'libc',
    collate: text('datcollate') ?? 'C',
    ctype: text('datctype') ?? 'C',
    icu_locale: text('datlocale') ?? text('daticulocale'),
  }
}

/** Reads the dump to the end (`--list` accepts a truncated one). Throws `OperationError` when it is damaged. */
export async function verifyReadable(ctx: BackupContext, tools: Tools, path: string) {
  await runTool({
    command: [tools.restore, '--file=/dev/null', path],
    env: toolEnvironment(ctx.environment),
    signal: ctx.signal,
  })
}
