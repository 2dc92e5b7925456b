// PDFs for tests, written by hand.
import { deflateSync } from 'node:zlib'

const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
const pageTree = (pages: number) => `<</Type/Pages/Kids[${'3 0 R '.repeat(pages)}]/Count ${pages}>>`
const CATALOG = '<</Type /Catalog % a comment >>\n/Names(a \\) (nested) string)/Pages 2 0 R>>'
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>'

/** With a cross-reference table; each number in `revisions` is the number of pages after another save. */
export function pdf({ revisions = [1] }: { revisions?: number[] } = {}): Buffer<ArrayBuffer> {
  let text = HEADER
  let previous: number | null = null
  for (const [index, pages] of revisions.entries()) {
    const objects = index === 0 ? [CATALOG, pageTree(pages), PAGE] : [null, pageTree(pages)]
    const entries: string[] = []
    for (const [at, object] of objects.entries()) {
      if (object === null) continue
      entries.push(`${at + 1} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`)
      text += `${at + 1} 0 obj\n${object}\nendobj\n`
    }
    const start = text.length
    const trailer = `<</Size 4/Root 1 0 R${previous === null ? '' : `/Prev ${previous}`}>>`
    text += `xref\n${entries.join('')}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`
    previous = start
  }
  return Buffer.from(text, 'latin1')
}

/** As current programs write them: objects in a compressed stream, cross-references in another. */
export function compressedPdf(pages: number): Buffer<ArrayBuffer> {
  const objects = [CATALOG, pageTree(pages), PAGE]
  const offsets = objects.map((_, index) => objects.slice(0, index).join(' ').length + (index > 0 ? 1 : 0))
  const head = offsets.map((offset, index) => `${index + 1} ${offset}`).join(' ')
  const body = deflateSync(Buffer.from(`${head} ${objects.join(' ')}`, 'latin1'))
  const container = stream(4, `/Type/ObjStm/N 3/First ${head.length + 1}`, body)
  const containerAt = HEADER.length
  const start = HEADER.length + container.length
  const rows = [
    [0, 0, 0],
    [2, 4, 0],
    [2, 4, 1],
    [2, 4, 2],
    [1, containerAt, 0],
  ].map(([type, value, index]) => [type!, value! >> 8, value! & 255, index!])
  // Each row as the difference to the one above.
  const predicted = rows.flatMap((row, at) => [
    2,
    ...row.map((byte, i) => (byte - (rows[at - 1]?.[i] ?? 0)) & 255),
  ])
  const references = stream(
    5,
    '/Type/XRef/W[1 2 1]/Size 5/Root 1 0 R/DecodeParms<</Predictor 12/Columns 4>>',
    deflateSync(Buffer.from(predicted)),
  )
  const end = Buffer.from(`startxref\n${start}\n%%EOF\n`)
  return Buffer.concat([Buffer.from(HEADER, 'latin1'), container, references, end])
}

const stream = (number: number, entries: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n<<${entries}/Filter/FlateDecode/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ])

/** A file whose cross-references begin with this text. */
export const pdfWithReferences = (text: string | Buffer) =>
  Buffer.concat([
    Buffer.from(HEADER, 'latin1'),
    Buffer.from(text as string, 'latin1'),
    Buffer.from(`\nstartxref\n${HEADER.length}\n%%EOF\n`),
  ])
