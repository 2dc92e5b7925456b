// What `[gallery]` shows: the images that it names by their ids, or else those that hang on a post, in WordPress's order.

import type { Attachment } from './read-export.ts'
import { plainText } from './to-plain-text.ts'

export type Gallery = {
  /** A figure an image; empty where the file has none of them. */
  html: string
  /** How many of the images that it names the file lacks. */
  missing: number
}

const IMAGE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i

/** Reads the attributes of a gallery that stands in the post of this id. */
export function createGalleries(attachments: readonly Attachment[]) {
  const images = attachments.filter(({ url }) => IMAGE.test(URL.parse(url)?.pathname ?? url))
  const byId = new Map(images.map((image) => [image.id, image]))
  const byParent = Map.groupBy(images, ({ parentId }) => parentId)

  return (postId: number, attributes: string): Gallery => {
    const named = numbersIn(attributes, 'ids') ?? numbersIn(attributes, 'include')
    if (named) {
      const found = named.flatMap((id) => byId.get(id) ?? [])
      return { html: found.map(figure).join('\n'), missing: named.length - found.length }
    }
    const excluded = numbersIn(attributes, 'exclude') ?? []
    const ofPost = byParent.get(numbersIn(attributes, 'id')?.[0] ?? postId) ?? []
    const shown = ofPost
      .filter(({ id }) => !excluded.includes(id))
      .sort((a, b) => a.order - b.order || a.id - b.id)
    return { html: shown.map(figure).join('\n'), missing: 0 }
  }
}

/** `ids="1, 2"`, with quotes of any kind; null where it is not there or empty. */
function numbersIn(attributes: string, name: string): number[] | null {
  const list = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:["'“”″]|&\\w+;|&#\\d+;)?([\\d,\\s]*)`, 'i').exec(
    attributes,
  )?.[1]
  const numbers = (list?.match(/\d+/g) ?? []).map(Number)
  return numbers.length > 0 ? numbers : null
}

const figure = ({ url, alt, caption }: Attachment) =>
  `<figure><img src="${escaped(url)}" alt="${escaped(plainText(alt))}">${caption && `<figcaption>${caption}</figcaption>`}</figure>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
