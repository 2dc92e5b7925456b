// Plain texts for search engines: taken from rich text, and no longer than what a result page shows.

/** What search engines show of a title and of a description, in characters. */
export const TITLE_LENGTH = 60
export const DESCRIPTION_LENGTH = 160

const DECODED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

// Elements that a sentence runs through; between all others it ends.
const INLINE =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)\b/i

/** The text of sanitised HTML, whose attributes hold no `>` and whose only entities are these; a line for each block. */
const lines = (html: string) =>
  html
    .replace(/<[^>]*>/g, (tag) => (INLINE.test(tag) ? '' : '\n'))
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => DECODED[name]!)

export const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** The first sentence of sanitised HTML below its headings; null where it has none. */
export function firstSentence(html: string, language: string): string | null {
  // Only the start is looked at: a sentence of more is cut anyway.
  const start = html.slice(0, 20_000).replace(/<(h[1-6])\b.*?<\/\1>/gs, '\n')
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(lines(start))) {
    const sentence = oneLine(segment)
    if (sentence) return sentence
  }
  return null
}

/** `text` on one line of at most `length` characters, cut between words where that is possible. */
export function shorten(text: string, length: number): string {
  const line = oneLine(text)
  const characters = [
    ...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line.slice(0, length * 20)),
  ]
  if (characters.length <= length) return line
  const cut = characters[length - 1]!.index
  const kept = line.slice(0, cut)
  // In the middle of a word, the word goes; a script without spaces is cut where it is.
  const space = /\s/u.test(line[cut]!) ? cut : kept.lastIndexOf(' ')
  return `${(space > length / 2 ? kept.slice(0, space) : kept).replace(/[\s\p{P}]+$/u, '')}…`
}
