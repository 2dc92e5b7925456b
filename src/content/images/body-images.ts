// Images inside stored rich text, which has the form that the sanitizer writes.

import { toRelativeMediaUrl } from '../../platform/security/sanitize-rich-text.ts'
import { escapeHtml, unescapeHtml } from '../../text/html.ts'

type ImageText = { src: string; alt?: string | null | undefined; title?: string | null | undefined }

/**
 * Sets `alt` and `title` of every image in `html` that shows `src`: undefined keeps an attribute, null removes it, and so
 * does an empty title. Returns null if no image shows `src`.
 */
export function setImageText(html: string, { src, alt, title }: ImageText, mediaBase: string): string | null {
  const wanted = normalizeSrc(src, mediaBase)
  let found = false
  const edited = new HTMLRewriter()
    .on('img[src]', {
      element(image) {
        // HTMLRewriter returns attribute values with their entities.
        if (normalizeSrc(unescapeHtml(image.getAttribute('src')!), mediaBase) !== wanted) return
        found = true
        for (const [name, value] of [['alt', alt] as const, ['title', title] as const]) {
          if (value === null || (name === 'title' && value === '')) image.removeAttribute(name)
          else if (value !== undefined) image.setAttribute(name, escapeHtml(value))
        }
      },
    })
    .transform(html)
  return found ? edited : null
}

// The same image may be written absolute or relative, percent-encoded or not.
function normalizeSrc(src: string, mediaBase: string) {
  const relative = toRelativeMediaUrl(src, mediaBase)
  try {
    return decodeURI(relative).normalize('NFC')
  } catch {
    return relative
  }
}
