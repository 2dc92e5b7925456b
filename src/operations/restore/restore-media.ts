// Restores media objects from the copy beside the dumps.

import { digestOf } from '../../platform/durable-files.ts'
import { sha256OfChunks } from '../../platform/sha256.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { BackupContext } from '../backup/backup-context.ts'
import { hasBytes, mediaDirectory, objectPath, readMediaManifest } from '../backup/media-manifest.ts'
import { OperationError } from '../backup/postgres-tools.ts'

export type MediaRestored = { present: number; restored: number }

/**
 * Restores objects that are missing from the store or differ, as of the run with this stamp or else of the last run.
 * Other objects in the store stay. Throws before the first write when the copy is damaged.
 */
export async function restoreMedia(
  ctx: BackupContext,
  { storage, stamp }: { storage: Storage; stamp: string | null },
): Promise<MediaRestored> {
  const { directory } = ctx.config
  const copy = await readMediaManifest(directory)
  if (!copy) throw new OperationError(`there is no media copy in ${mediaDirectory(directory)}`)
  const at = stamp ?? copy.summary.stamp
  const wanted = copy.entries.filter(({ since, until }) => since <= at && (until === null || until > at))
  const damaged: string[] = []
  for (const entry of wanted) {
    ctx.signal?.throwIfAborted()
    const path = objectPath(directory, entry.sha256)
    const isIntact = (await hasBytes(directory, entry)) && (await digestOf(path)) === entry.sha256
    if (!isIntact) damaged.push(entry.key)
  }
  if (damaged.length > 0)
    throw new OperationError(
      `nothing was changed, because ${damaged.length} objects of the media copy are damaged: ${damaged.slice(0, 10).join(', ')}`,
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
    // The content type follows from the file extension, as in the media library.
    const type = Bun.file(key).type.split(';')[0] || 'application/octet-stream'
    await storage.put(key, await file.bytes(), { type })
    result.restored++
  }
  return result
}

const digestOfBody = (body: Blob | ReadableStream<Uint8Array>) =>
  sha256OfChunks(body instanceof Blob ? body.stream() : body)
