// The pictures of galleries in HTML: blocks, what the shortcode becomes, and the widgets of Elementor.

import { unescapeHtml } from '../../../text/html.ts'
import { plainText } from './to-plain-text.ts'

/** `url` is as in the HTML; the texts are plain. */
export type GalleryPicture = { url: string; alt: string; caption: string }

const GALLERIES = [
  'wp-block-gallery',
  'blocks-gallery-grid',
  'gallery',
  'tiled-gallery',
  'wp-block-jetpack-tiled-gallery',
  'wp-block-jetpack-slideshow',
  'elementor-image-gallery',
  'elementor-image-carousel',
].map((name) => `.${name}`)
const IMAGES = GALLERIES.map((gallery) => `${gallery} img[src]`).join(', ')
const CAPTIONS = GALLERIES.flatMap((gallery) => [
  `${gallery} figcaption`,
  `${gallery} .gallery-caption`,
]).join(', ')

/** The pictures of the galleries in a text; with `isGallery`, of all of it. */
export function picturesIn(html: string, { isGallery = false } = {}): GalleryPicture[] {
  const pictures: GalleryPicture[] = []
  if (!isGallery && !/gallery|carousel|slideshow/.test(html)) return pictures
  let isOfOne = false
  new HTMLRewriter()
    .on(isGallery ? 'img[src]' : IMAGES, {
      element(image) {
        // The block stores the address of the original beside that of a scaled copy.
        const url = image.getAttribute('data-full-url') || image.getAttribute('src')!
        pictures.push({
          url: unescapeHtml(url),
          alt: plainText(image.getAttribute('alt') ?? ''),
          caption: '',
        })
      },
    })
    .on(isGallery ? 'figcaption' : CAPTIONS, {
      element(caption) {
        isOfOne = !/blocks-gallery-caption/.test(caption.getAttribute('class') ?? '')
      },
      text({ text }) {
        if (isOfOne && pictures.length > 0) pictures.at(-1)!.caption += text
      },
    })
    .transform(html)
  return pictures.map((picture) => ({ ...picture, caption: plainText(picture.caption) }))
}
