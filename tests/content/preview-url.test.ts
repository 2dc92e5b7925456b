import { expect, test } from 'bun:test'
import { previewAddressOf, previewOriginOf } from '../../src/content/preview/preview-url.ts'
import { articles } from '../../src/content/resources/articles.ts'

const row = { id: 1, version: 1, slug: 'نما' }
const slug = encodeURIComponent('نما')
const addressOf = (previewUrl: string | null, hasPage = true) =>
  previewAddressOf({ resource: articles, row }, 'a.b.c', {
    siteUrl: 'https://www.example.com',
    previewUrl,
    hasPage,
    language: 'fa',
  })

test.each([
  [null, `https://www.example.com/blog/${slug}?preview=a.b.c`],
  ['https://x.example{path}?preview={token}', `https://x.example/blog/${slug}?preview=a.b.c`],
  ['https://x.example/p/{token}{path}', `https://x.example/p/a.b.c/blog/${slug}`],
  ['https://x.example/p?to={path}&t={token}', `https://x.example/p?to=%2Fblog%2F${slug}&t=a.b.c`],
  ['https://x.example/{lang}/{resource}/{slug}?t={token}', `https://x.example/fa/articles/${slug}?t=a.b.c`],
  [
    'https://x.example/d?r={resource}&id={id}&s={slug}&l={lang}&t={token}&t2={token}',
    `https://x.example/d?r=articles&id=1&s=${slug}&l=fa&t=a.b.c&t2=a.b.c`,
  ],
  ['https://x.example/#{path}|{token}', `https://x.example/#%2Fblog%2F${slug}|a.b.c`],
])('the template %p gives %p', (template, url) => {
  expect(addressOf(template).url).toBe(url)
})

test('the path is that of a page of this service only', () => {
  expect(addressOf(null).path).toBe(`/blog/${slug}?preview=a.b.c`)
  expect(addressOf('https://x.example{path}?preview={token}').path).toBeNull()
  expect(addressOf(null, false).path).toBeNull()
})

test.each([
  ['https://x.example{path}?preview={token}', 'https://x.example'],
  ['http://localhost:5173/p/{token}{path}', 'http://localhost:5173'],
  ['https://x.example/{lang}/{resource}/{id}?t={token}', 'https://x.example'],
])('the template %p is framed from %p', (template, origin) => {
  expect(previewOriginOf(template)).toBe(origin)
})

test('without a page of its own, a record is previewed as part of the site', () => {
  expect(addressOf(null, false).url).toBe('https://www.example.com/api/site?preview=a.b.c')
})

test.each([
  [null, 'https://www.example.com/?preview=a.b.c'],
  ['https://x.example{path}?preview={token}&r={resource}&id={id}', 'https://x.example/?preview=a.b.c&r=&id='],
])('with the template %p the site is previewed from its home page', (previewUrl, url) => {
  const options = { siteUrl: 'https://www.example.com', previewUrl, hasPage: true, language: 'fa' }
  expect(previewAddressOf(null, 'a.b.c', options).url).toBe(url)
})
