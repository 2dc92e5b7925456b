// Off-site copies: each dump in an S3 store, read back and compared, with its manifest entry in a `.json` beside it.

import { open, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { syncDirectory } from '../../platform/durable-files.ts'
import { sha256OfChunks } from '../../platform/sha256.ts'
import type { OffSite } from '../../platform/storage/off-site-store.ts'
import type { BackupContext } from './backup-context.ts'
import { type Dump, isGood } from './dump-catalogue.ts'
import { type ManifestEntry, parseLine, readManifest, writeManifest } from './dump-manifest.ts'
import { type DumpName, dumpName, parseDumpName, unfinishedName } from './dump-names.ts'
import { OperationError } from './postgres-tools.ts'
import { outdatedDumps } from './retention.ts'

const entryName = (name: DumpName) => `${dumpName(name)}.json`

export type OffSiteDump = DumpName & { size: number }

/** The dumps of these databases whose copy in the store is complete, newest first. */
export async function listOffSite(offSite: OffSite, databases: readonly string[]): Promise<OffSiteDump[]> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of offSite.list()) sizes.set(key, size)
  return [...sizes]
    .flatMap(([key, size]) => {
      const name = parseDumpName(key, databases)
      return name && sizes.has(entryName(name)) ? [{ ...name, size }] : []
    })
    .sort((a, b) => (a.stamp > b.stamp ? -1 : 1))
}

/**
 * Copies the good dumps that the store does not have, then applies retention in the store to the `prunable` databases.
 * Returns the number of dumps copied.
 */
export async function copyOffSite(
  ctx: BackupContext,
  offSite: OffSite,
  { dumps, prunable }: { dumps: readonly Dump[]; prunable: readonly string[] },
): Promise<number> {
  const { databases, keepDays } = ctx.config
  const sizes = new Map((await listOffSite(offSite, databases)).map((it) => [dumpName(it), it.size]))
  let copied = 0
  for (const dump of dumps) {
    ctx.signal?.throwIfAborted()
    if (!dump.entry || !isGood(dump) || sizes.get(dumpName(dump)) === dump.size) continue
    await copyDump(offSite, dump, dump.entry)
    copied++
  }
  const all = await listOffSite(offSite, prunable)
  for (const old of outdatedDumps(all, { now: ctx.clock(), keepDays, isGood: ({ size }) => size > 0 })) {
    await offSite.remove(entryName(old))
    await offSite.remove(dumpName(old))
  }
  return copied
}

async function copyDump(offSite: OffSite, dump: Dump, entry: ManifestEntry) {
  await offSite.put(dumpName(dump), dump.path)
  if ((await sha256OfChunks(await offSite.read(dumpName(dump)))) !== entry.sha256) {
    await offSite.remove(dumpName(dump)).catch(() => {})
    throw new OperationError(`the copy of ${dumpName(dump)} in the object store differs from the dump`)
  }
  // The entry is written last: only a copy that was compared counts.
  const entryFile = join(tmpdir(), `frontage-${crypto.randomUUID()}.json`)
  try {
    await writeFile(entryFile, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    await offSite.put(entryName(dump), entryFile)
  } finally {
    await rm(entryFile, { force: true })
  }
}

/** Downloads a dump into the directory and adds its manifest entry. The restore verifies the content. */
export async function fetchOffSite(ctx: BackupContext, offSite: OffSite, name: DumpName) {
  const { directory } = ctx.config
  const unfinished = join(directory, unfinishedName(name))
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of await offSite.read(entryName(name))) chunks.push(chunk)
    const [entry] = parseLine(Buffer.concat(chunks).toString()) ?? []
    if (entry?.file !== dumpName(name))
      throw new OperationError(`${entryName(name)} in the object store is not a manifest entry of that dump`)
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
