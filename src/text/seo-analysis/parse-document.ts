// The parts of sanitised rich text that the checks read: text blocks in document order, images and links.
import { decodeEntities } from '../decode-entities.ts'

/**
 * A block of text. `index` counts all text blocks of the document, empty ones too, as an editor does. Highlights are UTF-16
 * ranges of `text`.
 */
export type TextBlock = {
  index: number
  kind: 'paragraph' | 'heading' | 'code' | 'other'
  /** 1 to 6 for headings. */
  level: number | null
  text: string
}

export type DocumentLink = { href: string; block: number; start: number; end: number; text: string }
export type DocumentImage = { src: string; alt: string }
export type ParsedDocument = { blocks: TextBlock[]; links: DocumentLink[]; images: DocumentImage[] }

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</g
const ATTRIBUTE = /([a-zA-Z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g
const TEXT_BLOCKS = /^(?:p|h[1-6]|pre)$/
const CONTAINERS =
  /^(?:article|aside|blockquote|caption|dd|details|div|dl|dt|figcaption|figure|hr|li|ol|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/

/** Parses HTML as the sanitiser stores it or an editor writes it. */
export function parseDocument(html: string): ParsedDocument {
  const document: ParsedDocument = { blocks: [], links: [], images: [] }
  let block: TextBlock | null = null
  let link: { href: string; start: number; block: TextBlock } | null = null

  const open = (kind: TextBlock['kind'], level: number | null = null) => {
    block = { index: document.blocks.length, kind, level, text: '' }
    document.blocks.push(block)
    return block
  }
  const closeLink = () => {
    if (!link) return
    const { href, start, block: owner } = link
    const text = owner.text.slice(start)
    document.links.push({ href, block: owner.index, start, end: owner.text.length, text })
    link = null
  }
  const close = () => {
    closeLink()
    block = null
  }

  for (const [token, slash, tag, attributes] of html.matchAll(TOKEN)) {
    const name = tag?.toLowerCase()
    if (name === undefined) {
      if (token.startsWith('<!--') || (!block && token.trim() === '')) continue
      const text = decodeEntities(token)
      block ??= open('other')
      block.text += block.kind === 'code' ? text : text.replace(/[^\S\u00a0]+/g, ' ')
    } else if (TEXT_BLOCKS.test(name)) {
      close()
      if (!slash) open(kindOf(name), name.startsWith('h') ? Number(name[1]) : null)
    } else if (CONTAINERS.test(name)) {
      close()
    } else if (name === 'br') {
      block ??= open('other')
      block.text += '\n'
    } else if (name === 'img') {
      const { src = '', alt = '' } = attributesOf(attributes!)
      document.images.push({ src, alt })
    } else if (name === 'a') {
      closeLink()
      if (slash) continue
      block ??= open('other')
      link = { href: attributesOf(attributes!).href ?? '', start: block.text.length, block }
    }
  }
  close()
  return document
}

const kindOf = (name: string) => (name === 'p' ? 'paragraph' : name === 'pre' ? 'code' : 'heading')

const attributesOf = (source: string): Record<string, string> =>
  Object.fromEntries(
    [...source.matchAll(ATTRIBUTE)].map(([, name, double, single, bare]) => [
      name!.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  )
