/** `#abc` as `#aabbcc`, which is all that the browser's own picker understands; null for anything else. */
export function toLongHex(color: string): string | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)
  const long = short ? `#${[...color.slice(1)].map((digit) => digit.repeat(2)).join('')}` : color
  return /^#[0-9a-f]{6}$/i.test(long) ? long.toLowerCase() : null
}
