// One backup run: dumps every database under one stamp, removes outdated dumps, then copies dumps off site.
import { readServerFacts } from '../../platform/db/admin-connection.ts'
import { openOffSite } from '../../platform/storage/off-site-store.ts'
import type { BackupContext } from './backup-context.ts'
import { withBackupLock } from './backup-lock.ts'
import { describeFailure } from './describe-failure.ts'
import { type Dump, listDumps, newestGood, removeUnfinished, stampsIn } from './dump-catalogue.ts'
import { dumpDatabase } from './dump-database.ts'
import { type ManifestEntry, readManifest, writeManifest } from './dump-manifest.ts'
import { dumpName, nextStamp } from './dump-names.ts'
import { copyOffSite } from './off-site-copy.ts'
import { findTools, type Tools } from './postgres-tools.ts'
import { prunableDatabases, removeOutdated } from './retention.ts'

export type RunResult = {
  stamp: string
  dumped: ManifestEntry[]
  /** File names of the dumps that retention removed. */
  removed: string[]
  /** A sentence per failure. */
  failures: string[]
  /** Whether every good dump has an off-site copy; null when off-site copies are not configured. */
  offSite: boolean | null
}

/** A dump smaller than this share of the previous one causes a warning. */
const SHRUNK = 0.5

/** Dumps every database that can be dumped. Throws when the run could not start. */
export async function runBackup(ctx: BackupContext): Promise<RunResult> {
  return withBackupLock(ctx, async ({ sql }) => {
    const { directory, databases } = ctx.config
    const server = await readServerFacts(sql)
    const tools = await findTools(server.major, ctx.environment.PATH ?? '')
    await removeUnfinished(directory, databases)
    const before = await listDumps(directory, databases)
    const stamp = nextStamp(ctx.clock(), await stampsIn(directory, databases))
    const result: RunResult = { stamp, dumped: [], removed: [], failures: [], offSite: null }
    for (const database of databases) await dumpOne(ctx, { database, tools, before, result })
    // A database whose dump failed keeps its dumps: after a month of failures its last good one must still be there.
    const prunable = prunableDatabases(ctx, { dumped: result.dumped, serverTime: server.now })
    result.removed = await removeOutdated(ctx, prunable)
    await sendOffSite(ctx, result, prunable)
    return result
  })
}

type Work = { database: string; tools: Tools; before: readonly Dump[]; result: RunResult }

async function dumpOne(ctx: BackupContext, { database, tools, before, result }: Work) {
  ctx.signal?.throwIfAborted()
  const { directory } = ctx.config
  try {
    const record = (entry: ManifestEntry) => addEntry(directory, entry)
    const entry = await dumpDatabase(ctx, { database, stamp: result.stamp, tools, record })
    result.dumped.push(entry)
    ctx.info(`${entry.file}: ${entry.size} bytes, ${entry.rows} rows in ${entry.tables} tables`)
    const previous = newestGood(before, database)
    if (previous && entry.size < previous.size * SHRUNK)
      ctx.warn(`${entry.file} is less than half the size of ${dumpName(previous)} (${previous.size} bytes)`)
  } catch (error) {
    ctx.signal?.throwIfAborted()
    result.failures.push(`${database}: ${describeFailure(error)}`)
  }
}

async function addEntry(directory: string, entry: ManifestEntry) {
  const manifest = await readManifest(directory)
  manifest.set(entry.file, entry)
  await writeManifest(directory, manifest.values())
}

async function sendOffSite(ctx: BackupContext, result: RunResult, prunable: readonly string[]) {
  const { directory, databases, offSite: config } = ctx.config
  if (!config || result.dumped.length === 0) return
  const offSite = openOffSite(config)
  try {
    const dumps = await listDumps(directory, databases)
    const copied = await copyOffSite(ctx, offSite, { dumps, prunable })
    ctx.info(`copied ${copied} dumps to the object store and verified them`)
    result.offSite = true
  } catch (error) {
    ctx.signal?.throwIfAborted()
    result.offSite = false
    result.failures.push(`copy to the object store: ${describeFailure(error)}`)
  } finally {
    offSite.close()
  }
}
