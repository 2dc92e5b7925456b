import { expect, test } from 'bun:test'
import { type Language, Languages } from '../../src/website/view/language.ts'
import {
  pathTo,
  toAbsolute,
  withAbsoluteLinks,
  withLanguage,
  withMediaBase,
} from '../../src/website/view/page-links.ts'

const bases = { url: 'https://www.example.com', mediaBase: 'https://cdn.example.com/x' }
const [persian, english] = new Languages(['fa', 'en']).all as [Language, Language]

test.each([
  ['fa', 'rtl', 'fa_IR'],
  ['ar', 'rtl', 'ar_EG'],
  ['he', 'rtl', 'he_IL'],
  ['ur', 'rtl', 'ur_PK'],
  ['de-AT', 'ltr', 'de_AT'],
  ['az-Arab', 'rtl', 'az_IR'],
] as const)('%s is written %s and has the locale %s', (tag, direction, locale) => {
  expect(new Languages([tag]).primary).toMatchObject({ direction, locale })
})

test.each([
  ['/media/2026/01/نما.jpg', 'https://cdn.example.com/x/media/2026/01/%D9%86%D9%85%D8%A7.jpg'],
  ['/logo.svg', 'https://www.example.com/logo.svg'],
  ['logo.svg', 'https://www.example.com/logo.svg'],
  ['//other.example/a', 'https://other.example/a'],
  ['https://other.example/a b', 'https://other.example/a%20b'],
])('toAbsolute(%s) is %s', (link, address) => {
  expect(toAbsolute(bases, link)).toBe(address)
})

test.each([
  ['/services#a', '/services?lang=en#a'],
  ['/blog?page=2', '/blog?page=2&lang=en'],
  ['/blog?lang=fa', '/blog?lang=fa'],
  ['https://other.example/', 'https://other.example/'],
  ['//other.example/', '//other.example/'],
  ['/media/a.pdf', '/media/a.pdf'],
  ['tel:+98', 'tel:+98'],
  ['#top', '#top'],
])('an English page shows the menu link %s as %s', (link, shown) => {
  expect(withLanguage(link, english)).toBe(shown)
  expect(withLanguage(link, persian)).toBe(link)
})

test('paths have a query only for English and for pages after the first', () => {
  expect([pathTo('/blog', persian), pathTo('/blog', english, 2)]).toEqual(['/blog', '/blog?lang=en&page=2'])
})

const body = '<p>src="/media/a.jpg"</p><img src="/media/a.jpg" alt="x"><a href="/b">b</a><a href="//c">c</a>'

test('links in stored HTML change only in attributes, and only where needed', () => {
  expect(withMediaBase({ ...bases, mediaBase: bases.url }, body)).toBe(body)
  expect(withMediaBase(bases, body)).toBe(body.replace('<img src="', '<img src="https://cdn.example.com/x'))
  expect(withAbsoluteLinks(bases, body)).toBe(
    body
      .replace('<img src="', '<img src="https://cdn.example.com/x')
      .replace('<a href="/b', '<a href="https://www.example.com/b'),
  )
})
