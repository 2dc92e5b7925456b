// Images inside rich text, made responsive when a page is rendered; the stored HTML stays as editors wrote it.
import { attributesIn, escapeHtml, mapTags } from '../../text/html.ts'
import { type ImagePage, variantsOf } from '../view/responsive-image.ts'

/** Sanitised HTML with variants, sizes and placeholders for its images; `sizes` is the width of the text column. */
export const withResponsiveImages = (page: ImagePage, html: string, sizes: string): string =>
  mapTags(html, ({ tag, raw, attributes: text }) => {
    const attributes = tag === 'img' ? attributesIn(text) : {}
    const url = attributes.src
    if (url === undefined) return raw
    const shown = { ...attributes, ...shownAs(page, { url, sizes, attributes }) }
    return `<img${Object.entries(shown)
      .map(([name, value]) => ` ${name}="${value}"`)
      .join('')} />`
  })

type BodyImage = { url: string; sizes: string; attributes: Readonly<Record<string, string>> }

/** The attributes to set, as HTML. */
function shownAs(page: ImagePage, { url, sizes, attributes }: BodyImage): Record<string, string> {
  const common = { loading: 'lazy', decoding: 'async' }
  const image = page.findImage(url)
  if (!image) return common
  const { src, srcset, size } = variantsOf(page, image, { url })
  const placeholder = page.placeholders.classFor(image)
  // An editor's own width stays; its height follows from the image's proportions.
  const width = pixelsOf(attributes.width) ?? size.width
  return {
    ...common,
    src: escapeHtml(src),
    srcset: escapeHtml(srcset),
    sizes: escapeHtml(width < size.width ? `min(${width}px, 100vw)` : sizes),
    ...(isPercentage(attributes.width)
      ? {}
      : { width: String(width), height: String(Math.round((width * size.height) / size.width)) }),
    ...(placeholder && { class: [attributes.class, placeholder].filter(Boolean).join(' ') }),
  }
}

const pixelsOf = (text: string | undefined) => (text && /^[1-9]\d*$/.test(text) ? Number(text) : null)
const isPercentage = (text: string | undefined) => text?.endsWith('%') ?? false
