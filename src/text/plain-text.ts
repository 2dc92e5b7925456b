import { decodeEntities } from './decode-entities.ts'

const BLOCK_END = /<(?:br|\/(?:p|div|li|h[1-6]|td|th|tr|blockquote|figcaption|section|article))\b[^>]*>/gi

/** The words of sanitised HTML on one line. */
export const plainTextOf = (html: string): string =>
  decodeEntities(html.replace(BLOCK_END, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()
