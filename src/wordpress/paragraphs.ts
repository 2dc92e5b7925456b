// What WordPress does to classic content whenever it shows it: blank lines part paragraphs, single line breaks become
// <br>. @wordpress/autop does that under the GPL; this project is MIT.

const names = (list: string) => new Set(list.split(' '))

const BLOCKS = names(
  'address article aside blockquote caption col colgroup dd details div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr legend li main math menu nav ol option p pre script section select style ' +
    'summary svg table tbody td textarea tfoot th thead tr ul',
)
/** Left alone with all that is in them. */
const OPAQUE = names('math pre script select style svg textarea')
const VOID = names('col hr')
/** Hold paragraphs when there is more than one; elsewhere in a block, line breaks only. */
const FLOW = names(
  'article aside blockquote dd details div fieldset footer form header li main nav section td th',
)
/** Hold no text of their own. */
const STRUCTURE = names('colgroup dl menu ol table tbody tfoot thead tr ul')

// An attribute may hold `>`. One character a step outside quotes: `+` there would backtrack exponentially.
const TAG = `<(/?)([a-z][a-z0-9-]*)(?:"[^"]*"|'[^']*'|[^'"<>])*>`
const GAP_OR_TAG = new RegExp(`(\\n\\s*\\n|(?:<br\\s*/?>\\s*){2,})|${TAG}`, 'gi')
const BREAK_OR_TAG = new RegExp(`<br\\s*/?>\\s*|\\n\\s*|${TAG}`, 'gi')

/** Classic content as HTML. Existing block elements stay; so does <pre> with every line break in it. */
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
    const closes = match[1] === '/'
    from = !closes && OPAQUE.has(name) ? endOf(html, name, tags.lastIndex) : tags.lastIndex
    tags.lastIndex = from
    out += html.slice(match.index, from)
    if (closes || VOID.has(name)) out += '\n'
    if (closes) close(open, name)
    else if (OPAQUE.has(name)) out += '\n'
    else if (!VOID.has(name)) {
      if (open.at(-1) === 'p') open.pop() // as HTML has it: a block ends a paragraph
      open.push(name)
    }
  }
  return (out + renderRun(html.slice(from), open.at(-1))).trim()
}

/** Text and inline markup between two block tags. */
function renderRun(run: string, container: string | undefined): string {
  if (run.trim() === '' || STRUCTURE.has(container ?? '')) return run.trim()
  if (container !== undefined && !FLOW.has(container)) return breakLines(run)
  const parts = run
    .replace(GAP_OR_TAG, (match, gap?: string) => (gap ? '\0' : match))
    .split('\0')
    .filter((part) => part.trim() !== '')
  if (parts.length === 1 && container !== undefined && container !== 'blockquote') return breakLines(run)
  return parts.map((part) => (isEmpty(part) ? part.trim() : `<p>${breakLines(part)}</p>\n`)).join('')
}

/** The end tag of a link around a block, for instance. */
const isEmpty = (part: string) =>
  part.replace(new RegExp(TAG, 'gi'), '').trim() === '' && !/<(?:img|input|br)\b/i.test(part)

function breakLines(run: string): string {
  return run
    .trim()
    .replace(/^[ \t]*(https?:\/\/[^\s<>"']+)[ \t]*$/gm, (_, url: string) => linkTo(url))
    .replace(BREAK_OR_TAG, (match) => (/^(?:\n|<br\b)/i.test(match) ? '<br>\n' : match))
}

/** A URL alone on its line is an embed in WordPress. */
export function linkTo(url: string): string {
  const escaped = url.replace(/&(?!#?\w+;)/g, '&amp;')
  return `<a href="${escaped}">${escaped}</a>`
}

function endOf(html: string, name: string, from: number) {
  const end = new RegExp(`</${name}\\s*>`, 'gi')
  end.lastIndex = from
  return end.test(html) ? end.lastIndex : html.length
}

function close(open: string[], name: string) {
  const index = open.lastIndexOf(name)
  if (index >= 0) open.length = index
}
