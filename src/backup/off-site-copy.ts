// A copy of each dump in an S3 store, read back and compared, with the manifest's line of it beside it.
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OffSite } from '../storage/off-site-store.ts'
import type { BackupContext } from './backup-context.ts'
import { type Dump, isGood, outdated } from './dump-catalogue.ts'
import { type ManifestEntry, parseLine, readManifest, writeManifest } from './dump-manifest.ts'
import { type DumpName, dumpName, parseDumpName, unfinishedName } from './dump-names.ts'
import { syncDirectory } from './durable-files.ts'
import { OperationError } from './postgres-tools.ts'

const noteName = (name: DumpName) => `${dumpName(name)}.json`

export type OffSiteDump = DumpName & { size: number }

/** The dumps of these databases that lie in the store with their note, newest first. */
export async function listOffSite(offSite: OffSite, databases: readonly string[]): Promise<OffSiteDump[]> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of offSite.list()) sizes.set(key, size)
  return [...sizes]
    .flatMap(([key, size]) => {
      const name = parseDumpName(key, databases)
      return name && sizes.has(noteName(name)) ? [{ ...name, size }] : []
    })
    .sort((a, b) => (a.stamp > b.stamp ? -1 : 1))
}

/**
 * Copies what the store lacks, then removes what is outdated there by the same rule as here, of the `prunable`
 * databases; gives back how many it copied.
 */
export async function copyOffSite(
  ctx: BackupContext,
  offSite: OffSite,
  { dumps, prunable }: { dumps: readonly Dump[]; prunable: readonly string[] },
): Promise<number> {
  const { databases, keepDays } = ctx.config
  const there = new Map((await listOffSite(offSite, databases)).map((it) => [dumpName(it), it.size]))
  let copied = 0
  for (const dump of dumps) {
    ctx.signal?.throwIfAborted()
    if (!dump.entry || !isGood(dump) || there.get(dumpName(dump)) === dump.size) continue
    await copyDump(offSite, dump, dump.entry)
    copied++
  }
  const all = await listOffSite(offSite, prunable)
  for (const old of outdated(all, { now: ctx.clock(), keepDays, isGood: ({ size }) => size > 0 })) {
    await offSite.remove(noteName(old))
    await offSite.remove(dumpName(old))
  }
  return copied
}

async function copyDump(offSite: OffSite, dump: Dump, entry: ManifestEntry) {
  await offSite.put(dumpName(dump), dump.path)
  const digest = new Bun.CryptoHasher('sha256')
  for await (const chunk of await offSite.read(dumpName(dump))) digest.update(chunk)
  if (digest.digest('hex') !== entry.sha256) {
    await offSite.remove(dumpName(dump)).catch(() => {})
    throw new OperationError(`the copy of ${dumpName(dump)} in the object store is not the same as the dump`)
  }
  // Last, so that only what was compared counts as a copy.
  const note = join(tmpdir(), `frontage-${crypto.randomUUID()}.json`)
  try {
    await writeFile(note, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    await offSite.put(noteName(dump), note)
  } finally {
    await rm(note, { force: true })
  }
}

/** Brings a dump back into the directory, with its line in the manifest; what it holds is checked before it is restored. */
export async function fetchOffSite(ctx: BackupContext, offSite: OffSite, name: DumpName) {
  const { directory } = ctx.config
  const unfinished = join(directory, unfinishedName(name))
  try {
    const note: Uint8Array[] = []
    for await (const chunk of await offSite.read(noteName(name))) note.push(chunk)
    const [entry] = parseLine(Buffer.concat(note).toString()) ?? []
    if (entry?.file !== dumpName(name))
      throw new OperationError(`the note of ${dumpName(name)} cannot be read`)
    {
      await using file = await open(unfinished, 'wx', 0o600)
      for await (const chunk of await offSite.read(dumpName(name))) await file.writeFile(chunk)
      await file.sync()
    }
    const manifest = await readManifest(directory)
    await writeManifest(directory, [...manifest.values(), entry])
    await rename(unfinished, join(directory, dumpName(name)))
    await syncDirectory(directory)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
