// The restore, tested: into scratch databases, which are counted, compared with the manifest and dropped.

import type { BackupContext } from '../backup/backup-context.ts'
import { BusyError, whileAlone } from '../backup/backup-lock.ts'
import { describeFailure } from '../backup/describe-failure.ts'
import { type Drill, recordDrill } from '../backup/drill-history.ts'
import type { Dump } from '../backup/dump-catalogue.ts'
import { dumpName, stampOf } from '../backup/dump-names.ts'
import { findTools, OperationError } from '../backup/postgres-tools.ts'
import { totalOf } from '../backup/row-counts.ts'
import type { Secret } from '../config/secret.ts'
import { type Connection, type ServerFacts, serverFacts } from '../db/admin-connection.ts'
import { dropLeftovers, loadDump } from './load-dump.ts'
import { dropDatabase, scratchName } from './scratch-database.ts'
import { createLike } from './target-database.ts'
import { type Archive, checkDump } from './verify-dump.ts'

/** Restores these dumps on the server of `to`, or where it is null on that of the databases; the result is recorded. */
export async function drill(
  ctx: BackupContext,
  { dumps, to }: { dumps: readonly Dump[]; to: Secret | null },
): Promise<Drill> {
  const began = performance.now()
  const result: Drill = {
    at: ctx.clock().toISOString(),
    stamp: dumps[0]!.stamp,
    databases: dumps.map(({ database }) => database),
    server: to && new URL(to.reveal()).host,
    ok: false,
    duration_seconds: 0,
    tables: 0,
    rows: 0,
    missing_roles: [],
    problems: [],
  }
  const there = to ? { ...ctx, url: to } : ctx
  try {
    await whileAlone(there, ({ sql }) => fillAndCount({ ctx, there, dumps, result }, sql))
  } catch (error) {
    ctx.signal?.throwIfAborted()
    if (error instanceof BusyError) throw error
    result.problems.push(describeFailure(error))
  }
  result.ok = result.problems.length === 0
  result.duration_seconds = Math.round(performance.now() - began) / 1_000
  await recordDrill(ctx.config.directory, result)
  return result
}

type Work = { ctx: BackupContext; there: BackupContext; dumps: readonly Dump[]; result: Drill }

async function fillAndCount({ ctx, there, dumps, result }: Work, sql: Connection) {
  const facts = await serverFacts(sql)
  const tools = await findTools(facts.major, ctx.environment.PATH ?? '')
  if (!facts.mayCreate) throw new OperationError(`the role ${facts.role} may not create databases`)
  await dropLeftovers(there, sql, 'drill')
  for (const dump of dumps) {
    const archive = await checkDump(ctx, { dump, tools, serverMajor: facts.major })
    await findMissingRoles(sql, archive, result)
    const name = scratchName(dump.database, 'drill', stampOf(ctx.clock()))
    try {
      await createLike(sql, scratchLike(dump, facts), name)
      const counts = await loadDump(there, { dump, archive, tools, facts, name, owner: facts.role })
      if (!dump.entry)
        throw new OperationError(
          `the manifest has no line for ${dumpName(dump)}: there is nothing to compare with`,
        )
      result.tables += Object.keys(counts).length
      result.rows += totalOf(counts)
    } finally {
      await dropDatabase(sql, name)
    }
  }
}

const scratchLike = (dump: Dump, facts: ServerFacts) => ({
  name: dump.database,
  exists: false,
  owner: facts.role,
  isMember: true,
  acceptsConnections: true,
  connectionLimit: -1,
  tablespace: null,
  comment: null,
  locale: dump.entry,
  settings: [],
  grants: null,
})

// Nothing is restored with its owner, so that a role which is missing fails nothing; but the service signs in with it.
async function findMissingRoles(sql: Connection, { lines }: Archive, result: Drill) {
  const owners = new Set(lines.flatMap((line) => / (\S+)$/.exec(line)?.[1] ?? []))
  const rows = await sql<{ name: string }[]>`select rolname as name from pg_roles`
  const present = new Set(rows.map(({ name }) => name))
  for (const owner of owners) {
    if (!present.has(owner) && !result.missing_roles.includes(owner)) result.missing_roles.push(owner)
  }
}
