// Plain-text excerpts for search engines: the first sentence of rich text, cut to what a result page shows.
import { collapseSpaces } from '../../text/shorten.ts'

/** Characters of a description that search engines show. */
export const MAX_DESCRIPTION_LENGTH = 160

const MAX_SCANNED = 20_000

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

// Sentences continue across these elements and end at all others.
const INLINE =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)\b/i

/** The text of sanitised HTML, one line per block. Its attributes contain no `>` and only these entities occur. */
const toLines = (html: string) =>
  html
    .replace(/<[^>]*>/g, (tag) => (INLINE.test(tag) ? '' : '\n'))
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!)

/** The first sentence of sanitised HTML, headings skipped; null if there is none. */
export function firstSentence(html: string, language: string): string | null {
  const start = html.slice(0, MAX_SCANNED).replace(/<(h[1-6])\b.*?<\/\1>/gs, '\n')
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(
    toLines(start),
  )) {
    const sentence = collapseSpaces(segment)
    if (sentence) return sentence
  }
  return null
}
