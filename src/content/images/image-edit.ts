// How an image is shown: turned, then cut to a rectangle. The original stays as it is; variants are made of what is shown.
import { type FocalPoint, toThousandths } from './focal-point.ts'
import type { CropBox, Size } from './image-variants.ts'

/** Degrees, clockwise. */
export const ROTATIONS = [0, 90, 180, 270] as const
export type Rotation = (typeof ROTATIONS)[number]

/** A part of the turned image, from its upper left corner: 0 to 1 of its width and height, in thousandths. */
export type Rectangle = { x: number; y: number; width: number; height: number }

/** `crop` is null for all of it. */
export type ImageEdit = { rotation: Rotation; crop: Rectangle | null }

export const isEdited = ({ rotation, crop }: ImageEdit) => rotation !== 0 || crop !== null

/** The size of the turned image. */
const turnedSize = ({ width, height }: Size, rotation: Rotation): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }

/** The part of the turned image that is shown, in its pixels; at least one. */
export function shownBox(original: Size, { rotation, crop }: ImageEdit): CropBox {
  const { width, height } = turnedSize(original, rotation)
  if (!crop) return { left: 0, top: 0, width, height }
  const left = Math.min(Math.round(crop.x * width), width - 1)
  const top = Math.min(Math.round(crop.y * height), height - 1)
  return {
    left,
    top,
    width: Math.min(Math.max(1, Math.round(crop.width * width)), width - left),
    height: Math.min(Math.max(1, Math.round(crop.height * height)), height - top),
  }
}

/** The place of a point of the original in the part that is shown; the nearest point if it was cut off. */
export function shownFocal({ x, y }: FocalPoint, { rotation, crop }: ImageEdit): FocalPoint {
  const turned = {
    0: { x, y },
    90: { x: 1 - y, y: x },
    180: { x: 1 - x, y: 1 - y },
    270: { x: y, y: 1 - x },
  }[rotation]
  const { x: left, y: top, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const within = (share: number) => toThousandths(Math.min(1, Math.max(0, share)))
  return { x: within((turned.x - left) / width), y: within((turned.y - top) / height) }
}
