// The kinds of files in the library: images and PDFs. A file's type is detected from its first bytes; its name and declared
// type are ignored.
import { detectFormat } from './image-formats.ts'

export const PDF = { extension: 'pdf', mime: 'application/pdf' } as const

const MAX_PDF_OFFSET = 1_024

/**
 * Whether a PDF begins within the first 1,024 bytes, where readers look for it (ISO 32000-1, annex H.3, note 13), and the file
 * is no image, which may contain the same text.
 */
export const isPdf = (bytes: Uint8Array): boolean =>
  detectFormat(bytes) === null &&
  /%PDF-\d\.\d[\s%]/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, MAX_PDF_OFFSET)).toString(
      'latin1',
    ),
  )

/** The other files of the library are documents: without size in pixels, variants and placeholder. */
export const isImage = ({ mime }: { mime: string }): boolean => mime.startsWith('image/')
