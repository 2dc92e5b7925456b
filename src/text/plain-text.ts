import { tokenizeHtml, unescapeHtml } from './html.ts'

/** Text continues across these elements, and a block of it ends at all others. */
export const INLINE_ELEMENTS = new Set(
  (
    'a abbr b bdi bdo cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u ' +
    'var wbr'
  ).split(' '),
)

/**
 * The words of sanitised HTML, a line for each paragraph, heading, list item or cell that has any; `headings: false` leaves
 * out headings.
 */
export function textBlocksOf(html: string, { headings = true } = {}): string[] {
  let text = ''
  let isSkipped = false
  for (const { kind, tag, raw } of tokenizeHtml(html)) {
    if (!headings && /^h[1-6]$/.test(tag)) isSkipped = kind === 'start'
    if (kind === 'text') text += isSkipped ? '' : unescapeHtml(raw).replace(/\s+/g, ' ')
    else if (kind !== 'other' && !INLINE_ELEMENTS.has(tag)) text += '\n'
  }
  return text
    .split('\n')
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '')
}

/** The words of sanitised HTML on one line. */
export const plainTextOf = (html: string): string => textBlocksOf(html).join(' ')
