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

const MAX_PDF_TAIL = 1_024
const PDF_END = '%%EOF'
const PADDING = [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x20]

/**
 * Whether the end of a PDF is there: readers look for the marker in the last 1,024 bytes (ISO 32000-1, annex H.3, note 18),
 * not counting what servers and mail programs pad files with. A file that was saved several times has markers before its end too.
 */
export function isWholePdf(bytes: Uint8Array): boolean {
  const end = bytes.findLastIndex((byte) => !PADDING.includes(byte)) + 1
  const tail = bytes.subarray(Math.max(0, end - MAX_PDF_TAIL), end)
  return Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength).includes(PDF_END)
}

/** The other files of the library are documents: without size in pixels, variants and placeholder. */
export const isImage = ({ mime }: { mime: string }): boolean => mime.startsWith('image/')
