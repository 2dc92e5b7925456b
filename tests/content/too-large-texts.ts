/** Texts within the limit of a body that are larger once they are sanitized than a text may be. */
export const tooLarge: [name: string, html: string][] = [
  ['490,000 <', '<'.repeat(490_000)],
  ['160,000 <a>', '<a>'.repeat(160_000)],
  ['40,000 images', '<img src=/a>'.repeat(40_000)],
]
