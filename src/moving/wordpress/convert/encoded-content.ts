// Content of page builders that is stored in base64.
import { whyTooComplex } from './html-nesting.ts'
import type { ShortcodeElement } from './shortcode-elements.ts'

/** Content in base64; WPBakery's is percent-encoded inside. */
export function encoded(name: string, decode = (text: string) => text): ShortcodeElement {
  return {
    isRaw: true,
    convert(content, _attributes, tools) {
      const html = decode(fromBase64(content) ?? content)
      if (whyTooComplex(html) === null) return `\n\n${html}\n\n`
      tools.remove(name)
      return ''
    },
  }
}

export function fromBase64(text: string): string | null {
  const compact = text.replace(/<[^<>]*>|\s+/g, '')
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(compact) || compact.length % 4 === 1) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.fromBase64(compact))
  } catch {
    return null
  }
}
