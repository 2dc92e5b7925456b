const BLOCK_END = /<\/(?:p|h[1-6]|li|blockquote|pre|tr|figcaption|div)>|<br ?\/?>/gi
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
}

/** Rich text as plain text with line breaks, for comparisons. */
export const plainText = (html: string): string =>
  html
    .replace(/\s+/g, ' ')
    .replace(BLOCK_END, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity]!)
    .replace(/ *\n */g, '\n')
    .trim()
