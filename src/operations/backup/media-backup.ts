// A copy of the media store beside the dumps. Only new objects are read; deleted ones are kept as long as dumps are.

import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectory, syncDirectory } from '../../platform/durable-files.ts'
import { createSha256 } from '../../platform/sha256.ts'
import { parseDerivedKey } from '../../platform/storage/derived-keys.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { BackupContext } from './backup-context.ts'
import { nextStamp, parseStamp } from './dump-names.ts'
import {
  hasBytes,
  type MediaEntry,
  mediaDirectory,
  objectPath,
  readMediaManifest,
  writeMediaManifest,
} from './media-manifest.ts'
import { OperationError } from './postgres-tools.ts'

export type MediaSummary = {
  objects: number
  bytes: number
  copied: number
  deleted: number
  /** Deleted objects whose time is up; their bytes are removed. */
  forgotten: number
}

type Options = { storage: Storage; stamp: string | null }

/** Updates the copy; `stamp` is the one of the backup run. Call it only while holding the directory lock. */
export async function copyMedia(
  ctx: BackupContext,
  { storage, stamp: given }: Options,
): Promise<MediaSummary> {
  const { directory, keepDays } = ctx.config
  const previous = await readMediaManifest(directory)
  const stamp = given ?? nextStamp(ctx.clock(), previous ? [previous.summary.stamp] : [])
  const unseen = new Map(
    previous?.entries.filter(({ until }) => until === null).map((entry) => [entry.key, entry]),
  )
  const entries: MediaEntry[] = previous?.entries.filter(({ until }) => until !== null) ?? []
  const summary: MediaSummary = { objects: 0, bytes: 0, copied: 0, deleted: 0, forgotten: 0 }
  for await (const { key, size, modified } of storage.list()) {
    ctx.signal?.throwIfAborted()
    // Variants are made again when they are asked for.
    if (parseDerivedKey(key)) continue
    const before = unseen.get(key)
    const isSame = before?.size === size && before.modified === modified.toISOString()
    const entry =
      isSame && (await hasBytes(directory, before))
        ? before
        : await copyObject(ctx, storage, { key, modified, stamp })
    // The object was deleted after it was listed.
    if (!entry) continue
    if (entry !== before) {
      summary.copied++
      if (before && before.sha256 !== entry.sha256) entries.push({ ...before, until: stamp })
      else if (before) entry.since = before.since
    }
    unseen.delete(key)
    entries.push(entry)
    summary.objects++
    summary.bytes += entry.size
  }
  // This is more likely an unmounted directory or the wrong bucket than a deletion of everything.
  if (summary.objects === 0 && unseen.size > 0)
    throw new OperationError(
      `the media store is empty, but its copy has ${unseen.size} objects; nothing was changed`,
    )
  for (const entry of unseen.values()) entries.push({ ...entry, until: stamp })
  summary.deleted = unseen.size
  const oldest = ctx.clock().getTime() - keepDays * 86_400_000
  const kept = entries.filter(({ until }) => until === null || parseStamp(until)!.getTime() >= oldest)
  summary.forgotten = entries.length - kept.length
  const copied_at = ctx.clock().toISOString()
  const { objects, bytes } = summary
  await writeMediaManifest(directory, { summary: { stamp, copied_at, objects, bytes }, entries: kept })
  await removeUnused(directory, new Set(kept.map(({ sha256 }) => sha256)))
  return summary
}

type Copied = { key: string; modified: Date; stamp: string }

async function copyObject(
  ctx: BackupContext,
  storage: Storage,
  { key, modified, stamp }: Copied,
): Promise<MediaEntry | null> {
  const { directory } = ctx.config
  const object = await storage.get(key)
  if (object.status !== 200) return null
  const unfinished = join(mediaDirectory(directory), '.object.unfinished')
  const digest = createSha256()
  let size = 0
  try {
    await mkdir(mediaDirectory(directory), { recursive: true, mode: 0o700 })
    await rm(unfinished, { force: true })
    {
      await using file = await open(unfinished, 'wx', 0o600)
      const body = object.body instanceof Blob ? object.body.stream() : object.body
      for await (const chunk of body) {
        digest.update(chunk)
        size += chunk.byteLength
        await file.writeFile(chunk)
      }
      await file.sync()
    }
    if (size !== object.size) throw new OperationError(`${key} ended after ${size} of ${object.size} bytes`)
    const sha256 = digest.digest('hex')
    const path = objectPath(directory, sha256)
    await makeDirectory(dirname(path))
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
    return { key, sha256, size, modified: modified.toISOString(), since: stamp, until: null }
  } finally {
    await rm(unfinished, { force: true })
  }
}

// Removes only files named after a digest, in the folder of its first two digits.
async function removeUnused(directory: string, used: Set<string>) {
  const root = join(mediaDirectory(directory), 'objects')
  for (const folder of await readdir(root).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(folder) || !(await lstat(join(root, folder))).isDirectory()) continue
    for (const name of await readdir(join(root, folder))) {
      const isOurs = /^[0-9a-f]{64}$/.test(name) && name.startsWith(folder)
      if (isOurs && !used.has(name)) await rm(join(root, folder, name), { force: true })
    }
  }
}
