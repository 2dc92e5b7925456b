// Adds paragraphs to content of the classic editor, as WordPress does when it shows the page: blank lines separate
// paragraphs, single line breaks become <br>. Not @wordpress/autop, which is GPL: this project is MIT.
import { TAG } from './html-nesting.ts'

const names = (list: string) => new Set(list.split(' '))

const BLOCKS = names(
  'address article aside blockquote caption col colgroup dd details div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr legend li main math menu nav ol option p pre script section select style ' +
    'summary svg table tbody td textarea tfoot th thead tr ul',
)
/** Copied unchanged, with everything inside. */
const OPAQUE = names('math pre script select style svg textarea')
const VOID = names('col hr')
/** May contain paragraphs; other blocks get only line breaks. */
const FLOW = names(
  'article aside blockquote dd details div fieldset footer form header li main nav section td th',
)
/** Contain no text of their own. */
const STRUCTURE = names('colgroup dl menu ol table tbody tfoot thead tr ul')

const GAP_OR_TAG = new RegExp(`(\\n\\s*\\n|(?:<br\\s*/?>\\s*){2,})|${TAG}`, 'gi')
const BREAK_OR_TAG = new RegExp(`<br\\s*/?>\\s*|\\n\\s*|${TAG}`, 'gi')

/** Existing block elements are kept, and so is every line break in <pre>. */
export function addParagraphs(content: string): string {
  const html = content.replace(/\r\n?/g, '\n')
  const tags = new RegExp(TAG, 'gi')
  const open: string[] = []
  let out = ''
  let from = 0
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    const name = match[2]!.toLowerCase()
    if (!BLOCKS.has(name)) continue
    out += renderRun(html.slice(from, match.index), open.at(-1))
    const isEndTag = match[1] === '/'
    from = !isEndTag && OPAQUE.has(name) ? endOf(html, name, tags.lastIndex) : tags.lastIndex
    tags.lastIndex = from
    out += html.slice(match.index, from)
    if (isEndTag || VOID.has(name) || OPAQUE.has(name)) out += '\n'
    if (isEndTag) close(open, name)
    else if (!VOID.has(name) && !OPAQUE.has(name)) {
      if (open.at(-1) === 'p') open.pop() // a block element ends a paragraph
      open.push(name)
    }
  }
  return (out + renderRun(html.slice(from), open.at(-1))).trim()
}

/** Renders text and inline markup between two block tags. */
function renderRun(run: string, container: string | undefined): string {
  if (run.trim() === '' || STRUCTURE.has(container ?? '')) return run.trim()
  if (container !== undefined && !FLOW.has(container)) return renderBreaks(run)
  const parts = run
    .replace(GAP_OR_TAG, (match, gap?: string) => (gap ? '\0' : match))
    .split('\0')
    .filter((part) => part.trim() !== '')
  if (parts.length === 1 && container !== undefined && container !== 'blockquote') return renderBreaks(run)
  return parts.map((part) => (isEmpty(part) ? part.trim() : `<p>${renderBreaks(part)}</p>\n`)).join('')
}

/** Only tags without content, such as the end tag of a link around a block. */
const isEmpty = (part: string) =>
  part.replace(new RegExp(TAG, 'gi'), '').trim() === '' && !/<(?:img|input|br)\b/i.test(part)

function renderBreaks(run: string): string {
  return run
    .trim()
    .replace(/^[ \t]*(https?:\/\/[^\s<>"']+)[ \t]*$/gm, (_, url: string) => linkTo(url))
    .replace(BREAK_OR_TAG, (match) => (/^(?:\n|<br\b)/i.test(match) ? '<br>\n' : match))
}

/** A link whose text is its URL. WordPress embeds a URL that is alone on its line. */
export function linkTo(url: string): string {
  const escaped = url.replace(/&(?!#?\w+;)/g, '&amp;')
  return `<a href="${escaped}">${escaped}</a>`
}

function endOf(html: string, name: string, from: number) {
  const endTag = new RegExp(`</${name}\\s*>`, 'gi')
  endTag.lastIndex = from
  return endTag.test(html) ? endTag.lastIndex : html.length
}

function close(open: string[], name: string) {
  const index = open.lastIndexOf(name)
  if (index >= 0) open.length = index
}
