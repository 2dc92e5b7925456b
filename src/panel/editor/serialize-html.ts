// Writes the editor's document as HTML, exactly as the sanitizer stores it, so that saving changes nothing: the same
// spelling of void elements, empty attributes and entities, no paragraph in a cell or list item that holds only one.
import type { DOMOutputSpec, Fragment, Mark, Node } from '@tiptap/pm/model'
import { escapeHtml, escapeText, VOID_ELEMENTS } from '../../text/html.ts'
import { isPlaceholder } from './pictures/picture-jobs.ts'

/** The HTML of a document; an empty document is the empty string. Pictures that are being uploaded are left out. */
export function serializeHtml(doc: Node): string {
  const only = doc.childCount === 1 ? doc.firstChild : null
  if (only?.type.name === 'paragraph' && only.content.size === 0 && isPlain(only)) return ''
  return doc.children.map(writeKnown).join('')
}

const written = new WeakMap<Node, string>()

/** A key changes one block of the document; the others stay the same objects, and are not written again. */
function writeKnown(block: Node): string {
  const html = written.get(block) ?? writeNode(block)
  written.set(block, html)
  return html
}

function writeBlocks(blocks: Fragment): string {
  let html = ''
  blocks.forEach((block) => {
    html += writeNode(block)
  })
  return html
}

function writeNode(node: Node): string {
  if (isPlaceholder(node.attrs.src)) return ''
  if (node.isText) return escapeText(node.text ?? '')
  const spec = node.type.spec.toDOM?.(node)
  if (!spec) throw new Error(`${node.type.name} has no HTML.`)
  return writeSpec(spec, () => writeContent(node))
}

function writeContent(node: Node): string {
  if (node.type.name === 'table') return writeRows(node)
  if (node.inlineContent) return writeInline(node.content)
  const first = node.firstChild
  if (first && isTight(node, first)) {
    return writeInline(first.content) + writeBlocks(node.content.cut(first.nodeSize))
  }
  return writeBlocks(node.content)
}

const TIGHT = ['listItem', 'tableCell', 'tableHeader', 'definitionText']

/** Whether the first paragraph is written without its tag: in an item before nested lists, elsewhere if it is alone. */
function isTight(node: Node, first: Node): boolean {
  if (!TIGHT.includes(node.type.name) || first.type.name !== 'paragraph' || !isPlain(first)) return false
  if (node.type.name !== 'listItem') return node.childCount === 1
  return node.children.slice(1).every(({ type }) => type.name === 'bulletList' || type.name === 'orderedList')
}

const isPlain = ({ attrs }: Node) => Object.values(attrs).every((value) => value === null)

/** Rows below `thead`, `tbody` and `tfoot`; the specification of a table puts all of them below `tbody`. */
function writeRows(table: Node): string {
  const rows = table.children
  const heads = headRows(rows)
  let end = rows.length
  while (end > heads && rows[end - 1]?.attrs.isFooter) end--
  const section = (tag: string, part: readonly Node[]) =>
    part.length > 0 ? `<${tag}>${part.map(writeNode).join('')}</${tag}>` : ''
  return (
    section('thead', rows.slice(0, heads)) +
    section('tbody', rows.slice(heads, end)) +
    section('tfoot', rows.slice(end))
  )
}

/** The number of rows at the top that hold header cells only. A cell may not span from the head into the body. */
function headRows(rows: readonly Node[]): number {
  const firstOther = rows.findIndex((row) => row.children.some(({ type }) => type.name !== 'tableHeader'))
  const heads = Math.max(firstOther, 0) // a table of header cells only has no head
  const reaches = rows
    .slice(0, heads)
    .some((row, index) => row.children.some(({ attrs }) => index + attrs.rowspan > heads))
  return reaches ? 0 : heads
}

function writeInline(content: Fragment): string {
  let html = ''
  let open: { mark: Mark; end: string }[] = []
  const closeTo = (depth: number) => {
    for (const { end } of open.slice(depth).reverse()) html += end
    open = open.slice(0, depth)
  }
  content.forEach((node) => {
    const shared = node.marks.findIndex((mark, index) => !open[index]?.mark.eq(mark))
    closeTo(shared === -1 ? node.marks.length : shared)
    for (const mark of node.marks.slice(open.length)) {
      const spec = mark.type.spec.toDOM?.(mark, true)
      if (!spec) throw new Error(`${mark.type.name} has no HTML.`)
      const [start = '', end = ''] = writeSpec(spec, () => '\0').split('\0')
      html += start
      open.push({ mark, end })
    }
    html += writeNode(node)
  })
  closeTo(0)
  return html
}

type ElementSpec = readonly [string, ...unknown[]]

function writeSpec(spec: DOMOutputSpec, content: () => string): string {
  if (typeof spec === 'string') return escapeText(spec)
  if (!Array.isArray(spec)) throw new TypeError('The editor’s nodes are described by arrays.')
  const [tag, attributes, ...children] = spec as unknown as ElementSpec
  const hasAttributes = typeof attributes === 'object' && !Array.isArray(attributes)
  const start = `<${tag}${hasAttributes ? writeAttributes(attributes as Record<string, unknown>) : ''}`
  if (VOID_ELEMENTS.has(tag)) return `${start} />`
  const parts = hasAttributes || attributes === undefined ? children : [attributes, ...children]
  // A table's rows bring their own sections.
  if (tag === 'tbody') return content()
  const inner = parts.map((part) => (part === 0 ? content() : writeSpec(part as DOMOutputSpec, content)))
  return `${start}>${inner.join('')}</${tag}>`
}

const FLAGS = ['open', 'reversed']

function writeAttributes(attributes: Record<string, unknown>): string {
  return Object.entries(attributes)
    .filter(([name, value]) => value != null && (value !== '' || name === 'alt' || FLAGS.includes(name)))
    .map(([name, value]) => (FLAGS.includes(name) ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join('')
}

/** The HTML on lines of its own for each block, as the source view shows it. */
export const breakLines = (html: string): string =>
  html
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part) =>
      part.startsWith('<pre>')
        ? `${part}\n`
        : part.replace(
            /<\/(?:p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|figure|table|thead|tbody|tfoot|tr|div|section|details|summary)>|<hr \/>|<(?:ul|ol|dl|table|thead|tbody|tfoot|tr|blockquote)(?: [^>]*)?>/g,
            '$&\n',
          ),
    )
    .join('')
    .trim()
