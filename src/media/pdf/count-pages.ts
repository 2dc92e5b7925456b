// Counts the pages of a PDF: reads the few objects that lead to the number, within fixed limits of time and memory.
import { PdfFile } from './pdf-file.ts'
import { UnreadablePdf } from './pdf-values.ts'

const MAX_PAGES = 1_000_000

/** As the file itself says; null if that cannot be read, as in damaged and many encrypted files. */
export async function countPages(bytes: Uint8Array): Promise<number | null> {
  try {
    const file = await PdfFile.open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const catalog = await file.dictionary(file.trailer.get('Root'))
    const tree = await file.dictionary(catalog.get('Pages'))
    const count = await file.resolve(tree.get('Count'))
    return Number.isInteger(count) && Number(count) >= 1 && Number(count) <= MAX_PAGES ? Number(count) : null
  } catch (error) {
    if (error instanceof UnreadablePdf) return null
    throw error
  }
}
