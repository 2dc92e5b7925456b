// Estimates the pixels of a title in a search result (Arial, 20 px) where no canvas can measure it. The widths are rough
// classes, not measurements; the admin panel measures on a canvas.

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
