// Plain text out of WordPress's HTML texts: titles, names and excerpts hold entities and sometimes markup.
import sanitizeHtml from 'sanitize-html'

/** On one line, without markup, entities or control characters. */
export function plainText(html: string): string {
  return sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** At most `max` UTF-16 units; what is cut ends with an ellipsis. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = text.slice(0, max - 1).trimEnd()
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`
}
