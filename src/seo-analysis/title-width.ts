// Pixels of a title in a search result (Arial, 20 px), where no canvas can measure it. Measured in Chromium; the error over
// the demo's titles is under 6%.

const NARROW = new Set('fijltrI.,:;\'"!|()[]/-اأإآلرزژدذو،؛ '.split(''))
const WIDE = new Set('mwMWQGOCDHNUABEKRSVXYصضسش@%—'.split(''))

export function estimateTitleWidth(title: string): number {
  let width = 0
  for (const character of title.trim()) {
    if (/\p{M}|\u200c|\u200d|\u200e|\u200f/u.test(character)) continue
    width += NARROW.has(character) ? 5.6 : WIDE.has(character) ? 14.2 : 10.4
  }
  return width
}
