// The variants that an image can be requested in: a few widths and ratios, so that their number is small.
import { type FocalPoint, isEditStamp } from './focal-point.ts'

export const WIDTHS = [160, 320, 480, 640, 768, 960, 1280, 1600, 1920, 2560] as const

/** Width by height. `191x100` is for link previews. */
export const RATIOS = ['16x9', '4x3', '1x1', '191x100'] as const
export type Ratio = (typeof RATIOS)[number]

/** The width that social networks ask for; the only one beside `WIDTHS`, and only in this ratio. */
export const PREVIEW = { ratio: '191x100', width: 1_200, height: 630 } as const

/** `auto`: AVIF or WebP, whichever the browser accepts. */
export const FORMATS = ['auto', 'webp', 'avif', 'jpeg', 'png'] as const
export type VariantFormat = (typeof FORMATS)[number]

export const widthsOf = (ratio: Ratio | null): readonly number[] =>
  ratio === PREVIEW.ratio ? [...WIDTHS, PREVIEW.width].sort((a, b) => a - b) : WIDTHS

export type Size = { width: number; height: number }
type Original = Size & { focal: FocalPoint }
type Request = { width: number; ratio: Ratio | null }

/** The part of the original that a crop shows, in its pixels. */
export type CropBox = Size & { left: number; top: number }

/** The largest part of the original with the aspect ratio, as close to its focal point as possible; all of it for no ratio. */
export function cropBox({ width, height, focal }: Original, { width: wanted, ratio }: Request): CropBox {
  if (ratio === null) return { left: 0, top: 0, width, height }
  const aspect = aspectOf(ratio, wanted)
  const cropWidth = Math.min(width, Math.max(1, Math.round(height * aspect)))
  const cropHeight = Math.min(height, Math.max(1, Math.round(width / aspect)))
  return {
    left: startOf(focal.x, width, cropWidth),
    top: startOf(focal.y, height, cropHeight),
    width: cropWidth,
    height: cropHeight,
  }
}

/** The size in pixels of the variant, which is never larger than the original. */
export function variantSize(original: Original, request: Request): Size {
  const { ratio } = request
  const box = cropBox(original, request)
  const width = Math.min(request.width, box.width)
  const height = width * (ratio === null ? box.height / box.width : 1 / aspectOf(ratio, request.width))
  return { width, height: Math.max(1, Math.round(height)) }
}

/**
 * The width that stands for all that would give the same variant because the original is smaller: the first that is large
 * enough.
 */
export function effectiveWidth(original: Original, request: Request): number {
  if (request.ratio === PREVIEW.ratio && request.width === PREVIEW.width) return request.width
  const available = cropBox(original, request).width
  return request.width < available
    ? request.width
    : (WIDTHS.find((width) => width >= available) ?? WIDTHS.at(-1)!)
}

type Variant = { width: number; ratio?: Ratio | null | undefined; format?: VariantFormat | undefined }

/** The URL of a variant; `url` is the image's, without a query, and `stamp` that of its focal point and edit. */
export function variantUrl(url: string, stamp: string, { width, ratio, format }: Variant): string {
  const crop = ratio ? `&ratio=${ratio}` : ''
  const version = ratio || isEditStamp(stamp) ? `&v=${stamp}` : ''
  return `${url}?w=${width}${crop}${format ? `&f=${format}` : ''}${version}`
}

function aspectOf(ratio: Ratio, width: number): number {
  if (ratio === PREVIEW.ratio && width === PREVIEW.width) return PREVIEW.width / PREVIEW.height
  const [across, down] = ratio.split('x').map(Number)
  return across! / down!
}

const startOf = (focal: number, length: number, cropLength: number) =>
  Math.min(Math.max(Math.round(focal * length - cropLength / 2), 0), length - cropLength)
