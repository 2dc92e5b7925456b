// The focal point of an image: the point that crops keep in view.

/** The distance from the upper left corner: 0 to 1 of width and height, in thousandths. */
export type FocalPoint = { x: number; y: number }

const STEPS = 1_000

/** The stamp in the URLs of crops: six characters, different for every focal point, so that a new one gives new URLs. */
export function stampOf({ x, y }: FocalPoint): string {
  const number = Math.round(x * STEPS) * (STEPS + 1) + Math.round(y * STEPS)
  return toText(number, 4) + toText(checksum(number), 2)
}

/** Whether `text` is a stamp that `stampOf` may have returned. */
export function isStamp(text: string): boolean {
  if (!/^[0-9a-z]{6}$/.test(text)) return false
  const number = Number.parseInt(text.slice(0, 4), 36)
  return number <= STEPS * (STEPS + 1) + STEPS && text.slice(4) === toText(checksum(number), 2)
}

const toText = (number: number, length: number) => number.toString(36).padStart(length, '0')

// Tells the service's own stamps from invented ones; not a secret.
const checksum = (number: number) => ((number * 7_919 + 577) % 1_009) + 36

/** A coordinate as it is stored. */
export const toThousandths = (value: number) => Math.round(value * STEPS) / STEPS
