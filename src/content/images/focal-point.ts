// The focal point of an image: the point that crops keep in view.

/** The distance from the upper left corner: 0 to 1 of width and height, in thousandths. */
export type FocalPoint = { x: number; y: number }

const STEPS = 1_000

/**
 * The stamp in the URLs of crops: six characters, different for every focal point, so that a new one gives new URLs. An edited
 * image has eleven more, in the URLs of all variants.
 */
export function stampOf({ x, y }: FocalPoint, edit?: Edit): string {
  const stamp = withChecksum(inSteps([x, y]), POINT_LENGTH)
  if (!edit || (edit.rotation === 0 && !edit.crop)) return stamp
  const { crop, rotation } = edit
  const rectangle = crop ? [crop.x, crop.y, crop.width, crop.height] : [0, 0, 1, 1]
  return stamp + withChecksum((rotation / 90) * (STEPS + 1) ** 4 + inSteps(rectangle), EDIT_LENGTH)
}

/** Whether `text` is a stamp that `stampOf` may have returned. */
export function isStamp(text: string): boolean {
  if (!/^[0-9a-z]{6}(?:[0-9a-z]{11})?$/.test(text)) return false
  const [point, edit] = [text.slice(0, 6), text.slice(6)]
  return (
    hasChecksum(point, (STEPS + 1) ** 2 - 1) && (edit === '' || hasChecksum(edit, 4 * (STEPS + 1) ** 4 - 1))
  )
}

/** Whether the stamp is that of an image which is shown turned or cropped. */
export const isEditStamp = (stamp: string) => stamp.length > POINT_LENGTH + 2

/** An `ImageEdit`. */
type Edit = { rotation: number; crop: { x: number; y: number; width: number; height: number } | null }

const POINT_LENGTH = 4
const EDIT_LENGTH = 9

const inSteps = (shares: readonly number[]) =>
  shares.reduce((number, share) => number * (STEPS + 1) + Math.round(share * STEPS), 0)

const withChecksum = (number: number, length: number) => toText(number, length) + toText(checksum(number), 2)

function hasChecksum(text: string, max: number): boolean {
  const number = Number.parseInt(text.slice(0, -2), 36)
  return number <= max && text.endsWith(toText(checksum(number), 2))
}

const toText = (number: number, length: number) => number.toString(36).padStart(length, '0')

// Tells the service's own stamps from invented ones; not a secret.
const checksum = (number: number) => (((number % 1_009) * 7_919 + 577) % 1_009) + 36

/** A coordinate as it is stored. */
export const toThousandths = (value: number) => Math.round(value * STEPS) / STEPS
