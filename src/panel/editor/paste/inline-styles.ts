// Word and Google Docs write formats as styles; the editor knows them as elements and alignment as a class.
import { formatsIn } from '../../../text/inline-css.ts'
import { type HtmlElement, type HtmlNode, isElement, stylesOf } from './html-tree.ts'

const wrap = (tag: string, children: HtmlNode[]): HtmlElement => ({ tag, attributes: {}, children })

const isNormal = (weight = '') => weight === 'normal' || (weight !== '' && Number(weight) < 600)

/** Formats that the style of an inline element asks for, as tags from the outside. */
const formatsOf = (element: HtmlElement): string[] =>
  // Browsers and Google Docs underline links.
  formatsIn(stylesOf(element)).filter((tag) => tag !== element.tag && !(tag === 'u' && element.tag === 'a'))

const INLINE = /^(?:a|b|strong|i|em|u|s|strike|del|sub|sup|span|font|code|mark|small)$/

/**
 * An inline element with the formats of its style as elements inside. A `b` whose weight is normal, the wrapper of
 * everything that Google Docs copies, says nothing, as do `span` and `font`: their children take their place.
 */
export function applyFormats(element: HtmlElement, insideUnderlinedLink: boolean): HtmlNode[] {
  if (!INLINE.test(element.tag)) return [element]
  const formats = formatsOf(element).filter((tag) => !(tag === 'u' && insideUnderlinedLink))
  const children = formats.reduceRight((inner, tag) => [wrap(tag, inner)], element.children)
  return isMeaningless(element) ? children : [{ ...element, children }]
}

function isMeaningless({ tag, attributes, ...element }: HtmlElement): boolean {
  const styles = stylesOf({ tag, attributes, ...element })
  if (tag === 'b' || tag === 'strong') return isNormal(styles['font-weight'])
  if (tag === 'i' || tag === 'em') return styles['font-style'] === 'normal'
  if (tag === 'u') return styles['text-decoration']?.startsWith('none') ?? false
  return tag === 'font' || tag === 'span'
}

/** The class for the alignment of a block. `start` and `justify` say nothing. */
export function alignmentOf(element: HtmlElement, dir: string): string | null {
  const align = stylesOf(element)['text-align'] ?? element.attributes.align?.toLowerCase() ?? ''
  if (align === 'center') return 'has-text-align-center'
  if (align === 'end') return dir === 'rtl' ? 'has-text-align-left' : 'has-text-align-right'
  // The side on which the text starts anyway is no decision.
  if (align === 'right' && dir !== 'rtl') return 'has-text-align-right'
  return align === 'left' && dir === 'rtl' ? 'has-text-align-left' : null
}

const LIST_TYPES: Record<string, string> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
}

/** Google Docs and web pages give a list its letters by style, the former at its items. */
export function listTypeOf(list: HtmlElement): string | undefined {
  const item = list.children.find(isElement)
  const styles = [list, ...(item ? [item] : [])].map(stylesOf)
  const words = styles.flatMap((style) => [style['list-style-type'], style['list-style']]).join(' ')
  return LIST_TYPES[words.split(' ').find((word) => word in LIST_TYPES) ?? '']
}
