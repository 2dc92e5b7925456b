// One run: every database with one stamp, then the copies that leave the host, then what is outdated.
import { rm } from 'node:fs/promises'
import { serverFacts } from '../db/admin-connection.ts'
import { openOffSite } from '../storage/off-site-store.ts'
import type { BackupContext } from './backup-context.ts'
import { whileAlone } from './backup-lock.ts'
import { describeFailure } from './describe-failure.ts'
import { listDumps, newestGood, outdated, removeUnfinished, stampsIn } from './dump-catalogue.ts'
import { dumpDatabase } from './dump-database.ts'
import { type ManifestEntry, readManifest, writeManifest } from './dump-manifest.ts'
import { dumpName, nextStamp } from './dump-names.ts'
import { copyOffSite } from './off-site-copy.ts'
import { findTools } from './postgres-tools.ts'

/** How a run ended: a sentence for each thing that failed. */
export type RunResult = {
  stamp: string
  dumped: ManifestEntry[]
  removed: string[]
  failures: string[]
  /** Whether every good dump has its copy elsewhere; null where none is wished. */
  offSite: boolean | null
}

/** A dump of less than this part of the one before it is remarked upon. */
const SHRUNK = 0.5
/** Between the clock here and the server's, before nothing is thrown away by age. */
const CLOCK_DIFFERENCE_MS = 60 * 60_000

/** Dumps every database; what can be saved is saved. Throws when the run could not even start. */
export async function runBackup(ctx: BackupContext): Promise<RunResult> {
  return whileAlone(ctx, async ({ sql }) => {
    const { directory, databases } = ctx.config
    const facts = await serverFacts(sql)
    const tools = await findTools(facts.major, ctx.environment.PATH ?? '')
    await removeUnfinished(directory, databases)
    const before = await listDumps(directory, databases)
    const stamp = nextStamp(ctx.clock(), await stampsIn(directory, databases))
    const result: RunResult = { stamp, dumped: [], removed: [], failures: [], offSite: null }
    for (const database of databases) {
      ctx.signal?.throwIfAborted()
      try {
        const entry = await dumpDatabase(ctx, {
          database,
          stamp,
          tools,
          record: (it) => addEntry(directory, it),
        })
        result.dumped.push(entry)
        ctx.say(`${entry.file}: ${entry.size} bytes, ${entry.rows} rows in ${entry.tables} tables`)
        const previous = newestGood(before, database)
        if (previous && entry.size < previous.size * SHRUNK)
          ctx.warn(
            `${entry.file} has less than half of the size of ${dumpName(previous)} (${previous.size} bytes)`,
          )
      } catch (error) {
        ctx.signal?.throwIfAborted()
        result.failures.push(`${database}: ${describeFailure(error)}`)
      }
    }
    const clocksAgree = Math.abs(facts.now.getTime() - ctx.clock().getTime()) <= CLOCK_DIFFERENCE_MS
    // Only of databases that have just been dumped: who fails for a month must find the last good one.
    const prunable = clocksAgree ? result.dumped.map(({ database }) => database) : []
    if (!clocksAgree)
      ctx.warn('the clock here and that of the server differ by more than an hour: no old dump is removed')
    await removeOutdated(ctx, result, prunable)
    await sendOffSite(ctx, result, prunable)
    return result
  })
}

async function addEntry(directory: string, entry: ManifestEntry) {
  const manifest = await readManifest(directory)
  manifest.set(entry.file, entry)
  await writeManifest(directory, manifest.values())
}

async function sendOffSite(ctx: BackupContext, result: RunResult, prunable: string[]) {
  const { directory, databases, offSite: config } = ctx.config
  if (!config || result.dumped.length === 0) return
  const offSite = openOffSite(config)
  try {
    const copied = await copyOffSite(ctx, offSite, {
      dumps: await listDumps(directory, databases),
      prunable,
    })
    ctx.say(`${copied} dumps copied to the object store, and compared`)
    result.offSite = true
  } catch (error) {
    ctx.signal?.throwIfAborted()
    result.offSite = false
    result.failures.push(`copy to the object store: ${describeFailure(error)}`)
  } finally {
    offSite.close()
  }
}

async function removeOutdated(ctx: BackupContext, result: RunResult, prunable: string[]) {
  const { directory, keepDays } = ctx.config
  const dumps = await listDumps(directory, prunable)
  const isGood = (dump: { size: number; entry: ManifestEntry | null }) => dump.entry?.size === dump.size
  for (const dump of outdated(dumps, { now: ctx.clock(), keepDays, isGood })) {
    await rm(dump.path, { force: true })
    result.removed.push(dumpName(dump))
  }
  if (result.removed.length === 0) return
  ctx.say(`removed, older than ${keepDays} days: ${result.removed.join(', ')}`)
  const manifest = await readManifest(directory)
  for (const file of result.removed) manifest.delete(file)
  await writeManifest(directory, manifest.values())
}
