// Restore drill: loads dumps into scratch databases, compares their row counts with the manifest and drops them.

import type { Secret } from '../../platform/config/secret.ts'
import { type Connection, readServerFacts, type ServerFacts } from '../../platform/db/admin-connection.ts'
import type { BackupContext } from '../backup/backup-context.ts'
import { BusyError, withBackupLock } from '../backup/backup-lock.ts'
import { describeFailure } from '../backup/describe-failure.ts'
import { type Drill, recordDrill } from '../backup/drill-history.ts'
import type { Dump } from '../backup/dump-catalogue.ts'
import { dumpName, toStamp } from '../backup/dump-names.ts'
import { findTools, OperationError } from '../backup/postgres-tools.ts'
import { totalRows } from '../backup/row-counts.ts'
import { assertRoomForDatabases } from './assert-room.ts'
import { dropLeftovers, loadDump } from './load-dump.ts'
import { assertUnprivileged, chooseLoadLogin, PrivilegedLoginError } from './load-login.ts'
import { dropDatabase, scratchName } from './scratch-database.ts'
import { createDatabaseLike, newTarget, readTarget } from './target-database.ts'
import { readOwners, verifyDump } from './verify-dump.ts'

/** Runs and records a drill on the server of `to`, or on the server of the databases when it is null. */
export async function drill(
  ctx: BackupContext,
  { dumps, to, allowSuperuser }: { dumps: readonly Dump[]; to: Secret | null; allowSuperuser: boolean },
): Promise<Drill> {
  const start = performance.now()
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
  const target = to ? { ...ctx, url: to, config: { ...ctx.config, ownerUrls: [] } } : ctx
  try {
    await withBackupLock(target, ({ sql }) =>
      loadAndCount({ ctx, target, dumps, result, allowSuperuser }, sql),
    )
  } catch (error) {
    ctx.signal?.throwIfAborted()
    if (error instanceof BusyError || error instanceof PrivilegedLoginError) throw error
    result.problems.push(describeFailure(error))
  }
  result.ok = result.problems.length === 0
  result.duration_seconds = Math.round(performance.now() - start) / 1_000
  await recordDrill(ctx.config.directory, result)
  return result
}

/** `target` is the context with the URL of the drill's server. */
type Work = {
  ctx: BackupContext
  target: BackupContext
  dumps: readonly Dump[]
  result: Drill
  allowSuperuser: boolean
}

async function loadAndCount({ ctx, target, dumps, result, allowSuperuser }: Work, sql: Connection) {
  const server = await readServerFacts(sql)
  await assertUnprivileged(sql, { allowSuperuser })
  const tools = await findTools(server.major, ctx.environment.PATH ?? '')
  if (!server.canCreateDatabases) throw new OperationError(`the role ${server.role} may not create databases`)
  await dropLeftovers(target, sql, 'drill')
  if (target === ctx) await assertRoomForDatabases(ctx, sql, dumps)
  for (const dump of dumps) {
    const archive = await verifyDump(ctx, { dump, tools, serverMajor: server.major })
    await findMissingRoles(sql, await readOwners(target, tools, dump), result)
    const name = scratchName(dump.database, 'drill', toStamp(ctx.clock()))
    try {
      const owner = await drillOwner(sql, dump, server)
      const login = await chooseLoadLogin(target, { owner, server, allowSuperuser })
      await createDatabaseLike(sql, newTarget({ name: dump.database, entry: dump.entry, owner }), name)
      const counts = await loadDump(target, { dump, archive, tools, server, name, owner, login })
      if (!dump.entry)
        throw new OperationError(`the manifest has no entry for ${dumpName(dump)} to compare the rows with`)
      result.tables += Object.keys(counts).length
      result.rows += totalRows(counts)
    } finally {
      await dropDatabase(sql, name)
    }
  }
}

// The owner of the current database, as in a restore, if the role of the drill may act as that owner.
async function drillOwner(sql: Connection, { database: name, entry }: Dump, server: ServerFacts) {
  const current = await readTarget(sql, { name, entry, newOwner: server.role })
  return current.isMember ? current.owner : server.role
}

// Dumps are loaded without owners, so a missing role does not fail the drill, but the service would need it to log in.
async function findMissingRoles(sql: Connection, owners: readonly string[], result: Drill) {
  const rows = await sql<{ name: string }[]>`select rolname as name from pg_roles`
  const present = new Set(rows.map(({ name }) => name))
  for (const owner of owners) {
    if (!present.has(owner) && !result.missing_roles.includes(owner)) result.missing_roles.push(owner)
  }
}
