// Renders `[gallery]`: the images listed by id, otherwise the images attached to a post, in WordPress's order.
import { whyTooComplex } from './html-nesting.ts'
import { plainText } from './to-plain-text.ts'
import type { Attachment } from './wordpress-export.ts'

export type Gallery = {
  /** One figure for each image; empty if the file contains none of them. */
  html: string
  /** The number of listed images that are not in the file. */
  missing: number
}

const IMAGE_FILE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i

/** Returns a function that renders a gallery with these attributes in the post with this id. */
export function createGalleries(attachments: readonly Attachment[]) {
  const images = attachments.filter(({ url }) => IMAGE_FILE.test(URL.parse(url)?.pathname ?? url))
  const byId = new Map(images.map((image) => [image.id, image]))
  const figures = new Map<Attachment, string>()
  const figureOf = (image: Attachment) => figures.getOrInsertComputed(image, figure)
  const byParent = Map.groupBy(images, ({ parentId }) => parentId)

  return (postId: number, attributes: string): Gallery => {
    const listed = numbersIn(attributes, 'ids') ?? numbersIn(attributes, 'include')
    if (listed) {
      const found = listed.flatMap((id) => byId.get(id) ?? [])
      return { html: found.map(figureOf).join('\n'), missing: listed.length - found.length }
    }
    const excluded = numbersIn(attributes, 'exclude') ?? []
    const attached = byParent.get(numbersIn(attributes, 'id')?.[0] ?? postId) ?? []
    const shown = attached
      .filter(({ id }) => !excluded.includes(id))
      .sort((a, b) => a.order - b.order || a.id - b.id)
    return { html: shown.map(figureOf).join('\n'), missing: 0 }
  }
}

/** The numbers of an attribute such as `ids="1, 2"`, with any kind of quotes; null if it is absent or empty. */
function numbersIn(attributes: string, name: string): number[] | null {
  const list = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:["'“”″]|&\\w+;|&#\\d+;)?([\\d,\\s]*)`, 'i').exec(
    attributes,
  )?.[1]
  const numbers = (list?.match(/\d+/g) ?? []).map(Number)
  return numbers.length > 0 ? numbers : null
}

function figure({ url, alt, caption }: Attachment) {
  const figcaption = caption && !whyTooComplex(caption) ? `<figcaption>${caption}</figcaption>` : ''
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(plainText(alt))}">${figcaption}</figure>`
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
