// Turns pasted HTML from Word, Google Docs, LibreOffice or a web page into plain, well-formed HTML for the editor.
import { escapeHtml } from '../../../text/html.ts'
import { allowedClasses } from '../../../text/rich-text-allow-list.ts'
import { type Anchors, findAnchors } from './anchors.ts'
import {
  type HtmlElement,
  type HtmlNode,
  isElement,
  parseHtml,
  stylesOf,
  textOf,
  writeHtml,
} from './html-tree.ts'
import { alignmentOf, applyFormats, listTypeOf } from './inline-styles.ts'
import { renameForbidden } from './rename-forbidden.ts'
import { countVmlPictures } from './vml-pictures.ts'
import { convertWordLists } from './word-lists.ts'

export type PastedHtml = {
  html: string
  /** Pictures that the clipboard names but does not hold: `file:` URLs of Word. */
  missingPictures: number
}

type Options = {
  /** The direction of the text that receives the paste; only another one is kept. */
  direction: 'rtl' | 'ltr'
  /** Returns what `src` becomes for a picture that is in the HTML itself as a `data:` URL. */
  keepEmbedded: (dataUrl: string) => string
}

const DROPPED =
  /^(?:head|script|style|link|meta|title|button|input|select|textarea|iframe|object|embed|form|video|audio|canvas|nav|o:p|v:.*)$/
/** Layout, not text: their children take their place. */
const LAYOUT = /^(?:html|body|div|section|article|main|header|footer|aside|center|hgroup|fieldset)$/
const PHRASES =
  /^(?:label|picture|bdi|bdo|big|tt|ins|abbr|time|small|mark|dfn|google-sheets-html-origin|.*:.*)$/
const BLOCK =
  /^(?:p|h[1-6]|ul|ol|dl|table|blockquote|pre|hr|figure|div|section|article|main|header|footer|aside)$/

/**
 * HTML without `style` attributes and without anything that the editor would have to drop: formats as elements, Word's
 * list paragraphs as lists, nested lists inside their items, layout unwrapped.
 */
export function transformPastedHtml(html: string, { direction, keepEmbedded }: Options): PastedHtml {
  // HTML that the editor copied itself is already in its form.
  if (html.includes('data-pm-slice')) return { html: renameForbidden(html), missingPictures: 0 }
  const fragment = fragmentOf(html)
  const root = parseHtml(fragment)
  root.children = convertWordLists(root.children)
  let missingPictures = countVmlPictures(fragment)
  const cleanImage = (image: HtmlElement): HtmlNode[] => {
    const src = image.attributes.src?.trim() ?? ''
    if (/^data:image\//i.test(src)) return [imageWith(image, keepEmbedded(src))]
    if (/^(?:https?:)?\/\/|^\//i.test(src)) return isTracker(image) ? [] : [imageWith(image, src)]
    missingPictures++
    return []
  }
  const isShifted = /<h1[\s>]/i.test(fragment)
  const anchors = findAnchors(root)
  const context = { cleanImage, anchors, direction, dir: direction, isInLink: false, isShifted }
  const children = cleanAll(root.children, context)
  return { html: writeHtml({ ...root, children: wrapLooseText(children) }), missingPictures }
}

type Context = {
  cleanImage: (image: HtmlElement) => HtmlNode[]
  anchors: Anchors
  direction: string
  dir: string
  isInLink: boolean
  /** The page's title is its `h1`: pasted headings begin with `h2`. */
  isShifted: boolean
}

const cleanAll = (nodes: HtmlNode[], context: Context): HtmlNode[] =>
  nodes.flatMap((node) => (isElement(node) ? clean(node, context) : [node]))

function clean(element: HtmlElement, context: Context): HtmlNode[] {
  const { tag, attributes: own } = element
  if (tag === 'input' && own.type === 'checkbox') return [checkMark('checked' in own)]
  if (DROPPED.test(tag)) return []
  const styles = stylesOf(element)
  if (styles.display === 'none' || styles['mso-hide'] === 'all') return []
  // Google Docs has a picture of the box in each item of a checklist.
  if (tag === 'img') return own['aria-roledescription'] === 'checkbox' ? [] : context.cleanImage(element)
  const dir = own.dir?.toLowerCase() ?? context.dir
  const isInLink = context.isInLink || tag === 'a'
  const children = cleanAll(element.children, { ...context, dir, isInLink })
  if (own.role === 'checkbox') {
    const line = children.find((child) => isElement(child) && child.tag === 'p')
    ;(isElement(line) ? line.children : children).unshift(checkMark(own['aria-checked'] === 'true'))
  }
  if (LAYOUT.test(tag)) return unwrap(children)
  if (PHRASES.test(tag)) return children
  // A paragraph of Word that holds only a space is its way to leave room.
  if (tag === 'p' && isBlank(children)) return []
  if (tag === 'a' && !/^(?:https?:|mailto:|tel:|\/|#)/i.test(element.attributes.href ?? '')) return children
  const [first, ...others] = applyFormats({ ...element, children }, context.isInLink)
  if (isElement(first) && others.length === 0 && first.tag === tag) {
    const attributes = attributesOf(element, { ...context, dir })
    return [{ tag: context.isShifted ? shifted(tag) : tag, attributes, children: listed(first) }]
  }
  return [first, ...others].filter((node) => node !== undefined)
}

const checkMark = (isChecked: boolean) => (isChecked ? '☑ ' : '☐ ')

const shifted = (tag: string) => (/^h[1-5]$/.test(tag) ? `h${Number(tag[1]) + 1}` : tag)

const isBlank = (nodes: HtmlNode[]): boolean =>
  nodes
    .map(textOf)
    .join('')
    .replace(/&nbsp;|&#160;|\u00a0|\s/g, '') === '' && !nodes.some(hasPicture)
const hasPicture = (node: HtmlNode): boolean =>
  isElement(node) && (node.tag === 'img' || node.tag === 'hr' || node.children.some(hasPicture))

/** The children of layout; text between two layers of it stays a paragraph of its own. */
const unwrap = (children: HtmlNode[]): HtmlNode[] =>
  children.some((child) => isElement(child) && BLOCK.test(child.tag)) || isBlank(children)
    ? wrapLooseText(children)
    : [{ tag: 'p', attributes: {}, children }]

/** Inline nodes between blocks become paragraphs. Without any block, everything stays inline. */
function wrapLooseText(nodes: HtmlNode[]): HtmlNode[] {
  if (!nodes.some((node) => isElement(node) && BLOCK.test(node.tag))) return nodes
  const result: HtmlNode[] = []
  let loose: HtmlNode[] = []
  const finish = () => {
    if (!isBlank(loose)) result.push({ tag: 'p', attributes: {}, children: loose })
    loose = []
  }
  for (const node of nodes) {
    if (isElement(node) && BLOCK.test(node.tag)) {
      finish()
      result.push(node)
    } else loose.push(node)
  }
  finish()
  return result
}

/** Google Docs and older Word put a nested list beside the item that it belongs to. */
function listed({ tag, children }: HtmlElement): HtmlNode[] {
  if (tag !== 'ul' && tag !== 'ol') return children
  const items: HtmlElement[] = []
  for (const child of children.filter(isElement)) {
    const last = items.at(-1)
    if (child.tag === 'li') items.push(child)
    else if (last && (child.tag === 'ul' || child.tag === 'ol')) last.children.push(child)
    else items.push({ tag: 'li', attributes: {}, children: [child] })
  }
  return items
}

const KEPT: Record<string, string[]> = {
  a: ['href'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start'],
  code: ['class'],
  blockquote: ['cite'],
}

function attributesOf(element: HtmlElement, { anchors, dir, direction }: Context): Record<string, string> {
  const { tag, attributes } = element
  const names = KEPT[tag] ?? []
  const kept = Object.fromEntries(
    names.flatMap((name) => (attributes[name] ? [[name, attributes[name]]] : [])),
  )
  const isBlock = /^(?:p|h[1-6])$/.test(tag)
  const classes = (isBlock && alignmentOf(element, dir)) || allowedClasses(kept.class ?? '')
  delete kept.class
  const type = tag === 'ol' && (attributes.type ?? listTypeOf(element))
  if (kept.href) kept.href = anchors.linkTo(withoutRedirect(kept.href))
  const id = anchors.idOf(element)
  return {
    ...kept,
    ...(type && { type }),
    ...(classes && { class: classes }),
    ...(isBlock && dir !== direction && { dir }),
    ...(id && { id }),
  }
}

/** Google Docs sends its links through a page of its own. */
function withoutRedirect(href: string): string {
  const target = /^https:\/\/www\.google\.com\/url\?q=([^&]+)/.exec(href)?.[1]
  try {
    return target ? escapeHtml(decodeURIComponent(target)) : href
  } catch {
    return href
  }
}

function imageWith({ attributes }: HtmlElement, src: string): HtmlElement {
  const { alt = '', title, width, height } = attributes
  const size = (value = '') => (/^\d{1,4}$/.test(value) ? value : undefined)
  const kept = { src, alt, title, width: size(width), height: size(height) }
  return { tag: 'img', attributes: definedIn(kept), children: [] }
}

const definedIn = (attributes: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

const isTracker = ({ attributes: { width, height } }: HtmlElement) => width === '1' || height === '1'

/** The copied part, without the wrapping of the clipboard. */
function fragmentOf(html: string): string {
  const [start, end] = ['<!--StartFragment-->', '<!--EndFragment-->']
  const from = html.indexOf(start)
  const to = html.lastIndexOf(end)
  return from !== -1 && to > from ? html.slice(from + start.length, to) : html
}

/** A picture in a `data:` URL as a file. */
export function fileOf(dataUrl: string): File {
  const [, type = 'image/png', base64, data = ''] =
    /^data:([^;,]+)[^,]*?(;base64)?,(.*)$/s.exec(dataUrl) ?? []
  const bytes = Uint8Array.from(decode(data, Boolean(base64)), (character) => character.charCodeAt(0))
  return new File([bytes], `pasted.${type.split('/')[1]?.split('+')[0] ?? 'png'}`, { type })
}

function decode(data: string, isBase64: boolean): string {
  try {
    return isBase64 ? atob(data) : decodeURIComponent(data)
  } catch {
    return '' // an empty file, which the service refuses with its reason
  }
}
