// The public lists and records of each resource.
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { fillWithDemo } from '../../../src/content/demo/load-demo.ts'
import { articles } from '../../../src/content/resources/articles.ts'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import { listedResources } from '../../../src/http/public/listed-resources.ts'
import { addDemoImages } from '../../../src/media/demo-images.ts'
import { startApp } from '../../support/app.ts'

const app = await startApp()
const { database, clock, config, media } = app.deps
await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
await addDemoImages(media)
afterAll(() => app?.[Symbol.asyncDispose]())

const get = (path: string) => app.anyone('GET', path)

async function create(resource: string, body: object): Promise<number> {
  const answer = await app.admin('POST', `/api/admin/${resource}`, { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

test('every resource with several records has a list and single records', async () => {
  const several = resources.filter(({ singleton }) => !singleton)
  expect(new Set([articles, ...listedResources])).toEqual(new Set(several))
  for (const resource of listedResources) {
    const { status, body } = await get(`/api/${resource.name}`)
    expect([resource.name, status]).toEqual([resource.name, 200])
    const member = (await get(`/api/site/${resource.name}`)).body
    const whole: { id: number }[] = resource.key ? Object.values(member) : member
    const withoutLong = whole.map((record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !resource.longFields.includes(name))),
    )
    expect(body.items).toEqual(withoutLong)
    expect([body.page, body.total]).toEqual([1, whole.length])
    for (const record of whole.slice(0, 2)) {
      const { images, ...one } = (await get(`/api/${resource.name}/${record.id}`)).body
      expect(one).toEqual(record)
      expect(images).toBeObject()
    }
  }
})

test('records are found by slug, by key and by id', async () => {
  const { body } = await get('/api/services')
  const [service] = body.items
  expect((await get(`/api/services/${encodeURIComponent(service.slug)}`)).body.id).toBe(service.id)
  const { home } = (await get('/api/site/heroes')).body
  expect((await get('/api/heroes/home')).body.id).toBe(home.id)
  expect((await get(`/api/heroes/${home.id}`)).body.page_key).toBe('home')
  for (const name of ['999999', 'nothing', '0', '-1']) {
    const { status, body } = await get(`/api/services/${name}`)
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
})

describe('a list of records', () => {
  const ids = { both: 0, primary: 0, half: 0 }
  beforeAll(async () => {
    for (const { id } of (await app.admin('GET', '/api/admin/faqs')).body.items)
      await app.admin('DELETE', `/api/admin/faqs/${id}`)
    ids.both = await create('faqs', {
      question: 'پاسخ چیست؟',
      question_en: 'What is it?',
      answer: '<p>این</p>',
      answer_en: '<p>This</p>',
    })
    ids.primary = await create('faqs', { question: 'آدرس کجاست؟', answer: '<p>آنجا</p>', category: 'کالا' })
    ids.half = await create('faqs', {
      question: 'بندر کدام است؟',
      question_en: 'Which?',
      answer: '<p>آن</p>',
    })
  })
  const idsOf = async (query: string) =>
    (await get(`/api/faqs?${query}`)).body.items.map(({ id }: { id: number }) => id)

  test('has with lang those that have all their required texts in that language, counted', async () => {
    const { body } = await get('/api/faqs?lang=en&per_page=10')
    expect([body.items[0].id, body.total]).toEqual([ids.both, 1])
    expect((await get('/api/faqs?lang=fa&per_page=1')).body.total).toBe(3)
    const { status, body: problem } = await get('/api/faqs?lang=de')
    expect([status, problem.errors[0].path]).toEqual([422, 'lang'])
  })

  test('is sorted by a field as its language does, empty values last', async () => {
    expect(await idsOf('sort=question')).toEqual([ids.primary, ids.half, ids.both])
    expect(await idsOf('sort=-question')).toEqual([ids.both, ids.half, ids.primary])
    expect(await idsOf('sort=category')).toEqual([ids.primary, ids.both, ids.half])
    expect(await idsOf('sort=-category')).toEqual([ids.primary, ids.both, ids.half])
    expect(await idsOf('sort=newest')).toEqual([ids.half, ids.primary, ids.both])
    for (const sort of ['answer', 'hidden', '-newest', 'question,category', '--id'])
      expect((await get(`/api/faqs?sort=${sort}`)).body.errors[0].path).toBe('sort')
  })

  test('follows changes in each of its orders', async () => {
    const path = `/api/admin/faqs/${ids.half}`
    await app.admin('PATCH', path, { body: { question: 'آب کجاست؟' } })
    expect(await idsOf('sort=question')).toEqual([ids.half, ids.primary, ids.both])
    await app.admin('PATCH', path, { body: { hidden: true } })
    for (const query of ['sort=question', 'sort=newest', '', 'lang=fa', 'fields=question', 'per_page=1'])
      expect(await idsOf(query)).not.toContain(ids.half)
    expect((await get('/api/faqs?sort=question')).body.total).toBe(2)
    expect((await get(`/api/faqs/${ids.half}`)).status).toBe(404)
    await app.admin('PATCH', path, { body: { hidden: false, question: 'بندر کدام است؟' } })
    expect(await idsOf('sort=question')).toEqual([ids.primary, ids.half, ids.both])
  })

  test('is paged; a page behind the last one is empty', async () => {
    const { body } = await get('/api/faqs?page=2&per_page=2')
    expect([body.items.length, body.page, body.per_page, body.total]).toEqual([1, 2, 2, 3])
    expect((await get('/api/faqs?page=9&per_page=2')).body.items).toEqual([])
    for (const query of ['per_page=0', 'page=0', 'per_page=101', 'per_page='])
      expect((await get(`/api/faqs?${query}`)).status).toBe(422)
  })

  test('has with fields only these, and the id', async () => {
    const { body } = await get('/api/faqs?fields=question_en,id&per_page=1')
    expect(body.items).toEqual([{ id: ids.both, question_en: 'What is it?' }])
    const { status, body: problem } = await get('/api/faqs?fields=question,hidden')
    expect([status, problem.errors[0].path]).toEqual([422, 'fields'])
  })

  test('refuses unknown parameters; a single record takes none', async () => {
    const { body } = await get('/api/faqs?category=1')
    expect([body.errors[0].path, body.errors[0].code]).toEqual(['category', 'unknown_parameter'])
    expect((await get(`/api/faqs/${ids.both}?lang=en`)).status).toBe(422)
    expect((await get('/api/faqs?utm_source=letter&_=1')).status).toBe(200)
  })

  test('is empty with at least one record a page', async () => {
    for (const { id } of (await app.admin('GET', '/api/admin/offices')).body.items)
      await app.admin('DELETE', `/api/admin/offices/${id}`)
    expect((await get('/api/offices')).body).toEqual({
      items: [],
      page: 1,
      per_page: 1,
      total: 0,
      images: {},
    })
  })
})

test('long texts come with fields, for a page', async () => {
  await create('pages', { title: 'شرایط', slug: 'terms-of-lists', body: '<p>متن</p>' })
  const { body } = await get('/api/pages?fields=slug,body&sort=-id&per_page=1')
  expect(body.items[0]).toEqual({ id: expect.any(Number), slug: 'terms-of-lists', body: '<p>متن</p>' })
  expect((await get('/api/pages?fields=body')).body.code).toBe('paging_required')
  expect((await get('/api/pages?sort=-id&per_page=1')).body.items[0]).not.toHaveProperty('body')
})

test('images of the answer are described, those of chosen fields only', async () => {
  const { body } = await get('/api/projects')
  expect(Object.keys(body.images).length).toBeGreaterThan(0)
  expect((await get('/api/projects?fields=title')).body.images).toEqual({})
  expect((await get('/api/projects?fields=image')).body.images).toEqual(body.images)
})

test('redirects whose target visitors do not see are in no list', async () => {
  const id = await create('redirects', { from_path: '/dead', to_path: '/blog/no-such-article' })
  const alive = await create('redirects', { from_path: '/alive', to_path: '/contact' })
  const ids = (await get('/api/redirects')).body.items.map((item: { id: number }) => item.id)
  expect([ids.includes(id), ids.includes(alive)]).toEqual([false, true])
  expect((await get(`/api/redirects/${id}`)).status).toBe(404)
  expect((await get(`/api/redirects/${alive}`)).body.to_path).toBe('/contact')
  expect((await get('/api/redirects/resolve?path=/alive')).body.location).toBe('/contact')
})

test('lists and records are read from memory, again with their ETag', async () => {
  const requests = new AsyncLocalStorage<string>()
  const asking: string[] = []
  const spies = (['query', 'readConsistently', 'transaction'] as const).map((name) => {
    const ask: (...args: any[]) => Promise<any> = database[name]
    return spyOn(database, name).mockImplementation((...args: any[]) => {
      const path = requests.getStore()
      if (path) asking.push(`${path}: ${name}`)
      return ask(...args)
    })
  })
  for (const path of ['/api/services?lang=en', '/api/projects?sort=-title&fields=title', '/api/services/1'])
    expect([path, (await requests.run(path, () => get(path))).status]).toEqual([path, 200])
  expect(asking).toEqual([])
  for (const spy of spies) spy.mockRestore()
  const first = await get('/api/services?lang=en')
  const etag = first.headers.get('ETag')!
  const again = await app.anyone('GET', '/api/services?lang=en', { headers: { 'If-None-Match': etag } })
  expect(again.status).toBe(304)
})
