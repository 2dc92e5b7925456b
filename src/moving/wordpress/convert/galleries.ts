// Renders galleries: the images listed by id, otherwise the images attached to a post, in WordPress's order.

import { escapeHtml, unescapeHtml } from '../../../text/html.ts'
import type { Attachment } from '../read/wordpress-export.ts'
import { whyTooComplex } from './html-nesting.ts'
import { type Attributes, numbersIn } from './shortcode-attributes.ts'
import { plainText } from './to-plain-text.ts'

export type Gallery = {
  /** One figure for each image; empty if the file contains none of them. */
  html: string
  /** The number of listed images that are not in the file. */
  missing: number
}

export type Galleries = {
  /** The images of a `[gallery]` with these attributes in the post with this id. */
  ofPost(postId: number, attributes: Attributes): Gallery
  /** The images with these ids. */
  ofImages(ids: readonly number[]): Gallery
  /** A link to the file of each attachment with these ids, of any type. */
  files(ids: readonly number[]): { url: string; title: string }[]
}

const IMAGE_FILE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i

export function createGalleries(attachments: readonly Attachment[]): Galleries {
  const images = attachments.filter(({ url }) => IMAGE_FILE.test(URL.parse(url)?.pathname ?? url))
  const byId = new Map(images.map((image) => [image.id, image]))
  const filesById = new Map(attachments.map((attachment) => [attachment.id, attachment]))
  const figures = new Map<Attachment, string>()
  const figureOf = (image: Attachment) => figures.getOrInsertComputed(image, figure)
  const byParent = Map.groupBy(images, ({ parentId }) => parentId)

  const ofImages = (ids: readonly number[]): Gallery => {
    const found = ids.flatMap((id) => byId.get(id) ?? [])
    return { html: found.map(figureOf).join('\n'), missing: ids.length - found.length }
  }

  return {
    ofImages,
    ofPost(postId, attributes) {
      const listed = numbersIn(attributes.get('ids', 'include'))
      if (listed.length > 0) return ofImages(listed)
      const excluded = numbersIn(attributes.get('exclude'))
      const attached = byParent.get(numbersIn(attributes.get('id'))[0] ?? postId) ?? []
      const shown = attached
        .filter(({ id }) => !excluded.includes(id))
        .sort((a, b) => a.order - b.order || a.id - b.id)
      return { html: shown.map(figureOf).join('\n'), missing: 0 }
    },
    files: (ids) => ids.flatMap((id) => filesById.get(id) ?? []).map(({ url, title }) => ({ url, title })),
  }
}

function figure({ url, alt, caption }: Attachment) {
  const figcaption = caption && !whyTooComplex(caption) ? `<figcaption>${caption}</figcaption>` : ''
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(plainText(alt))}">${figcaption}</figure>`
}

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
