// Parses pages for crawlers as crawlers do: HTML with parse5, XML with saxes, structured data as JSON.
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from 'parse5'
import { SaxesParser } from 'saxes'

type Node = DefaultTreeAdapterMap['node']
export type Element = DefaultTreeAdapterMap['element']

export type Document = {
  /** Elements with this tag name and these attributes, in document order. */
  all(tag: string, where?: Record<string, string>): Element[]
  /** The only such element; throws if there is none or more than one. */
  one(tag: string, where?: Record<string, string>): Element
  /** The `content` of the meta element with this name or property, or null; throws if there is more than one. */
  meta(name: string): string | null
  /** The nodes of the page's JSON-LD, by type. */
  data(): Record<string, any>
}

export function parseHtml(html: string): Document {
  const root = parse(html)
  const all = (tag: string, where: Record<string, string> = {}) =>
    elements(root).filter(
      (element) =>
        element.tagName === tag &&
        Object.entries(where).every(([name, value]) => attribute(element, name) === value),
    )
  const one = (tag: string, where: Record<string, string> = {}) => {
    const found = all(tag, where)
    if (found.length !== 1) throw new Error(`found ${found.length} <${tag}> with ${JSON.stringify(where)}`)
    return found[0]!
  }
  return {
    all,
    one,
    meta(name) {
      const found = all('meta').filter((it) =>
        [attribute(it, 'name'), attribute(it, 'property')].includes(name),
      )
      if (found.length > 1) throw new Error(`found ${found.length} meta elements ${name}`)
      return found[0] ? attribute(found[0], 'content') : null
    },
    data() {
      const graph = JSON.parse(textOf(one('script', { type: 'application/ld+json' })))
      if (graph['@context'] !== 'https://schema.org') throw new Error('no schema.org context')
      return Object.fromEntries(graph['@graph'].map((node: any) => [node['@type'], node]))
    },
  }
}

export const attribute = (element: Element, name: string) =>
  element.attrs.find((it) => it.name === name)?.value ?? null

export function textOf(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

export function elements(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elements) : []
  return defaultTreeAdapter.isElementNode(node) ? [node, ...children] : children
}

export type Xml = { name: string; attributes: Record<string, string>; text: string; children: Xml[] }

/** Throws for XML that is not well-formed. */
export function parseXml(xml: string): Xml {
  const parser = new SaxesParser({ xmlns: true })
  const root: Xml = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element: Xml = { name, attributes: Object.fromEntries(values), text: '', children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    open.at(-1)!.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(xml).close()
  return root.children[0]!
}

export const childrenOf = (element: Xml, name: string) =>
  element.children.filter((child) => child.name === name)

export const childText = (element: Xml, name: string) => childrenOf(element, name)[0]?.text ?? null
