import { expect, test } from 'bun:test'
import { previewUrlOf } from '../../src/content/preview/preview-url.ts'
import { articles } from '../../src/content/resources/articles.ts'

const row = { id: 1, version: 1, slug: 'نما' }
const slug = encodeURIComponent('نما')
const urlOf = (previewUrl: string | null, hasPage = true) =>
  previewUrlOf(articles, row, 'a.b.c', { siteUrl: 'https://www.example.com', previewUrl, hasPage })

test.each([
  [null, `https://www.example.com/blog/${slug}?preview=a.b.c`],
  ['https://x.example{path}?preview={token}', `https://x.example/blog/${slug}?preview=a.b.c`],
  ['https://x.example/p/{token}{path}', `https://x.example/p/a.b.c/blog/${slug}`],
  ['https://x.example/p?to={path}&t={token}', `https://x.example/p?to=%2Fblog%2F${slug}&t=a.b.c`],
  ['https://x.example/#{path}|{token}', `https://x.example/#%2Fblog%2F${slug}|a.b.c`],
])('the template %p gives %p', (template, url) => {
  expect(urlOf(template)).toBe(url)
})

test('without a page of its own, a record is previewed as part of the site', () => {
  expect(urlOf(null, false)).toBe('https://www.example.com/api/site?preview=a.b.c')
})
