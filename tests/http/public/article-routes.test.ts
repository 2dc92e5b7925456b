// The public articles: their order, and the links from one to others.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startApp } from '../../support/app.ts'
import { stopClock } from '../../support/stop-clock.ts'

const app = await startApp()
afterAll(() => app?.[Symbol.asyncDispose]())

type Values = Record<string, unknown>

async function create(resource: string, body: Values) {
  const answer = await app.admin('POST', `/api/admin/${resource}`, { body })
  expect(answer.status).toBe(201)
  return answer.body.id as number
}
const publish = (slug: string, day: number, values: Values = {}) =>
  create('articles', {
    title: `عنوان ${slug}`,
    title_en: `Title ${slug}`,
    slug,
    status: 'published',
    published_at: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`,
    ...values,
  })
const setOrder = (blog_order: string) =>
  app.admin('PATCH', '/api/admin/site-settings/1', { body: { blog_order } })
const read = async (slug: string) => (await app.anyone('GET', `/api/articles/${slug}`)).body
const slugOf = (link: { slug: string } | null) => link?.slug ?? null
const neighbours = async (slug: string) => {
  const { previous, next } = await read(slug)
  return [slugOf(previous), slugOf(next)]
}
const related = async (slug: string) => (await read(slug)).related.map(slugOf)
const list = async (query: string) =>
  (await app.anyone('GET', `/api/articles?${query}`)).body.items.map(slugOf)

async function blogPage(query = '') {
  const { body } = await app.anyone('GET', `/blog${query}`)
  return [...body.matchAll(/<h2><a href="\/blog\/([^"?]+)/g)].map(([, slug]) => slug)
}

beforeEach(async () => {
  const { items } = (await app.admin('GET', '/api/admin/articles')).body
  for (const { id } of items) await app.admin('DELETE', `/api/admin/articles/${id}`)
  await setOrder('newest')
})

test('the list is sorted by position, or with sort=newest by publication', async () => {
  await publish('b', 20)
  await publish('c', 10)
  await publish('a', 30)
  expect(await list('')).toEqual(['b', 'c', 'a'])
  expect(await list('sort=position')).toEqual(['b', 'c', 'a'])
  expect(await list('sort=newest')).toEqual(['a', 'b', 'c'])
  expect(await list('sort=newest&page=2&per_page=2')).toEqual(['c'])
  expect(await list('sort=-title_en')).toEqual(['c', 'b', 'a'])
  const { status, body } = await app.anyone('GET', '/api/articles?sort=content')
  expect([status, body.errors[0].path]).toEqual([422, 'sort'])
})

test('with q, the list has the articles that contain all words in any language, in its own order', async () => {
  await publish('b', 20, { content: '<p>بازرسي كشتی در بندر</p>', tags: ['ports'] })
  await publish('c', 10, { title_en: 'Inspections of ships' })
  await publish('a', 30, { excerpt: 'بازرسی کالا', tags: ['ports'] })
  await create('articles', { title: 'بازرسی پیش‌نویس', slug: 'draft' })
  await publish('later', 1, { title: 'بازرسی فردا', published_at: '2027-01-01T00:00:00Z' })
  const found = (q: string, rest = '') => list(`q=${encodeURIComponent(q)}${rest}`)
  expect(await found('بازرسی')).toEqual(['b', 'a'])
  expect(await found('بازرسي', '&sort=newest')).toEqual(['a', 'b'])
  expect(await found('بازرسی', '&sort=newest&page=2&per_page=1')).toEqual(['b'])
  expect(await found('بازر کشتی')).toEqual(['b'])
  expect(await found('inspection')).toEqual(['c'])
  expect(await found('ports', '&tag=ports')).toEqual(['b', 'a'])
  expect(await found('ship', '&tag=ports')).toEqual([])
  expect(await found('…؟')).toEqual([])
  expect(await found(' ')).toEqual(['b', 'c', 'a'])
  await publish('d', 5, { title: 'بازرسی دیگر' })
  expect(await found('بازرسی')).toEqual(['b', 'a', 'd'])
})

test('a category that does not exist is 404; one without articles has an empty list', async () => {
  await create('article-categories', { title: 'گزارش', slug: 'reports' })
  const answer = await app.anyone('GET', '/api/articles?category=reports')
  expect(answer.body).toEqual({ items: [], page: 1, per_page: 1, total: 0, images: {} })
  for (const category of ['nothing', '999999']) {
    const { status, body } = await app.anyone('GET', `/api/articles?category=${category}`)
    expect([status, body.detail]).toEqual([
      404,
      'There is no such category; GET /api/article-categories lists them.',
    ])
  }
})

test('with lang, the list has and counts the articles in that language, whatever else it is filtered by', async () => {
  const category_id = await create('article-categories', { title: 'راهنما', slug: 'guides' })
  await publish('b', 20, { category_id, tags: ['ports'] })
  await publish('c', 10, { category_id, tags: ['ports'], title_en: null })
  await publish('a', 30, { category_id })
  expect(await list('lang=en')).toEqual(['b', 'a'])
  expect(await list('lang=fa&sort=newest')).toEqual(['a', 'b', 'c'])
  expect(await list('lang=en&category=guides&tag=ports')).toEqual(['b'])
  const { body } = await app.anyone('GET', '/api/articles?lang=en&per_page=1')
  expect([body.items.length, body.total]).toEqual([1, 2])
  expect((await app.anyone('GET', '/api/articles?lang=de')).status).toBe(422)
})

test('an article is found by its id as well, and by a slug of digits before that', async () => {
  const id = await publish('by-id', 1)
  expect((await read(String(id))).slug).toBe('by-id')
  await publish(String(id), 2)
  expect((await read(String(id))).slug).toBe(String(id))
  const draft = await create('articles', { title: 'پیش‌نویس' })
  expect((await app.anyone('GET', `/api/articles/${draft}`)).status).toBe(404)
})

test('of unknown parameters, `_` and `utm_…` pass, others are 422', async () => {
  const names = async (query: string) =>
    (await app.anyone('GET', `/api/articles?${query}`)).body.errors?.map(
      ({ path, code }: { path: string; code: string }) => `${code} ${path}`,
    )
  expect(await names('_=1&utm_source=a&utm_campaign=b')).toBeUndefined()
  for (const name of ['_x', '__', '_method', 'utm', 'xutm_a', '__proto__'])
    expect(await names(`${name}=1`)).toEqual([`unknown_parameter ${name}`])
})

test('searching the list counts against the limit of searches; reading it does not', async () => {
  using _ = stopClock()
  await using other = await startApp()
  const status = async (query: string) =>
    (await other.anyone('GET', `/api/articles${query}`, { peer: '203.0.113.7' })).status
  for (let count = 0; count < 120; count++) expect(await status('?q=ship')).toBe(200)
  expect(await status('?q=ship')).toBe(429)
  expect([await status('?q='), await status('?tag=a')]).toEqual([200, 200])
})

test('of two articles published at once, the newer record comes first', async () => {
  await publish('first', 1)
  await publish('second', 1)
  expect(await list('sort=newest')).toEqual(['second', 'first'])
})

test('blog_order decides the order of /blog; the feed has the newest first', async () => {
  await publish('b', 20)
  await publish('c', 10)
  await publish('a', 30)
  const feed = async () =>
    [...(await app.anyone('GET', '/blog/feed.xml')).body.matchAll(/rel="alternate"[^>]*\/blog\/(\w)"/g)].map(
      ([, slug]) => slug,
    )
  expect(await blogPage()).toEqual(['a', 'b', 'c'])
  expect(await blogPage('?lang=en')).toEqual(['a', 'b', 'c'])
  expect(await feed()).toEqual(['a', 'b', 'c'])
  await setOrder('position')
  expect(await blogPage()).toEqual(['b', 'c', 'a'])
  expect(await blogPage('?lang=en')).toEqual(['b', 'c', 'a'])
  expect(await feed()).toEqual(['a', 'b', 'c'])
})

test('blog_order is newest by default and refuses other values', async () => {
  const settings = await app.admin('GET', '/api/admin/site-settings/1')
  expect(settings.body.blog_order).toBe('newest')
  expect((await setOrder('title')).status).toBe(422)
})

test('an article links to the one before and the one after it on the blog', async () => {
  await publish('b', 20)
  await publish('c', 10)
  await publish('a', 30)
  expect(await neighbours('a')).toEqual([null, 'b'])
  expect(await neighbours('b')).toEqual(['a', 'c'])
  expect(await neighbours('c')).toEqual(['b', null])
  await setOrder('position')
  expect(await neighbours('c')).toEqual(['b', 'a'])
  const { id } = await read('a')
  expect((await read('c')).next).toEqual({ id, slug: 'a', title: 'عنوان a', title_en: 'Title a' })
})

test('links follow publication, also when an article appears as time passes', async () => {
  await publish('old', 1)
  const id = await publish('middle', 2)
  await publish('new', 3)
  await app.admin('PATCH', `/api/admin/articles/${id}`, { body: { status: 'draft' } })
  expect(await neighbours('old')).toEqual(['new', null])
  const appears = new Date(Date.now() + 3_600_000)
  await create('articles', { title: 'later', slug: 'later', status: 'published', published_at: appears })
  expect(await neighbours('new')).toEqual([null, 'old'])
  app.setClock(new Date(appears.getTime() + 1))
  expect(await neighbours('new')).toEqual(['later', 'old'])
  app.setClock(null)
})

test('related articles share tags before the category; at most four, the newest of equals first', async () => {
  const category_id = await create('article-categories', { title: 'دسته' })
  await publish('it', 1, { tags: ['x', 'y'], category_id })
  await publish('other', 9, { tags: ['z'] })
  await publish('category', 8, { category_id })
  await publish('one-tag', 2, { tags: ['x'] })
  await publish('two-tags', 3, { tags: ['y', 'x'] })
  await publish('tag-and-category', 4, { tags: ['y'], category_id })
  await publish('one-tag-newer', 5, { tags: ['x', 'z'] })
  expect(await related('it')).toEqual(['two-tags', 'tag-and-category', 'one-tag-newer', 'one-tag'])
  expect(await related('other')).toEqual(['one-tag-newer'])
  expect(await related('category')).toEqual(['tag-and-category', 'it'])
  await publish('alone', 6)
  expect(await related('alone')).toEqual([])
})

test('drafts are never linked', async () => {
  await publish('shown', 2, { tags: ['x'] })
  await create('articles', { title: 'draft', slug: 'draft', tags: ['x'] })
  expect(await read('shown')).toMatchObject({ previous: null, next: null, related: [] })
})

test('an ETag stays valid until the article or its links change', async () => {
  await publish('a', 1, { tags: ['x'] })
  const { headers } = await app.anyone('GET', '/api/articles/a')
  const revalidate = async () => {
    const ifNoneMatch = { 'If-None-Match': headers.get('ETag')! }
    return (await app.anyone('GET', '/api/articles/a', { headers: ifNoneMatch })).status
  }
  expect(await revalidate()).toBe(304)
  await app.admin('PATCH', '/api/admin/site-settings/1', { body: { tagline: 'شعار' } })
  expect(await revalidate()).toBe(304)
  await publish('b', 2)
  expect(await revalidate()).toBe(200)
})
