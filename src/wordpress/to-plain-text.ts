// Plain text from WordPress's HTML texts: titles, names and excerpts may contain entities and markup.
import sanitizeHtml from 'sanitize-html'

/** One line without markup, entities or control characters. */
export function plainText(html: string): string {
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
