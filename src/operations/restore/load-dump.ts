// Loads a dump into an empty database, in transactions that stop at the first error, and compares the row counts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Connection,
  connectTo,
  conninfo,
  libpqEnvironment,
  quoteIdentifier,
  type ServerFacts,
  withConnection,
} from '../../platform/db/admin-connection.ts'
import type { BackupContext } from '../backup/backup-context.ts'
import { describeFailure } from '../backup/describe-failure.ts'
import type { Dump } from '../backup/dump-catalogue.ts'
import { dumpName } from '../backup/dump-names.ts'
import { OperationError, runTool, type Tools, toolEnvironment } from '../backup/postgres-tools.ts'
import { type Counts, countDifferences, countRows } from '../backup/row-counts.ts'
import { asOwner, type LoadLogin } from './load-login.ts'
import { dropDatabase, findScratchDatabases } from './scratch-database.ts'
import type { Archive } from './verify-dump.ts'

type Load = {
  dump: Dump
  archive: Archive
  tools: Tools
  server: ServerFacts
  /** The empty database, and the role that owns it and will own everything in it. */
  name: string
  owner: string
  login: LoadLogin
}

/** Returns the rows per table; throws `OperationError` when they differ from the manifest. */
export async function loadDump(ctx: BackupContext, load: Load): Promise<Counts> {
  const { dump, server, name, owner, login } = load
  try {
    if (server.isSuperuser && owner !== server.role) await loadAsSuperuser(ctx, load)
    else await runRestore(ctx, load, { login, args: [] })
  } catch (error) {
    ctx.signal?.throwIfAborted()
    throw new OperationError(`${dumpName(dump)} could not be restored: ${describeFailure(error)}`)
  }
  // The load has the rights of the owner too: the database now contains code of the dump.
  return asOwner(login, name, async (sql) => {
    // Dumps contain no statistics; without them the first queries would be slow.
    await sql`analyze`
    const counts = await countRows(sql)
    const mismatches = dump.entry ? countDifferences(dump.entry.counts, counts) : []
    if (mismatches.length > 0)
      throw new OperationError(`${dumpName(dump)} was restored, but ${mismatches.slice(0, 10).join('; ')}`)
    return counts
  })
}

const SUPERUSER_ENTRIES = /^\d+; \d+ \d+ (?:SCHEMA|EXTENSION|COMMENT - EXTENSION) /

// Extensions that only a superuser can create, and the schemas they may be in, are loaded first by the superuser.
async function loadAsSuperuser(ctx: BackupContext, load: Load) {
  const { archive, name, owner, login } = load
  const first = archive.lines.filter((line) => SUPERUSER_ENTRIES.test(line))
  const rest = archive.lines.filter((line) => !SUPERUSER_ENTRIES.test(line))
  const schemas = first.flatMap((line) => /^\d+; \d+ \d+ SCHEMA - (\S+) /.exec(line)?.[1] ?? [])
  const folder = await mkdtemp(join(tmpdir(), 'frontage-restore-'))
  const useList = async (file: string, lines: string[]) => {
    const path = join(folder, file)
    await writeFile(path, `${lines.join('\n')}\n`)
    return `--use-list=${path}`
  }
  try {
    if (first.length > 0) {
      await runRestore(ctx, load, {
        login: { url: ctx.url, role: null },
        args: [await useList('first', first)],
      })
      await withConnection(connectTo(ctx.url, name), async (sql) => {
        for (const schema of schemas)
          await sql.unsafe(`alter schema ${quoteIdentifier(schema)} owner to ${quoteIdentifier(owner)}`)
      })
    }
    await runRestore(ctx, load, { login, args: [await useList('rest', rest)] })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const runRestore = (
  ctx: BackupContext,
  { dump, tools, name }: Load,
  { login, args }: { login: LoadLogin; args: string[] },
) =>
  runTool({
    command: [
      tools.restore,
      '--no-owner',
      '--no-privileges',
      '--exit-on-error',
      '--single-transaction',
      '--no-password',
      ...(login.role ? [`--role=${login.role}`] : []),
      ...args,
      `--dbname=${conninfo(name)}`,
      dump.path,
    ],
    env: toolEnvironment(ctx.environment, libpqEnvironment(login.url)),
    signal: ctx.signal,
  })

/** Drops the scratch databases that interrupted restores or drills left behind. */
export async function dropLeftovers(ctx: BackupContext, sql: Connection, purpose: 'restore' | 'drill') {
  for (const { name } of await findScratchDatabases(sql, ctx.config.databases, purpose)) {
    await dropDatabase(sql, name)
    ctx.info(`removed ${name}, left by an interrupted run`)
  }
}
