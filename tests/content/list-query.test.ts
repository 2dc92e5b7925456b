import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { resources } from '../../src/content/resources/resource-registry.ts'
import { type Answer, startApp, type TestApp } from '../support/app.ts'

let app: TestApp
const ids: Record<string, number> = {}

beforeAll(async () => {
  app = await startApp()
  const create = async (name: string, resource: string, body: Record<string, unknown>) => {
    const answer = await app.admin('POST', `/api/admin/${resource}`, { body })
    expect(answer.status).toBe(201)
    ids[name] = answer.body.id
  }
  await create('news', 'article-categories', { title: 'اخبار' })
  await create('alpha', 'articles', {
    title: 'Alpha كشتي',
    slug: 'alpha',
    status: 'published',
    tags: ['x', 'y'],
  })
  await create('beta', 'articles', {
    title: 'Beta',
    slug: 'beta',
    category_id: ids.news,
    excerpt: 'پیش‌نویس می‌شود',
  })
  await create('gamma', 'articles', {
    title: 'Gamma',
    slug: 'gamma',
    status: 'published',
    published_at: '2199-01-01T00:00:00Z',
    content_en: '<p>Inspection &amp; testing</p>',
    noindex: true,
  })
  await create('small', 'projects', { title: 'Small', year: 2001 })
  await create('large', 'projects', { title: 'Large', year: 2020 })
  await create('undated', 'projects', { title: 'Undated' })
})
afterAll(() => app?.[Symbol.asyncDispose]())

const list = (resource: string, query: string): Promise<Answer> =>
  app.admin('GET', `/api/admin/${resource}?${query}`)
const titles = async (resource: string, query: string) => {
  const { status, body } = await list(resource, query)
  expect(status).toBe(200)
  expect(body.total).toBe(body.items.length)
  return body.items.map(({ title }: { title: string }) => title.split(' ')[0])
}

describe('q searches the texts of both languages, drafts included', () => {
  test.each([
    ['کشتی', ['Alpha']],
    ['میشود', ['Beta']],
    ['inspec', ['Gamma']],
    ['testing inspection', ['Gamma']],
    ['alpha beta', []],
    ['gamma', ['Gamma']],
    ['!!!', []],
    // An empty search box, as in the lists of messages, accounts and files.
    ['', ['Alpha', 'Beta', 'Gamma']],
    [' ', ['Alpha', 'Beta', 'Gamma']],
  ])('%j', async (q, expected) => {
    expect(await titles('articles', `q=${encodeURIComponent(q)}`)).toEqual(expected)
  })

  test('a changed record is found by its new words at once', async () => {
    await app.admin('PATCH', `/api/admin/projects/${ids.small}`, { body: { client: 'Zephyr' } })
    expect(await titles('projects', 'q=zephyr')).toEqual(['Small'])
    await app.admin('PATCH', `/api/admin/projects/${ids.small}`, { body: { client: null } })
    expect(await titles('projects', 'q=zephyr')).toEqual([])
  })
})

describe('filters', () => {
  test.each([
    ['status=draft', ['Beta']],
    ['status=published', ['Alpha', 'Gamma']],
    ['status=scheduled', ['Gamma']],
    ['status=draft,scheduled', ['Beta', 'Gamma']],
    ['status=public', ['Alpha']],
    ['status=public,scheduled', ['Alpha', 'Gamma']],
    ['category_id_empty=true', ['Alpha', 'Gamma']],
    ['category_id_empty=false', ['Beta']],
    ['tags=x', ['Alpha']],
    ['tags_empty=true', ['Beta', 'Gamma']],
    ['content_en_empty=false', ['Gamma']],
    ['noindex=true', ['Gamma']],
    ['slug=beta', ['Beta']],
    ['published_at_gte=2100-01-01T00:00:00Z', ['Gamma']],
    ['published_at_lte=2100-01-01T00:00:00%2B03:30', ['Alpha']],
    ['status=published&tags=x', ['Alpha']],
    ['q=alpha&status=draft', []],
  ])('articles?%s', async (query, expected) => {
    expect(await titles('articles', query)).toEqual(expected)
  })

  test('a reference by its ids', async () => {
    expect(await titles('articles', `category_id=${ids.news},999`)).toEqual(['Beta'])
    expect(await titles('articles', `id=${ids.alpha},${ids.beta}`)).toEqual(['Alpha', 'Beta'])
  })

  test.each([
    ['year=2020', ['Large']],
    ['year=2001,2020', ['Small', 'Large']],
    ['year_gte=2002', ['Large']],
    ['year_lte=2001', ['Small']],
    ['year_empty=true', ['Undated']],
  ])('projects?%s', async (query, expected) => {
    expect(await titles('projects', query)).toEqual(expected)
  })
})

describe('sort', () => {
  test.each([
    ['sort=title', ['Large', 'Small', 'Undated']],
    ['sort=-title', ['Undated', 'Small', 'Large']],
    ['sort=year', ['Small', 'Large', 'Undated']],
    ['sort=-year', ['Large', 'Small', 'Undated']],
    ['sort=-year,title&page=1&per_page=2', ['Large', 'Small']],
    ['sort=-id', ['Undated', 'Large', 'Small']],
  ])('projects?%s', async (query, expected) => {
    const { body } = await list('projects', query)
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(expected)
  })
})

describe('sort=dated_at takes the date of publication, or of creation', () => {
  test.each([
    ['dated_at', ['Alpha', 'Beta', 'Gamma']],
    ['-dated_at', ['Gamma', 'Beta', 'Alpha']],
  ])('%s', async (sort, expected) => {
    const { created_at } = (await app.admin('GET', `/api/admin/articles/${ids.beta}`)).body
    const before = new Date(Date.parse(created_at) - 1_000).toISOString()
    await app.admin('PATCH', `/api/admin/articles/${ids.alpha}`, { body: { published_at: before } })
    expect(await titles('articles', `sort=${sort}`)).toEqual(expected)
  })
})

describe('untranslated=en lists records without an English text', () => {
  const text = 'متن'
  const rich = `<p>${text}</p>`
  test.each([
    ['a title', { title: text }, true],
    ['a text', { title: text, title_en: 'Text', content: rich }, true],
    ['nothing', { title: text, title_en: 'Text', content: rich, content_en: '<p>Text</p>' }, false],
    ['nothing, since there is no text', { title: text, title_en: 'Text', excerpt: text }, false],
    ['a title that is a copy', { title: text, title_en: text }, true],
    ['a text that is a copy', { title: text, title_en: 'Text', content: rich, content_en: rich }, true],
    ['nothing: a name is the same in both', { title: 'SWIFT', title_en: 'SWIFT' }, false],
    ['a long copy in Latin letters', { title: 'Lorem '.repeat(12), title_en: 'Lorem '.repeat(12) }, true],
  ])('%s is missing', async (_, body, isListed) => {
    const { id } = (await app.admin('POST', '/api/admin/articles', { body })).body
    const found = await list('articles', `untranslated=en&id=${id}`)
    expect(found.body.items.map((article: { id: number }) => article.id)).toEqual(isListed ? [id] : [])
    await app.admin('DELETE', `/api/admin/articles/${id}`)
  })
})

describe('without_alt lists records with a picture that has no alternative text in a language', () => {
  const bare = '<p>x</p><figure><img src="/media/a.png" alt=""></figure>'
  const described = '<p>x</p><img src="/media/a.png" alt="A pump">'
  test.each([
    [{ image: '/media/a.png' }, ['primary']],
    [{ image: '/media/a.png', image_alt: 'x' }, []],
    [{ image: '/media/a.png', image_alt: 'x', title_en: 'Title' }, ['en']],
    [{ image: '/media/a.png', image_alt: 'x', image_alt_en: 'x', title_en: 'Title' }, []],
    [{ image_alt: null, content: bare, content_en: described }, ['primary']],
    [{ content: described, content_en: bare }, ['en']],
    [{ content: described, content_en: described }, []],
  ])('%j: %j', async (body, expected) => {
    const { id } = (await app.admin('POST', '/api/admin/articles', { body: { title: 'x', ...body } })).body
    const found: string[] = []
    for (const language of ['primary', 'en']) {
      const { items } = (await list('articles', `without_alt=${language}&id=${id}`)).body
      if (items.length > 0) found.push(language)
    }
    expect(found).toEqual(expected)
    await app.admin('DELETE', `/api/admin/articles/${id}`)
  })
})

test('fields chooses what comes, `id` and `version` always', async () => {
  const { body } = await list('projects', `fields=title,year&id=${ids.small}`)
  expect(body.items).toEqual([{ id: ids.small, title: 'Small', year: 2001, version: expect.any(Number) }])
})

test('the order has its ETag on the whole list only', async () => {
  expect((await list('projects', '')).headers.get('ETag')).toMatch(/^"/)
  expect((await list('projects', 'page=1&per_page=1')).headers.get('ETag')).toMatch(/^"/)
  for (const query of ['q=small', 'year=2001', 'sort=title'])
    expect((await list('projects', query)).headers.get('ETag')).toBeNull()
})

test('pages far down have the rows that follow those before them', async () => {
  await app.deps.database.query((tx) =>
    tx.execute(sql`insert into testimonials (position, author_name, company, quote, rating)
      select n, 'Name ' || (n * 7919) % 1100, case when n % 50 = 0 then null else 'Company' end, 'Good.', 5
      from generate_series(1, 1100) as n`),
  )
  for (const query of [
    '',
    'sort=-author_name',
    'sort=company,-author_name',
    'company=Company&sort=author_name',
    'fields=company',
  ]) {
    const whole = (await list('testimonials', query)).body
    for (const page of [11, 12, 40]) {
      const { body } = await list('testimonials', `${query}&page=${page}&per_page=100`)
      expect([query, page, body]).toEqual([
        ...[query, page],
        { ...whole, items: whole.items.slice((page - 1) * 100, page * 100), page, per_page: 100 },
      ])
    }
  }
})

test('a creator filters among their own articles only', async () => {
  const creator = await app.signIn('creator')
  const { body: own } = await creator('POST', '/api/admin/articles', { body: { title: 'Own gamma' } })
  for (const query of ['q=gamma', 'sort=title', 'noindex_empty=false'].filter(
    (query) => !query.includes('_empty'),
  )) {
    const { body } = await creator('GET', `/api/admin/articles?${query}`)
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([own.id])
  }
  expect((await creator('GET', '/api/admin/articles?status=published')).body.items).toEqual([])
})

describe('refused with 422', () => {
  test.each([
    ['articles', 'search=x', 'search', 'unknown_parameter'],
    ['articles', 'title_like=x', 'title_like', 'unknown_parameter'],
    ['articles', 'content=x', 'content', 'unknown_parameter'],
    ['articles', 'status=live', 'status.0', 'custom'],
    ['articles', 'status=', 'status.0', 'custom'],
    ['articles', 'category_id=x', 'category_id.0', 'invalid_format'],
    ['articles', 'category_id=99999999999', 'category_id.0', 'invalid_format'],
    ['articles', 'updated_at_gte=yesterday', 'updated_at_gte', 'invalid_format'],
    ['articles', 'noindex=maybe', 'noindex', 'invalid_value'],
    ['articles', 'sort=content', 'sort', 'custom'],
    ['articles', 'sort=', 'sort', 'custom'],
    ['articles', 'fields=password', 'fields', 'custom'],
    ['articles', 'slug=%00', 'slug', 'not_storable'],
    ['articles', 'title=a&title=b', 'title', 'repeated'],
    ['articles', 'page=1&page=2', 'page', 'repeated'],
    ['articles', 'category_id=2147483648', 'category_id.0', 'custom'],
    ['projects', 'status=draft', 'status', 'unknown_parameter'],
    ['projects', 'year_gte=1e3', 'year_gte', 'invalid_format'],
  ])('%s?%s', async (resource, query, path, code) => {
    const { status, body } = await list(resource, query)
    expect(status).toBe(422)
    expect(body.errors.map((error: { path: string; code: string }) => [error.path, error.code])).toEqual([
      [path, code],
    ])
  })

  test.each([
    ['title=a&title=b', 'title: must be given only once'],
    ['category_id=99999999999', 'category_id.0: must be a whole number from -2147483647 to 2147483647'],
    ['noindex=maybe', 'noindex: must be true or false'],
    ['category_id_empty=maybe', 'category_id_empty: must be true or false'],
  ])('%s, with a message that says how to write it', async (query, detail) => {
    expect((await list('articles', query)).body.detail).toBe(detail)
  })

  test('an unknown parameter is told the known ones', async () => {
    const { body } = await list('menu', 'search=x')
    expect(body.detail).toContain('it takes page, per_page, q, sort, fields, ')
    expect(body.detail).toContain('parent_id')
  })
})

test('campaign and cache-busting parameters are ignored', async () => {
  expect((await list('articles', 'utm_source=x&_=1')).status).toBe(200)
})

test.each(resources.map(({ name }) => name))('every parameter of %s answers', async (name) => {
  const { body: document } = await app.anyone('GET', '/api/openapi.json')
  const { parameters } = document.paths[`/api/admin/${name}`].get
  const SAMPLES = [
    '1',
    'true',
    '2026-01-01T00:00:00Z',
    'draft',
    'home',
    'info',
    'header',
    'en',
    '301',
    'id',
    'newest',
    'x',
  ]
  for (const { name: parameter } of parameters.filter(
    (parameter: { in: string }) => parameter.in === 'query',
  )) {
    const statuses: number[] = []
    for (const value of SAMPLES) {
      if (statuses.includes(200)) break
      statuses.push((await list(name, `${parameter}=${encodeURIComponent(value)}`)).status)
    }
    expect([parameter, statuses.filter((status) => status !== 422)]).toEqual([parameter, [200]])
  }
})
