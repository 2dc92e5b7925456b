// Parts of the HTML that a shortcode becomes: headings, images, links and texts from its attributes, and its content.
import { escapeMixed } from '../../../text/html.ts'
import { whyTooComplex } from './html-nesting.ts'
import { type Attributes, numbersIn } from './shortcode-attributes.ts'

/** Gives a shortcode what it needs of the export. Each counts what it leaves out. */
export type ShortcodeTools = {
  /** Figures of the attachments with these ids. */
  figures(ids: readonly number[]): string
  /** The figures of a `[gallery]` with these attributes. */
  gallery(attributes: Attributes): string
  /** The figures of a gallery of the attachments with these ids. */
  galleryOf(ids: readonly number[]): string
  /** Notes that this HTML is a gallery, and returns it. */
  asGallery(html: string): string
  /** Links to the files of the attachments with these ids. */
  files(ids: readonly number[]): string
  /** A link in place of a player. */
  player(url: string): string
  remove(name: string, reason?: string): void
  /** Names an element of which only the content is kept. */
  unwrap(name: string): void
}

/** The content is HTML, except for the elements that are raw. */
export type Part = (attributes: Attributes, tools: ShortcodeTools, content: string) => string

export const content: Part = (_attributes, _tools, html) => html

/** Content in base64; WPBakery's is percent-encoded inside. */
export const encoded =
  (name: string, decode = (text: string) => text): Part =>
  (_attributes, tools, stored) => {
    const html = decode(fromBase64(stored) ?? stored)
    if (whyTooComplex(html) === null) return block(html)
    tools.remove(name)
    return ''
  }

export function fromBase64(text: string): string | null {
  const compact = text.replace(/<[^<>]*>|\s+/g, '')
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(compact) || compact.length % 4 === 1) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.fromBase64(compact))
  } catch {
    return null
  }
}

/** The HTML in an attribute; an unfinished tag is text. */
function htmlOf(value: string): string {
  return value.lastIndexOf('<') > value.lastIndexOf('>') ? escapeMixed(value) : value
}

const isUrl = (value: string) => /^(?:https?:)?\/\/\S|^\/\S|^(?:mailto|tel):\S|^#./i.test(value)

const block = (html: string) => (html === '' ? '' : `\n\n${html}\n\n`)

/** `h1` is for the title of the article. */
export const heading =
  (level: number, name: string): Part =>
  (attributes) => {
    const html = htmlOf(attributes.get(name))
    const tag = `h${Math.max(2, level)}`
    return html === '' ? '' : block(`<${tag}>${html}</${tag}>`)
  }

export const paragraph =
  (...names: string[]): Part =>
  (attributes) =>
    block(htmlOf(attributes.get(...names)))

/** Values in one paragraph, such as a name and a company. */
export const line =
  (separator: string, ...names: string[]): Part =>
  (attributes) =>
    block(
      names
        .map((name) => htmlOf(attributes.get(name)))
        .filter(Boolean)
        .join(separator),
    )

/** An image from an attribute that holds a URL or the id of an attachment. */
export const picture =
  (names: string[], { alt = 'alt', link = '' } = {}): Part =>
  (attributes, tools) => {
    const values = names.map((name) => attributes.get(name)).filter(Boolean)
    const url = values.find(isUrl)
    if (url) return toImage(url, attributes.get(alt), link && attributes.get(link))
    const ids = values.flatMap(numbersIn).slice(0, 1)
    if (ids.length === 0) return ''
    const target = link && attributes.get(link)
    const figure = tools.figures(ids)
    return block(isUrl(target) ? figure.replace(/<img\b[^<>]*>/, (img) => linkAround(img, target)) : figure)
  }

const linkAround = (html: string, url: string) => `<a href="${escapeMixed(url)}">${html}</a>`

/** Names the background image of a row or a column, which texts have no place for. */
export const background: Part = (attributes, tools) => {
  const hasImage =
    attributes.get('background_image', 'parallax_image') !== '' ||
    /background(?:-image)?\s*:[^;}]*url\(/.test(attributes.get('css'))
  return hasImage ? noteBackground(attributes, tools, '') : ''
}

export const noteBackground: Part = (_attributes, tools) => {
  tools.remove('background image', 'texts have none')
  return ''
}

export function toImage(url: string, alt: string, link = ''): string {
  const image = `<img src="${escapeMixed(url)}" alt="${escapeMixed(alt)}">`
  return block(`<figure>${isUrl(link) ? linkAround(image, link) : image}</figure>`)
}

/** A gallery of the images whose ids are in an attribute. */
export const pictures =
  (...names: string[]): Part =>
  (attributes, tools) => {
    const ids = numbersIn(attributes.get(...names))
    return ids.length > 0 ? block(tools.galleryOf(ids)) : ''
  }

const toLink = (url: string, text: string) =>
  isUrl(url)
    ? block(`<a href="${escapeMixed(url)}">${htmlOf(text) || escapeMixed(url)}</a>`)
    : block(htmlOf(text))

export const button =
  (urlName: string, ...textNames: string[]) =>
  (attributes: Attributes): string => {
    const [url, text] = [attributes.get(urlName), attributes.get(...textNames)]
    return text === '' && !isUrl(url) ? '' : toLink(url, text)
  }

/** The addresses in attributes as links, each with the address as its text. */
export const links =
  (...names: string[]): Part =>
  (attributes) =>
    names.map((name) => button(name)(attributes)).join('')

/** A link as WPBakery stores it: `url:https%3A%2F%2Fe.com|title:Text|target:_blank`. */
export const packedLink =
  (name: string, ...textNames: string[]): Part =>
  (attributes) => {
    const { url, title } = unpackLink(attributes.get(name))
    const text = attributes.get(...textNames) || title
    return text === '' && !isUrl(url) ? '' : toLink(url, text)
  }

/** The text of an attribute, within such a link where there is one. */
export const linkInLine =
  (name: string, ...textNames: string[]): Part =>
  (attributes) => {
    const { url } = unpackLink(attributes.get(name))
    const text = htmlOf(attributes.get(...textNames))
    return text !== '' && isUrl(url) ? linkAround(text, url) : text
  }

function unpackLink(stored: string): { url: string; title: string } {
  const fields = new Map(
    stored.split('|').map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).trim(), decodePercent(field.slice(colon + 1)).trim()] as const
    }),
  )
  return { url: isUrl(stored) ? stored : (fields.get('url') ?? ''), title: fields.get('title') ?? '' }
}

/** Links in place of players whose URLs are in attributes. */
export const player =
  (...names: string[]): Part =>
  (attributes, tools) => {
    const url = names.map((name) => attributes.get(name)).find(isUrl)
    return url ? block(tools.player(url)) : ''
  }

/** A player that stores the id of the video or its URL. */
export const playerOf =
  (base: string, ...names: string[]): Part =>
  (attributes, tools) => {
    const value = attributes.get(...names) || (attributes.positional[0] ?? '').replace(/^=/, '')
    if (isUrl(value)) return block(tools.player(value))
    return /^[\w-]+$/.test(value) ? block(tools.player(base + value)) : ''
  }

export const rule: Part = () => '\n\n<hr>\n\n'

export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The first URL in attributes, or in content that is only a URL, as a link. */
export function linkFirstUrl(text: string, tools: ShortcodeTools): string {
  const url = /(?:https?:)?\/\/[^\s"'<>\]]+/.exec(text)?.[0]
  return url ? block(tools.player(url)) : ''
}
