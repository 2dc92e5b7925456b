// Plain text from WordPress's HTML texts: titles, names and excerpts may contain entities and markup.
import sanitizeHtml from 'sanitize-html'
import { whyTooComplex } from './html-nesting.ts'

/** One line without markup, entities or control characters; empty for HTML that is too long or too deep. */
export function plainText(html: string): string {
  if (whyTooComplex(html)) return ''
  return sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Truncates to at most `max` UTF-16 units, with an ellipsis at the end. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = text.slice(0, max - 1).trimEnd()
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`
}
