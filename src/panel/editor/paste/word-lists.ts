// Word writes list items as paragraphs: `<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'>` with the bullet or
// number as text between conditional comments. Here they become lists.
import { unescapeHtml } from '../../../text/html.ts'
import { toLatinDigits } from '../../records/parse-field-value.ts'
import { type HtmlElement, type HtmlNode, isElement, stylesOf, textOf } from './html-tree.ts'

type Item = { element: HtmlElement; list: string; level: number; isOrdered: boolean; start: number }

/** Replaces each run of Word's list paragraphs by a nested list. */
export function convertWordLists(nodes: HtmlNode[]): HtmlNode[] {
  const result: HtmlNode[] = []
  let run: Item[] = []
  const finish = () => {
    if (run.length > 0) result.push(...nest(run))
    run = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' && node.trim() === '') {
      if (run.length === 0) result.push(node)
      continue
    }
    const item = isElement(node) ? itemOf(node) : null
    if (item) {
      run.push(item)
      continue
    }
    finish()
    if (isElement(node)) node.children = convertWordLists(node.children)
    result.push(node)
  }
  finish()
  return result
}

/** `mso-list: l0 level1 lfo1`; `none` and `Ignore` mark other things. */
const LIST = /\bl(\d+)\s+level(\d+)/

function itemOf(element: HtmlElement): Item | null {
  if (element.tag !== 'p') return null // a numbered heading stays a heading
  const [, list, level] = LIST.exec(stylesOf(element)['mso-list'] ?? '') ?? []
  if (list === undefined) return null
  const marker = takeMarker(element)
  return { element, list, level: Number(level), ...kindOf(marker) }
}

/** Removes the bullet or number, `<span style='mso-list:Ignore'>1.<span>   </span></span>`, and returns its text. */
function takeMarker(element: HtmlElement): string {
  for (const [index, child] of element.children.entries()) {
    if (!isElement(child)) continue
    if (stylesOf(child)['mso-list'] === 'ignore') {
      element.children.splice(index, 1)
      return textOf(child)
    }
    const marker = takeMarker(child)
    if (marker !== '') return marker
  }
  return ''
}

function kindOf(marker: string): { isOrdered: boolean; start: number } {
  const label = toLatinDigits(unescapeHtml(marker)).trim()
  // Letters and Roman numerals number a list as well; a lone `o` is Word's second bullet.
  const isOrdered = /^\(?(?:\d+|[a-z]{1,4}|[\u0600-\u06ff]{1,2})[.)-]/i.test(label)
  return { isOrdered, start: Number(/\d+/.exec(label)?.[0] ?? 1) }
}

function nest(items: Item[]): HtmlElement[] {
  const lists: HtmlElement[] = []
  let open: { list: HtmlElement; item: Item }[] = []
  for (const item of items) {
    open = open.filter(({ item: { level } }) => level <= item.level)
    const current = open.at(-1)
    const isDeeper = !current || current.item.level < item.level
    // Another list, or a bullet after numbers, begins anew on the same level.
    const isOther = current && (current.item.isOrdered !== item.isOrdered || current.item.list !== item.list)
    if (isDeeper || isOther) {
      if (!isDeeper) open.pop()
      const list = listOf(item)
      const parent = open.at(-1)?.list.children.at(-1)
      if (isElement(parent)) parent.children.push(list)
      else lists.push(list)
      open.push({ list, item })
    }
    const { style: _, class: __, ...attributes } = item.element.attributes
    open.at(-1)!.list.children.push({ tag: 'li', attributes, children: item.element.children })
  }
  return lists
}

const listOf = ({ isOrdered, start }: Item): HtmlElement => ({
  tag: isOrdered ? 'ol' : 'ul',
  attributes: isOrdered && start > 1 ? { start: String(start) } : {},
  children: [],
})
