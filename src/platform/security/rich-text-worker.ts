// The thread that sanitizes large texts for sanitizer-pool.ts: one text per message.
import { sanitizeRichText } from './sanitize-rich-text.ts'

declare const self: Worker

export type Job = Parameters<typeof sanitizeRichText>

self.onmessage = ({ data: [html, options] }: MessageEvent<Job>) => {
  self.postMessage(sanitizeRichText(html, options))
}
