// A copy of the media store beside the dumps: only what is new is read, what was deleted stays as long as a dump does.
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from '../storage/storage.ts'
import type { BackupContext } from './backup-context.ts'
import { momentOf, nextStamp } from './dump-names.ts'
import { digestOf, syncDirectory } from './durable-files.ts'
import {
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
  forgotten: number
}

type Options = { storage: Storage; stamp: string | null }

/** Brings the copy up to date; `stamp` is that of the run it belongs to. The directory must be locked. */
export async function copyMedia(
  ctx: BackupContext,
  { storage, stamp: given }: Options,
): Promise<MediaSummary> {
  const { directory, keepDays } = ctx.config
  const known = await readMediaManifest(directory)
  const stamp = given ?? nextStamp(ctx.clock(), known ? [known.summary.stamp] : [])
  const gone = new Map(
    known?.entries.filter(({ until }) => until === null).map((entry) => [entry.key, entry]),
  )
  const entries: MediaEntry[] = known?.entries.filter(({ until }) => until !== null) ?? []
  const summary: MediaSummary = { objects: 0, bytes: 0, copied: 0, deleted: 0, forgotten: 0 }
  for await (const { key, size, modified } of storage.list()) {
    ctx.signal?.throwIfAborted()
    const before = gone.get(key)
    const isSame = before?.size === size && before.modified === modified.toISOString()
    const entry =
      isSame && (await isWhole(directory, before))
        ? before
        : await copyObject(ctx, storage, { key, modified, stamp })
    // Deleted since it was listed.
    if (!entry) continue
    if (entry !== before) {
      summary.copied++
      if (before && before.sha256 !== entry.sha256) entries.push({ ...before, until: stamp })
      else if (before) entry.since = before.since
    }
    gone.delete(key)
    entries.push(entry)
    summary.objects++
    summary.bytes += entry.size
  }
  // A directory that is not mounted and a bucket of another name are empty too.
  if (summary.objects === 0 && gone.size > 0)
    throw new OperationError(
      `the media store is empty, although its copy has ${gone.size} objects; nothing was changed`,
    )
  for (const entry of gone.values()) entries.push({ ...entry, until: stamp })
  summary.deleted = gone.size
  const oldest = ctx.clock().getTime() - keepDays * 86_400_000
  const kept = entries.filter(({ until }) => until === null || momentOf(until)!.getTime() >= oldest)
  summary.forgotten = entries.length - kept.length
  const copied_at = ctx.clock().toISOString()
  const { objects, bytes } = summary
  await writeMediaManifest(directory, { summary: { stamp, copied_at, objects, bytes }, entries: kept })
  await removeUnused(directory, new Set(kept.map(({ sha256 }) => sha256)))
  return summary
}

async function isWhole(directory: string, { sha256, size }: MediaEntry) {
  const found = await lstat(objectPath(directory, sha256)).catch(() => null)
  return found?.isFile() === true && found.size === size
}

type Copied = { key: string; modified: Date; stamp: string }

async function copyObject(
  ctx: BackupContext,
  storage: Storage,
  { key, modified, stamp }: Copied,
): Promise<MediaEntry | null> {
  const { directory } = ctx.config
  const answer = await storage.get(key)
  if (answer.status !== 200) return null
  const unfinished = join(mediaDirectory(directory), '.object.unfinished')
  const digest = new Bun.CryptoHasher('sha256')
  let size = 0
  try {
    await mkdir(mediaDirectory(directory), { recursive: true, mode: 0o700 })
    await rm(unfinished, { force: true })
    {
      await using file = await open(unfinished, 'wx', 0o600)
      const body = answer.body instanceof Blob ? answer.body.stream() : answer.body
      for await (const chunk of body) {
        digest.update(chunk)
        size += chunk.byteLength
        await file.writeFile(chunk)
      }
      await file.sync()
    }
    if (size !== answer.size)
      throw new OperationError(`${key} broke off after ${size} of ${answer.size} bytes`)
    const sha256 = digest.digest('hex')
    const path = objectPath(directory, sha256)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
    return { key, sha256, size, modified: modified.toISOString(), since: stamp, until: null }
  } finally {
    await rm(unfinished, { force: true })
  }
}

// Nothing but files named after a digest, in the folder of its first two digits.
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

export type MediaRestored = { present: number; restored: number }

/**
 * Brings back what the store lacks or holds with other bytes; with a stamp what was there at that run, else at the last
 * one. What the store has besides is left alone. Throws before the first write when the copy is not whole.
 */
export async function restoreMedia(ctx: BackupContext, { storage, stamp }: Options): Promise<MediaRestored> {
  const { directory } = ctx.config
  const known = await readMediaManifest(directory)
  if (!known) throw new OperationError(`there is no copy of the media in ${mediaDirectory(directory)}`)
  const at = stamp ?? known.summary.stamp
  const wanted = known.entries.filter(({ since, until }) => since <= at && (until === null || until > at))
  const damaged: string[] = []
  for (const entry of wanted) {
    ctx.signal?.throwIfAborted()
    const path = objectPath(directory, entry.sha256)
    const isSound = (await isWhole(directory, entry)) && (await digestOf(path)) === entry.sha256
    if (!isSound) damaged.push(entry.key)
  }
  if (damaged.length > 0)
    throw new OperationError(
      `the copy of ${damaged.length} objects is damaged, nothing was changed: ${damaged.slice(0, 10).join(', ')}`,
    )
  await storage.prepare()
  const result: MediaRestored = { present: 0, restored: 0 }
  for (const { key, sha256 } of wanted) {
    ctx.signal?.throwIfAborted()
    const found = await storage.get(key)
    if (found.status === 200) {
      if ((await digestOfBody(found.body)) === sha256) {
        result.present++
        continue
      }
      await storage.remove(key)
    }
    const file = Bun.file(objectPath(directory, sha256))
    // The type goes by the name, as everywhere in the library.
    const type = Bun.file(key).type.split(';')[0] || 'application/octet-stream'
    await storage.put(key, await file.bytes(), { type })
    result.restored++
  }
  return result
}

async function digestOfBody(body: Blob | ReadableStream<Uint8Array>) {
  const digest = new Bun.CryptoHasher('sha256')
  for await (const chunk of body instanceof Blob ? body.stream() : body) digest.update(chunk)
  return digest.digest('hex')
}
