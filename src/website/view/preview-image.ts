// Images for other sites: in previews of links, and in the structured data of search engines.

import {
  PREVIEW,
  type Ratio,
  type Size,
  variantSize,
  variantUrl,
} from '../../content/images/image-variants.ts'
import { withoutQuery } from '../../text/trim-end.ts'
import { toAbsolute } from './page-links.ts'
import type { ImagePage } from './responsive-image.ts'

/** An absolute address; `size` and `type` are null for an image that is not in the library. */
export type OutsideImage = { url: string; size: Size | null; type: string | null }

type Crop = { ratio: Ratio; width: number }

/** The image that social networks show: 1200 by 630 pixels, or less of a smaller one. As JPEG, which all of them read. */
export const previewImage = (page: ImagePage, url: string): OutsideImage | null =>
  cropFor(page, url, { ratio: PREVIEW.ratio, width: PREVIEW.width })

/** Google asks for these ratios, and shows the one that fits (https://developers.google.com/search/docs/appearance/structured-data/article). */
const SEARCH_RATIOS = ['16x9', '4x3', '1x1'] as const
const SEARCH_WIDTH = 1_280

/** The image in the three ratios; as it is if it is not in the library. */
export const searchImages = (page: ImagePage, url: string): OutsideImage[] => {
  const crops = page.findImage(url) ? SEARCH_RATIOS : SEARCH_RATIOS.slice(0, 1)
  return crops.flatMap((ratio) => cropFor(page, url, { ratio, width: SEARCH_WIDTH }) ?? [])
}

/** Null for an invalid address. */
function cropFor({ bases, findImage }: ImagePage, url: string, crop: Crop): OutsideImage | null {
  const image = findImage(url)
  const absolute = toAbsolute(bases, image ? withoutQuery(url) : url)
  if (absolute === null || !image) return absolute === null ? null : { url: absolute, size: null, type: null }
  return {
    url: variantUrl(absolute, image.v, { ...crop, format: 'jpeg' }),
    size: variantSize(image, crop),
    type: 'image/jpeg',
  }
}
