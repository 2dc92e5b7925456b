// The parts of sanitised rich text that the checks read: text blocks in document order, images and links.
import { attributesIn, tokenizeHtml, unescapeHtml } from '../html.ts'

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
export type ParsedDocument = {
  blocks: TextBlock[]
  links: DocumentLink[]
  images: DocumentImage[]
  /** Pictures that visitors do not see: they could not be stored. */
  leftOut: number
}

const TEXT_BLOCKS = /^(?:p|h[1-6]|pre)$/
const CONTAINERS =
  /^(?:article|aside|blockquote|caption|dd|details|div|dl|dt|figcaption|figure|hr|li|ol|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/

/** Parses HTML as the sanitiser stores it or an editor writes it. */
export function parseDocument(html: string): ParsedDocument {
  const document: ParsedDocument = { blocks: [], links: [], images: [], leftOut: 0 }
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

  for (const { kind, tag: name, attributes, raw } of tokenizeHtml(html)) {
    const isEnd = kind === 'end'
    if (kind === 'other') continue
    if (kind === 'text') {
      if (!block && raw.trim() === '') continue
      const text = unescapeHtml(raw)
      block ??= open('other')
      block.text += block.kind === 'code' ? text : text.replace(/[^\S\u00a0]+/g, ' ')
    } else if (TEXT_BLOCKS.test(name)) {
      close()
      if (!isEnd) open(kindOf(name), name.startsWith('h') ? Number(name[1]) : null)
    } else if (CONTAINERS.test(name)) {
      close()
    } else if (name === 'br') {
      block ??= open('other')
      block.text += '\n'
    } else if (name === 'img') {
      const { src, alt = '' } = attributesIn(attributes)
      if (src === undefined) document.leftOut++
      else document.images.push({ src: unescapeHtml(src), alt: unescapeHtml(alt) })
    } else if (name === 'a') {
      closeLink()
      if (isEnd) continue
      block ??= open('other')
      link = { href: unescapeHtml(attributesIn(attributes).href ?? ''), start: block.text.length, block }
    }
  }
  close()
  return document
}

const kindOf = (name: string) => (name === 'p' ? 'paragraph' : name === 'pre' ? 'code' : 'heading')
