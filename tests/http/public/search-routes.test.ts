import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { startApp } from '../../support/app.ts'
import { stopClock } from '../../support/stop-clock.ts'

const app = await startApp()
const body = { title: 'بازرسی کشتی', title_en: 'Ship inspection', slug: 'ships', status: 'published' }
expect((await app.admin('POST', '/api/admin/articles', { body })).status).toBe(201)
afterAll(() => app?.[Symbol.asyncDispose]())

const get = (query: string, options = {}) => app.anyone('GET', `/api/search?${query}`, options)

test('a search returns a page of hits with record, URL and match ranges', async () => {
  const { status, body } = await get(
    `q=${encodeURIComponent('كشتي')}&lang=fa&types=articles,pages&page=1&per_page=5`,
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({ page: 1, per_page: 5, total: 1 })
  expect(body.items).toEqual([
    {
      type: 'articles',
      id: expect.any(Number),
      language: 'fa',
      title: 'بازرسی کشتی',
      title_matches: [[7, 11]],
      path: '/blog/ships',
      snippet: '',
      snippet_matches: [],
    },
  ])
})

test('the path of a hit leads to its page in its language', async () => {
  const pathOf = async (query: string) => (await get(query)).body.items[0].path
  expect(await pathOf('q=ship')).toBe('/blog/ships?lang=en')
  const article = { title: 'هتل', title_en: 'Hotel', slug: 'هتل', status: 'published' }
  await app.admin('POST', '/api/admin/articles', { body: article })
  await app.admin('POST', '/api/admin/pages', { body: { ...article, status: undefined } })
  await app.admin('POST', '/api/admin/faqs', {
    body: { question: 'سؤال', answer: 'پاسخ', question_en: 'Breakfast', answer_en: 'Yes' },
  })
  expect(await pathOf('q=hotel&types=articles')).toBe('/blog/هتل?lang=en')
  expect(await pathOf('q=hotel&types=pages')).toBe('/pages/هتل?lang=en')
  expect(await pathOf(`q=${encodeURIComponent('هتل')}&lang=fa&types=articles`)).toBe('/blog/هتل')
  expect(await pathOf('q=breakfast')).toBeNull()
  const page = await app.anyone('GET', await pathOf('q=hotel&types=articles'))
  expect([page.status, page.headers.get('Content-Language')]).toEqual([200, 'en'])
})

test('the spellings of an ezafe after he are one, and so are ß and ss, œ and oe', async () => {
  const spellings = ['سایهٔ کوه', 'سایۀ کوه', 'سایه\u200cی کوه', 'سایه ی کوه', 'سایه کوه']
  for (const [index, title] of [...spellings, 'Straße Œuvre', 'Strasse Oeuvre'].entries())
    await app.admin('POST', '/api/admin/articles', {
      body: { title, slug: `spelling-${index}`, status: 'published' },
    })
  const count = async (q: string) => (await get(`q=${encodeURIComponent(q)}&lang=fa`)).body.total
  for (const spelling of spellings) expect([spelling, await count(spelling)]).toEqual([spelling, 5])
  for (const words of ['straße œuvre', 'STRASSE OEUVRE']) expect(await count(words)).toBe(2)
})

test('a page has 10 hits by default', async () => {
  expect((await get('q=ship')).body).toMatchObject({ page: 1, per_page: 10, total: 1 })
})

test('the same search is a 304 until public content changes', async () => {
  const first = await get('q=inspection')
  const headers = { 'If-None-Match': first.headers.get('ETag')! }
  expect((await get('q=inspection', { headers })).status).toBe(304)
  const body = { title: 'دوم', title_en: 'Second inspection', status: 'published' }
  await app.admin('POST', '/api/admin/articles', { body })
  const second = await get('q=inspection', { headers })
  expect([second.status, second.body.total]).toEqual([200, 2])
})

test('a search during a rebuild of the index is not remembered', async () => {
  await app.deps.database.query((tx) =>
    tx.execute(sql`insert into articles (title, slug, status, published_at, position)
      select 'انبوه ' || n, 'bulk-' || n, 'published', now() - interval '1 hour', n from generate_series(1, 600) n`),
  )
  const total = async () => (await get(`q=${encodeURIComponent('انبوه')}`)).body.total
  expect(await total()).toBeLessThan(600)
  await app.deps.searchIndex.settled()
  expect(await total()).toBe(600)
})

test.each([
  ['', 'q'],
  ['q=', 'q'],
  [`q=${'a'.repeat(201)}`, 'q'],
  ['q=%00', 'q'],
  ['q=%F0%9F%99%82', 'q'],
  ['q=a&q=b', 'q'],
  ['q=a&lang=xx', 'lang'],
  ['q=a&types=menu', 'types'],
  ['q=a&types=', 'types'],
  ['q=a&page=0', 'page'],
  ['q=a&per_page=101', 'per_page'],
])('%p is 422 and names %s', async (query, path) => {
  const { status, body } = await get(query)
  expect(status).toBe(422)
  expect(body.errors.map((error: { path: string }) => error.path)).toEqual([path])
})

test('a client may search 120 times a minute; then 429 with Retry-After, without affecting others', async () => {
  using _ = stopClock()
  const statuses = new Set<number>()
  for (let n = 0; n < 120; n++) statuses.add((await get('q=ship', { peer: '203.0.113.7' })).status)
  expect([...statuses]).toEqual([200])
  const refused = await get('q=ship', { peer: '203.0.113.7' })
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(refused.headers.get('Retry-After')).toBe('60')
  expect((await get('q=ship', { peer: '203.0.113.8' })).status).toBe(200)
})
