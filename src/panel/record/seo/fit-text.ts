// Cuts a text to the width of a search result, as search engines do: at a word, with an ellipsis.

/** The pixels of a text. */
export type Measure = (text: string) => number

const ELLIPSIS = ' …'

/** The text, or its longest beginning of whole words that fits with an ellipsis; one long word is cut within. */
export function fitText(text: string, max: number, measure: Measure): string {
  const line = text.trim().replace(/\s+/g, ' ')
  if (measure(line) <= max) return line
  const ends = [...line.matchAll(/\s/g)].map(({ index }) => index)
  const fits = (end: number) => measure(line.slice(0, end) + ELLIPSIS) <= max
  const word = lastFitting(ends, fits)
  if (word !== null) return line.slice(0, word) + ELLIPSIS
  const graphemes = [...new Intl.Segmenter().segment(line)].map(({ index }) => index)
  return line.slice(0, lastFitting(graphemes, fits) ?? 0) + ELLIPSIS.trim()
}

/** The last of ascending places that fits, by halving. */
function lastFitting(places: readonly number[], fits: (place: number) => boolean): number | null {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits(places[middle]!)) low = middle + 1
    else high = middle
  }
  return low === 0 ? null : places[low - 1]!
}
