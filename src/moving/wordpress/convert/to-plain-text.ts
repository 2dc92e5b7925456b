// Plain text from WordPress's HTML texts: titles, names and excerpts may contain entities and markup.
import sanitizeHtml from 'sanitize-html'
import { unescapeHtml } from '../../../text/html.ts'
import { withoutControls } from '../../../text/storable.ts'
import { whyTooComplex } from './html-nesting.ts'

/** One line without markup, entities or control characters; empty for HTML that is too long or too deep. */
export function plainText(html: string): string {
  if (whyTooComplex(html)) return ''
  const text = unescapeHtml(sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }))
  return withoutControls(text).replace(/\s+/g, ' ').trim()
}

/** Shortens to at most `max` UTF-16 units, with an ellipsis at the end. */
export function ellipsize(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = text.slice(0, max - 1).trimEnd()
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`
}

let shortened: Map<string, number> | null = null

/** Like `ellipsize`, for a value that a record has no more room for; `collectShortened` hears of it. */
export function truncate(text: string, max: number): string {
  const kept = ellipsize(text, max)
  if (kept !== text) shortened?.set(kept, max)
  return kept
}

/** The result of `run`, which must be synchronous, and the texts that `truncate` made meanwhile with their lengths. */
export function collectShortened<T>(run: () => T): { result: T; shortened: ReadonlyMap<string, number> } {
  const found = new Map<string, number>()
  shortened = found
  try {
    return { result: run(), shortened: found }
  } finally {
    shortened = null
  }
}
