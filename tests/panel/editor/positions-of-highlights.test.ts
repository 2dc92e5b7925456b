// Highlights of a check stand on the words that they mean: neither HTML's spaces and empty blocks nor the folding of Persian
// letters moves them, and typing takes them along.
import { expect, test } from 'bun:test'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import fc from 'fast-check'
import { markedIn, markedRangesPlugin, markRanges } from '../../../src/panel/editor/marked-ranges.ts'
import { joinAdjacent, positionsOfHighlights } from '../../../src/panel/editor/positions-of-highlights.ts'
import { serializeHtml } from '../../../src/panel/editor/serialize-html.ts'
import { foldText } from '../../../src/text/fold-text.ts'
import { parseDocument } from '../../../src/text/seo-analysis/parse-document.ts'
import { wordsOf } from '../../../src/text/seo-analysis/words.ts'
import { checkOf } from '../../text/seo-analysis/support.ts'
import { documents, schema } from './random-documents.ts'

const docOf = (...content: object[]) => Node.fromJSON(schema, { type: 'doc', content })
const textOf = (text: string) => ({ type: 'text', text })
const paragraphOf = (...content: object[]) => ({ type: 'paragraph', content })
const withoutSpaces = (text: string) => text.replace(/\s+/g, '')
const textAt = (doc: Node, { from, to }: { from: number; to: number }) => doc.textBetween(from, to, ' ', ' ')

function captionsOf(doc: Node): string[] {
  const captions: string[] = []
  doc.descendants(({ attrs }) => void (attrs.caption && captions.push(attrs.caption)))
  return captions
}

test('in any document, each word that the analysis finds is found in the editor', () => {
  let words = 0
  fc.assert(
    fc.property(documents, (doc) => {
      const { blocks } = parseDocument(serializeHtml(doc))
      const highlights = blocks.flatMap(({ index, text }) =>
        wordsOf(text).map(({ start, end }) => ({ block: index, start, end })),
      )
      const ranges = positionsOfHighlights(doc, blocks, highlights)!
      const found = ranges.map((range) => withoutSpaces(textAt(doc, range)))
      const meant = highlights.map(({ block, start, end }) =>
        withoutSpaces(blocks[block]!.text.slice(start, end)),
      )
      // The caption of a table is an attribute there, in which nothing can be marked.
      const captions = captionsOf(doc).flatMap((text) => wordsOf(text).map(({ form }) => form))
      expect(found.length).toBe(meant.length - captions.length)
      if (captions.length === 0) expect(found).toEqual(meant)
      words += found.length
    }),
    { numRuns: 200 },
  )
  expect(words).toBeGreaterThan(200)
})

test('folding never moves a highlight in the editor', () => {
  const pieces = [
    'قيمت',
    'فولاد',
    'فُولاد',
    'قیمت‌های',
    'قیمــت',
    'ﻻ',
    'أرز',
    '۱',
    '😀',
    'a&b',
    'سنگ.',
    '«',
    '\u00a0',
    '  ',
  ]
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(...pieces), { minLength: 1 }), { minLength: 1 }),
      (rows) => {
        const doc = docOf(
          { type: 'paragraph' },
          ...rows.map((row) => paragraphOf(textOf(row.join(' ')), { type: 'hardBreak' }, textOf('فولاد'))),
          paragraphOf(textOf('واژه '.repeat(100))),
        )
        const content = serializeHtml(doc)
        const check = checkOf('keyphrase_density', { language: 'fa', keyphrase: 'قیمت فولاد', content })!
        const ranges = positionsOfHighlights(doc, parseDocument(content).blocks, check.highlights)!
        expect(ranges).toHaveLength(check.highlights.length)
        for (const range of ranges)
          expect(['قیمت', 'فولاد', 'قیمتهای']).toContain(foldText(textAt(doc, range)).text)
      },
    ),
    { numRuns: 200 },
  )
})

test('two spaces, an empty cell and a picture before it do not move a highlight', () => {
  const cell = (...content: object[]) => ({ type: 'tableCell', content: [paragraphOf(...content)] })
  const doc = docOf(
    { type: 'table', content: [{ type: 'tableRow', content: [cell(), cell(textOf('یک'))] }] },
    paragraphOf(textOf('قیمت  '), { type: 'image', attrs: { src: '/media/a.jpg' } }, textOf('  فولاد بالا')),
  )
  const { blocks } = parseDocument(serializeHtml(doc))
  const { index, text } = blocks.at(-1)!
  const start = text.indexOf('فولاد')
  const [range] = positionsOfHighlights(doc, blocks, [{ block: index, start, end: start + 5 }])!
  expect(textAt(doc, range!)).toBe('فولاد')
})

test('a document that has changed since the analysis has no places', () => {
  const { blocks } = parseDocument('<p>قیمت فولاد</p>')
  const highlight = { block: 0, start: 0, end: 4 }
  expect(positionsOfHighlights(docOf(paragraphOf(textOf('قیمت فولاد'))), blocks, [highlight])).toHaveLength(1)
  expect(positionsOfHighlights(docOf(paragraphOf(textOf('قیمت فولادی'))), blocks, [highlight])).toBeNull()
})

test('words beside each other are one place; sentences and other blocks are not', () => {
  const doc = docOf(paragraphOf(textOf('one two. Three four.')), paragraphOf(textOf('five')))
  const words = [
    ...[
      { from: 1, to: 4 },
      { from: 5, to: 9 },
      { from: 10, to: 15 },
      { from: 16, to: 20 },
    ],
    { from: 23, to: 27 },
  ]
  expect(joinAdjacent(doc, words).map((range) => textAt(doc, range))).toEqual([
    ...['one two.', 'Three four', 'five'],
  ])
})

test('marks stay with their words while text is typed before and in them', () => {
  const doc = docOf(paragraphOf(textOf('one two three')))
  let state = EditorState.create({ doc, plugins: [markedRangesPlugin()] })
  state = state.apply(markRanges(state, { ranges: [{ from: 5, to: 8 }], current: 0 }))
  state = state.apply(state.tr.insertText('new ', 1))
  state = state.apply(state.tr.insertText('!', 10))
  expect(markedIn(state).ranges.map((range) => textAt(state.doc, range))).toEqual(['t!wo'])
  state = state.apply(state.tr.delete(7, 14))
  const [left] = markedIn(state).ranges
  expect(left!.from).toBe(left!.to)
})
