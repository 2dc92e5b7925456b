// Word and Google Docs write formats as styles; the editor knows them as elements and alignment as a class.
import { type HtmlElement, type HtmlNode, stylesOf } from './html-tree.ts'

const wrap = (tag: string, children: HtmlNode[]): HtmlElement => ({ tag, attributes: {}, children })

const isBold = (weight = '') => weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
const isNormal = (weight = '') => weight === 'normal' || (weight !== '' && Number(weight) < 600)

/** Formats that the style of an inline element asks for, as tags from the outside. */
function formatsOf(element: HtmlElement): string[] {
  const styles = stylesOf(element)
  const decoration = `${styles['text-decoration'] ?? ''} ${styles['text-decoration-line'] ?? ''}`
  const isLink = element.tag === 'a' // browsers and Google Docs underline links
  const formats: [tag: string, isMeant: boolean][] = [
    ['strong', isBold(styles['font-weight'])],
    ['em', /^(?:italic|oblique)/.test(styles['font-style'] ?? '')],
    ['u', decoration.includes('underline') && !isLink],
    ['s', decoration.includes('line-through')],
    ['sub', styles['vertical-align'] === 'sub'],
    ['sup', styles['vertical-align'] === 'super'],
  ]
  return formats.filter(([tag, isMeant]) => isMeant && tag !== element.tag).map(([tag]) => tag)
}

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
