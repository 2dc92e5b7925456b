// Retention: which dumps are too old to keep, and their removal. The newest good dump of a database always stays.
import { rm } from 'node:fs/promises'
import type { BackupContext } from './backup-context.ts'
import { listDumps } from './dump-catalogue.ts'
import { type ManifestEntry, readManifest, writeManifest } from './dump-manifest.ts'
import { type DumpName, dumpName, parseStamp } from './dump-names.ts'

/** If the clocks of this host and the server differ by more, ages are unreliable and nothing is removed. */
const MAX_CLOCK_DIFFERENCE_MS = 60 * 60_000

/** Dumps older than `keepDays`, except the newest good one of each database. */
export function outdatedDumps<D extends DumpName>(
  dumps: readonly D[],
  options: { now: Date; keepDays: number; isGood: (dump: D) => boolean },
): D[] {
  const oldest = options.now.getTime() - options.keepDays * 86_400_000
  const hasGood = new Set<string>()
  return [...dumps]
    .sort((a, b) => (a.stamp > b.stamp ? -1 : 1))
    .filter((dump) => {
      const isNewestGood = !hasGood.has(dump.database) && options.isGood(dump)
      if (isNewestGood) hasGood.add(dump.database)
      // A damaged dump is kept as long as no good one is newer: it is better than none.
      if (isNewestGood || !hasGood.has(dump.database)) return false
      return parseStamp(dump.stamp)!.getTime() < oldest
    })
}

/** The databases whose old dumps may go: those just dumped, and none when the clocks disagree. */
export function prunableDatabases(
  ctx: BackupContext,
  { dumped, serverTime }: { dumped: readonly ManifestEntry[]; serverTime: Date },
): string[] {
  if (Math.abs(serverTime.getTime() - ctx.clock().getTime()) <= MAX_CLOCK_DIFFERENCE_MS)
    return dumped.map(({ database }) => database)
  ctx.warn('the clocks of this host and the server differ by more than an hour: no old dump is removed')
  return []
}

/** Removes the outdated dumps of these databases from the directory and the manifest; returns their file names. */
export async function removeOutdated(ctx: BackupContext, databases: readonly string[]): Promise<string[]> {
  const { directory, keepDays } = ctx.config
  const dumps = await listDumps(directory, databases)
  // Stricter than the catalogue: only a dump with a matching manifest entry counts as the newest good one.
  const isGood = (dump: { size: number; entry: ManifestEntry | null }) => dump.entry?.size === dump.size
  const outdated = outdatedDumps(dumps, { now: ctx.clock(), keepDays, isGood })
  for (const dump of outdated) await rm(dump.path, { force: true })
  const removed = outdated.map(dumpName)
  if (removed.length === 0) return removed
  ctx.info(`removed dumps older than ${keepDays} days: ${removed.join(', ')}`)
  const manifest = await readManifest(directory)
  for (const file of removed) manifest.delete(file)
  await writeManifest(directory, manifest.values())
  return removed
}
