const BLOCK_END = /<(?:br|\/(?:p|div|li|h[1-6]|td|th|tr|blockquote|figcaption|section|article))\b[^>]*>/gi
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The words of sanitised HTML on one line. */
export const plainTextOf = (html: string): string =>
  html
    .replace(BLOCK_END, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole
      const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16)
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : ' '
    })
    .replace(/\s+/g, ' ')
    .trim()
