// The positions of highlights of an analysed text in the editor's document.
import type { Node } from '@tiptap/pm/model'
import type { Highlight } from '../../text/seo-analysis/check.ts'
import type { TextBlock } from '../../text/seo-analysis/parse-document.ts'
import type { DocRange } from './marked-ranges.ts'

const SPACE = /\s/

/** The characters of the document that are no space, and where each of them stands; null for those of an attribute. */
type Characters = { text: string; places: (number | null)[] }

/**
 * The places of the highlights in the document, in the order of the text; null while the document has another text than the
 * analysed blocks, since places in it would be wrong. The texts are compared by all characters but spaces: spaces are
 * collapsed in HTML, and the editor has empty blocks that HTML has not.
 */
export function positionsOfHighlights(
  doc: Node,
  blocks: readonly TextBlock[],
  highlights: readonly Highlight[],
): DocRange[] | null {
  const written = charactersOf(doc)
  const starts = new Map<number, number>()
  let analysed = ''
  for (const { index, text } of blocks) {
    starts.set(index, analysed.length)
    analysed += withoutSpaces(text)
  }
  if (analysed !== written.text) return null
  const texts = new Map(blocks.map(({ index, text }) => [index, text]))
  return highlights
    .flatMap(({ block, start, end }) => {
      const text = texts.get(block)
      if (text === undefined) return []
      const first = starts.get(block)! + withoutSpaces(text.slice(0, start)).length
      const length = withoutSpaces(text.slice(start, end)).length
      const [from, last] = [written.places[first], written.places[first + length - 1]]
      return typeof from === 'number' && typeof last === 'number' ? { from, to: last + 1 } : []
    })
    .sort((a, b) => a.from - b.from)
}

const SENTENCE_END = /[.!?؟…]["'”’»)\]]*$/

/** Ranges with nothing but spaces between them as one, such as the words of a keyphrase; not two sentences. */
export function joinAdjacent(doc: Node, ranges: readonly DocRange[]): DocRange[] {
  const joined: DocRange[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    const isNext = last !== undefined && isOneRun(doc, last, range)
    if (isNext) joined[joined.length - 1] = { from: last.from, to: range.to }
    else joined.push(range)
  }
  return joined
}

function isOneRun(doc: Node, last: DocRange, next: DocRange): boolean {
  const between = doc.textBetween(last.to, next.from, '\n', '\ufffc')
  return /^[^\S\n]*$/.test(between) && !SENTENCE_END.test(doc.textBetween(last.from, last.to))
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, '')

function charactersOf(doc: Node): Characters {
  const characters: Characters = { text: '', places: [] }
  const add = (text: string, start: number | null) => {
    for (let at = 0; at < text.length; at++) {
      if (SPACE.test(text[at]!)) continue
      characters.text += text[at]
      characters.places.push(start === null ? null : start + at)
    }
  }
  doc.descendants((node, position) => {
    if (node.isText) add(node.text!, position)
    // A caption is a text of its own in HTML.
    else if (typeof node.attrs.caption === 'string') add(node.attrs.caption, null)
    return !node.isText
  })
  return characters
}
