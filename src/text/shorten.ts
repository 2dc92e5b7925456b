import { trimEnd } from './trim-end.ts'

export const collapseSpaces = (text: string) => text.replace(/\s+/gu, ' ').trim()

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
  return `${trimEnd(lastSpace > length / 2 ? start.slice(0, lastSpace) : start, /[\s\p{P}]/u)}…`
}
