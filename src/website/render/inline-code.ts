// Collects the inline scripts, event handlers and styles of a template for its Content-Security-Policy.
import { unescapeHtml } from '../../text/html.ts'

/** Handlers for `HTMLRewriter`; the lists are complete once the document is transformed. */
export class InlineCode {
  readonly scriptTexts: string[] = []
  readonly styleTexts: string[] = []
  readonly handlerTexts: string[] = []

  readonly onElement = {
    element: (element: HTMLRewriterTypes.Element) => {
      for (const [name, value] of element.attributes) {
        // HTMLRewriter leaves entities in attribute values as they are written; browsers hash the decoded value.
        if (/^on/i.test(name ?? '')) this.handlerTexts.push(unescapeHtml(value ?? ''))
      }
    },
  }
  readonly onScript = collectText(this.scriptTexts)
  readonly onStyle = collectText(this.styleTexts)
}

// HTMLRewriter hands out the text of an element in chunks.
function collectText(texts: string[]) {
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
