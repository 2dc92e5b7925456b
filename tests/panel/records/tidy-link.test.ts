// Links as people type them.
import { expect, test } from 'bun:test'
import { targetOf, tidyLink } from '../../../src/panel/records/tidy-link.ts'
import { isAllowedUrl } from '../../../src/platform/security/sanitize-rich-text.ts'

const typed: [string, string, string | null][] = [
  ['/about', '/about', 'page'],
  ['  /blog/پمپ ', '/blog/پمپ', 'page'],
  ['/media/2026/05/prices.pdf', '/media/2026/05/prices.pdf', 'file'],
  ['#contact', '#contact', 'anchor'],
  ['https://example.com', 'https://example.com', 'website'],
  ['example.com/a?b', 'https://example.com/a?b', 'website'],
  ['info@example.com', 'mailto:info@example.com', 'email'],
  ['۰۲۱ ۸۸۷۷ ۰۰۰۰', 'tel:02188770000', 'phone'],
  ['+98 (21) 8877-0000', 'tel:+982188770000', 'phone'],
  ['about us', 'about us', null],
  ['', '', null],
]
for (const [text, link, target] of typed)
  test(`"${text}" means "${link}"`, () => {
    expect([tidyLink(text), targetOf(link)]).toEqual([link, target])
    if (target) expect(isAllowedUrl(link)).toBe(true)
  })

test('a tidy link stays as it is', () => {
  for (const [text] of typed) expect(tidyLink(tidyLink(text))).toBe(tidyLink(text))
})
