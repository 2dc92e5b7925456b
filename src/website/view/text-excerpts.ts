// Plain-text excerpts for search engines: the first sentence of rich text, cut to what a result page shows.
import { textBlocksOf } from '../../text/plain-text.ts'

/** Characters of a description that search engines show. */
export const MAX_DESCRIPTION_LENGTH = 160

const MAX_SCANNED = 20_000

/** The first sentence of sanitised HTML, headings skipped; null if there is none. */
export function firstSentence(html: string, language: string): string | null {
  const [block] = textBlocksOf(html.slice(0, MAX_SCANNED), { headings: false })
  if (block === undefined) return null
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(block)
  for (const { segment } of sentences) return segment.trim()
  return null
}
