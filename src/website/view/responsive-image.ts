// Images on pages: `<img>` with the variants for every screen, its size, so that nothing moves while it loads, and a
// blurred preview.

import { type Ratio, variantSize, variantUrl, WIDTHS } from '../../content/images/image-variants.ts'
import type { PublicImage } from '../../content/snapshot/image-index.ts'
import { withoutQuery } from '../../text/trim-end.ts'
import { type Html, html } from './html.ts'
import { type Bases, mediaSource } from './page-links.ts'
import type { Placeholders } from './placeholders.ts'

/** The parts of its page that an image needs; a `Site` has them. */
export type ImagePage = {
  bases: Bases
  /** The image of the library with this URL, or null. */
  findImage(url: string): PublicImage | null
  placeholders: Placeholders
}

type ImageOptions = {
  /** The stored URL: of the site's media, or any other. */
  url: string
  /** Empty for decoration. */
  alt: string
  /** The `sizes` attribute: the width in the layout, such as `(min-width: 60rem) 20rem, 100vw`. */
  sizes: string
  /** Crops around the focal point. */
  ratio?: Ratio
  /** Loads at once and first: only for the main image at the top of a page. */
  isEager?: boolean
  className?: string
}

/** The variant for browsers without `srcset`. */
const FALLBACK_WIDTH = 960

/** Images that are not in the library, such as those of other sites, get no variants. */
export function responsiveImage(page: ImagePage, options: ImageOptions): Html {
  const { url, alt, ratio, isEager = false, className } = options
  const image = page.findImage(url)
  const variants = image && variantsOf(page, image, options)
  const size = variants?.size ?? (ratio ? boxOf(ratio) : null)
  const classes = [className, image && page.placeholders.classFor(image)].filter(Boolean).join(' ')
  return html`<img${classes && html` class="${classes}"`} src="${variants?.src ?? mediaSource(page.bases, url)}"${
    variants && html` srcset="${variants.srcset}" sizes="${options.sizes}"`
  } alt="${alt}"${size && html` width="${size.width}" height="${size.height}"`}${
    isEager ? html` loading="eager" fetchpriority="high"` : html` loading="lazy"`
  } decoding="async">`
}

/** A logo beside the name that it stands for, sharp on dense screens. */
export function logoImage(page: ImagePage, { url, height }: { url: string; height: number }): Html {
  const image = page.findImage(url)
  if (!image) return html`<img src="${mediaSource(page.bases, url)}" alt="" height="${height}">`
  const width = Math.max(1, Math.round((height * image.width) / image.height))
  const wanted = WIDTHS.find((available) => available >= 3 * width) ?? WIDTHS.at(-1)!
  const source = variantUrl(mediaSource(page.bases, url), image.v, { width: wanted, format: 'auto' })
  return html`<img src="${source}" alt="" width="${width}" height="${height}">`
}

/** The addresses of an image's variants, and the size of the largest. */
export function variantsOf(
  { bases }: Pick<ImagePage, 'bases'>,
  image: PublicImage,
  { url, ratio = null }: { url: string; ratio?: Ratio | null },
) {
  const base = mediaSource(bases, withoutQuery(url))
  const addressOf = (width: number) => variantUrl(base, image.v, { width, ratio, format: 'auto' })
  const size = variantSize(image, { width: WIDTHS.at(-1)!, ratio })
  const largest = WIDTHS.find((width) => width >= size.width) ?? WIDTHS.at(-1)!
  const smaller = WIDTHS.filter((width) => width < size.width)
  const srcset = [
    ...smaller.map((width) => `${addressOf(width)} ${width}w`),
    `${addressOf(largest)} ${size.width}w`,
  ].join(', ')
  return { src: addressOf(Math.min(FALLBACK_WIDTH, largest)), srcset, size }
}

function boxOf(ratio: Ratio) {
  const [width, height] = ratio.split('x').map(Number) as [number, number]
  return { width: width * 100, height: height * 100 }
}
