// Replaces shortcodes by the HTML that they stand for, as far as the export contains it.
import { MAX_HTML_DEPTH } from './html-nesting.ts'
import { type ShortcodeToken, scanShortcodes, type TagToken, type Token } from './scan-shortcodes.ts'
import { parseAttributes } from './shortcode-attributes.ts'
import { fateOf, isLayout, isMedia, isRaw, partsOf } from './shortcode-elements.ts'
import type { ShortcodeTools } from './shortcode-parts.ts'

const NAMES = {
  isKnown: (name: string) => fateOf(name) !== null || name.startsWith('vc_'),
  isRaw,
}

/** Why shortcodes are nested too deeply to convert, or null. Takes linear time. */
export function whyTooManyShortcodes(content: string): string | null {
  if (!content.includes('[/')) return null
  const { depth } = pairShortcodes(scanShortcodes(content, NAMES))
  return depth > MAX_HTML_DEPTH ? `its shortcodes are nested more than ${MAX_HTML_DEPTH} levels deep` : null
}

/** An element that is open: its content is collected apart, because it is converted at the end. */
type Frame = { parts: string[]; isRemoved: boolean; end: (content: string) => string }

/**
 * `convertTag` replaces HTML tags. Check `whyTooManyShortcodes` before: the time grows with the product of length and
 * nesting.
 */
export function unwrapShortcodes(
  content: string,
  source: ShortcodeTools,
  convertTag: (token: TagToken) => string = ({ text }) => text,
): string {
  const tokens = scanShortcodes(content, NAMES)
  const { partners } = pairShortcodes(tokens)
  const frames: Frame[] = [{ parts: [], isRemoved: false, end: (html) => html }]
  // A removed element takes its content with it.
  const tools: ShortcodeTools = {
    ...source,
    remove: (name, reason) => frames.at(-1)!.isRemoved || source.remove(name, reason),
    unwrap: (name) => frames.at(-1)!.isRemoved || source.unwrap(name),
  }
  const write = (html: string) => void frames.at(-1)!.parts.push(html)

  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'text') write(token.text)
    else if (token.kind === 'tag') write(convertTag(withoutShortcodes(token, tools)))
    else if (token.isEnd) {
      if (partners[index] === -1) continue
      const { parts, end } = frames.pop()!
      write(end(parts.join('')))
    } else {
      const end = startElement(token, tools)
      if (partners[index] !== -1) {
        const isRemoved = frames.at(-1)!.isRemoved || fateOf(token.name) === 'removed'
        frames.push({ parts: [], isRemoved, end })
      } else write(end(token.raw ?? ''))
    }
  }
  return frames[0]!.parts.join('')
}

/** Returns the function that makes the element's HTML from its content. */
function startElement(
  { name, attributes }: ShortcodeToken,
  tools: ShortcodeTools,
): (content: string) => string {
  const fate = fateOf(name)
  if (fate === 'unwrapped') tools.unwrap(`[${name}]`)
  else if (fate !== 'converted') tools.remove(`[${name}]`)
  if (fate === 'removed') return () => ''
  const gap = isLayout(name) ? '\n\n' : ''
  return (content) => {
    const parsed = parseAttributes(decodeFor(name, attributes))
    const html = partsOf(name)
      .map((part) => part(parsed, tools, content))
      .join('')
    if (html.trim() === '' && isMedia(name)) tools.remove(`[${name}]`)
    return gap + html + gap
  }
}

/** WPBakery escapes what a shortcode's attribute may not contain. */
const decodeFor = (name: string, attributes: string) =>
  name.startsWith('vc_') ? attributes.replace(/`[{}]`|``/g, (code) => WPBAKERY_ESCAPES[code]!) : attributes

const WPBAKERY_ESCAPES: Record<string, string> = { '`{`': '&#91;', '`}`': '&#93;', '``': '&quot;' }

/** Shortcodes inside a tag, such as a link's URL, have no place for HTML. */
function withoutShortcodes(token: TagToken, tools: ShortcodeTools): TagToken {
  if (!token.text.includes('[')) return token
  const text = token.text.replace(/\[\/?([a-z_][\w-]*)(?:\s[^\][<>]*)?\]/gi, (whole, name: string) => {
    if (!NAMES.isKnown(name.toLowerCase())) return whole
    tools.remove(`[${name.toLowerCase()}]`)
    return ''
  })
  return { ...token, text }
}

type Pairs = {
  /** The index of the other half by the index of a token, or -1. */
  partners: Int32Array
  /** The number of elements with an end that are open at once. */
  depth: number
}

/** Takes linear time: each shortcode is opened once and closed once. */
function pairShortcodes(tokens: readonly Token[]): Pairs {
  const partners = new Int32Array(tokens.length).fill(-1)
  const open: { name: string; index: number }[] = []
  const openCounts = new Map<string, number>()
  const add = (name: string, difference: 1 | -1) =>
    openCounts.set(name, (openCounts.get(name) ?? 0) + difference)
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'shortcode') continue
    const { name } = token
    if (!token.isEnd) {
      if (token.isSelfClosing || token.raw !== null) continue
      open.push({ name, index })
      add(name, 1)
    } else if ((openCounts.get(name) ?? 0) > 0) {
      for (let last = open.pop(); last; last = open.pop()) {
        add(last.name, -1)
        if (last.name !== name) continue
        partners[last.index] = index
        partners[index] = last.index
        break
      }
    }
  }
  return { partners, depth: depthOf(partners) }
}

function depthOf(partners: Int32Array): number {
  let depth = 0
  let deepest = 0
  for (const [index, partner] of partners.entries()) {
    if (partner === -1) continue
    depth += partner > index ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
