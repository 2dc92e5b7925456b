import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { countPages } from '../../../src/media/pdf/count-pages.ts'
import { compressedPdf, pdf, pdfWithReferences } from '../../support/pdfs.ts'

describe('the page count', () => {
  test('is found through a cross-reference table', async () => {
    expect(await countPages(pdf({ revisions: [7] }))).toBe(7)
  })

  test('is that of the last revision', async () => {
    expect(await countPages(pdf({ revisions: [7, 3, 12] }))).toBe(12)
  })

  test('is found in compressed streams', async () => {
    expect(await countPages(compressedPdf(31))).toBe(31)
  })

  test('of bytes inside a larger buffer is found, too', async () => {
    const file = pdf({ revisions: [2] })
    const buffer = Buffer.concat([Buffer.from('some other bytes'), file])
    expect(await countPages(new Uint8Array(buffer.buffer, buffer.byteOffset + 16, file.length))).toBe(2)
  })
})

const references = (entries: string, data: Uint8Array = new Uint8Array()) =>
  pdfWithReferences(
    Buffer.concat([
      Buffer.from(`1 0 obj<<${entries}/Length ${data.length}>>stream\n`),
      data,
      Buffer.from('endstream'),
    ]),
  )
/** 64 MB when inflated. */
const bomb = deflateSync(new Uint8Array(64 * 1_048_576))
const chain = () => {
  let text = ''
  for (let index = 0, previous = 0; index < 200; index++) {
    const at = 15 + text.length
    text = `${text}xref\n0 0\ntrailer<</Prev ${previous}>>`
    previous = at
  }
  return text
}

describe('a hostile or damaged file has no page count, within milliseconds', () => {
  test.each<[string, Buffer]>([
    ['nothing but the first line', Buffer.from('%PDF-1.4\n')],
    ['cut off', pdf().subarray(0, 120)],
    ['references that point past the end', Buffer.from('%PDF-1.4\nstartxref\n9999999999\n%%EOF')],
    [
      'a count that is no count',
      Buffer.from(pdf().toString('latin1').replace('/Count 1', '/Count -'), 'latin1'),
    ],
    ['references to themselves', pdfWithReferences('xref\n0 0\ntrailer<</Root 1 0 R/Prev 15>>')],
    [
      'a page tree that is a loop',
      pdfWithReferences('xref\n1 1\n0000000015 00000 n \ntrailer<</Root 1 0 R>>'),
    ],
    ['a chain of 200 revisions', pdfWithReferences(chain())],
    ['a bomb', references('/W[1 2 1]/Size 9/Root 1 0 R/Filter/FlateDecode', bomb)],
    ['widths out of range', references('/W[9 9 9]/Size 9/Root 1 0 R', new Uint8Array(99))],
    ['another compression', references('/W[1 2 1]/Size 9/Root 1 0 R/Filter/LZWDecode')],
    ['deeply nested values', pdfWithReferences(`1 0 obj ${'['.repeat(2_000_000)}`)],
    ['endless comments', pdfWithReferences(`1 0 obj ${'%\n'.repeat(2_000_000)}`)],
    ['an endless string', pdfWithReferences(`1 0 obj (${'('.repeat(2_000_000)}`)],
    ['endless numbers', pdfWithReferences(`1 0 obj [${'1 '.repeat(2_000_000)}`)],
  ])('%s', async (_, file) => {
    const start = performance.now()
    expect(await countPages(file)).toBeNull()
    expect(performance.now() - start).toBeLessThan(500)
  })

  test('random damage never throws', async () => {
    const files = [pdf({ revisions: [7, 3] }), compressedPdf(5)]
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 400; round++) {
      const file = Buffer.from(files[round % 2]!)
      for (let count = random(4); count >= 0; count--) file[random(file.length)] = random(256)
      const pages = await countPages(file)
      expect(pages === null || Number.isInteger(pages)).toBe(true)
    }
  })
})
