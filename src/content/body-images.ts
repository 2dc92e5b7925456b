// Images within rich text as it is stored, which is what the sanitiser wrote.
import { toRelativeMediaUrl } from '../security/sanitize-rich-text.ts'

type Description = { src: string; alt?: string | null | undefined; title?: string | null | undefined }

/** `html` with alt and title of the images that show `src` set as far as given; null where none shows it. */
export function describeIn(html: string, { src, alt, title }: Description, mediaBase: string): string | null {
  const wanted = comparable(src, mediaBase)
  let found = false
  const edited = new HTMLRewriter()
    .on('img[src]', {
      element(image) {
        if (comparable(unescaped(image.getAttribute('src')!), mediaBase) !== wanted) return
        found = true
        for (const [name, value] of [['alt', alt] as const, ['title', title] as const]) {
          if (value === null || (name === 'title' && value === '')) image.removeAttribute(name)
          else if (value !== undefined) image.setAttribute(name, value.replaceAll('&', '&amp;'))
        }
      },
    })
    .transform(html)
  return found ? edited : null
}

// The same image may be written absolute or relative, percent-encoded or not.
function comparable(src: string, mediaBase: string) {
  const relative = toRelativeMediaUrl(src, mediaBase)
  try {
    return decodeURI(relative).normalize('NFC')
  } catch {
    return relative
  }
}

// The rewriter gives attributes as they are written; these four are all that the sanitiser escapes.
const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
