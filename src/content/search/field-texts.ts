// The texts of fields and their words. They are remembered, because most texts of a record that is being edited are the same
// in the next pass: folding them takes most of the time of indexing.
import { LRUCache } from 'lru-cache'
import { textBlocksOf } from '../../text/plain-text.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { indexedWords } from './search-words.ts'

/** `blocks` are paragraphs, headings, items and cells of a rich text, or a whole other text. */
type FieldText = { blocks: string[]; words: string[] }

/** Of all texts that are remembered. */
const MAX_CHARACTERS = 1_000_000
/** Of a text: more is not found. */
const MAX_INDEXED = 150_000

export class FieldTexts {
  readonly #known = new LRUCache<string, FieldText>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  })

  read({ fieldKinds }: Resource, row: Row, name: string): FieldText {
    const text = textOf(row[name])
    const isRich = fieldKinds.get(name) === 'rich'
    const key = `${isRich ? 'rich' : 'plain'} ${text}`
    const known = this.#known.get(key)
    if (known) return known
    const blocks = isRich
      ? textBlocksOf(text)
      : [text.replace(/\s+/g, ' ').trim()].filter((block) => block !== '')
    const read = { blocks, words: indexedWords(blocks.join(' ').slice(0, MAX_INDEXED)) }
    this.#known.set(key, read)
    return read
  }
}

/** Lists (tags, questions and answers) as their texts. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ')
  return ''
}
