// The dumps in the directory. Only regular files whose names match count; symlinks are never followed.
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ManifestEntry, readManifest } from './dump-manifest.ts'
import { type DumpName, parseDumpName, parseStamp, parseUnfinishedName } from './dump-names.ts'

/** `entry` is the dump's line in the manifest, if it has one. */
export type Dump = DumpName & { path: string; size: number; entry: ManifestEntry | null }

/** A dump this far in the future is still accepted: clocks are corrected backwards. */
const CLOCK_TOLERANCE_MS = 60 * 60_000

/** The dumps of `databases` in `directory`, newest first; empty when the directory is missing. */
export async function listDumps(directory: string, databases: readonly string[]): Promise<Dump[]> {
  const manifest = await readManifest(directory)
  const dumps: Dump[] = []
  for (const file of await fileNames(directory)) {
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

async function fileNames(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Every stamp in use, including those of directories and symlinks named like a dump. */
export async function stampsIn(directory: string, databases: readonly string[]): Promise<string[]> {
  const names = await fileNames(directory)
  return names.flatMap((file) => parseDumpName(file, databases)?.stamp ?? [])
}

/** Whether the dump is not empty and has the size recorded in the manifest, if it is recorded there. */
export const isGood = ({ size, entry }: Dump) => size > 0 && (entry === null || entry.size === size)

/** The newest good dump of a database, from a list sorted newest first. */
export const newestGood = (dumps: readonly Dump[], database: string) =>
  dumps.find((dump) => dump.database === database && isGood(dump)) ?? null

/** When a dump was taken; null when that is in the future, so that a wrong clock does not hide a stale backup. */
export function takenAt(dump: Dump, now: Date): Date | null {
  const taken = dump.entry ? new Date(dump.entry.taken_at) : parseStamp(dump.stamp)!
  return taken.getTime() - now.getTime() > CLOCK_TOLERANCE_MS ? null : taken
}

/** Removes the unfinished dumps of interrupted runs. Call it only while holding the backup lock. */
export async function removeUnfinished(directory: string, databases: readonly string[]) {
  for (const file of await fileNames(directory)) {
    if (!parseUnfinishedName(file, databases)) continue
    const path = join(directory, file)
    if ((await lstat(path)).isFile()) await rm(path, { force: true })
  }
}
