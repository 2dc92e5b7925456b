// The working copy of a record: its whole next state, unseen until it is published.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Resource } from '../../../src/content/definition/define-resource.ts'
import { workingCopies } from '../../../src/platform/db/schema/working-copies.ts'
import { ADMIN, type Answer, type Client, startApp, type TestApp } from '../../support/app.ts'
import { createRecord, expectProblem, type Row } from '../../support/records.ts'
import { type Sample, sampleOf } from '../../support/samples.ts'
import { testedResources } from '../../support/tested-resources.ts'

let app: TestApp
let admin: Client
let creator: Client
beforeAll(async () => {
  app = await startApp()
  admin = app.admin
  creator = await app.signIn('creator')
})
afterAll(() => app?.[Symbol.asyncDispose]())
afterEach(() => app.setClock(null))

const draft = (record: Row, body: object, etag?: string) =>
  admin('PATCH', `${record.place}/draft`, { body, headers: etag ? { 'If-Match': etag } : {} })
const publish = (record: Row, etag?: string) =>
  admin('POST', `${record.place}/draft/publish`, { headers: etag ? { 'If-Match': etag } : {} })
const patch = (record: Row, body: object) => admin('PATCH', record.place, { body })
const live = async (record: Row) => (await admin('GET', record.place)).body
const paths = ({ body }: Answer) => body.errors.map(({ path }: { path: string }) => path)
const service = (body: object = {}) => createRecord(admin, 'services', { title: 'زنده', ...body })

describe('the working copy', () => {
  test('begins with the first change, from the live record, which stays as it is', async () => {
    const record = await service({ summary: 'خلاصه' })
    expectProblem(await admin('GET', `${record.place}/draft`), 404, 'not_found')
    const made = await draft(record, { title: 'بعدی' })
    expect([made.status, made.headers.get('ETag')]).toEqual([200, '"d1"'])
    expect(made.body).toMatchObject({
      id: record.id,
      title: 'بعدی',
      summary: 'خلاصه',
      draft: {
        version: 1,
        base_version: 1,
        base_changed: [],
        updated_by: expect.any(String),
        publish_at: null,
        refusal: null,
      },
    })
    expect((await admin('GET', `${record.place}/draft`)).body).toEqual(made.body)
    expect(await live(record)).toMatchObject({ title: 'زنده', version: 1 })
  })

  test('takes values that are required only later, but no wrong types and nothing too long', async () => {
    const record = await service()
    const emptied = await draft(record, { title: '', slug: null })
    expect([emptied.status, emptied.body.title, emptied.body.slug]).toEqual([200, null, null])
    const article = await createRecord(admin, 'articles', { title: 'مقاله' })
    const faqs = [{ question: '', answer: 'پاسخ' }]
    expect((await draft(article, { faqs })).body.faqs).toEqual(faqs)
    expect(paths(await draft(article, { faqs: [{ question: 5, answer: 'x' }] }))).toEqual(['faqs.0.question'])
    expect(paths(await draft(record, { title: 'x'.repeat(301) }))).toEqual(['title'])
    expect(paths(await draft(record, { title: 5 }))).toEqual(['title'])
    expect(paths(await draft(record, { unknown: 1 }))).toEqual(['unknown'])
    expect((await draft(record, [] as never)).status).toBe(422)
    expect((await admin('GET', `${record.place}/draft`)).body.draft.version).toBe(1)
    const refused = await publish(record)
    expect([refused.status, paths(refused).toSorted()]).toEqual([422, ['slug', 'title']])
    expect(await live(record)).toMatchObject({ title: 'زنده', version: 1 })
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'has no field %s, which every object of the language has',
    async (name) => {
      const record = await service()
      for (const value of [null, '', 0, [], {}]) {
        const { status, body } = await draft(record, JSON.parse(`{"${name}": ${JSON.stringify(value)}}`))
        expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([422, [name]])
      }
      expect((await admin('GET', `${record.place}/draft`)).status).toBe(404)
    },
  )

  test('may be sent back as it was read, which changes nothing', async () => {
    const record = await service()
    const { body } = await draft(record, { title: 'بعدی' })
    const again = await draft(record, body, '"d1"')
    expect([again.status, again.body]).toEqual([200, body])
  })

  test('has an ETag of its own; before the first change it is that of the record', async () => {
    const record = await service()
    expectProblem(await draft(record, { title: 'الف' }, '"2"'), 412, 'stale')
    expect((await draft(record, { title: 'الف' }, '"1"')).headers.get('ETag')).toBe('"d1"')
    const stale = await draft(record, { title: 'ب' }, '"1"')
    expectProblem(stale, 412, 'stale')
    expect(stale.headers.get('ETag')).toBe('"d1"')
    expect((await draft(record, { title: 'ب' }, '"d1"')).headers.get('ETag')).toBe('"d2"')
    expectProblem(await publish(record, '"d1"'), 412, 'stale')
    const discard = (etag: string) =>
      admin('DELETE', `${record.place}/draft`, { headers: { 'If-Match': etag } })
    expectProblem(await discard('"d1"'), 412, 'stale')
    expect((await discard('"d2"')).status).toBe(204)
    expectProblem(await admin('DELETE', `${record.place}/draft`), 404, 'not_found')
  })

  test('continues the versions of the one before, so that nobody changes, publishes or approves another one unseen', async () => {
    const record = await service()
    const approve = () =>
      admin('POST', `${record.place}/review`, {
        body: { action: 'approve' },
        headers: { 'If-Match': '"d2"' },
      })
    await draft(record, { title: 'الف' })
    await draft(record, { title: 'دیده' })
    await admin('DELETE', `${record.place}/draft`)
    await draft(record, { title: 'ب' })
    const { headers } = await draft(record, { title: 'نادیده' })
    expect(headers.get('ETag')).toBe('"d4"')
    await admin('POST', `${record.place}/review`, { body: { action: 'request' } })
    expectProblem(await draft(record, { title: 'ج' }, '"d2"'), 412, 'stale')
    expectProblem(await publish(record, '"d2"'), 412, 'stale')
    expectProblem(await approve(), 412, 'stale')
    expect((await publish(record, '"d4"')).body.title).toBe('نادیده')
    expect((await draft(record, { title: 'د' })).headers.get('ETag')).toBe('"d5"')
  })

  test('does not follow the live record', async () => {
    const record = await service({ summary: 'یک', icon: 'truck' })
    await draft(record, { title: 'بعدی' })
    await patch(record, { summary: 'دو' })
    const { body } = await admin('GET', `${record.place}/draft`)
    expect([body.summary, body.draft.base_version, body.draft.base_changed]).toEqual(['یک', 1, ['summary']])
  })

  test('is on each side of a publication: what one side has changed is taken', async () => {
    const record = await service({ summary: 'یک', icon: 'truck' })
    await draft(record, { title: 'بعدی' })
    await patch(record, { summary: 'دو', icon: 'ship' })
    await draft(record, { icon: 'ship' })
    const published = await publish(record)
    expect([published.status, published.headers.get('ETag')]).toEqual([200, '"3"'])
    expect(published.body).toMatchObject({ title: 'بعدی', summary: 'دو', icon: 'ship', version: 3 })
    expectProblem(await admin('GET', `${record.place}/draft`), 404, 'not_found')
    const { body } = await admin('GET', `${record.place}/revisions`)
    expect([body.items.length, body.items[0].fields]).toEqual([3, ['title']])
  })

  test('is refused with 412 where both sides have changed a field, until it is merged', async () => {
    const record = await service({ summary: 'یک', icon: 'truck' })
    await draft(record, { title: 'بعدی', summary: 'پیش‌نویس' })
    await patch(record, { summary: 'زنده', icon: 'ship' })
    const refused = await publish(record)
    expectProblem(refused, 412, 'base_changed')
    expect(paths(refused)).toEqual(['summary'])
    expectProblem(await draft(record, { base_version: 1 }), 412, 'stale')
    const merged = await draft(record, { base_version: 2, summary: 'هر دو' })
    expect(merged.body).toMatchObject({
      title: 'بعدی',
      summary: 'هر دو',
      icon: 'ship',
      draft: { base_version: 2, base_changed: [] },
    })
    expect((await publish(record)).body).toMatchObject({ title: 'بعدی', summary: 'هر دو', icon: 'ship' })
  })

  test('that changes nothing is published without a new version', async () => {
    const record = await service()
    await draft(record, {})
    expect((await publish(record)).body.version).toBe(1)
    expectProblem(await publish(record), 404, 'not_found')
  })

  test('keeps the date of publication', async () => {
    const body = { title: 'مقاله', status: 'published', published_at: '2026-01-02T03:04:05.000Z' }
    const article = await createRecord(admin, 'articles', body)
    await draft(article, { title: 'بعدی' })
    expect((await publish(article)).body).toMatchObject({ ...body, title: 'بعدی' })
  })

  test('renames a page with a redirect, and publishes an article', async () => {
    const record = await service()
    const old = `/services/${record.slug}`
    await draft(record, { slug: `moved-${record.id}` })
    expect((await publish(record)).status).toBe(200)
    const { body } = await app.anyone('GET', `/api/redirects/resolve?path=${encodeURIComponent(old)}`)
    expect(body.location).toBe(`/services/moved-${record.id}`)
    const article = await createRecord(admin, 'articles', { title: 'پیش‌نویس' })
    await draft(article, { status: 'published' })
    expect((await app.anyone('GET', `/api/articles/${article.slug}`)).status).toBe(404)
    expect((await publish(article)).body.status).toBe('published')
    expect((await app.anyone('GET', `/api/articles/${article.slug}`)).status).toBe(200)
  })

  test('is refused where another record has the slug, or the reference is gone', async () => {
    const [first, second] = [await service(), await service()]
    await draft(first, { slug: second.slug })
    expectProblem(await publish(first), 409, 'conflict')
    const category = await createRecord(admin, 'article-categories', { title: 'دسته' })
    const article = await createRecord(admin, 'articles', { title: 'مقاله' })
    await draft(article, { category_id: category.id })
    expect((await admin('DELETE', category.place)).status).toBe(204)
    const refused = await publish(article)
    expectProblem(refused, 422, 'validation_failed')
    expect(refused.body.errors).toMatchObject([{ path: 'category_id', code: 'unknown_reference' }])
    expect((await admin('GET', `${article.place}/draft`)).status).toBe(200)
  })

  test('waits in the trash with its record, unscheduled, and goes with it', async () => {
    app.setClock(new Date('2026-05-01T10:00:00Z'))
    const record = await service()
    await draft(record, { title: 'بعدی', publish_at: '2026-05-02T10:00:00Z' })
    await admin('DELETE', record.place)
    for (const method of ['GET', 'DELETE'])
      expectProblem(await admin(method, `${record.place}/draft`), 404, 'not_found')
    expectProblem(await publish(record), 404, 'not_found')
    const entryOf = async () =>
      (await admin('GET', '/api/admin/trash')).body.items.find(
        (entry: { record_id: number; resource: string }) =>
          entry.resource === 'services' && entry.record_id === record.id,
      )
    await admin('POST', `/api/admin/trash/${(await entryOf()).id}/restore`)
    const { body } = await admin('GET', `${record.place}/draft`)
    expect([body.title, body.draft.publish_at]).toEqual(['بعدی', null])
    await admin('DELETE', record.place)
    await admin('DELETE', `/api/admin/trash/${(await entryOf()).id}`)
    const left = await app.deps.database.query((tx) =>
      tx.$count(
        workingCopies,
        and(eq(workingCopies.resource, 'services'), eq(workingCopies.record_id, record.id)),
      ),
    )
    expect(left).toBe(0)
  })
})

describe('creators, editors and tokens', () => {
  test('creators have no working copies, also of their own articles', async () => {
    const own = await createRecord(creator, 'articles', { title: 'خودم' })
    for (const [method, path] of [
      ['GET', '/draft'],
      ['PATCH', '/draft'],
      ['DELETE', '/draft'],
      ['POST', '/draft/publish'],
    ] as const) {
      const options = method === 'PATCH' ? { body: { title: 'x' } } : {}
      expectProblem(await creator(method, own.place + path, options), 403, 'forbidden')
    }
  })

  test('an editor may do all of it', async () => {
    const editor = await app.signIn('editor')
    const record = await service()
    expect((await editor('PATCH', `${record.place}/draft`, { body: { title: 'ویراستار' } })).status).toBe(200)
    expect((await editor('POST', `${record.place}/draft/publish`)).body.title).toBe('ویراستار')
  })

  test('a token with `write` alone may prepare, but neither publish nor schedule', async () => {
    const body = {
      name: 'writer',
      scopes: ['read', 'write'],
      expires_at: '2027-01-01T00:00:00Z',
      current_password: ADMIN.password,
    }
    const { token } = (await admin('POST', '/api/admin/tokens', { body })).body
    const headers = { Authorization: `Bearer ${token}` }
    const record = await service()
    const change = { title: 'از برنامه' }
    expect((await app.anyone('PATCH', `${record.place}/draft`, { body: change, headers })).status).toBe(200)
    const scheduled = { publish_at: '2100-01-01T00:00:00Z' }
    expectProblem(
      await app.anyone('PATCH', `${record.place}/draft`, { body: scheduled, headers }),
      403,
      'insufficient_scope',
    )
    expectProblem(
      await app.anyone('POST', `${record.place}/draft/publish`, { headers }),
      403,
      'insufficient_scope',
    )
  })
})

/** Every route that visitors can read. */
const PUBLIC = [
  '/api/site',
  '/api/search?q=SENTINEL',
  '/api/articles/slug-1',
  '/services/slug-1',
  '/blog/slug-1',
  '/sitemap.xml',
  '/blog/feed.xml',
  '/api/articles',
  '/',
  '/blog',
  '/services',
  '/about',
  '/contact',
]

describe.each(testedResources.map((resource) => [resource.name, resource] as const))(
  '%s',
  (name, resource) => {
    test('nothing of a working copy is public, nor in any list or export; all of it is once published', async () => {
      const record = await recordOf(resource)
      const sentinel = `SENTINEL-${name}`
      const changes = Object.fromEntries(
        Object.keys(sampleOf(resource, 3))
          .filter((field) => takesAnyText(resource, field))
          .map((field, index) => [field, `${sentinel}-${index}`]),
      )
      expect((await admin('PATCH', `${record.place}/draft`, { body: changes })).status).toBe(200)
      const shows = async (client: Client, path: string) =>
        JSON.stringify((await client('GET', path)).body).includes(`${sentinel}-`)
      const showing = []
      for (const path of PUBLIC) if (await shows(app.anyone, path)) showing.push(path)
      for (const path of ['/api/admin/site', `/api/admin/${name}`, record.place])
        if (await shows(admin, path)) showing.push(path)
      if (name === 'articles' && (await shows(creator, '/api/admin/articles'))) showing.push('to creators')
      expect([showing, Object.keys(changes).length > 0]).toEqual([[], true])
      const published = await admin('POST', `${record.place}/draft/publish`)
      expect([published.status, published.body.errors]).toEqual([200, undefined])
      expect(published.body).toMatchObject(changes)
    })
  },
)

/** Free text: what is neither a choice, an address nor a slug. */
function takesAnyText({ input }: Resource, field: string) {
  const schema = input.shape[field] as { safeParse(value: unknown): { success: boolean } }
  return schema.safeParse('SENTINEL-x-0').success && field !== 'slug'
}

async function recordOf(resource: Resource): Promise<Row> {
  const place = `/api/admin/${resource.name}`
  if (!resource.singleton) return createRecord(admin, resource.name, sampleOf(resource, 1) as Sample)
  return { ...(await admin('GET', `${place}/1`)).body, place: `${place}/1` }
}
