// Public reads and pages tell caches how long they may be kept and what they show if CDN_MAX_AGE_SECONDS is set.
import { afterAll, describe, expect, test } from 'bun:test'
import { startApp, type TestApp } from '../support/app.ts'

async function fill(target: TestApp) {
  const article = { title: 'one', slug: 'one', status: 'published', content: '<p>text</p>' }
  expect((await target.admin('POST', '/api/admin/articles', { body: article })).status).toBe(201)
}

const app = await startApp({ CDN_MAX_AGE_SECONDS: '300' })
await fill(app)
afterAll(() => app[Symbol.asyncDispose]())

const get = async (path: string, headers: Record<string, string> = {}) => app.app.request(path, { headers })
const isKept = (headers: Headers) =>
  /s-maxage/.test(headers.get('Cache-Control') ?? '') ||
  headers.has('CDN-Cache-Control') ||
  headers.has('Surrogate-Key')

test.each([
  ['/api/site', 'site'],
  ['/api/site?bodies=false', 'site'],
  ['/api/site/services', 'services'],
  ['/api/site/redirects', 'redirects site'],
  ['/api/articles', 'articles site-settings article-categories media'],
  ['/api/articles/one', 'articles site-settings article-categories media'],
  ['/', 'pages'],
  ['/blog', 'pages'],
  ['/blog/one?lang=en', 'pages'],
  ['/contact', 'pages'],
  ['/blog/feed.xml', 'pages'],
  ['/sitemap.xml', 'pages'],
])('%s may be kept, with the tags %s', async (path, tags) => {
  const { status, headers } = await get(path)
  expect(status).toBe(200)
  expect(headers.get('Cache-Control')).toBe(
    'public, max-age=0, must-revalidate, s-maxage=300, stale-while-revalidate=60, stale-if-error=86400',
  )
  expect(headers.get('CDN-Cache-Control')).toBe(
    'public, max-age=300, stale-while-revalidate=60, stale-if-error=86400',
  )
  expect(headers.get('Surrogate-Key')).toBe(tags)
  expect(headers.get('Cache-Tag')).toBe(tags.replaceAll(' ', ','))
  // Languages have addresses of their own, so a cache needs no copy for each browser's language.
  expect(headers.get('Vary')).toBe('Accept-Encoding')
  const again = await get(path, { 'If-None-Match': headers.get('ETag')! })
  expect([again.status, again.headers.get('Surrogate-Key')]).toEqual([304, tags])
})

test.each([
  '/api/live',
  '/health/ready',
  '/metrics',
  '/api/client-config',
  '/api/search?q=one',
  '/api/admin/articles',
  '/api/auth/me',
  '/api/openapi.json',
  '/admin',
  '/robots.txt',
  '/blog?q=one',
  '/search',
  '/search?q=one',
  '/blog/none',
  '/none',
  '/blog/one?preview=x',
  '/api/site?preview=x',
  '/api/articles/none',
  '/contact?sent=contact',
  '/newsletter/confirm?token=x',
])('%s is never kept', async (path) => {
  expect(isKept((await get(path)).headers)).toBe(false)
})

test('a preview and an answer to a form are never kept', async () => {
  const draft = await app.admin('POST', '/api/admin/articles', { body: { title: 'draft', slug: 'draft' } })
  const made = await app.admin('POST', `/api/admin/articles/${draft.body.id}/preview`)
  expect(made.status).toBe(201)
  const path = new URL(made.body.url, 'http://localhost')
  const preview = await get(path.pathname + path.search)
  expect([preview.status, preview.headers.get('Cache-Control'), isKept(preview.headers)]).toEqual([
    200,
    'no-store',
    false,
  ])
  const form = { name: 'n', email: 'a@example.com', message: 'm' }
  expect(isKept((await app.anyone('POST', '/api/contact', { body: form })).headers)).toBe(false)
})

test('content that may be outdated is not kept', async () => {
  const { snapshot } = app.deps
  const before = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(snapshot), 'isUnverified')!
  Object.defineProperty(snapshot, 'isUnverified', { get: () => true, configurable: true })
  const { headers } = await get('/api/site')
  expect(headers.get('Warning')).toStartWith('111')
  expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  expect(headers.has('CDN-Cache-Control')).toBe(false)
  Object.defineProperty(snapshot, 'isUnverified', { ...before, configurable: true })
  expect(isKept((await get('/api/site')).headers)).toBe(true)
})

describe('without CDN_MAX_AGE_SECONDS', () => {
  test('nothing is kept', async () => {
    await using plain = await startApp()
    await fill(plain)
    for (const path of [
      '/api/site',
      '/api/site/services',
      '/api/articles/one',
      '/blog/one',
      '/sitemap.xml',
    ]) {
      const { status, headers } = await plain.app.request(path)
      expect([path, status, headers.get('Cache-Control'), isKept(headers)]).toEqual([
        path,
        200,
        'public, max-age=0, must-revalidate',
        false,
      ])
    }
  })
})
