// Adds paragraphs to content of the classic editor, as WordPress does when it shows the page: blank lines separate
// paragraphs, single line breaks become <br>. Not @wordpress/autop, which is GPL: this project is MIT.
import { escapeMixed, mapTags, tokenizeHtml, VOID_ELEMENTS } from '../../../text/html.ts'

const names = (list: string) => new Set(list.split(' '))

const BLOCKS = names(
  'address article aside blockquote caption col colgroup dd details div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr legend li main math menu nav ol option p pre script section select style ' +
    'summary svg table tbody td textarea tfoot th thead tr ul',
)
/** Elements that are copied unchanged, with everything inside. */
const OPAQUE = names('math pre script select style svg textarea')
/** May contain paragraphs; other blocks get only line breaks. */
const FLOW = names(
  'article aside blockquote dd details div fieldset footer form header li main nav section td th',
)
/** Contain no text of their own. */
const STRUCTURE = names('colgroup dl menu ol table tbody tfoot thead tr ul')

const GAP = /\n\s*\n|(?:<br\s*\/?>\s*){2,}/i
const BREAK = /<br\s*\/?>\s*|\n\s*/gi

/** Existing block elements are kept, and so is every line break in <pre>. */
export function addParagraphs(content: string): string {
  // A line break inside a tag is none of the text.
  const html = mapTags(content.replace(/\r\n?/g, '\n').replaceAll('\0', ''), ({ tag, raw }) =>
    tag === 'br' ? raw : raw.replaceAll('\n', '\0'),
  )
  const open: string[] = []
  let opaque: string | null = null
  let out = ''
  let run = ''
  for (const { kind, tag, raw } of tokenizeHtml(html)) {
    if (opaque !== null) {
      out += raw
      if (kind !== 'end' || tag !== opaque) continue
      opaque = null
      out += '\n'
    } else if (BLOCKS.has(tag)) {
      out += renderRun(run, open.at(-1)) + raw
      run = ''
      if (kind === 'start' && OPAQUE.has(tag)) opaque = tag
      else if (kind === 'end' || VOID_ELEMENTS.has(tag)) out += '\n'
      if (kind === 'end') close(open, tag)
      else if (!VOID_ELEMENTS.has(tag) && !OPAQUE.has(tag)) {
        if (open.at(-1) === 'p') open.pop() // a block element ends a paragraph
        open.push(tag)
      }
    } else run += raw
  }
  return (out + renderRun(run, open.at(-1))).trim().replaceAll('\0', '\n')
}

/** Renders text and inline markup between two block tags. */
function renderRun(run: string, container: string | undefined): string {
  if (run.trim() === '' || STRUCTURE.has(container ?? '')) return run.trim()
  if (container !== undefined && !FLOW.has(container)) return renderBreaks(run)
  const parts = run.split(GAP).filter((part) => part.trim() !== '')
  if (parts.length === 1 && container !== undefined && container !== 'blockquote') return renderBreaks(run)
  return parts.map((part) => (isEmpty(part) ? part.trim() : `<p>${renderBreaks(part)}</p>\n`)).join('')
}

/** Whether the part has only tags without content, such as the end tag of a link around a block. */
const isEmpty = (part: string) => mapTags(part, () => '').trim() === '' && !/<(?:img|input|br)\b/i.test(part)

function renderBreaks(run: string): string {
  return run
    .trim()
    .replace(/^[ \t]*(https?:\/\/[^\s<>"']+)[ \t]*$/gm, (_, url: string) => linkTo(url))
    .replace(BREAK, '<br>\n')
}

/** A link whose text is its URL. WordPress embeds a URL that is alone on its line. */
export function linkTo(url: string): string {
  const escaped = escapeMixed(url)
  return `<a href="${escaped}">${escaped}</a>`
}

function close(open: string[], name: string) {
  const index = open.lastIndexOf(name)
  if (index >= 0) open.length = index
}
