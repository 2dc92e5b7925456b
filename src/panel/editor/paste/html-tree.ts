// A small tree of pasted HTML, made from the string alone: the browser would report every `style` attribute that it
// parses to the content security policy. Only clipboards are read with it; what it makes is parsed again by the browser.
import { attributesIn, escapeMixed, tokenizeHtml, VOID_ELEMENTS } from '../../../text/html.ts'
import { stylesIn } from '../../../text/inline-css.ts'

export type HtmlElement = {
  tag: string
  attributes: Record<string, string>
  children: HtmlNode[]
}
export type HtmlNode = HtmlElement | string

export const isElement = (node: HtmlNode | undefined): node is HtmlElement => typeof node === 'object'

/** Their content is dropped: it is no text. */
const RAW = new Set('script style title textarea noscript template svg math xml'.split(' '))
/** A start tag of these ends an open one of the second list, as in the browser's parser. */
const CLOSES: Record<string, string[]> = {
  li: ['li'],
  p: ['p'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  option: ['option'],
}
const SCOPE = new Set(['ul', 'ol', 'table', 'td', 'th', 'dl', 'div', 'blockquote'])

/** Deeper elements are siblings; browsers stop at 512, and the tree is read recursively. */
const MAX_DEPTH = 100

/** Text keeps its entities: it is written out as it was read. Conditional comments of Word are dropped. */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { tag: '', attributes: {}, children: [] }
  const open = [root]
  let raw: string | null = null
  for (const { kind, tag, attributes, raw: text } of tokenizeHtml(html)) {
    if (raw !== null) {
      if (kind === 'end' && tag === raw) raw = null
    } else if (kind === 'text') open.at(-1)!.children.push(escapeMixed(text))
    else if (kind === 'end') close(open, tag)
    else if (kind === 'start') {
      if (RAW.has(tag)) {
        if (!attributes.endsWith('/')) raw = tag
        continue
      }
      closeImplied(open, tag)
      const element: HtmlElement = { tag, attributes: attributesIn(attributes), children: [] }
      open.at(-1)!.children.push(element)
      const isOpen = !VOID_ELEMENTS.has(tag) && !attributes.endsWith('/')
      if (isOpen && open.length < MAX_DEPTH) open.push(element)
    }
  }
  return root
}

function close(open: HtmlElement[], tag: string): void {
  const depth = open.findLastIndex((element) => element.tag === tag)
  if (depth > 0) open.length = depth
}

function closeImplied(open: HtmlElement[], tag: string): void {
  const closes = CLOSES[tag]
  if (!closes) return
  for (let depth = open.length - 1; depth > 0; depth--) {
    const { tag: name } = open[depth]!
    if (closes.includes(name)) open.length = depth
    else if (SCOPE.has(name)) return
  }
}

export function writeHtml(node: HtmlNode): string {
  if (typeof node === 'string') return node
  const inner = node.children.map(writeHtml).join('')
  if (node.tag === '') return inner
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => ` ${name}="${escapeMixed(value)}"`)
    .join('')
  return VOID_ELEMENTS.has(node.tag)
    ? `<${node.tag}${attributes}>`
    : `<${node.tag}${attributes}>${inner}</${node.tag}>`
}

/** The text of a node, its entities as they are. */
export const textOf = (node: HtmlNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('')

/** The declarations of a `style` attribute, names and values in lower case. */
export const stylesOf = ({ attributes: { style = '' } }: HtmlElement): Record<string, string> =>
  stylesIn(style)
