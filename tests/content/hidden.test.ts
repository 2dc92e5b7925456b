// Hidden records: visible to editors alone, until they are shown. Articles have a status, and an end, instead.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { ADMIN, type Client, startApp, type TestApp } from '../support/app.ts'
import { createRecord, expectProblem, type Row } from '../support/records.ts'
import { sampleOf } from '../support/samples.ts'
import { testedResources } from '../support/tested-resources.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await startApp()
  admin = app.admin
})
afterAll(() => app?.[Symbol.asyncDispose]())
afterEach(() => app.setClock(null))

const patch = (record: Row, body: object) => admin('PATCH', record.place, { body })
const status = async (path: string) => (await app.anyone('GET', path)).status
const hideable = testedResources.filter(({ singleton, publishable }) => !singleton && !publishable)

describe.each(hideable.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  /** Whether the site has the record. */
  async function isShown({ id }: Row) {
    const { [resource.member]: member } = (await app.anyone('GET', '/api/site')).body
    const records: { id: number; hidden?: boolean }[] = Object.values(member)
    expect(records.some((record) => 'hidden' in record)).toBe(false)
    return records.some((record) => record.id === id)
  }

  test('a hidden record is made unseen, shown, and hidden again', async () => {
    const record = await createRecord(admin, name, { ...sampleOf(resource, 2), hidden: true })
    expect([record.hidden, await isShown(record)]).toEqual([true, false])
    expect((await admin('GET', record.place)).body.hidden).toBe(true)
    await patch(record, { hidden: false })
    expect(await isShown(record)).toBe(true)
    await patch(record, { hidden: true })
    expect(await isShown(record)).toBe(false)
  })

  test('`hidden` is true or false; without it a new record is shown, and a PUT leaves it', async () => {
    const record = await createRecord(admin, name, sampleOf(resource, 3))
    expect([record.hidden, await isShown(record)]).toEqual([false, true])
    expectProblem(await patch(record, { hidden: 'yes' }), 422, 'validation_failed')
    await patch(record, { hidden: true })
    const { hidden: _, ...body } = sampleOf(resource, 3)
    expect((await admin('PUT', record.place, { body })).body.hidden).toBe(true)
  })
})

test('the page of a hidden record is not found, nor by search or in the sitemap', async () => {
  const service = await createRecord(admin, 'services', { title: 'Vanishing', hidden: true })
  const path = `/services/${service.slug}`
  const isFound = async () => [
    await status(path),
    (await app.anyone('GET', '/api/search?q=Vanishing')).body.items.length,
    (await app.anyone('GET', '/sitemap.xml')).body.includes(path),
  ]
  expect(await isFound()).toEqual([404, 0, false])
  await patch(service, { hidden: false })
  expect(await isFound()).toEqual([200, 1, true])
})

test('a page that was renamed while it was hidden is redirected once it is shown again', async () => {
  const service = await createRecord(admin, 'services', { title: 'قدیم', slug: 'before' })
  await patch(service, { hidden: true })
  await patch(service, { slug: 'after' })
  expect(await status('/services/before')).toBe(404)
  await patch(service, { hidden: false })
  const { status: code, headers } = await app.anyone('GET', '/services/before')
  expect([code, headers.get('Location')]).toEqual([301, '/services/after'])
  const unseen = await createRecord(admin, 'services', { title: 'نو', slug: 'never', hidden: true })
  await patch(unseen, { slug: 'shown', hidden: false })
  expect([await status('/services/never'), await status('/services/shown')]).toEqual([404, 200])
})

test('a token without `publish` may write hidden records, but show none', async () => {
  const scopes = ['read', 'write']
  const body = {
    name: 'hidden',
    scopes,
    expires_at: '2027-01-01T00:00:00Z',
    current_password: ADMIN.password,
  }
  const { token } = (await admin('POST', '/api/admin/tokens', { body })).body
  const headers = { Authorization: `Bearer ${token}` }
  const made = await app.anyone('POST', '/api/admin/faqs', {
    body: { question: 'چرا؟', answer: 'چون', hidden: true },
    headers,
  })
  expect(made.status).toBe(201)
  const show = { body: { hidden: false }, headers }
  expectProblem(await app.anyone('PATCH', `/api/admin/faqs/${made.body.id}`, show), 403, 'insufficient_scope')
})

describe('an article with an end', () => {
  const article = (unpublish_at: string) =>
    createRecord(admin, 'articles', {
      title: 'تا پایان',
      status: 'published',
      published_at: '2026-05-01T00:00:00Z',
      unpublish_at,
    })

  test('is public until then', async () => {
    const record = await article('2026-06-01T00:00:00Z')
    const path = `/api/articles/${record.slug}`
    app.setClock(new Date('2026-05-31T23:59:59Z'))
    expect(await status(path)).toBe(200)
    app.setClock(new Date('2026-06-01T00:00:00Z'))
    expect([await status(path), await status(`/blog/${record.slug}`)]).toEqual([404, 404])
    const { body } = await admin('GET', '/api/admin/articles?status=public')
    expect(body.items.map(({ id }: Row) => id)).not.toContain(record.id)
    await patch(record, { unpublish_at: null })
    expect(await status(path)).toBe(200)
  })

  test('must have it after its publication', async () => {
    const record = await article('2026-06-01T00:00:00Z')
    const refused = await patch(record, { unpublish_at: '2026-05-01T00:00:00Z' })
    expectProblem(refused, 422, 'validation_failed')
    expect(refused.body.errors).toMatchObject([{ path: 'unpublish_at', code: 'out_of_order' }])
  })

  test('does not tell visitors of it, and creators cannot set it', async () => {
    const record = await article('2190-06-01T00:00:00Z')
    expect((await app.anyone('GET', `/api/articles/${record.slug}`)).body).not.toHaveProperty('unpublish_at')
    const creator = await app.signIn('creator')
    const own = await createRecord(creator, 'articles', { title: 'x', unpublish_at: '2190-06-01T00:00:00Z' })
    expect(own.unpublish_at).toBeNull()
  })
})
