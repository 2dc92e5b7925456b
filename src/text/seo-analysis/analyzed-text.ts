import { type Keyphrase, occurrencesIn, type TextRange } from './keyphrase.ts'
import { type ParsedDocument, parseDocument, type TextBlock } from './parse-document.ts'
import { type Sentence, sentencesOf } from './words.ts'

export type AnalyzedBlock = TextBlock & { sentences: Sentence[]; wordCount: number }

/** One occurrence of the keyphrase or more in one sentence. */
export type Match = { block: number; count: number; ranges: TextRange[]; firstWord: number }

/** A document split into sentences. `matches` is empty without a keyphrase. */
export type AnalyzedText = Pick<ParsedDocument, 'links' | 'images'> & {
  blocks: AnalyzedBlock[]
  wordCount: number
  matches: Match[]
}

export function analyzeText(html: string, keyphrase: Keyphrase | null): AnalyzedText {
  const { blocks: parsed, links, images } = parseDocument(html)
  // Code is not prose.
  const blocks = parsed.map((block) => {
    const sentences = block.kind === 'code' ? [] : sentencesOf(block.text)
    return { ...block, sentences, wordCount: sum(sentences.map(({ words }) => words.length)) }
  })
  const matches: Match[] = []
  let wordCount = 0
  for (const { index, sentences } of blocks) {
    for (const sentence of sentences) {
      const { count, ranges } = keyphrase ? occurrencesIn(sentence, keyphrase) : NO_OCCURRENCES
      if (count > 0) matches.push({ block: index, count, ranges, firstWord: wordCount })
      wordCount += sentence.words.length
    }
  }
  return { blocks, links, images, wordCount, matches }
}

const NO_OCCURRENCES = { count: 0, ranges: [] }

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

/** The largest of numbers that may be too many for the arguments of `Math.max`; at least 0. */
export const maxOf = (numbers: readonly number[]): number =>
  numbers.reduce((highest, number) => Math.max(highest, number), 0)
