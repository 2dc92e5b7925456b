// Turning and cropping a picture of the library. Shares of width and height count from the upper left corner.
import type { Media } from '../../client/index.ts'

export type Point = { x: number; y: number }
export type Rectangle = NonNullable<Media['crop']>
/** `crop` is a part of the turned picture; null: all of it. */
export type PictureEdit = Pick<Media, 'rotation' | 'crop'>

export const WHOLE: Rectangle = { x: 0, y: 0, width: 1, height: 1 }
const MIN_SIDE = 0.05

const within = (value: number, max = 1, min = 0) =>
  Math.round(Math.min(max, Math.max(min, value)) * 1000) / 1000

export const clampPoint = ({ x, y }: Point): Point => ({ x: within(x), y: within(y) })

/** The place of a point of the original in the turned picture. */
export function turnPoint({ x, y }: Point, rotation: number): Point {
  if (rotation === 90) return { x: 1 - y, y: x }
  if (rotation === 180) return { x: 1 - x, y: 1 - y }
  return rotation === 270 ? { x: y, y: 1 - x } : { x, y }
}

/** The point of the original that lies there in the turned picture. */
export const turnPointBack = (point: Point, rotation: number) => turnPoint(point, (360 - rotation) % 360)

/** The picture turned by a further 90 degrees, clockwise or not; the crop keeps its content. */
export function turned({ rotation, crop }: PictureEdit, isClockwise: boolean): PictureEdit {
  const next = ((rotation + (isClockwise ? 90 : 270)) % 360) as PictureEdit['rotation']
  if (!crop) return { rotation: next, crop }
  const { x, y, width, height } = crop
  const corner = isClockwise ? { x: within(1 - y - height), y: x } : { x: y, y: within(1 - x - width) }
  return { rotation: next, crop: { ...corner, width: height, height: width } }
}

/** The handles: the corners, each with the sides that it moves, and the rectangle as a whole. */
export const HANDLES = {
  top_left: ['left', 'top'],
  top_right: ['right', 'top'],
  bottom_left: ['left', 'bottom'],
  bottom_right: ['right', 'bottom'],
  whole: [],
} as const satisfies Record<string, readonly ('left' | 'right' | 'top' | 'bottom')[]>
export type Handle = keyof typeof HANDLES

/** The rectangle after a handle has been moved by a distance; it stays in the picture, and none of its sides gets too short. */
export function moveHandle(rectangle: Rectangle, handle: Handle, { x: dx, y: dy }: Point): Rectangle {
  const { x, y, width, height } = rectangle
  if (handle === 'whole') return { ...rectangle, x: within(x + dx, 1 - width), y: within(y + dy, 1 - height) }
  const sides: readonly string[] = HANDLES[handle]
  const left = sides.includes('left') ? within(x + dx, x + width - MIN_SIDE) : x
  const top = sides.includes('top') ? within(y + dy, y + height - MIN_SIDE) : y
  const right = sides.includes('right') ? within(x + width + dx, 1, x + MIN_SIDE) : x + width
  const bottom = sides.includes('bottom') ? within(y + height + dy, 1, y + MIN_SIDE) : y + height
  return { x: left, y: top, width: within(right - left), height: within(bottom - top) }
}

/** A rectangle around all of the picture is none. */
export const asCrop = ({ x, y, width, height }: Rectangle): Rectangle | null =>
  x === 0 && y === 0 && width === 1 && height === 1 ? null : { x, y, width, height }

type Size = { width: number; height: number }

export const turnedSize = ({ width, height }: Size, rotation: number): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }
