// Turns the bytes of an uploaded file into what is stored: images are optimised, PDFs stay as they are.
import type { BoundedQueue } from '../platform/bounded-queue.ts'
import { invalid } from '../text/errors.ts'
import { isPdf, isWholePdf, PDF } from './file-types.ts'
import { formats } from './image-formats.ts'
import { inspectImage, optimiseImage } from './process-image.ts'

export type PreparedFile = {
  bytes: Uint8Array
  mime: string
  extension: string
  /** Pixels; 0 for a document. */
  width: number
  height: number
  /** A ThumbHash as base64; null for a document. */
  placeholder: string | null
}

/** Throws 415 for any other type, 422 for an image that is refused and a PDF that is cut, and 503 when too many images wait. */
export async function prepareFile(bytes: Uint8Array, imageQueue: BoundedQueue): Promise<PreparedFile> {
  if (isPdf(bytes)) {
    if (!isWholePdf(bytes))
      throw invalid([{ path: 'file', code: 'unreadable_document', message: 'is cut: its end is missing' }])
    return { ...PDF, bytes, width: 0, height: 0, placeholder: null }
  }
  const header = await inspectImage(bytes)
  const { format, ...image } = await imageQueue.run(() => optimiseImage(bytes, header))
  return { ...formats[format], ...image }
}
