// Images inside rich text, made responsive when a page is rendered; the stored HTML stays as editors wrote it.
import { escapeHtml } from '../view/html.ts'
import { type ImagePage, variantsOf } from '../view/responsive-image.ts'

// The sanitizer quotes all attributes and writes `<`, `>` and quotes in them as entities.
const IMAGE_TAG = /<img\b([^>]*)>/g
const ATTRIBUTE = /([a-z]+)="([^"]*)"/g

/** Sanitised HTML with variants, sizes and placeholders for its images; `sizes` is the width of the text column. */
export const withResponsiveImages = (page: ImagePage, html: string, sizes: string): string =>
  html.replace(IMAGE_TAG, (tag, text: string) => {
    const attributes = new Map([...text.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, value!]))
    const url = attributes.get('src')
    if (url === undefined) return tag
    for (const [name, value] of Object.entries(shownAs(page, { url, sizes, attributes })))
      attributes.set(name, value)
    return `<img${[...attributes].map(([name, value]) => ` ${name}="${value}"`).join('')} />`
  })

type BodyImage = { url: string; sizes: string; attributes: ReadonlyMap<string, string> }

/** The attributes to set, as HTML. */
function shownAs(page: ImagePage, { url, sizes, attributes }: BodyImage): Record<string, string> {
  const common = { loading: 'lazy', decoding: 'async' }
  const image = page.findImage(url)
  if (!image) return common
  const { src, srcset, size } = variantsOf(page, image, { url })
  const placeholder = page.placeholders.classFor(image)
  // An editor's own width stays; its height follows from the image's proportions.
  const width = pixelsOf(attributes.get('width')) ?? size.width
  return {
    ...common,
    src: escapeHtml(src),
    srcset: escapeHtml(srcset),
    sizes: escapeHtml(width < size.width ? `min(${width}px, 100vw)` : sizes),
    ...(isPercentage(attributes.get('width'))
      ? {}
      : { width: String(width), height: String(Math.round((width * size.height) / size.width)) }),
    ...(placeholder && { class: [attributes.get('class'), placeholder].filter(Boolean).join(' ') }),
  }
}

const pixelsOf = (text: string | undefined) => (text && /^[1-9]\d*$/.test(text) ? Number(text) : null)
const isPercentage = (text: string | undefined) => text?.endsWith('%') ?? false
