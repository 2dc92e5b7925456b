// The beginning of a text as a summary.
import { parseDocument } from '../../../text/seo-analysis/parse-document.ts'
import { sentencesOf } from '../../../text/seo-analysis/words.ts'

/** A longer summary is cut off in lists and results. */
const MAX_LENGTH = 200

/**
 * The first sentences of a rich text, headings skipped: as many whole ones as fit into 200 characters, at least one. Empty
 * for a text without sentences. Sentences of Persian texts end at `؟` and `…` as well.
 */
export function firstSentences(html: string): string {
  let summary = ''
  for (const { kind, text } of parseDocument(html).blocks) {
    if (kind !== 'paragraph') continue
    let start = 0
    for (const { end } of sentencesOf(text)) {
      const sentence = text.slice(start, end).replace(/\s+/g, ' ').trim()
      start = end
      if (summary && summary.length + 1 + sentence.length > MAX_LENGTH) return summary
      summary = summary ? `${summary} ${sentence}` : sentence
    }
  }
  return summary
}
