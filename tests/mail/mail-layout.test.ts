import { describe, expect, test } from 'bun:test'
import { type Content, textOn, toHtml, toText } from '../../src/mail/mail-layout.ts'

const BRAND = { name: 'A & B <Ltd>', color: '#0f4c5c' }
const content = (change: Partial<Content> = {}): Content => ({
  language: 'en',
  heading: 'Hello <b>',
  blocks: [
    { kind: 'text', text: 'First & second\nline' },
    {
      kind: 'facts',
      rows: [
        { label: 'Name', value: '<script>alert(1)</script>' },
        { label: 'Email', value: 'a@b.co', isLatin: true },
      ],
    },
    { kind: 'quote', text: '"quoted"\r\n<img src=x onerror=alert(1)>' },
    { kind: 'button', label: 'Open', url: 'https://example.com/?a=1&b="2"' },
    { kind: 'link', label: 'Unsubscribe', url: 'https://example.com/u' },
    { kind: 'note', text: 'At the end' },
  ],
  footer: 'example.com sent it',
  ...change,
})

describe('the HTML part', () => {
  const html = toHtml(content(), BRAND)

  test('escapes every text', () => {
    const shown = new Map<string, number>()
    new HTMLRewriter()
      .on('*', { element: ({ tagName }) => void shown.set(tagName, (shown.get(tagName) ?? 0) + 1) })
      .transform(html)
    expect([...shown.keys()].filter((name) => ['script', 'img', 'b', 'ltd'].includes(name))).toEqual([])
    expect(html).toContain('A &amp; B &lt;Ltd&gt;')
    expect(html).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"')
    expect(html).toContain('&quot;quoted&quot;<br>&lt;img')
  })

  test('loads nothing', () => {
    expect(html).not.toMatch(/<(?:img|link|script|iframe)|<[^>]+\ssrc=|url\(|@import/)
  })

  test('reads from right to left in Persian, values with Latin text from left to right', () => {
    const persian = toHtml(content({ language: 'fa' }), BRAND)
    expect(persian).toContain('<html lang="fa" dir="rtl">')
    expect(persian).toContain('align="right"')
    expect(persian).toContain('<span dir="ltr">a@b.co</span>')
    expect(html).toContain('<html lang="en" dir="ltr">')
  })
})

test('the text part says all that the HTML part says', () => {
  const text = toText(content(), BRAND)
  for (const part of ['A & B <Ltd>', 'Hello <b>', 'First & second\nline', 'Name: <script>alert(1)</script>'])
    expect(text).toContain(part)
  expect(text).toContain('Email: a@b.co')
  expect(text).toContain('> "quoted"\n> <img src=x onerror=alert(1)>')
  expect(text).toContain('Open:\nhttps://example.com/?a=1&b="2"')
  expect(text).toContain('Unsubscribe:\nhttps://example.com/u')
  expect(text).toContain('At the end')
  expect(text).toContain('example.com sent it')
})

test.each([
  ['#0f4c5c', '#ffffff'],
  ['#000000', '#ffffff'],
  ['#ffffff', '#111111'],
  ['#ffd400', '#111111'],
] as const)('on %s, text is %s', (color, expected) => {
  expect(textOn(color)).toBe(expected)
})
