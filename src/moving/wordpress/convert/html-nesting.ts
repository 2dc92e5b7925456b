// Limits the work that broken or hostile HTML can cause: the time of the conversion, of the HTML rewriter and of the
// sanitizer grows with the product of length and nesting depth.
import { tokenizeHtml, VOID_ELEMENTS } from '../../../text/html.ts'

export const MAX_HTML_DEPTH = 256
/** The API accepts 500,000 characters after conversion; comments and shortcodes make the source longer. */
export const MAX_HTML_LENGTH = 2_000_000

/** Why HTML is too long or too deep to convert, or null. Takes time linear in its length. */
export function whyTooComplex(html: string): string | null {
  if (html.length > MAX_HTML_LENGTH) {
    return `its content is longer than ${MAX_HTML_LENGTH.toLocaleString('en')} characters`
  }
  return isTooDeep(html) ? `its HTML is nested more than ${MAX_HTML_DEPTH} levels deep` : null
}

function isTooDeep(html: string): boolean {
  const open: string[] = []
  const openCounts = new Map<string, number>()
  const add = (name: string, difference: 1 | -1) =>
    openCounts.set(name, (openCounts.get(name) ?? 0) + difference)
  for (const { kind, tag: name, attributes } of tokenizeHtml(html)) {
    if (VOID_ELEMENTS.has(name) || attributes.endsWith('/')) continue
    if (kind === 'start') {
      open.push(name)
      add(name, 1)
      if (open.length > MAX_HTML_DEPTH) return true
    } else if (kind === 'end' && (openCounts.get(name) ?? 0) > 0) {
      // An end tag closes everything inside its element too, as in a browser.
      for (let closed = open.pop(); closed !== undefined; closed = open.pop()) {
        add(closed, -1)
        if (closed === name) break
      }
    }
  }
  return false
}
