// Brings rich text into one form for comparison, so that a text which only went through the editor counts as unchanged.
// Works on strings: a form compares on every key.
import { attributesIn, escapeHtml, escapeText, tokenizeHtml, unescapeHtml } from '../../text/html.ts'

const BLOCK =
  'address|article|aside|blockquote|caption|col|colgroup|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|pre|' +
  'section|summary|table|tbody|td|tfoot|th|thead|tr|ul'
const SAME_TAG: Record<string, string> = { b: 'strong', i: 'em', del: 's' }

/** Equal strings stand for the same text. The result is for comparison only, not for storage. */
export function normaliseRichText(html: string): string {
  const isBlock = new RegExp(`^(?:${BLOCK})$`)
  const parts: string[] = []
  let depthOfPre = 0
  for (const { kind, tag, attributes, raw } of tokenizeHtml(html)) {
    if (kind === 'other') continue
    if (kind === 'text') {
      parts.push(normaliseText(raw, depthOfPre > 0))
      continue
    }
    const isEnd = kind === 'end'
    const name = SAME_TAG[tag] ?? tag
    if (name === 'pre') depthOfPre += isEnd ? -1 : 1
    // White space around blocks is not shown.
    if (isBlock.test(name) && depthOfPre === 0) trimEnd(parts)
    parts.push(isEnd ? `</${name}>` : `<${name}${normaliseAttributes(attributes)}>`)
  }
  const joined = parts
    .join('')
    .replace(new RegExp(`(</?(?:${BLOCK})(?: [^>]*)?>)[ \\n\\t]+(?=<|$)`, 'g'), '$1')
    .replace(
      /<li([^>]*)><p>((?:(?!<\/?(?:p|ul|ol|blockquote|pre|table|div)\b)[\s\S])*?)<\/p>(?=<\/li>|<[uo]l)/g,
      '<li$1>$2',
    )
    .replace(/<(t[dh])([^>]*)><p>((?:(?!<\/?p\b)[\s\S])*?)<\/p><\/\1>/g, '<$1$2>$3</$1>')
  return withoutEmptyEnd(joined).trim()
}

/** Without the empty paragraphs at the end. A loop, because a regular expression looks at a run of them once from each. */
function withoutEmptyEnd(html: string): string {
  let end = html.length
  for (let empty = emptyEnd(html, end); empty > 0; empty = emptyEnd(html, end)) end -= empty
  return html.slice(0, end)
}

const EMPTY_PARAGRAPHS = ['<p></p>', '<p><br></p>']
const emptyEnd = (html: string, end: number) =>
  EMPTY_PARAGRAPHS.find((paragraph) => html.endsWith(paragraph, end))?.length ?? 0

function trimEnd(parts: string[]) {
  while (parts.length > 0) {
    let end = parts.at(-1)!.length
    while (end > 0 && ' \n\t'.includes(parts.at(-1)![end - 1]!)) end--
    const trimmed = parts.at(-1)!.slice(0, end)
    parts[parts.length - 1] = trimmed
    if (trimmed !== '') return
    parts.pop()
  }
}

const normaliseText = (text: string, isPreformatted: boolean) => {
  const same = escapeText(unescapeHtml(text))
  return isPreformatted ? same : same.replace(/[ \n\t\r]+/g, ' ')
}

/** Attributes in alphabetical order, without empty ones and without the `rel` that the server adds by itself. */
function normaliseAttributes(source: string): string {
  const attributes = Object.entries(attributesIn(source))
    .filter(([name, value]) => value !== '' && name !== 'rel' && !(name.endsWith('span') && value === '1'))
    .map(([name, value]) => ` ${name}="${escapeHtml(unescapeHtml(value))}"`)
  return attributes.sort().join('')
}
