// Imports the images of an archive before the records that show them.
import { MEDIA_LIST, mediaRecord, TransferError } from './archive-format.ts'
import type { MediaTarget, Summary } from './import-target.ts'
import type { Archive } from './open-archive.ts'

type MediaImport = {
  archive: Archive
  target: MediaTarget
  dryRun: boolean
  summary: Summary
  onProgress(kind: string): void
}

/** Resolves with the images that got another path, by their path in the archive. */
export async function importMedia({ archive, target, dryRun, summary, onProgress }: MediaImport) {
  const renamed = new Map<string, string>()
  for await (const image of archive.records(MEDIA_LIST, mediaRecord)) {
    onProgress('media')
    if (image.state === 'removed') {
      await target.reservePath(image, { dryRun })
      continue
    }
    const sha256 = archive.imageDigest(image.path)
    if (!sha256) throw new TransferError(`The archive is damaged: the image ${image.path} is missing.`)
    const read = () => archive.readImage(image.path)
    const { path, outcome } = await target.importImage(image, { sha256, read, dryRun })
    summary.add('media', outcome)
    if (path === image.path) continue
    renamed.set(image.path, path)
    if (target.isLossless) summary.notes.add(`The path ${image.path} is taken; the image is now ${path}.`)
  }
  return renamed
}
