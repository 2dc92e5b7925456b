// Which dumps lie in the directory. Only regular files with one of our names count; a link is never followed.
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ManifestEntry, readManifest } from './dump-manifest.ts'
import { type DumpName, momentOf, parseDumpName, parseUnfinishedName } from './dump-names.ts'

/** `entry` is what the manifest says of the dump, if it says anything. */
export type Dump = DumpName & { path: string; size: number; entry: ManifestEntry | null }

/** A clock may be set back by so much without a dump counting as one of the future. */
const CLOCK_TOLERANCE_MS = 60 * 60_000

/** The dumps of `databases` in `directory`, newest first; none where there is no directory. */
export async function listDumps(directory: string, databases: readonly string[]): Promise<Dump[]> {
  const manifest = await readManifest(directory)
  const dumps: Dump[] = []
  for (const file of await namesIn(directory)) {
    const name = parseDumpName(file, databases)
    if (!name) continue
    const path = join(directory, file)
    const found = await lstat(path)
    if (found.isFile()) dumps.push({ ...name, path, size: found.size, entry: manifest.get(file) ?? null })
  }
  return dumps.sort((a, b) =>
    a.stamp > b.stamp ? -1 : a.stamp < b.stamp ? 1 : a.database < b.database ? -1 : 1,
  )
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Every stamp in use, that of something else with the name of a dump included. */
export async function stampsIn(directory: string, databases: readonly string[]): Promise<string[]> {
  const names = await namesIn(directory)
  return names.flatMap((file) => parseDumpName(file, databases)?.stamp ?? [])
}

/** Whether nothing speaks against the dump: it has the size that it was written with. */
export const isGood = ({ size, entry }: Dump) => size > 0 && (entry === null || entry.size === size)

/** The newest good dump of a database, from a list that is in order. */
export const newestGood = (dumps: readonly Dump[], database: string) =>
  dumps.find((dump) => dump.database === database && isGood(dump)) ?? null

/** When a dump was taken; null when that lies in the future, so that a clock that was wrong hides no stale backup. */
export function takenAt(dump: Dump, now: Date): Date | null {
  const moment = dump.entry ? new Date(dump.entry.taken_at) : momentOf(dump.stamp)!
  return moment.getTime() - now.getTime() > CLOCK_TOLERANCE_MS ? null : moment
}

/** Removes what runs that were cut off have left; only while no other run can be under way. */
export async function removeUnfinished(directory: string, databases: readonly string[]) {
  for (const file of await namesIn(directory)) {
    if (!parseUnfinishedName(file, databases)) continue
    const path = join(directory, file)
    if ((await lstat(path)).isFile()) await rm(path, { force: true })
  }
}

/** Dumps that are older than `keepDays`, but for the newest good one of each database. */
export function outdated<D extends DumpName>(
  dumps: readonly D[],
  options: { now: Date; keepDays: number; isGood: (dump: D) => boolean },
): D[] {
  const oldest = options.now.getTime() - options.keepDays * 86_400_000
  const spared = new Set<string>()
  return [...dumps]
    .sort((a, b) => (a.stamp > b.stamp ? -1 : 1))
    .filter((dump) => {
      const isNewestGood = !spared.has(dump.database) && options.isGood(dump)
      if (isNewestGood) spared.add(dump.database)
      // Without a good one yet, a doubtful one is better than none.
      if (isNewestGood || !spared.has(dump.database)) return false
      return momentOf(dump.stamp)!.getTime() < oldest
    })
}
