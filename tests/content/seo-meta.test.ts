// SEO records are addressed by page key: in the path, the query or the body.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { heroes, seoMeta } from '../../src/platform/db/schema/site.ts'
import { pageKeys } from '../../src/text/site-pages.ts'
import { type Client, startApp, type TestApp } from '../support/app.ts'

const SEO = '/api/admin/seo-meta'
const HEROES = '/api/admin/heroes'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await startApp()
  admin = app.admin
})
afterAll(() => app[Symbol.asyncDispose]())
afterEach(() =>
  app.deps.database.transaction(async (tx) => {
    await tx.delete(seoMeta)
    await tx.delete(heroes)
  }),
)

const list = async () => (await admin('GET', SEO)).body.items
const make = async (page_key: string, title: string) =>
  (await admin('POST', SEO, { body: { page_key, title } })).body
const member = async () => (await app.anyone('GET', '/api/site/seo-meta')).body

describe('PUT', () => {
  /** The three ways to give the page key of a PUT. */
  const forms: [string, (body: object, headers?: Record<string, string>) => ReturnType<Client>][] = [
    ['in the path', (body, headers = {}) => admin('PUT', `${SEO}/home`, { body, headers })],
    ['in the query', (body, headers = {}) => admin('PUT', `${SEO}?page_key=home`, { body, headers })],
    [
      'in the body',
      (body, headers = {}) => admin('PUT', SEO, { body: { page_key: 'home', ...body }, headers }),
    ],
  ]

  test.each(forms)('with the key %s creates the missing record, then replaces it', async (_, put) => {
    const made = await put({ title: 'one', noindex: true })
    expect([made.status, made.headers.get('ETag')]).toEqual([201, '"1"'])
    expect(made.headers.get('Location')).toBe(`${SEO}/home`)
    expect(made.body).toMatchObject({ page_key: 'home', title: 'one', noindex: true, version: 1 })
    expect((await admin('GET', `${SEO}/home`)).body).toEqual(made.body)
    expect(await member()).toMatchObject({ home: { title: 'one' } })

    const replaced = await put({ description: 'two' })
    expect([replaced.status, replaced.headers.get('ETag')]).toEqual([200, '"2"'])
    expect(replaced.body).toMatchObject({ id: made.body.id, title: null, description: 'two', noindex: false })
    expect(await list()).toEqual([replaced.body])
  })

  test.each(forms)('with the key %s and an If-Match is 412 if there is no record', async (_, put) => {
    for (const ifMatch of ['"1"', '*', '']) {
      const { status, body } = await put({ title: 'one' }, { 'If-Match': ifMatch })
      expect([ifMatch, status, body.code]).toEqual([ifMatch, 412, 'stale'])
    }
    expect(await list()).toEqual([])
  })

  test('of one missing record, many times concurrently, creates one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin('PUT', `${SEO}/home`, { body: {} })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    expect(await list()).toMatchObject([{ page_key: 'home', version: 10 }])
  })

  test('with another key in the body moves an existing record, but creates none', async () => {
    const refused = await admin('PUT', `${SEO}/home`, { body: { page_key: 'about' } })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ path: 'page_key' }])
    expect(await list()).toEqual([])
    const { id } = await make('home', 'one')
    const moved = await admin('PUT', `${SEO}/home`, { body: { page_key: 'about', title: 'two' } })
    expect(moved.body).toMatchObject({ id, page_key: 'about', title: 'two' })
    expect((await admin('GET', `${SEO}/home`)).status).toBe(404)
    expect(Object.keys(await member())).toEqual(['about'])
  })
})

describe('PATCH and DELETE', () => {
  test('take the key from the path, the query or the body', async () => {
    const { id } = await make('home', 'one')
    const patches = [
      await admin('PATCH', `${SEO}/home`, { body: { title: 'path' } }),
      await admin('PATCH', `${SEO}?page_key=home`, { body: { title: 'query' } }),
      await admin('PATCH', SEO, { body: { page_key: 'home', title: 'body' } }),
    ]
    expect(patches.map(({ status, body }) => [status, body.id, body.title, body.version])).toEqual([
      [200, id, 'path', 2],
      [200, id, 'query', 3],
      [200, id, 'body', 4],
    ])
    for (const remove of [
      () => admin('DELETE', `${SEO}/home`),
      () => admin('DELETE', `${SEO}?page_key=home`),
      () => admin('DELETE', SEO, { body: { page_key: 'home' } }),
    ]) {
      await admin('PUT', `${SEO}/home`, { body: {} })
      const { status, body } = await remove()
      expect([status, body]).toEqual([204, ''])
      expect(await list()).toEqual([])
      expect(await member()).toEqual({})
    }
  })

  test('respect If-Match in every form', async () => {
    await make('home', 'one')
    const headers = { 'If-Match': '"7"' }
    for (const [method, path, body] of [
      ['PATCH', `${SEO}/home`, { title: 'x' }],
      ['PATCH', SEO, { page_key: 'home', title: 'x' }],
      ['PUT', `${SEO}?page_key=home`, { title: 'x' }],
      ['DELETE', `${SEO}?page_key=home`, undefined],
      ['DELETE', SEO, { page_key: 'home' }],
    ] as const) {
      const answer = await admin(method, path, { body, headers })
      expect([method, path, answer.status, answer.headers.get('ETag')]).toEqual([method, path, 412, '"1"'])
    }
    expect(await list()).toMatchObject([{ title: 'one', version: 1 }])
  })

  test('of a key without a record are 404', async () => {
    await make('home', 'one')
    for (const [method, path] of [
      ['GET', `${SEO}/about`],
      ['PATCH', `${SEO}/about`],
      ['PATCH', `${SEO}?page_key=about`],
      ['DELETE', `${SEO}/about`],
      ['DELETE', `${SEO}?page_key=about`],
    ] as const) {
      const { status } = await admin(method, path, { body: method === 'PATCH' ? {} : undefined })
      expect([method, path, status]).toEqual([method, path, 404])
    }
    expect(await list()).toHaveLength(1)
  })
})

test('an unknown key is a 4xx in every form and changes nothing', async () => {
  await make('home', 'one')
  const before = await list()
  for (const key of ['nowhere', 'Home', 'home ', '-1', '1.5', '%00', '__proto__', 'toString', '']) {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      if (key !== '') {
        const { status } = await admin(method, `${SEO}/${encodeURIComponent(key)}`, { body: {} })
        expect([method, key, status]).toEqual([method, key, 404])
      }
      for (const [path, body] of [
        [`${SEO}?page_key=${encodeURIComponent(key)}`, {}],
        [SEO, { page_key: key }],
      ] as const) {
        const answer = await admin(method, path, { body })
        expect([method, key, answer.status]).toEqual([method, key, 422])
        expect(answer.body.errors).toMatchObject([{ path: 'page_key' }])
      }
    }
  }
  expect(await list()).toEqual(before)
})

test.each(['%00', 'a%00b', 'home%00', 'home%0D%0A', '%ED%A0%80', 'home%FF', 'home%'])(
  'a key with control characters or malformed encoding is a 4xx and changes nothing: %s',
  async (key) => {
    await make('home', 'one')
    const before = await list()
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      for (const body of [{}, { page_key: 'home' }, ...(method === 'DELETE' ? [undefined] : [])]) {
        expect([method, (await admin(method, `${SEO}?page_key=${key}`, { body })).status]).toEqual([
          method,
          422,
        ])
        expect([method, (await admin(method, `${SEO}/${key}`, { body })).status]).toEqual([method, 404])
      }
    }
    expect(await list()).toEqual(before)
  },
)

test('PUT, PATCH and DELETE without a key are 422', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    for (const body of [{}, [], null, 'home', { page_key: null }, { page_key: ['home'] }, { page_key: 1 }]) {
      const answer = await admin(method, SEO, { body: JSON.stringify(body) })
      expect([method, answer.status]).toEqual([method, 422])
      expect(answer.body.errors).toMatchObject([{ path: 'page_key' }])
    }
  }
  // A request without a body is refused too.
  const { status, body } = await admin('DELETE', SEO)
  expect([status, body.detail]).toEqual([422, 'page_key: is required: in the path, the query or the body'])
  expect(await list()).toEqual([])
})

test('the error for an unknown key lists the known ones', async () => {
  const { body } = await admin('PUT', SEO, { body: { page_key: 'nowhere' } })
  expect(body.detail).toBe(`page_key: must be one of ${pageKeys.join(', ')}`)
})

test('the record can be addressed by id, too', async () => {
  const { id } = await make('home', 'one')
  const at = `${SEO}/${id}`
  expect((await admin('GET', at)).body.page_key).toBe('home')
  expect((await admin('PATCH', at, { body: { title: 'two' } })).body).toMatchObject({ id, title: 'two' })
  expect((await admin('PUT', at, { body: { page_key: 'home' } })).body).toMatchObject({ id, title: null })
  expect((await admin('PUT', `${SEO}/${id + 1}`, { body: { page_key: 'about' } })).status).toBe(404)
  expect((await admin('GET', `${at}/revisions`)).body.total).toBe(3)
  expect((await admin('GET', `${SEO}/home/revisions`)).body.total).toBe(3)
  expect((await admin('DELETE', at)).status).toBe(204)
  expect(await list()).toEqual([])
})

test('a second record with the same key is 409 and changes nothing', async () => {
  const first = await make('home', 'one')
  const { status, body } = await admin('POST', SEO, { body: { page_key: 'home', title: 'two' } })
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' })
  expect(body.errors).toMatchObject([{ path: 'page_key', code: 'taken' }])
  await make('about', 'two')
  for (const method of ['PUT', 'PATCH'])
    expect((await admin(method, `${SEO}/about`, { body: { page_key: 'home' } })).status).toBe(409)
  expect(await list()).toMatchObject([first, { page_key: 'about', version: 1 }])
})

test('every page can have a record, and /api/site shows them by key', async () => {
  for (const page_key of pageKeys)
    expect((await admin('PUT', `${SEO}/${page_key}`, { body: {} })).status).toBe(201)
  expect(Object.keys(await member()).sort()).toEqual([...pageKeys].sort())
})

describe('heroes', () => {
  test('are unique per page: a second one is 409, by POST and by PATCH', async () => {
    const home = (await admin('POST', HEROES, { body: { page_key: 'home', title: 'one' } })).body
    const about = (await admin('POST', HEROES, { body: { page_key: 'about', title: 'two' } })).body
    const body = { page_key: 'home', title: 'three' }
    for (const [method, path] of [
      ['POST', HEROES],
      ['PUT', `${HEROES}/${about.id}`],
      ['PATCH', `${HEROES}/${about.id}`],
    ] as const) {
      const answer = await admin(method, path, { body })
      expect([method, answer.status, answer.body.code]).toEqual([method, 409, 'conflict'])
      expect(answer.body.errors).toMatchObject([{ path: 'page_key', code: 'taken' }])
    }
    expect((await admin('GET', HEROES)).body.items).toEqual([home, about])
    expect((await app.anyone('GET', '/api/site/heroes')).body).toMatchObject({
      home: { title: 'one' },
      about: { title: 'two' },
    })
  })

  test('are addressed by id only', async () => {
    const { headers, body } = await admin('POST', HEROES, { body: { page_key: 'home' } })
    expect(headers.get('Location')).toBe(`${HEROES}/${body.id}`)
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const sent = method === 'GET' ? undefined : { page_key: 'home' }
      expect((await admin(method, `${HEROES}/home`, { body: sent })).status).toBe(404)
      if (method !== 'GET')
        expect((await admin(method, `${HEROES}?page_key=home`, { body: sent })).status).toBe(405)
    }
    expect((await admin('GET', HEROES)).body.items).toEqual([body])
  })
})
