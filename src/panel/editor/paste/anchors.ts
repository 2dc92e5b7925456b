// Places in pasted text that its links lead to: ids of headings, and the bookmarks of Word, `<a name=_Toc1>`.
import { unescapeHtml } from '../../../text/html.ts'
import { idOfLink, toTextId } from '../../../text/rich-text-allow-list.ts'
import { type HtmlElement, isElement } from './html-tree.ts'

export type Anchors = {
  /** The id that a block keeps, its own or that of a bookmark inside. */
  idOf: (block: HtmlElement) => string
  /** The address of a link, to the id as it is stored. */
  linkTo: (href: string) => string
}

const BLOCK = /^(?:p|h[1-6]|li|td|th|dt|dd|blockquote|pre|figure|table)$/

export function findAnchors(root: HtmlElement): Anchors {
  const linked = new Set<string>()
  const found = new Map<HtmlElement, string[]>()
  const visit = (element: HtmlElement, block: HtmlElement | null) => {
    const { id, name, href } = element.attributes
    if (href) linked.add(idOfLink(unescapeHtml(href)))
    const around = BLOCK.test(element.tag) ? element : block
    if (around) {
      const own = [id, element.tag === 'a' ? name : undefined].map((value) =>
        toTextId(unescapeHtml(value ?? '')),
      )
      const ids = found.get(around) ?? []
      ids.push(...own.filter((value) => value !== ''))
      found.set(around, ids)
    }
    for (const child of element.children) if (isElement(child)) visit(child, around)
  }
  visit(root, null)
  const kept = new Map<HtmlElement, string>()
  for (const [block, ids] of found) {
    const isHeading = /^h[1-6]$/.test(block.tag) && block.attributes.id !== undefined
    const id = ids.find((value) => linked.has(value)) ?? (isHeading ? ids[0] : undefined)
    if (id !== undefined) kept.set(block, id)
  }
  const targets = new Set(kept.values())
  return {
    idOf: (block) => kept.get(block) ?? '',
    linkTo: (href) => {
      const target = idOfLink(unescapeHtml(href))
      return targets.has(target) ? `#${target}` : href
    },
  }
}
