// Plain-text excerpts for search engines: the first sentence of rich text, cut to what a result page shows.

/** Characters of a title that search engines show. */
export const MAX_TITLE_LENGTH = 60
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

const collapseSpaces = (text: string) => text.replace(/\s+/gu, ' ').trim()

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

/** `text` on one line of at most `length` graphemes, cut between words where possible, with `…` if it was cut. */
export function shorten(text: string, length: number): string {
  const line = collapseSpaces(text)
  const graphemes = [
    ...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line.slice(0, length * 20)),
  ]
  if (graphemes.length <= length) return line
  const end = graphemes[length - 1]!.index
  const start = line.slice(0, end)
  // An incomplete last word is dropped; text without spaces is cut within.
  const lastSpace = /\s/u.test(line[end]!) ? end : start.lastIndexOf(' ')
  return `${(lastSpace > length / 2 ? start.slice(0, lastSpace) : start).replace(/[\s\p{P}]+$/u, '')}…`
}
