// The history of a record: a revision per write, with its author, and restoring one.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Resource } from '../../src/content/definition/define-resource.ts'
import { findResource, resources } from '../../src/content/resources/resource-registry.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import { type Client, startApp } from '../support/app.ts'
import { createRecord, expectProblem, type Row } from '../support/records.ts'
import { roundsOf } from '../support/rounds.ts'
import { minimalOf, type Sample, sampleOf } from '../support/samples.ts'

const service = await startApp()
const { admin, anyone } = service
afterAll(() => service[Symbol.asyncDispose]())
afterEach(() => service.setClock(null))

const execute = (statement: ReturnType<typeof sql>, { deps: { database } } = service) =>
  database.transaction((tx) => rowsOf<Record<string, any>>(tx, statement))

const created = (resource: string, body: object, { by = admin, query = '' } = {}) =>
  createRecord(by, resource, body, query)

const stored = async ({ place }: Row) => (await admin('GET', place)).body
const history = async ({ place }: { place: string }) =>
  (await admin('GET', `${place}/revisions`)).body.items as any[]
const restore = (record: { place: string }, revision: unknown, headers: Record<string, string> = {}) =>
  admin('POST', `${record.place}/revisions/${revision}/restore`, { headers })

/** A new record of the resource, or a singleton's only one. */
async function recordOf(resource: Resource, body: Sample): Promise<Row> {
  if (!resource.singleton) return created(resource.name, body)
  const place = `/api/admin/${resource.name}/1`
  return { ...(await admin('PUT', place, { body })).body, place }
}

const ADMIN_FIELDS = ['position', 'hidden', 'status', 'published_at', 'unpublish_at', 'author_id']
const textField = ({ input }: Resource) =>
  [
    'title',
    'label',
    'name',
    'question',
    'message',
    'author_name',
    'platform',
    'phone',
    'site_name',
    'title_en',
    'to_path',
    'address',
  ].find((name) => name in input.shape)!

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  test('stores a revision of every write with author, time and changed fields', async () => {
    const record = await recordOf(resource, minimalOf(resource, 3))
    const from = (await history(record)).length - 1
    const field = textField(resource)
    const value = field === 'to_path' ? '/changed' : 'changed'
    const put = await admin('PUT', record.place, { body: sampleOf(resource, 3) })
    expect(put.status).toBe(200)
    const patched = await admin('PATCH', record.place, { body: { [field]: value } })
    expect(patched.status).toBe(200)
    await admin('PATCH', record.place, { body: {} })

    const items = (await history(record)).slice(0, from + 3)
    expect(items).toHaveLength(from + 3)
    const actor = (await admin('GET', '/api/auth/me')).body
    for (const item of items) {
      expect(Object.keys(item)).toEqual([
        'id',
        'version',
        'created_at',
        'actor_id',
        'actor',
        'autosave',
        'fields',
      ])
      expect(item).toMatchObject({ actor_id: actor.id, actor: actor.name, autosave: false })
    }
    const [third, second, first] = items
    expect(third).toMatchObject({
      version: patched.body.version,
      created_at: patched.body.updated_at,
      fields: [field],
    })
    expect(second.created_at).toBe(put.body.updated_at)
    const changed = Object.keys(resource.input.shape).filter(
      (name) => !Bun.deepEquals(put.body[name] ?? null, record[name] ?? null),
    )
    expect(second.fields.toSorted()).toEqual(changed.sort())
    if (!resource.singleton) {
      const present = Object.keys(resource.input.shape).filter((name) => record[name] !== null)
      expect(first.fields.toSorted()).toEqual(present.sort())
      expect([third.version, second.version, first.version]).toEqual([3, 2, 1])
    }
    expect(third.id).toBeGreaterThan(second.id)
  })

  test('restores a revision except id, position, publication and author', async () => {
    const first = sampleOf(resource, 4)
    const record = await recordOf(resource, first)
    const revision = (await history(record))[0]
    const other = { ...minimalOf(resource, 5), ...(resource.ordered && { position: 1 }) }
    const changed = await admin('PUT', record.place, { body: other })
    expect(changed.status).toBe(200)
    if (resource.publishable) {
      const publication = { status: 'draft', published_at: '2011-01-01T00:00:00.000Z', author_id: null }
      await admin('PATCH', record.place, { body: publication })
    }
    const before = await stored(record)
    const answer = await restore(record, revision.id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ETag')).toBe(`"${answer.body.version}"`)

    const kept = Object.fromEntries(['id', 'created_at', ...ADMIN_FIELDS].map((name) => [name, before[name]]))
    const { place: _, updated_at, version, ...original } = record
    expect(answer.body).toEqual({
      ...original,
      ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
      ...(resource.publishable && { author: null }),
      version: before.version + 1,
      updated_at: answer.body.updated_at,
    })
    expect(await stored(record)).toEqual(answer.body)
    const [latest] = await history(record)
    expect(latest).toMatchObject({ version: answer.body.version, autosave: false })
    expect(latest.fields.filter((name: string) => ADMIN_FIELDS.includes(name))).toEqual([])
  })

  test('answers 404 for an unknown revision', async () => {
    const record = await recordOf(resource, minimalOf(resource, 6))
    const before = await stored(record)
    const otherResource = findResource(resource.name === 'faqs' ? 'services' : 'faqs')!
    const foreign = await created(otherResource.name, sampleOf(otherResource, 1))
    const [foreignRevision] = await history(foreign)
    const sibling = resource.singleton ? foreign : await recordOf(resource, minimalOf(resource, 7))
    const [siblingRevision] = await history(sibling)
    for (const revision of [
      foreignRevision.id,
      siblingRevision.id,
      987_654,
      0,
      -1,
      'abc',
      '1;drop',
      '99999999999',
      '01',
      '%00',
      '1.0',
    ]) {
      expectProblem(await restore(record, revision), 404, 'not_found')
    }
    for (const id of ['987654', 'abc', '0']) {
      const place = `/api/admin/${resource.name}/${id}`
      expectProblem(await admin('GET', `${place}/revisions`), 404, 'not_found')
      expectProblem(await restore({ place }, foreignRevision.id), 404, 'not_found')
    }
    expect(await stored(record)).toEqual(before)
  })
})

describe('a history', () => {
  test('is listed newest first, in pages, for admins only', async () => {
    const record = await created('services', { title: '1' })
    for (let count = 2; count <= 5; count++)
      await admin('PATCH', record.place, { body: { title: String(count) } })
    const { body } = await admin('GET', `${record.place}/revisions?page=2&per_page=2`)
    expect(body).toMatchObject({ page: 2, per_page: 2, total: 5 })
    expect(body.items.map(({ version }: any) => version)).toEqual([3, 2])
    expect((await history(record)).map(({ version }) => version)).toEqual([5, 4, 3, 2, 1])
    expect((await anyone('GET', `${record.place}/revisions`)).status).toBe(401)
    const creator = await service.signIn('creator')
    expect((await creator('GET', `${record.place}/revisions`)).status).toBe(403)
    expectProblem(await admin('GET', `${record.place}/revisions?per_page=0`), 422, 'validation_failed')
  })

  test('keeps the newest 50 revisions per record', async () => {
    const record = await created('services', { title: '1' })
    const other = await created('services', { title: 'Other' })
    for (let count = 2; count <= 53; count++)
      await admin('PATCH', record.place, { body: { title: String(count) } })
    const items = await history(record)
    expect(items.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, index) => 53 - index))
    expect(await history(other)).toHaveLength(1)
    expect((await restore(record, items.at(-1).id)).body.title).toBe('4')
    expect(await history(record)).toHaveLength(50)
  })

  test('is separate for records of two resources with the same id', async () => {
    const [service, faq] = [
      await created('services', { title: 'x' }),
      await created('faqs', { question: 'x', answer: 'x' }),
    ]
    await execute(
      sql`update revisions set record_id = ${service.id} where resource = 'faqs' and record_id = ${faq.id}`,
    )
    await execute(sql`update faqs set id = 900000 + id where id = ${service.id} and id <> ${faq.id}`)
    await execute(sql`update faqs set id = ${service.id} where id = ${faq.id}`)
    const [ofService] = await history({ place: `/api/admin/services/${service.id}` })
    const [ofFaq] = await history({ place: `/api/admin/faqs/${service.id}` })
    expect(ofService.fields).toContain('title')
    expect(ofFaq.fields).toContain('question')
    expectProblem(await restore({ place: `/api/admin/services/${service.id}` }, ofFaq.id), 404, 'not_found')
  })

  test('goes to the trash with its record, and is deleted with it for good', async () => {
    const record = await created('services', { title: 'x' })
    const count = async () => {
      const rows = await execute(
        sql`select 1 from revisions where resource = 'services' and record_id = ${record.id}`,
      )
      return rows.length
    }
    await admin('DELETE', record.place)
    expect(await count()).toBe(1)
    const { body } = await admin('GET', '/api/admin/trash?resource=services')
    const entry = body.items.find((item: { record_id: number }) => item.record_id === record.id)
    expect((await admin('DELETE', `/api/admin/trash/${entry.id}`)).status).toBe(204)
    expect(await count()).toBe(0)
  })

  test('keeps the name of the author at that time, even after the account is renamed or deleted', async () => {
    const editor = await service.signIn('admin', 'Then Name')
    const record = await created('services', { title: 'x' }, { by: editor })
    await admin('PATCH', `/api/admin/users/${editor.id}`, { body: { name: 'Now Name' } })
    await admin('DELETE', `/api/admin/users/${editor.id}`)
    expect((await history(record))[0]).toMatchObject({ actor: 'Then Name', actor_id: editor.id })
  })

  test('has one revision per write, also for concurrent writes', async () => {
    const record = await created('services', { title: 'x' })
    const writes = Array.from({ length: 20 }, (_, index) =>
      admin('PATCH', record.place, { body: { title: `Title ${index}` } }),
    )
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([200]))
    const versions = (await history(record)).map(({ version }) => version)
    expect(versions).toEqual(Array.from({ length: 21 }, (_, index) => 21 - index))
  })
})

describe('a restore', () => {
  const tamper = (record: Row, state: object) =>
    execute(sql`update revisions set state = state || ${JSON.stringify(state)}::text::jsonb
      where resource = ${record.place.split('/')[3]} and record_id = ${record.id}`)

  test('sanitizes the stored state', async () => {
    const record = await created('services', { title: 'x', body: '<p>Good</p>', link: '/a', image: '/b' })
    await tamper(record, {
      body: '<p onclick="x()">Bad<script>x()</script></p>',
      body_en: '<img src=x onerror=x()>',
    })
    const { status, body } = await restore(record, (await history(record))[0].id)
    expect(status).toBe(200)
    expect(body.body).toBe('<p>Bad</p>')
    expect(body.body_en).not.toContain('onerror')
  })

  test.each<[string, object, number]>([
    ['a link that no write takes', { link: 'javascript:alert(1)' }, 422],
    ['a wrong type', { title: 5 }, 422],
    ['a title that is missing', { title: null }, 422],
    ['a title that is too long', { title: 'x'.repeat(10_000) }, 422],
  ])('of a state with %s is refused, and changes nothing', async (_, state, status) => {
    const record = await created('services', { title: 'x' })
    await tamper(record, state)
    expectProblem(await restore(record, (await history(record))[0].id), status, 'validation_failed')
    expect(await stored(record)).toMatchObject({ title: 'x', version: 1 })
    expect(await history(record)).toHaveLength(1)
  })

  test('ignores fields that no longer exist, and id, position and publication', async () => {
    const article = await created('articles', { title: 'x' })
    await tamper(article, {
      id: 1,
      version: 99,
      retired: true,
      status: 'published',
      published_at: '2020-01-01T00:00:00Z',
      position: 999,
      author_id: 987_654,
      excerpt: 'Restored',
    })
    const { status, body } = await restore(article, (await history(article))[0].id)
    expect(status).toBe(200)
    const { id, position, author_id } = article
    expect(body).toMatchObject({
      id,
      position,
      author_id,
      status: 'draft',
      published_at: null,
      version: 2,
      excerpt: 'Restored',
    })
  })

  test('keeps a public article public and a draft a draft', async () => {
    const article = await created('articles', { title: 'As a draft' })
    await admin('PATCH', article.place, { body: { status: 'published', title: 'As published' } })
    const [published, draft] = await history(article)
    const { body: stillPublic } = await restore(article, draft.id)
    expect(stillPublic).toMatchObject({ title: 'As a draft', status: 'published' })
    expect((await anyone('GET', `/api/articles/${article.slug}`)).body.title).toBe('As a draft')
    await admin('PATCH', article.place, { body: { status: 'draft' } })
    expect((await restore(article, published.id)).body).toMatchObject({
      title: 'As published',
      status: 'draft',
    })
    expect((await anyone('GET', `/api/articles/${article.slug}`)).status).toBe(404)
  })

  test('respects If-Match', async () => {
    const record = await created('services', { title: 'first' })
    await admin('PATCH', record.place, { body: { title: 'second' } })
    const revision = (await history(record)).at(-1).id
    const stale = await restore(record, revision, { 'If-Match': '"1"' })
    expectProblem(stale, 412, 'stale')
    expect(stale.headers.get('ETag')).toBe('"2"')
    expect((await restore(record, revision, { 'If-Match': '"2"' })).body.title).toBe('first')
  })

  test('of a slug that another record has now is refused, naming the field', async () => {
    const first = await created('projects', { title: 'x', slug: 'mine' })
    await admin('PATCH', first.place, { body: { slug: 'given-away' } })
    await created('projects', { title: 'x', slug: 'mine' })
    const answer = await restore(first, (await history(first)).at(-1).id)
    expectProblem(answer, 409, 'conflict')
    expect(answer.body.errors).toMatchObject([{ path: 'slug', code: 'taken' }])
    expect((await stored(first)).slug).toBe('given-away')
  })

  test('sets references to deleted records to null', async () => {
    for (const [resource, field, of] of [
      ['articles', 'category_id', 'article-categories'],
      ['menu', 'parent_id', 'menu'],
    ] as const) {
      const goal = resource === 'menu' ? { label: 'x', url: '/x' } : { title: 'x' }
      const gone = await created(of, of === 'menu' ? { label: 'Passing', url: '/p' } : { title: 'Passing' })
      const record = await created(resource, { ...goal, [field]: gone.id })
      const [name] = Object.keys(goal) as [string]
      await admin('PATCH', record.place, { body: { [field]: null, [name]: 'later' } })
      expect((await admin('DELETE', gone.place)).status).toBe(204)
      const { status, body } = await restore(record, (await history(record)).at(-1).id)
      expect([status, body[name], body[field], body.version]).toEqual([200, 'x', null, 3])
      expect((await history(record))[0]).toMatchObject({ version: 3, fields: [name] })
    }
  })

  test('of the current state is a write like any other', async () => {
    const record = await created('services', { title: 'x' })
    const { status, body } = await restore(record, (await history(record))[0].id)
    expect([status, body.version]).toEqual([200, 2])
    expect((await history(record))[0]).toMatchObject({ version: 2, fields: [] })
  })

  test('is public at once', async () => {
    const record = await created('services', { title: 'Shown first' })
    await admin('PATCH', record.place, { body: { title: 'Shown second' } })
    await restore(record, (await history(record)).at(-1).id)
    const { body } = await anyone('GET', '/api/site/services')
    expect(body.find(({ id }: any) => id === record.id).title).toBe('Shown first')
  })
})

describe('autosaves', () => {
  const start = Date.now() + 3_600_000
  const after = (milliseconds: number) => service.setClock(new Date(start + milliseconds))
  const MINUTES = 60_000
  const save = (record: Row, body: object, by: Client = admin) =>
    by('PATCH', `${record.place}?autosave=true`, { body })
  const shapes = async (record: Row) =>
    (await history(record)).map(({ version, autosave, fields }) => [
      version,
      autosave,
      fields.toSorted().join(),
    ])

  test('of one session share a revision with the last state and all changed fields', async () => {
    after(0)
    const record = await created('articles', { title: 'x' })
    after(1 * MINUTES)
    await save(record, { title: 'y' })
    after(10 * MINUTES)
    await save(record, { excerpt: 'e' })
    after(20 * MINUTES - 1)
    await save(record, { title: 'z' })
    expect(await shapes(record)).toEqual([
      [4, true, 'excerpt,title'],
      [1, false, expect.any(String)],
    ])
    expect((await history(record))[0].created_at).toBe(new Date(start + 20 * MINUTES - 1).toISOString())
    await admin('PATCH', record.place, { body: { title: 'q', excerpt: null } })
    expect((await restore(record, (await history(record))[1].id)).body).toMatchObject({
      title: 'z',
      excerpt: 'e',
    })
  })

  test('ten minutes apart are two sessions', async () => {
    after(0)
    const record = await created('articles', { title: 'x' })
    await save(record, { title: 'a' })
    after(10 * MINUTES)
    await save(record, { title: 'b' })
    after(20 * MINUTES - 1)
    await save(record, { title: 'c' })
    after(30 * MINUTES - 1)
    await save(record, { title: 'd' })
    expect((await shapes(record)).map(([version]) => version)).toEqual([5, 4, 2, 1])
  })

  test('of two users are separate sessions', async () => {
    after(0)
    const other = await service.signIn('admin')
    const record = await created('articles', { title: 'x' })
    await save(record, { title: 'a' })
    await save(record, { title: 'b' }, other)
    await save(record, { title: 'c' }, other)
    await save(record, { title: 'd' })
    expect((await history(record)).map(({ version, actor_id }) => [version, actor_id === other.id])).toEqual([
      [5, false],
      [4, true],
      [2, false],
      [1, false],
    ])
  })

  test('before and after an ordinary save are two sessions', async () => {
    after(0)
    const record = await created('articles', { title: 'x' })
    await save(record, { title: 'a' })
    await admin('PATCH', record.place, { body: { title: 'b' } })
    await save(record, { title: 'c' })
    await save(record, { title: 'd' })
    expect(await shapes(record)).toEqual([
      [5, true, 'title'],
      [3, false, 'title'],
      [2, true, 'title'],
      [1, false, expect.any(String)],
    ])
  })

  test('of two records, also of two resources, are separate sessions', async () => {
    after(0)
    const [first, second] = [
      await created('articles', { title: 'x' }),
      await created('articles', { title: 'x' }),
    ]
    const page = await created('pages', { title: 'x' })
    for (const record of [first, second, page]) await save(record, { title: 'a' })
    for (const record of [first, second, page]) await save(record, { title: 'b' })
    for (const record of [first, second, page]) {
      expect((await history(record)).map(({ version }) => version)).toEqual([3, 1])
    }
  })

  test('continue the session of a record that an autosave created', async () => {
    after(0)
    const record = await created('articles', { title: 'x' }, { query: '?autosave=true' })
    await save(record, { excerpt: 'e' })
    const shape = await shapes(record)
    expect(shape).toHaveLength(1)
    expect(shape[0]).toEqual([2, true, expect.stringContaining('excerpt')])
  })

  test('by PUT belong to the session too', async () => {
    after(0)
    const record = await created('articles', { title: 'x' })
    await save(record, { title: 'a' })
    await admin('PUT', `${record.place}?autosave=true`, { body: { title: 'b' } })
    expect((await shapes(record)).map(([version]) => version)).toEqual([3, 1])
  })

  test('that run concurrently share one revision', async () => {
    const ROUNDS = roundsOf(10, 4)
    for (let round = 0; round < ROUNDS; round++) {
      const record = await created('articles', { title: 'x' })
      await Promise.all(Array.from({ length: 6 }, (_, index) => save(record, { title: `Title ${index}` })))
      expect((await history(record)).map(({ version }) => version)).toEqual([7, 1])
    }
  })
})

describe('when the revision or the trash cannot be stored', () => {
  test('nothing is written, and the 500 does not reveal the cause', async () => {
    await using broken = await startApp()
    const record = (await broken.admin('POST', '/api/admin/services', { body: { title: 'x' } })).body
    const article = (
      await broken.admin('POST', '/api/admin/articles', { body: { title: 'x', status: 'published' } })
    ).body
    const state = async () => [
      (await broken.admin('GET', '/api/admin/site')).body,
      (await broken.anyone('GET', '/api/site')).headers.get('ETag'),
    ]
    const before = await state()
    await execute(sql`drop table revisions, trash`, broken)
    const writes: [string, string, object?][] = [
      ['POST', '/api/admin/services', { title: 'y' }],
      ['PATCH', `/api/admin/services/${record.id}`, { title: 'y' }],
      ['PUT', `/api/admin/services/${record.id}`, { title: 'y' }],
      ['PATCH', `/api/admin/services/${record.id}?autosave=true`, { title: 'y' }],
      ['PATCH', `/api/admin/articles/${article.id}`, { slug: 'y' }],
      ['PUT', '/api/admin/seo-meta/home', { title: 'y' }],
      ['PATCH', '/api/admin/about/1', { title: 'y' }],
      ['DELETE', `/api/admin/services/${record.id}`],
    ]
    for (const [method, path, body] of writes) {
      const answer = await broken.admin(method, path, { body })
      expectProblem(answer, 500, 'internal')
      expect(JSON.stringify(answer.body)).not.toMatch(/revisions|trash|relation|42P01|insert|drizzle/i)
    }
    expect(await state()).toEqual(before)
  })
})

describe('one revision', () => {
  const place = async () => {
    const { body } = await admin('POST', '/api/admin/services', { body: { title: 'One', icon: 'pump' } })
    const path = `/api/admin/services/${body.id}`
    await admin('PATCH', path, { body: { title: 'Two', summary: 'short' } })
    await admin('PATCH', path, { body: { title: 'Three', icon: null } })
    const { items } = (await admin('GET', `${path}/revisions`)).body
    return { path, ids: items.map(({ id }: { id: number }) => id).reverse() as number[] }
  }
  const changesIn = async (path: string) => {
    const { status, body } = await admin('GET', path)
    expect(status).toBe(200)
    return body.changes.map(({ field, before, after }: Record<string, unknown>) => [field, before, after])
  }

  test('comes with its whole state', async () => {
    const { path, ids } = await place()
    const { status, body } = await admin('GET', `${path}/revisions/${ids[1]}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: ids[1], version: 2, fields: ['title', 'summary'] })
    expect(body.state).toMatchObject({ title: 'Two', summary: 'short', icon: 'pump', body: null })
    expect(body).not.toHaveProperty('changes')
  })

  test('is compared with the previous one, the current record and any other, the older value first', async () => {
    const { path, ids } = await place()
    const [first, second, third] = ids.map((id) => `${path}/revisions/${id}`)
    expect(await changesIn(`${second}?diff=previous`)).toEqual([
      ['title', 'One', 'Two'],
      ['summary', null, 'short'],
    ])
    expect(await changesIn(`${second}?diff=current`)).toEqual([
      ['title', 'Two', 'Three'],
      ['icon', 'pump', null],
    ])
    const whole = [
      ['title', 'One', 'Three'],
      ['summary', null, 'short'],
      ['icon', 'pump', null],
    ]
    const sorted = (changes: unknown[][]) => changes.toSorted()
    expect(sorted(await changesIn(`${first}?diff=${ids[2]}`))).toEqual(sorted(whole))
    expect(sorted(await changesIn(`${third}?diff=${ids[0]}`))).toEqual(sorted(whole))
    expect(await changesIn(`${third}?diff=current`)).toEqual([])
    const created = await changesIn(`${first}?diff=previous`)
    expect(created).toContainEqual(['title', null, 'One'])
    expect(created).not.toContainEqual(['summary', null, null])
  })

  test('of another record, or with an invalid diff, is refused', async () => {
    const { path, ids } = await place()
    const other = await place()
    expect((await admin('GET', `${path}/revisions/${other.ids[0]}`)).status).toBe(404)
    expect((await admin('GET', `${path}/revisions/x`)).status).toBe(404)
    for (const diff of ['next', '', '0', String(other.ids[0])])
      expect((await admin('GET', `${path}/revisions/${ids[0]}?diff=${diff}`)).status).toBe(422)
    const creator = await service.signIn('creator')
    const own = (await creator('POST', '/api/admin/articles', { body: { title: 'x' } })).body
    expect((await creator('GET', `/api/admin/articles/${own.id}/revisions/1`)).status).toBe(404)
    expect((await creator('GET', `${path}/revisions/${ids[0]}`)).status).toBe(403)
  })
})
