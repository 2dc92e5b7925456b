// The thread of text-workers.ts: one text per message.
import { analyzeSeo } from '../text/seo-analysis/analyze-seo.ts'
import { sanitizeRichText } from './security/sanitize-rich-text.ts'

declare const self: Worker

const WORK = { sanitize: sanitizeRichText, rate: analyzeSeo }

/** The name of the work and its arguments. */
export type Job = {
  [Name in keyof typeof WORK]: [Name, ...Parameters<(typeof WORK)[Name]>]
}[keyof typeof WORK]

self.onmessage = ({ data: [name, ...values] }: MessageEvent<Job>) => {
  self.postMessage((WORK[name] as (...values: unknown[]) => unknown)(...values))
}
