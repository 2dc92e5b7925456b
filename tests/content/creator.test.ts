// Creators may list and read their own articles, create drafts and edit their own drafts. Everything else is 403.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { findResource, resources } from '../../src/content/resources/resource-registry.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import { type Answer, type Client, startApp } from '../support/app.ts'
import { onPostgres, untilLocked } from '../support/database.ts'
import { createRecord } from '../support/records.ts'
import { roundsOf } from '../support/rounds.ts'
import { sampleOf } from '../support/samples.ts'

const service = await startApp()
const { app, deps, admin, anyone } = service
afterAll(() => service[Symbol.asyncDispose]())
const ARTICLES = '/api/admin/articles'
const creator = await service.signIn('creator')
const colleague = await service.signIn('creator')
// All tests run within a minute, for which creators' writes are limited.
const forgetWrites = async () => {
  for (const { id } of [creator, colleague]) await deps.limits.forget(`creator-writes ${id}`)
}
beforeEach(forgetWrites)
const execute = (statement: ReturnType<typeof sql>) =>
  deps.database.transaction((tx) => rowsOf<Record<string, any>>(tx, statement))

const created = (client: Client, body: object = {}) =>
  createRecord(client, 'articles', { title: 'A title', ...body })

const stored = async (article: { place: string }) => (await admin('GET', article.place)).body

function expectForbidden({ status, headers, body }: Answer) {
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'forbidden' })
  expect(headers.get('Content-Type')).toStartWith('application/problem+json')
}

const withoutRequestId = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: null } })

describe('the matrix', () => {
  // OPTIONS is left out: a preflight carries no token.
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
  const rowPaths = resources.flatMap(({ name, key, addressedByKey }) => [
    `/${name}`,
    `/${name}/1`,
    `/${name}/999999`,
    `/${name}/reorder`,
    `/${name}/1/revisions`,
    `/${name}/1/revisions/1/restore`,
    ...(addressedByKey ? [`/${name}/home`, `/${name}?${key}=home`, `/${name}/home/revisions`] : []),
  ])
  const otherPaths = [
    '',
    '/',
    '/site',
    '/users',
    '/users/1',
    '/users/me',
    '/messages',
    '/messages/1',
    '/messages/export.csv',
    '/newsletter',
    '/newsletter/export.csv',
    '/upload',
    '/import-image',
    '/media',
    '/media/1',
    '/articles/1/images',
    '/articles/1/nothing',
    '/nothing',
    '/nothing/1/at/all',
    '/constructor',
    '/__proto__',
    '/*',
  ]
  // Variants of allowed paths that a lenient router might accept.
  const oddPaths = [
    '/articles/',
    '/articles/1/',
    '/articles//',
    '/articles//1',
    '//articles',
    '//articles/1',
    '/./articles//',
    '/articles/../users',
    '/articles/%2e%2e/users',
    '/articles/..%2fusers',
    '/articles%2F1',
    '/articles%2f1%2frevisions',
    '/articles/1%2Frevisions',
    '/articles/1%252Frevisions',
    '/articles/1/%72evisions',
    '/articles/1/images?x=/api/admin/articles',
    '/articles/reorder%00',
    '/Articles',
    '/ARTICLES/1',
    '/articles.json',
    '/articles;/1',
    '/articles%20',
    '/articles%00',
    '/articles\\..\\users',
    '/article',
    '/articles-categories',
    '/%61bout',
    '/%73ite',
    '/%75sers/1',
    '/users?path=/api/admin/articles',
    '/users#/api/admin/articles',
    '/articles/1/revisions/',
    '/１',
    '/articles/１',
  ]
  const MAY = ['GET /articles', 'HEAD /articles', 'POST /articles']

  test('every other method and path is 403 and changes nothing', async () => {
    // The paths then lead to records.
    for (const resource of resources.filter(({ singleton }) => !singleton)) {
      const { status } = await admin('POST', `/api/admin/${resource.name}`, { body: sampleOf(resource, 0) })
      expect(`${resource.name} ${status}`).toBe(`${resource.name} 201`)
    }
    const everything = async () => [
      (await admin('GET', '/api/admin/site')).body,
      (await admin('GET', '/api/admin/users')).body,
      await execute(sql`select * from content_versions order by resource`),
      await execute(sql`select count(*) from revisions`),
    ]
    const before = await everything()
    const wrong: string[] = []
    for (const path of [...rowPaths, ...otherPaths, ...oddPaths]) {
      const resource = findResource(path.split(/[/?]/)[1] ?? '')
      const body = resource ? sampleOf(resource, 1) : { ids: [1], name: 'x', email: 'x@example.com' }
      for (const method of METHODS) {
        if (MAY.includes(`${method} ${path}`)) continue
        const withBody = ['POST', 'PUT', 'PATCH'].includes(method)
        const { status } = await creator(method, `/api/admin${path}`, withBody ? { body } : {})
        if (status !== 403) wrong.push(`${method} ${path}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
    expect(await everything()).toEqual(before)
  })

  test('the role is checked before the body is parsed', async () => {
    const headers = { 'Content-Type': 'application/json' }
    for (const body of ['', '{', 'x'.repeat(3_000_000), '['.repeat(10_000)]) {
      expectForbidden(await creator('POST', '/api/admin/services', { body, headers }))
      expectForbidden(await creator('PUT', '/api/admin/users/1', { body, headers }))
    }
  })

  test('unknown and known paths have the same answer', async () => {
    const answers = await Promise.all(
      ['/services', '/nothing', '/users/1', '/users/999999', '/articles/1/revisions'].map((path) =>
        creator('GET', `/api/admin${path}`),
      ),
    )
    for (const answer of answers) expect(withoutRequestId(answer)).toEqual(withoutRequestId(answers[0]!))
  })

  test('routes outside of /api/admin are not affected', async () => {
    expect((await creator('GET', '/api/site')).status).toBe(200)
    expect((await creator('GET', '/api/auth/me')).status).toBe(200)
  })
})

describe("another user's article", () => {
  const PLACES = ['999999', '0', '-1', 'abc', '99999999999', '1;drop', '%00', 'reorder', 'null']

  test('and an unknown id give the same 403 for reads and writes', async () => {
    const theirs = await created(colleague, { title: 'Of a colleague' })
    const ofAdmin = await created(admin, { title: 'Of an admin' })
    const published = await created(admin, { title: 'Public', status: 'published' })
    const ids = [theirs.id, ofAdmin.id, published.id, ...PLACES]
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { title: 'Taken over' }],
      ['PATCH', { title: 'Taken over' }],
      ['PATCH', {}],
      // Invalid bodies are refused the same way, because permission is checked first.
      ['PUT', {}],
      ['PATCH', { nothing: 1 }],
      ['PATCH', { title: 5 }],
    ] as const) {
      await forgetWrites()
      const answers = []
      for (const id of ids) answers.push(await creator(method, `${ARTICLES}/${id}`, { body }))
      for (const answer of answers) {
        expectForbidden(answer)
        expect(withoutRequestId(answer)).toEqual(withoutRequestId(answers[0]!))
        expect(answer.headers.get('ETag')).toBeNull()
      }
    }
    for (const article of [theirs, ofAdmin, published]) expect((await stored(article)).version).toBe(1)
  })

  test('is 403 with any If-Match and with autosave', async () => {
    const theirs = await created(colleague)
    for (const etag of ['"1"', '"9"', '*']) {
      const headers = { 'If-Match': etag }
      expectForbidden(await creator('PATCH', theirs.place, { body: { title: 'x' }, headers }))
      expectForbidden(
        await creator('PUT', `${theirs.place}?autosave=true`, { body: { title: 'x' }, headers }),
      )
    }
  })

  test('is not in the list, its pages or the total', async () => {
    const lonely = await service.signIn('creator')
    expect((await lonely('GET', ARTICLES)).body).toMatchObject({ items: [], total: 0 })
    const own = [await created(lonely, { title: 'One' }), await created(lonely, { title: 'Two' })]
    const { body } = await lonely('GET', ARTICLES)
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual(own.map(({ id }) => id))
    expect(body.total).toBe(2)
    const page = await lonely('GET', `${ARTICLES}?page=2&per_page=1`)
    expect(page.body).toMatchObject({ total: 2, items: [{ id: own[1]!.id }] })
    const queries = [
      'status=published',
      'author_id=1',
      `author_id=${colleague.id}`,
      `author_id_gte=0&sort=-id`,
    ]
    for (const query of queries) {
      const { items } = (await lonely('GET', `${ARTICLES}?${query}`)).body
      expect(items.filter((item: { author_id: number }) => item.author_id !== lonely.id)).toEqual([])
    }
  })

  test('belongs to the author that an admin sets', async () => {
    const article = await created(creator)
    await admin('PATCH', article.place, { body: { author_id: colleague.id } })
    expectForbidden(await creator('GET', article.place))
    expectForbidden(await creator('PATCH', article.place, { body: { title: 'Mine' } }))
    expect((await colleague('PATCH', article.place, { body: { title: 'Ours' } })).status).toBe(200)
    await admin('PATCH', article.place, { body: { author_id: null } })
    expectForbidden(await colleague('GET', article.place))
  })
})

describe('an own article', () => {
  // Invalid values are ignored too.
  const IGNORED = [
    { status: 'published', author_id: 1, published_at: '2020-01-01T00:00:00Z', position: 1, id: 4711 },
    { status: 'live', author_id: 'me', published_at: 'now', position: -1, id: 'x' },
    { status: null, author_id: null, published_at: null, position: null, id: null },
    { version: 99, created_at: '2020-01-01T00:00:00Z', updated_at: 1, author: 'Somebody' },
  ]

  test('is created as a draft of theirs at the end of the list, whatever status, author and position they send', async () => {
    for (const ignored of IGNORED) {
      const last = Math.max(...(await admin('GET', ARTICLES)).body.items.map((it: any) => it.position))
      const article = await created(creator, { title: 'Mine', ...ignored })
      const expected = {
        status: 'draft',
        author_id: creator.id,
        published_at: null,
        position: last + 1,
        version: 1,
      }
      expect(article).toMatchObject({ ...expected, title: 'Mine', author: 'creator 1' })
      expect(article.id).not.toBe(4711)
      expect(await stored(article)).toMatchObject(expected)
      expect((await anyone('GET', `/api/articles/${article.slug}`)).status).toBe(404)
    }
  })

  test('can be read, replaced and patched; status, date, author and position stay', async () => {
    const article = await created(creator, { excerpt: 'Short' })
    await admin('PATCH', article.place, { body: { published_at: '2031-01-01T00:00:00.000Z', position: 3 } })
    const kept = {
      id: article.id,
      status: 'draft',
      author_id: creator.id,
      published_at: '2031-01-01T00:00:00.000Z',
      position: 3,
    }
    for (const ignored of IGNORED) {
      for (const query of ['', '?autosave=true']) {
        const put = await creator('PUT', article.place + query, { body: { title: 'Put', ...ignored } })
        expect(put.status).toBe(200)
        expect(put.body).toMatchObject({ ...kept, title: 'Put', excerpt: null })
        const body = { title: 'Patched', excerpt: 'Short', ...ignored }
        const patch = await creator('PATCH', article.place + query, { body })
        expect(patch.status).toBe(200)
        expect(patch.body).toMatchObject({ ...kept, title: 'Patched', excerpt: 'Short' })
      }
    }
    const before = await stored(article)
    const nothing = await creator('PATCH', article.place, { body: { status: 'published', position: 1 } })
    expect([nothing.status, nothing.body]).toEqual([200, before])
    const read = await creator('GET', article.place)
    expect([read.status, read.body, read.headers.get('ETag')]).toEqual([200, before, `"${before.version}"`])
    expect((await creator('HEAD', article.place)).status).toBe(200)
    expect((await creator('HEAD', ARTICLES)).status).toBe(200)
  })

  test('respects If-Match', async () => {
    const article = await created(creator)
    const patch = (etag: string) =>
      creator('PATCH', article.place, { body: { title: 'x' }, headers: { 'If-Match': etag } })
    expect((await patch('"1"')).status).toBe(200)
    expect((await patch('"1"')).status).toBe(412)
  })

  test('is validated and sanitized like any other', async () => {
    const article = await created(creator, { content: '<p onclick="x()">Hi<script>x()</script></p>' })
    expect(article.content).toBe('<p>Hi</p>')
    for (const body of [{ title: '' }, { nothing: 1 }, { category_id: 987_654 }, { image: 'javascript:x' }]) {
      expect((await creator('PATCH', article.place, { body })).status).toBe(422)
    }
    expect((await creator('PUT', article.place, { body: {} })).status).toBe(422)
    expect((await creator('PATCH', article.place, { body: '{' })).status).toBe(400)
  })

  test.each([
    ['is public', { status: 'published' }],
    ['is scheduled', { status: 'published', published_at: '2100-01-01T00:00:00Z' }],
  ])('that %s can be read but not edited until it is a draft again', async (_, publication) => {
    const article = await created(creator)
    await admin('PATCH', article.place, { body: publication })
    const before = await stored(article)
    for (const body of [
      { title: 'Changed' },
      { status: 'draft', title: 'Changed' },
      { status: 'draft' },
      {},
    ]) {
      expectForbidden(await creator('PATCH', article.place, { body }))
      expectForbidden(await creator('PATCH', `${article.place}?autosave=true`, { body }))
      const headers = { 'If-Match': `"${before.version}"` }
      expectForbidden(await creator('PUT', article.place, { body: { title: 'Changed', ...body }, headers }))
    }
    expect((await creator('GET', article.place)).body).toEqual(before)
    expect(await stored(article)).toEqual(before)
    await admin('PATCH', article.place, { body: { status: 'draft' } })
    expect((await creator('PATCH', article.place, { body: { title: 'Changed' } })).status).toBe(200)
  })

  test('cannot be deleted or reordered by them', async () => {
    const article = await created(creator)
    expectForbidden(await creator('DELETE', article.place))
    expectForbidden(await creator('POST', `${ARTICLES}/reorder`, { body: [article.id] }))
    expect((await stored(article)).version).toBe(1)
  })

  test('that was public keeps its slug, and redirects stay as they are', async () => {
    const moved = await created(admin, { slug: 'coveted', status: 'published' })
    await admin('PATCH', moved.place, { body: { slug: 'moved-away' } })
    const article = await created(creator, { slug: 'was-public' })
    await admin('PATCH', article.place, { body: { status: 'published' } })
    // The same holds without a date, and after more edits than the history holds.
    await admin('PATCH', article.place, { body: { status: 'draft', published_at: null } })
    for (let edit = 0; edit < 51; edit++) {
      await creator('PATCH', article.place, { body: { excerpt: `Edit ${edit}` } })
    }
    const before = await stored(article)
    const redirects = async () => (await admin('GET', '/api/admin/redirects')).body.items
    const redirectsBefore = await redirects()
    for (const query of ['', '?autosave=true']) {
      const body = { title: 'Mine', slug: 'coveted' }
      const answers = [
        await creator('PATCH', article.place + query, { body }),
        await creator('PUT', article.place + query, { body }),
      ]
      for (const answer of answers) {
        expectForbidden(answer)
        expect(answer.body.detail).toContain('slug')
      }
    }
    expect(await stored(article)).toEqual(before)
    expect(await redirects()).toEqual(redirectsBefore)
    // The slug as it is, in any spelling, is no change.
    const body = { title: 'Mine', slug: ' WAS-public ' }
    expect((await creator('PUT', article.place, { body })).body).toMatchObject({
      title: 'Mine',
      slug: 'was-public',
    })
  })

  test('that never was public may get another slug', async () => {
    const article = await created(creator, { slug: 'never-public' })
    await admin('PATCH', article.place, {
      body: { status: 'published', published_at: '2100-01-01T00:00:00Z' },
    })
    await admin('PATCH', article.place, { body: { status: 'draft' } })
    const { status, body } = await creator('PATCH', article.place, { body: { slug: 'still-never-public' } })
    expect([status, body.slug]).toEqual([200, 'still-never-public'])
  })

  test('does not remove the redirect from its path', async () => {
    const moved = await created(admin, { slug: 'old-home', status: 'published' })
    await admin('PATCH', moved.place, { body: { slug: 'new-home' } })
    const redirects = async () => (await anyone('GET', '/api/site/redirects')).body
    const before = await redirects()
    expect(before).toContainEqual(expect.objectContaining({ from_path: '/blog/old-home' }))
    const draft = await created(creator, { slug: 'old-home' })
    await creator('PATCH', draft.place, { body: { slug: 'other-home' } })
    await creator('PATCH', draft.place, { body: { slug: 'old-home' } })
    expect(await redirects()).toEqual(before)
  })
})

describe('publishing during an edit', () => {
  test("a creator's text is applied before the publication or refused", async () => {
    const ROUNDS = roundsOf(60, 16)
    const landed = { before: 0, never: 0 }
    let writer = creator
    for (let round = 0; round < ROUNDS; round++) {
      // A creator has 60 writes a minute.
      if (round % 20 === 0) writer = await service.signIn('creator')
      const article = await created(writer, { title: 'Agreed', slug: `between-${round}` })
      const body = { title: 'Sneaked in' }
      const write = () =>
        writer(round % 2 ? 'PATCH' : 'PUT', round % 3 ? article.place : `${article.place}?autosave=true`, {
          body,
        })
      const publish = () => admin('PATCH', article.place, { body: { status: 'published' } })
      const [written, published] = await (round % 4 < 2
        ? Promise.all([write(), publish()])
        : Promise.all([publish(), write()]).then(([second, first]) => [first, second] as const))
      expect(published.status).toBe(200)
      const now = await stored(article)
      expect(now.status).toBe('published')
      if (written.status === 200) {
        landed.before++
        expect(written.body).toMatchObject({ status: 'draft', version: 2 })
        expect(now).toMatchObject({ title: 'Sneaked in', version: 3 })
      } else {
        landed.never++
        expectForbidden(written)
        expect(now).toMatchObject({ title: 'Agreed', version: 2 })
      }
    }
    expect(landed.before + landed.never).toBe(ROUNDS)
  })

  test.if(onPostgres)('the edit waits for an uncommitted publication and is then refused', async () => {
    const article = await created(creator, { title: 'Agreed' })
    let write: Promise<Answer> | undefined
    await deps.database.transaction(async (tx) => {
      await tx.execute(
        sql`update articles set status = 'published', published_at = now() where id = ${article.id}`,
      )
      write = creator('PATCH', article.place, { body: { title: 'Sneaked in' } })
      await untilLocked(deps.database, 1)
    })
    expectForbidden(await write!)
    expect((await stored(article)).title).toBe('Agreed')
  })
})

describe('an account that changes during a request', () => {
  /** Sends the headers of a request, runs `act` once the service reads the body, then sends the body. */
  async function during(
    { client, method, path, body }: { client: Client; method: string; path: string; body: unknown },
    act: () => Promise<unknown>,
  ) {
    const letIn = Promise.withResolvers<void>()
    const sendBody = Promise.withResolvers<void>()
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          letIn.resolve()
          await sendBody.promise
          controller.enqueue(new TextEncoder().encode(JSON.stringify(body)))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/json' }
    const answer = Promise.resolve(app.request(path, { method, headers, body: stream }))
    await letIn.promise
    await act()
    sendBody.resolve()
    return (await answer).status
  }

  const state = async () => [
    (await admin('GET', '/api/admin/site')).body,
    await execute(sql`select count(*) from revisions`),
  ]

  const patchUser = (id: number, body: object) => admin('PATCH', `/api/admin/users/${id}`, { body })
  type Request = [method: string, pathOf: (article: any) => string]
  const create: Request = ['POST', () => ARTICLES]
  const replace: Request = ['PUT', ({ place }) => place]
  const patch: Request = ['PATCH', ({ place }) => place]

  test.each<[string, Request, (id: number) => Promise<unknown>]>([
    ['disabled', create, (id) => patchUser(id, { disabled: true })],
    ['disabled', patch, (id) => patchUser(id, { disabled: true })],
    ['given a new password', replace, (id) => patchUser(id, { password: 'a new password' })],
    ['given another role', patch, (id) => patchUser(id, { role: 'admin' })],
    ['deleted', create, (id) => admin('DELETE', `/api/admin/users/${id}`)],
  ])('writes nothing once it is %s', async (_, [method, pathOf], change) => {
    const client = await service.signIn('creator')
    const path = pathOf(await created(client))
    let before: unknown
    const status = await during({ client, method, path, body: { title: 'Late' } }, async () => {
      await change(client.id)
      before = await state()
    })
    expect([401, 403]).toContain(status)
    expect(await state()).toEqual(before as any)
  })

  test('writes if nothing happened to it', async () => {
    const article = await created(creator)
    const request = { client: creator, method: 'PATCH', path: article.place, body: { title: 'Patched' } }
    expect(await during(request, async () => {})).toBe(200)
  })

  test.each([
    ['POST', '/api/admin/services', { title: 'New' }],
    ['PATCH', '/api/admin/about/1', { title: 'Patched' }],
    ['PUT', '/api/admin/seo-meta/blog', { title: 'Upserted' }],
    ['POST', '/api/admin/articles/reorder', []],
    [
      'POST',
      '/api/admin/users',
      { email: 'x@example.com', name: 'X', role: 'admin', password: 'x'.repeat(12) },
    ],
    ['PATCH', '/api/admin/users/1', { name: 'Patched' }],
  ])('that is demoted from admin writes nothing: %s %s', async (method, path, body) => {
    const client = await service.signIn('admin')
    let before: unknown
    const status = await during({ client, method, path, body }, async () => {
      await admin('PATCH', `/api/admin/users/${client.id}`, { body: { role: 'creator' } })
      before = [await state(), (await admin('GET', '/api/admin/users')).body]
    })
    expect([401, 403]).toContain(status)
    expect([await state(), (await admin('GET', '/api/admin/users')).body]).toEqual(before as any)
  })

  // The change is not yet committed when the write checks the account.
  let target: Record<string, any>
  let revision: number
  beforeAll(async () => {
    target = await created(admin)
    revision = (await admin('GET', `${target.place}/revisions`)).body.items[0].id
  })
  test.if(onPostgres).each(['', '/revisions/restore', 'user'])(
    'that is being disabled waits for the commit and writes nothing: %p',
    async (what) => {
      const client = await service.signIn('admin')
      let before: unknown
      let write: Promise<Answer> | undefined
      await deps.database.transaction(async (tx) => {
        await tx.execute(sql`update admin_users set disabled = true where id = ${client.id}`)
        before = await state()
        write =
          what === ''
            ? client('DELETE', target.place)
            : what === 'user'
              ? client('DELETE', `/api/admin/users/${colleague.id}`)
              : client('POST', `${target.place}/revisions/${revision}/restore`)
        await untilLocked(deps.database, 1)
      })
      expect((await write!).status).toBe(401)
      expect(await state()).toEqual(before as any)
      expect((await colleague('GET', '/api/auth/me')).status).toBe(200)
    },
  )
})
