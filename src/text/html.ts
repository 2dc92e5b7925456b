// HTML by hand: tokens, escaping and void elements, in time linear in the length of any string. Regular expressions that
// match whole tags took four minutes for 200 KB of unclosed ones.

/** Elements that have no content and no end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

export type HtmlToken = {
  /** The text as it stands in the HTML. */
  raw: string
  /** `other`: comments, processing instructions and the like. */
  kind: 'text' | 'start' | 'end' | 'other'
  /** The name in lower case; empty for text and other. */
  tag: string
  /** The source between the name and `>`. */
  attributes: string
}

/** Their content is text up to their end tag. */
const RAW_TEXT = new Set(['script', 'style', 'textarea'])

/**
 * Splits HTML into tags and text as browsers do; `raw` of all tokens is the whole of it. A tag that is not closed is text
 * to the end.
 */
export function* tokenizeHtml(html: string): Generator<HtmlToken> {
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at)
    if (next !== at) yield textToken(next === -1 ? html.slice(at) : html.slice(at, next))
    if (next === -1) return
    const token = tokenAt(html, next)
    yield token
    at = next + token.raw.length
    if (token.kind !== 'start' || !RAW_TEXT.has(token.tag)) continue
    const end = endOfRawText(html, token.tag, at)
    if (end > at) yield textToken(html.slice(at, end))
    at = end
  }
}

const NAME = /<(\/?)([a-zA-Z][^\s/>]*)/y

/** The token that begins with the `<` at this place; text where that begins no tag. */
export function tokenAt(html: string, at: number): HtmlToken {
  NAME.lastIndex = at
  const name = NAME.exec(html)
  if (!name) {
    const raw = html.slice(at, endOfOther(html, at))
    return raw === '<' ? textToken(raw) : { raw, kind: 'other', tag: '', attributes: '' }
  }
  const from = NAME.lastIndex
  const end = endOfTag(html, from)
  if (end === -1) return textToken(html.slice(at))
  return {
    raw: html.slice(at, end + 1),
    kind: name[1] ? 'end' : 'start',
    tag: name[2]!.toLowerCase(),
    attributes: html.slice(from, end),
  }
}

const textToken = (raw: string): HtmlToken => ({ raw, kind: 'text', tag: '', attributes: '' })

/** The `>` of a tag outside of quoted values, or -1. */
function endOfTag(html: string, from: number): number {
  const marks = /[>"']/g
  marks.lastIndex = from
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    const at = mark.index
    if (mark[0] === '>') return at
    if (!isValue(html, at)) continue
    const end = html.indexOf(mark[0], at + 1)
    if (end === -1) return -1
    marks.lastIndex = end + 1
  }
  return -1
}

/** Whether a quote begins the value of an attribute; others are part of a name. */
function isValue(html: string, quote: number): boolean {
  let at = quote - 1
  while (/\s/.test(html[at] ?? '')) at--
  return html[at] === '='
}

/** The end of a comment, of Word's `<![if …]>` or of an instruction; of a lone `<`, the character after it. */
function endOfOther(html: string, from: number): number {
  const isComment = html.startsWith('<!--', from)
  if (!isComment && !/[!?]/.test(html[from + 1] ?? '')) return from + 1
  // `<!-->` and `<!--->` are whole comments.
  const end = isComment ? /--!?>/g : />/g
  end.lastIndex = from + 2
  return end.test(html) ? end.lastIndex : html.length
}

function endOfRawText(html: string, tag: string, from: number): number {
  const end = new RegExp(`</${tag}(?=[\\s/>])`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

const ATTRIBUTE = /([^\s"'=/>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/** The attributes of a tag, names in lower case, values with their entities. */
export function attributesIn(attributes: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const lower = name.toLowerCase()
    if (!Object.hasOwn(found, lower)) found[lower] = double ?? single ?? bare ?? ''
  }
  return found
}

/** HTML with each start and end tag replaced by what `change` returns for it. */
export function mapTags(html: string, change: (tag: HtmlToken) => string): string {
  let changed = ''
  for (const token of tokenizeHtml(html))
    changed += token.kind === 'start' || token.kind === 'end' ? change(token) : token.raw
  return changed
}

/** Plain text as the text of an element, with quotes as they are: the form in which rich text is stored. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plain text as the text of an element or as the value of an attribute in double quotes. */
export const escapeHtml = (text: string): string => escapeText(text).replaceAll('"', '&quot;')

/** Escapes text that may contain entities, which stay. */
export const escapeMixed = (text: string): string =>
  text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  zwnj: '\u200c',
}

/** Decodes the entities of stored HTML: numeric ones and those that HTML itself needs. Others stay. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole
    const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16)
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : ' '
  })
