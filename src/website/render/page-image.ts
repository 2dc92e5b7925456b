// Images of the pages.
import type { Html } from '../view/html.ts'
import { type ImagePage, responsiveImage } from '../view/responsive-image.ts'

type Source = { src: string; alt: string }

/**
 * `sizes`: the width of the image in the layout, as in the attribute. `ratio`: the crop. `isMain`: the largest image above
 * the fold, which is loaded first; all others are loaded when they come near the viewport.
 */
export type ImageLayout = { sizes: string; ratio?: '16x9' | '4x3' | '1x1'; isMain?: boolean }

export const pageImage = (page: ImagePage, { src, alt }: Source, layout: ImageLayout): Html =>
  responsiveImage(page, {
    url: src,
    alt,
    sizes: layout.sizes,
    isEager: layout.isMain ?? false,
    ...(layout.ratio && { ratio: layout.ratio }),
  })
