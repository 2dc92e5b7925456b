import { decodeEntities } from './decode-entities.ts'

const BLOCK_END = /<(?:br|\/(?:p|div|li|h[1-6]|td|th|tr|blockquote|figcaption|section|article))\b[^>]*>/gi

/** The words of sanitised HTML, a line for each paragraph, heading, list item or cell that has any. */
export const textBlocksOf = (html: string): string[] =>
  html
    .split(BLOCK_END)
    .map((block) =>
      decodeEntities(block.replace(/<[^>]*>/g, ''))
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((block) => block !== '')

/** The words of sanitised HTML on one line. */
export const plainTextOf = (html: string): string => textBlocksOf(html).join(' ')
