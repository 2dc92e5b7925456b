// Addresses of image variants. The service makes a few widths and ratios only; see "Variants" in docs/content-api.md.
import type { PublicImage } from './generated-types.ts'

export const imageWidths = [160, 320, 480, 640, 768, 960, 1280, 1600, 1920, 2560] as const
export type ImageRatio = '16x9' | '4x3' | '1x1' | '191x100'
export type ImageFormat = 'auto' | 'webp' | 'avif' | 'jpeg' | 'png'

/** An image of the library with its relative URL. */
export type Image = PublicImage & { url: string }

export type ImageOptions = {
  /** Crops around the focal point. */
  ratio?: ImageRatio
  /** `auto` by default: AVIF or WebP, whichever the browser accepts. */
  format?: ImageFormat
  /** `media_base` of the client configuration; needed where media is on another origin than the page. */
  base?: string
}

/** The image at `url` in an answer that has `images`; null for a URL outside of the library. */
export function findImage(
  { images }: { images: Record<string, PublicImage> },
  url: string | null | undefined,
): Image | null {
  const key = url?.split(/[?#]/, 1)[0] ?? ''
  const image = images[key]
  return image ? { url: key, ...image } : null
}

/** The address of the smallest variant that is at least `width` pixels wide; never larger than the image. */
export function imageUrl(image: Image, { width, ...options }: ImageOptions & { width: number }): string {
  return addressOf(image, imageWidths.find((available) => available >= width) ?? 2560, options)
}

/** The `srcset` attribute: all variants that are smaller than the image, and its full size. */
export function srcset(image: Image, options: ImageOptions = {}): string {
  const full = imageSize(image, options.ratio).width
  const smaller = imageWidths.filter((width) => width < full)
  return [
    ...smaller.map((width) => `${addressOf(image, width, options)} ${width}w`),
    `${imageUrl(image, { ...options, width: full })} ${full}w`,
  ].join(', ')
}

/** The `width` and `height` attributes, which reserve the place on the page: the size of the largest variant. */
export function imageSize(
  { width, height }: PublicImage,
  ratio?: ImageRatio,
): { width: number; height: number } {
  if (!ratio) return { width, height }
  const [across, down] = ratio.split('x').map(Number) as [number, number]
  const cropped = Math.min(width, Math.max(1, Math.round((height * across) / down)))
  return { width: cropped, height: Math.max(1, Math.round((cropped * down) / across)) }
}

function addressOf({ url, v }: Image, width: number, { ratio, format = 'auto', base = '' }: ImageOptions) {
  // The stamp of an image that is shown turned or cropped is longer, and belongs to all of its variants.
  const stamp = ratio || v.length > 6 ? `&v=${v}` : ''
  return `${base}${url}?w=${width}${ratio ? `&ratio=${ratio}` : ''}&f=${format}${stamp}`
}
