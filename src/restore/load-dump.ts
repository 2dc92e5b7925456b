// Fills an empty database from a dump, in one transaction that stops at the first error, and counts what came of it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupContext } from '../backup/backup-context.ts'
import { describeFailure } from '../backup/describe-failure.ts'
import type { Dump } from '../backup/dump-catalogue.ts'
import { dumpName } from '../backup/dump-names.ts'
import { OperationError, runTool, type Tools, toolEnvironment } from '../backup/postgres-tools.ts'
import { type Counts, countRows, differences } from '../backup/row-counts.ts'
import {
  type Connection,
  connectTo,
  conninfo,
  libpqEnvironment,
  quoted,
  type ServerFacts,
  using,
} from '../db/admin-connection.ts'
import { dropDatabase, findScratch } from './scratch-database.ts'
import type { Archive } from './verify-dump.ts'

type Load = {
  dump: Dump
  archive: Archive
  tools: Tools
  facts: ServerFacts
  /** The empty database, and who shall own all that is in it. */
  name: string
  owner: string
}

/** Gives back the rows of each table; throws when they are not those of the manifest. */
export async function loadDump(ctx: BackupContext, load: Load): Promise<Counts> {
  const { dump, facts, name, owner } = load
  try {
    if (owner === facts.role) await restoreInto(ctx, load, [])
    else await loadFor(ctx, load)
  } catch (error) {
    ctx.signal?.throwIfAborted()
    throw new OperationError(`${dumpName(dump)} could not be restored: ${describeFailure(error)}`)
  }
  return using(connectTo(ctx.url, name), async (sql) => {
    // A dump brings no statistics, and without them the first requests would be slow.
    await sql`analyze`
    const counts = await countRows(sql)
    const wrong = dump.entry ? differences(dump.entry.counts, counts) : []
    if (wrong.length > 0)
      throw new OperationError(`${dumpName(dump)} was restored, but ${wrong.slice(0, 10).join('; ')}`)
    return counts
  })
}

// Extensions may be beyond the owner's rights, and so they and the schemas they may live in come first, by our own.
const FIRST = /^\d+; \d+ \d+ (?:SCHEMA|EXTENSION|COMMENT - EXTENSION) /

async function loadFor(ctx: BackupContext, load: Load) {
  const { archive, name, owner } = load
  const first = archive.lines.filter((line) => FIRST.test(line))
  const schemas = first.flatMap((line) => /^\d+; \d+ \d+ SCHEMA - (\S+) /.exec(line)?.[1] ?? [])
  const folder = await mkdtemp(join(tmpdir(), 'frontage-restore-'))
  try {
    const list = async (file: string, lines: string[]) => {
      const path = join(folder, file)
      await writeFile(path, `${lines.join('\n')}\n`)
      return `--use-list=${path}`
    }
    if (first.length > 0) {
      await restoreInto(ctx, load, [await list('first', first)])
      await using(connectTo(ctx.url, name), async (sql) => {
        for (const schema of schemas)
          await sql.unsafe(`alter schema ${quoted(schema)} owner to ${quoted(owner)}`)
      })
    }
    const rest = archive.lines.filter((line) => !FIRST.test(line))
    await restoreInto(ctx, load, [await list('rest', rest), `--role=${owner}`])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const restoreInto = (ctx: BackupContext, { dump, tools, name }: Load, more: string[]) =>
  runTool({
    command: [
      tools.restore,
      '--no-owner',
      '--no-privileges',
      '--exit-on-error',
      '--single-transaction',
      '--no-password',
      ...more,
      `--dbname=${conninfo(name)}`,
      dump.path,
    ],
    env: toolEnvironment(ctx.environment, libpqEnvironment(ctx.url)),
    signal: ctx.signal,
  })

/** Drops what restores of these databases that were cut off have left. */
export async function dropLeftovers(ctx: BackupContext, sql: Connection, purpose: 'restore' | 'drill') {
  for (const { name } of await findScratch(sql, ctx.config.databases, purpose)) {
    await dropDatabase(sql, name)
    ctx.say(`removed ${name}, which a run that was cut off had left`)
  }
}
