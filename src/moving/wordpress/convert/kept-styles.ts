// What the editor of WordPress writes as styles and old attributes, in the form that texts keep: alignment as a class,
// direction as `dir`, formats as elements. The names of other styles that readers would miss are collected.
import { attributesIn, escapeMixed } from '../../../text/html.ts'
import { formatsIn, stylesIn } from '../../../text/inline-css.ts'
import type { TagToken } from './scan-shortcodes.ts'

/** Styles that change what readers see, and that texts cannot have. */
const MISSED =
  /^(?:color|background(?:-color)?|font-size|font-family|line-height|letter-spacing|text-indent|(?:padding|margin)-(?:left|right)|text-transform)$/
const HAS_STYLES = /\b(?:style|align|dir|color)\s*=|^<\/?(?:center|strike|font)\b/i
const RENAMED: Record<string, string> = { center: 'div', strike: 's' }
/** Aligned as a whole, not their text. */
const BOXES = /^(?:img|table|figure|iframe|hr)$/

/** Returns a function for the tags of one content in order; `lost` gets the names of styles that are left out. */
export function createStyleConverter(lost: Set<string>) {
  /** The end tags of the elements added inside of each open `span`. */
  const spans: string[] = []
  return ({ name, text, isEnd }: TagToken): string => {
    if (name === 'span' && isEnd) return (spans.pop() ?? '') + text
    const formats: string[] = []
    const tag = HAS_STYLES.test(text) ? convertTag({ name, text, isEnd }, formats, lost) : text
    if (name === 'span' && !text.endsWith('/>'))
      spans.push(
        formats
          .map((format) => `</${format}>`)
          .toReversed()
          .join(''),
      )
    return tag + formats.map((format) => `<${format}>`).join('')
  }
}

type Tag = Pick<TagToken, 'name' | 'text' | 'isEnd'>

function convertTag({ name, text, isEnd }: Tag, formats: string[], lost: Set<string>): string {
  const tag = RENAMED[name] ?? name
  if (isEnd) return tag === name ? text : `</${tag}>`
  const { style = '', align = '', color, ...attributes } = attributesIn(text.slice(name.length + 1, -1))
  const styles = stylesIn(style)
  if (name === 'font' && color) lost.add('color')
  for (const property of Object.keys(styles)) if (MISSED.test(property)) lost.add(property)
  const side = name === 'center' ? 'center' : (styles['text-align'] ?? align.trim().toLowerCase())
  const isBox = BOXES.test(name)
  const ofBox = isBox ? align.trim().toLowerCase() || styles.float : undefined
  if (side === 'justify') lost.add('text-align: justify')
  const added = /^(?:left|right|center)$/.test((isBox ? ofBox : side) ?? '')
    ? `${isBox ? 'align' : 'has-text-align-'}${isBox ? ofBox : side}`
    : ''
  const classes = `${attributes.class ?? ''} ${added}`.trim()
  const direction = attributes.dir ?? styles.direction
  if (name === 'span') formats.push(...formatsIn(styles))
  const kept = {
    ...attributes,
    ...(classes && { class: classes }),
    ...(direction && { dir: direction }),
  }
  const written = Object.entries(kept).map(([key, value]) => ` ${key}="${escapeMixed(value)}"`)
  return `<${tag}${written.join('')}${text.endsWith('/>') ? ' /' : ''}>`
}
