// Word writes list items as paragraphs: `<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'>` with the bullet or
// number as text between conditional comments. Here they become lists; a marker that no list can show stays as text.
import { escapeText } from '../../../text/html.ts'
import { type HtmlElement, type HtmlNode, isElement, stylesOf, textOf } from './html-tree.ts'
import { type Marker, readMarkers, takeMarker, type WrittenMarker } from './word-markers.ts'

type Item = { element: HtmlElement; list: string; level: number; indent: number; marker: Marker }
/** A list that is not closed yet, with its last item. */
type OpenList = { list: HtmlElement; last: HtmlElement; item: Item }

/** Replaces list paragraphs of Word by nested lists, with the paragraphs that interrupt them inside. */
export function convertWordLists(nodes: HtmlNode[]): HtmlNode[] {
  const items = itemsOf(nodes)
  const result: HtmlNode[] = []
  /** From the outside to the inside. */
  let open: OpenList[] = []
  /** The nodes after the last item, while the list may go on after them. */
  let between: HtmlNode[] = []

  const close = () => {
    for (const node of between) result.push(node)
    open = []
    between = []
  }

  /** Puts a node into the item that it is indented like, or into one outside of it of at most this level. */
  const put = (node: HtmlNode, level: number) => {
    const indent = indentOf(node)
    const depth = open.findLastIndex(({ item }) => item.level <= level || isIndented(indent, item))
    open = open.slice(0, depth + 1)
    open.at(-1)!.last.children.push(node)
  }

  /** Decides whether what stands between two items is inside of a list, or ends it. */
  const settle = (item: Item) => {
    const outer = open.findLast((one) => one.item.level < item.level)
    const same = open.find((one) => one.item.level === item.level)
    const isNested = outer?.item.list === item.list
    const isInItem =
      same && continues(same.item, item) && between.every((node) => isIndented(indentOf(node), same.item))
    if (between.length > 0 && !isNested && !isInItem) return close()
    for (const node of between) put(node, isNested ? outer.item.level : item.level)
    between = []
  }

  const add = (item: Item) => {
    open = open.filter((one) => one.item.level <= item.level)
    const outer = open.findLast((one) => one.item.level < item.level)
    const target = outer?.last.children ?? result
    const { marker, element } = item
    if (marker.kind === 'text' || (marker.kind === 'number' && !isShown(marker, outer?.item.marker))) {
      open = open.filter((one) => one.item.level < item.level)
      target.push({ ...element, children: [`${escapeText(marker.text)} `, ...element.children] })
      return
    }
    const { style: _, class: __, ...attributes } = element.attributes
    const last: HtmlElement = { tag: 'li', attributes, children: element.children }
    const current = open.at(-1)
    if (current?.item.level === item.level) open.pop()
    const isSame = current?.item.level === item.level && continues(current.item, item)
    const list = isSame ? current.list : listOf(marker)
    if (!isSame) target.push(list)
    list.children.push(last)
    open.push({ list, last, item })
  }

  for (const node of nodes) {
    const item = isElement(node) && items.get(node)
    if (item) {
      settle(item)
      add(item)
    } else {
      if (open.length > 0 && isBlank(node)) continue // room between items
      if (isElement(node)) node.children = convertWordLists(node.children)
      const isMore = between.length === 0 && isContinuation(node)
      if (isMore && open.some(({ item }) => isIndented(indentOf(node), item))) put(node, 0)
      else if (open.length > 0 && canInterrupt(node)) between.push(node)
      else {
        close()
        result.push(node)
      }
    }
  }
  close()
  return result
}

/** `mso-list: l0 level1 lfo1`; `none` and `Ignore` mark other things. Word has nine levels. */
const LIST = /\bl(\d+)\s+level(\d+)/

/** The list paragraphs among these nodes, without their markers. */
function itemsOf(nodes: HtmlNode[]): Map<HtmlElement, Item> {
  const found = nodes.filter(isElement).flatMap((element) => {
    if (element.tag !== 'p') return [] // a numbered heading stays a heading
    const [, list, level] = LIST.exec(stylesOf(element)['mso-list'] ?? '') ?? []
    if (list === undefined) return []
    const written: WrittenMarker = takeMarker(element) ?? { text: '', isSymbol: true }
    return [{ element, list, level: Math.min(Number(level), 9), indent: indentOf(element), written }]
  })
  const levels = Map.groupBy(found, ({ list, level }) => `${list}/${level}`)
  return new Map(
    [...levels.values()].flatMap((level) => {
      const markers = readMarkers(level.map(({ written }) => written))
      return level.map((item, index) => [item.element, { ...item, marker: markers[index]! }])
    }),
  )
}

/** Whether an item is the next one of the same list; another kind, number or bullet begins a list of its own. */
function continues({ marker, list }: Item, next: Item): boolean {
  if (list !== next.list || marker.kind !== next.marker.kind) return false
  if (marker.kind !== 'number' || next.marker.kind !== 'number') return true
  return marker.type === next.marker.type && marker.number + 1 === next.marker.number
}

/** A nested list shows its own number only: `2.1.` needs item 2 around it. */
const isShown = ({ parent }: Marker & { kind: 'number' }, outer: Marker | undefined): boolean =>
  parent === '' || (outer?.kind === 'number' && String(outer.number) === parent)

const listOf = (marker: Marker): HtmlElement => ({
  tag: marker.kind === 'number' ? 'ol' : 'ul',
  attributes:
    marker.kind === 'number'
      ? {
          ...(marker.number > 1 && { start: String(marker.number) }),
          ...(marker.type !== '1' && { type: marker.type }),
        }
      : {},
  children: [],
})

/** Headings and rules begin something new; text and tables may belong to a list. */
const canInterrupt = (node: HtmlNode): boolean => isElement(node) && /^(?:p|table)$/.test(node.tag)

/** A paragraph in the style of list items that has no marker. */
const isContinuation = (node: HtmlNode): boolean =>
  isElement(node) && node.tag === 'p' && /^MsoList/i.test(node.attributes.class ?? '')

const isBlank = (node: HtmlNode): boolean =>
  isElement(node)
    ? node.tag === 'p' && textOf(node).replace(/&nbsp;|&#160;|\s/g, '') === '' && !hasMedia(node)
    : node.trim() === ''
const hasMedia = (node: HtmlNode): boolean =>
  isElement(node) && (/^(?:img|hr|v:.*)$/.test(node.tag) || node.children.some(hasMedia))

const POINTS: Record<string, number> = { pt: 1, px: 0.75, in: 72, cm: 28.35, mm: 2.835 }

/** The margin at the side of the markers, in points. */
function indentOf(node: HtmlNode): number {
  if (!isElement(node)) return 0
  const { margin = '', 'margin-left': left = '', 'margin-right': right = '' } = stylesOf(node)
  const [, atRight = margin, , atLeft = atRight] = margin.split(/\s+/)
  const lengths = [left || atLeft, right || atRight].map((length) => {
    const [, number, unit = ''] = /^([\d.]+)(pt|px|in|cm|mm)$/.exec(length) ?? []
    return Number.parseFloat(number ?? '0') * (POINTS[unit] ?? 0)
  })
  return Math.max(...lengths)
}

/** As far from the margin as the text of an item, give or take a point. */
const isIndented = (indent: number, item: Item): boolean => item.indent > 0 && indent > item.indent - 1
