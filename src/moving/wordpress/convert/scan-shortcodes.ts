// Divides content into text, HTML tags and shortcodes, in time linear in its length.
import { tokenAt } from '../../../text/html.ts'

export type ShortcodeToken = {
  kind: 'shortcode'
  text: string
  /** The name in lower case. */
  name: string
  isEnd: boolean
  /** `[name /]` */
  isSelfClosing: boolean
  attributes: string
  /** The unread content of an element such as `[code]`, whose end the token includes; otherwise null. */
  raw: string | null
}
/** `text` of a script or a style includes its content and its end. */
export type TagToken = { kind: 'tag'; text: string; name: string; isEnd: boolean }
export type Token = { kind: 'text'; text: string } | TagToken | ShortcodeToken

type Names = {
  /** Shortcodes that need no other sign than their name. */
  isKnown: (name: string) => boolean
  /** Shortcodes whose content is not HTML, such as base64. */
  isRaw: (name: string) => boolean
}

const NAME = '[\\p{L}_][\\p{L}\\p{N}_-]*'
const SHORTCODE = new RegExp(`\\[(\\[?)(/?)(${NAME})([^\\][]*)\\](\\]?)`, 'uy')
/** Values in quotes may contain brackets. The lengths keep a text of unclosed quotes linear. */
const VALUE = `(?:"[^"]{0,1000}"|'[^']{0,1000}'|[^\\s\\][<>"']{1,1000})`
const WITH_VALUES = new RegExp(
  `\\[(\\[?)(/?)(${NAME})((?:\\s{1,20}[\\w-]{1,100}=${VALUE}){1,100}\\s{0,20}/?)\\](\\]?)`,
  'uy',
)
const END = new RegExp(`\\[/(${NAME})\\s*\\]`, 'gu')
const NAMED_VALUE = /\s[\w-]+=["'\w]/
/** A name with `_` or `-`, alone on its line or in its paragraph. */
const COMPOUND_NAME = /^[a-z][a-z\d]*[_-][\w-]*$/
/** Code that only looks like a shortcode is frequent here. */
const CODE_ELEMENTS = new Set(['code', 'pre', 'kbd', 'samp'])
/** Elements whose content is neither text nor tags. */
const RAW_ELEMENTS = new Set(['script', 'style'])

/** `[[name]]`, the escaped form, is text. Text in brackets that is not a shortcode stays text. */
export function scanShortcodes(content: string, { isKnown, isRaw }: Names): Token[] {
  const tokens: Token[] = []
  const lastEnds = new Map<string, number>()
  for (const { 1: name, index } of content.matchAll(END)) lastEnds.set(name!.toLowerCase(), index)
  const find = createFinder(content)
  const starts = /[[<]/g
  const started = new Set<string>()
  let codeDepth = 0
  let tagsUntil = content.length
  let textFrom = 0
  const push = (token: Token, from: number, end: number) => {
    if (from > textFrom) tokens.push({ kind: 'text', text: content.slice(textFrom, from) })
    tokens.push(token)
    textFrom = end
    starts.lastIndex = end
  }

  function readTag(at: number) {
    // Comments and instructions are no tags; each would be read to its end from each of the marks in it.
    if (at >= tagsUntil || content[at + 1] === '!' || content[at + 1] === '?') return
    const { kind, tag: name, raw } = tokenAt(content, at)
    let end = at + raw.length
    // A tag that is not closed ends the tags, not the shortcodes.
    if (kind === 'text' && raw !== '<') tagsUntil = at
    if (kind === 'text' || kind === 'other') return
    const isEnd = kind === 'end'
    if (CODE_ELEMENTS.has(name)) codeDepth = Math.max(0, codeDepth + (isEnd ? -1 : 1))
    if (!isEnd && RAW_ELEMENTS.has(name)) {
      const endTag = find(`</${name}`, end)
      end = endTag === -1 ? content.length : content.indexOf('>', endTag) + 1 || content.length
    }
    push({ kind: 'tag', text: content.slice(at, end), name, isEnd }, at, end)
  }

  function readShortcode(at: number) {
    WITH_VALUES.lastIndex = at
    SHORTCODE.lastIndex = at
    const match = WITH_VALUES.exec(content) ?? SHORTCODE.exec(content)
    if (!match) return
    const [whole, before, slash, writtenName, rest, after] = match as unknown as string[]
    const name = writtenName!.toLowerCase()
    const isEnd = slash === '/'
    const isSelfClosing = !isEnd && /\/\s*$/.test(rest!)
    const from = before ? at + 1 : at
    const end = at + whole!.length - (after ? 1 : 0)
    const known = isKnown(name)
    if (!/^(?:[\s/]|$)/.test(rest!) && !(known && rest!.startsWith('='))) return
    const isShortcode = isEnd
      ? known || started.has(name)
      : known ||
        (codeDepth === 0 &&
          ((lastEnds.get(name) ?? -1) >= end ||
            isSelfClosing ||
            NAMED_VALUE.test(rest!) ||
            (COMPOUND_NAME.test(name) && rest === '' && isAlone(content, from, end))))
    if (!isShortcode) return
    if (before && after) {
      push({ kind: 'text', text: content.slice(from, end) }, at, end + 1)
      return
    }
    if (!isEnd) started.add(name)
    const attributes = isSelfClosing ? rest!.replace(/\/\s*$/, '') : rest!
    const endTag = isRaw(name) && !isEnd && !isSelfClosing ? find(`[/${name}]`, end) : -1
    const raw = endTag === -1 ? null : content.slice(end, endTag)
    const tokenEnd = raw === null ? end : endTag + name.length + 3
    const text = content.slice(from, tokenEnd)
    push({ kind: 'shortcode', text, name, isEnd, isSelfClosing, attributes, raw }, from, tokenEnd)
  }

  for (let match = starts.exec(content); match; match = starts.exec(content)) {
    if (match[0] === '<') readTag(match.index)
    else readShortcode(match.index)
  }
  if (textFrom < content.length) tokens.push({ kind: 'text', text: content.slice(textFrom) })
  return tokens
}

/** Searches without regard to case; what was not found once is not searched again. */
function createFinder(content: string) {
  const lowered = content.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const absent = new Set<string>()
  return (text: string, from: number): number => {
    if (absent.has(text)) return -1
    const index = lowered.indexOf(text, from)
    if (index === -1) absent.add(text)
    return index
  }
}

function isAlone(content: string, from: number, end: number): boolean {
  const before = content.slice(Math.max(0, from - 40), from)
  const after = content.slice(end, end + 40)
  return /(?:^|\n|>)[ \t]*$/.test(before) && /^[ \t]*(?:$|[\r\n]|<)/.test(after)
}
