// The Content-Security-Policy of pages: nothing runs but what the template itself brings.
import { createHash } from 'node:crypto'

/** `'sha256-…'` of an inline script or style, as a browser computes it: after line breaks were normalised. */
const hash = (text: string) =>
  `'sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}'`

/** Nothing runs and only pictures load. */
export const builtInPolicy = (styles: readonly string[]) =>
  [
    "default-src 'none'",
    `style-src ${styles.map(hash).join(' ')}`,
    'img-src * data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/**
 * The code that stands inline in a frontend's `index.html`, found by its handlers. A frontend may load scripts and
 * data from anywhere over TLS; what must not run is inline code that was not in that file.
 */
export class InlineCode {
  readonly styleTexts: string[] = []
  readonly #scriptTexts: string[] = []
  readonly #handlers: string[] = []

  readonly attributes = {
    element: (element: HTMLRewriterTypes.Element) => {
      for (const [name, value] of element.attributes) {
        if (/^on/i.test(name ?? '')) this.#handlers.push(decoded(value ?? ''))
      }
    },
  }
  readonly scripts = collect(this.#scriptTexts)
  readonly styles = collect(this.styleTexts)

  policy() {
    const handlers = this.#handlers.length > 0 ? ["'unsafe-hashes'", ...this.#handlers.map(hash)] : []
    const scripts = this.#scriptTexts.filter((text) => text.trim() !== '').map(hash)
    return [
      `script-src ${["'self'", 'https:', ...new Set([...scripts, ...handlers])].join(' ')}`,
      "object-src 'none'",
      "base-uri 'self'",
      "frame-ancestors 'self'",
    ].join('; ')
  }
}

function collect(texts: string[]) {
  let current = ''
  return {
    text(chunk: HTMLRewriterTypes.Text) {
      current += chunk.text
      if (!chunk.lastInTextNode) return
      texts.push(current)
      current = ''
    },
  }
}

const CHARACTERS: Record<string, string> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}
const decoded = (attribute: string) =>
  attribute.replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => CHARACTERS[entity]!)
