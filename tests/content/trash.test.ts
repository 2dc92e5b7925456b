import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../src/platform/db/database.ts'
import { type Client, startApp, type TestApp } from '../support/app.ts'
import { createRecord } from '../support/records.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await startApp()
  admin = app.admin
})
afterAll(() => app?.[Symbol.asyncDispose]())
afterEach(() => app.setClock(null))

const create = (resource: string, body: object) => createRecord(admin, resource, body)
async function remove(resource: string, id: number) {
  expect((await admin('DELETE', `/api/admin/${resource}/${id}`)).status).toBe(204)
  const { body } = await admin('GET', `/api/admin/trash?resource=${resource}`)
  return body.items.find((entry: { record_id: number }) => entry.record_id === id)
}
const restore = (entry: { id: number }) => admin('POST', `/api/admin/trash/${entry.id}/restore`)
const auditActions = async (entity: string, id: number) =>
  (
    await app.deps.database.query((tx) =>
      rowsOf<{ action: string }>(
        tx,
        sql`select action from audit_log where entity = ${entity} and entity_id = ${String(id)} order by id`,
      ),
    )
  ).map(({ action }) => action)

describe('a deleted record', () => {
  test('is listed with who deleted it and until when, and shown with its state', async () => {
    const now = new Date('2026-05-01T10:00:00Z')
    const faq = await create('faqs', { question: 'چرا؟', question_en: 'Why?', answer: '<p>چون.</p>' })
    app.setClock(now)
    const entry = await remove('faqs', faq.id)
    expect(entry).toEqual({
      id: expect.any(Number),
      resource: 'faqs',
      record_id: faq.id,
      label: 'چرا؟',
      label_en: 'Why?',
      deleted_at: '2026-05-01T10:00:00.000Z',
      expires_at: '2026-05-31T10:00:00.000Z',
      actor_id: expect.any(Number),
      actor: expect.any(String),
    })
    const { body } = await admin('GET', `/api/admin/trash/${entry.id}`)
    expect(body).toMatchObject({ ...entry, state: { question: 'چرا؟', answer: '<p>چون.</p>' } })
  })

  test('keeps its history, which is compared with the deleted state', async () => {
    const faq = await create('faqs', { question: 'یک', answer: '<p>پاسخ.</p>' })
    await admin('PATCH', `/api/admin/faqs/${faq.id}`, { body: { question: 'دو' } })
    expect((await admin('GET', `/api/admin/faqs/${faq.id}/revisions`)).body.items).toHaveLength(2)
    const entry = await remove('faqs', faq.id)
    const path = `/api/admin/trash/${entry.id}/revisions`
    const { status, body } = await admin('GET', path)
    expect([status, body.total]).toEqual([200, 2])
    const [newest, first] = body.items
    const changes = async (query: string) => (await admin('GET', `${path}/${query}`)).body.changes
    const renamed = [{ field: 'question', before: 'یک', after: 'دو' }]
    expect(await changes(`${newest.id}?diff=previous`)).toEqual(renamed)
    expect(await changes(`${first.id}?diff=current`)).toEqual(renamed)
    expect((await admin('GET', `${path}/999999`)).status).toBe(404)
    expect((await admin('GET', `${path}/${first.id}?diff=999999`)).status).toBe(422)
    await restore(entry)
    expect((await admin('GET', path)).status).toBe(404)
  })

  test('is not public, and not found under its id', async () => {
    const service = await create('services', { title: 'Gone' })
    await remove('services', service.id)
    expect((await admin('GET', `/api/admin/services/${service.id}`)).status).toBe(404)
    const { body } = await app.anyone('GET', '/api/site')
    expect(body.services.map(({ id }: { id: number }) => id)).not.toContain(service.id)
  })

  test('is found in the trash by resource and by words of its name', async () => {
    const office = await create('offices', { name: 'دفتر تهران', name_en: 'Tehran office' })
    await remove('offices', office.id)
    const ids = async (query: string) =>
      (await admin('GET', `/api/admin/trash?${query}`)).body.items.map(
        (entry: { record_id: number; resource: string }) => `${entry.resource}/${entry.record_id}`,
      )
    expect(await ids('q=tehran&resource=offices')).toEqual([`offices/${office.id}`])
    expect(await ids('q=office%20tehran')).toContain(`offices/${office.id}`)
    expect(await ids(`q=${encodeURIComponent('دفتر')}%20tehran`)).toContain(`offices/${office.id}`)
    expect(await ids('q=nowhere')).toEqual([])
    expect(await ids('resource=team')).toEqual([])
  })

  test.each([
    ['كتابي', 'کتابی'],
    ['کتابی', 'كتابي'],
    ['خانۀ مؤلف', 'خانه مولف'],
    ['مي‌شود', 'میشود'],
    ['کِتاب ۱۲۳', 'کتاب 123'],
    ['Ålesund Café', 'alesund cafe'],
    ['Straße Œuvre', 'strasse oeuvre'],
    ['100% sure_', 'SURE_ 100%'],
  ])('%p is found as %p', async (name, query) => {
    const { id } = await create('team', { name })
    await remove('team', id)
    const find = async (q: string) =>
      (await admin('GET', `/api/admin/trash?resource=team&q=${encodeURIComponent(q)}`)).body.items.map(
        (entry: { record_id: number }) => entry.record_id,
      )
    expect(await find(query)).toContain(id)
    expect(await find(name)).toContain(id)
    expect(await find(`${query}x`)).toEqual([])
  })

  test('leaves an audit row, and another one when it is restored or deleted for good', async () => {
    const kept = await create('team', { name: 'Kept' })
    await restore(await remove('team', kept.id))
    expect(await auditActions('team', kept.id)).toEqual(['content.delete', 'content.restore'])
    const gone = await create('team', { name: 'Gone' })
    const entry = await remove('team', gone.id)
    expect((await admin('DELETE', `/api/admin/trash/${entry.id}`)).status).toBe(204)
    expect(await auditActions('team', gone.id)).toEqual(['content.delete', 'content.purge'])
  })
})

describe('restoring', () => {
  test('brings a record back with id, fields, position, status and history', async () => {
    await create('articles', { title: 'Before' })
    const article = await create('articles', {
      title: 'Whole',
      title_en: 'Whole',
      slug: 'whole',
      content: '<p>x</p>',
      tags: ['a', 'b'],
      faqs: [{ question: 'q', answer: 'a' }],
      status: 'published',
      published_at: '2026-01-02T03:04:05Z',
    })
    await create('articles', { title: 'After' })
    const { body: before } = await admin('PATCH', `/api/admin/articles/${article.id}`, {
      body: { excerpt: 'edited' },
    })
    const { status, body } = await restore(await remove('articles', article.id))
    expect([status, body.former_slug, body.emptied]).toEqual([200, null, []])
    expect(body.record).toEqual({
      ...before,
      version: before.version + 1,
      updated_at: expect.any(String),
    })
    expect((await app.anyone('GET', '/api/articles/whole')).status).toBe(200)
    const { body: history } = await admin('GET', `/api/admin/articles/${article.id}/revisions`)
    expect(history.total).toBe(3)
    expect((await admin('GET', '/api/admin/trash?resource=articles')).body.items).toEqual([])
  })

  test('gives the record another slug if its own was given away', async () => {
    const first = await create('projects', { title: 'Same', slug: 'same' })
    const entry = await remove('projects', first.id)
    const second = await create('projects', { title: 'Same', slug: 'same' })
    const { body } = await restore(entry)
    expect([body.record.slug, body.former_slug]).toEqual(['same-2', 'same'])
    expect((await admin('GET', `/api/admin/projects/${second.id}`)).body.slug).toBe('same')
  })

  test('empties references that are gone, and names them', async () => {
    const category = await create('article-categories', { title: 'Short-lived' })
    const article = await create('articles', { title: 'Orphan', category_id: category.id })
    const entry = await remove('articles', article.id)
    await remove('article-categories', category.id)
    const { body } = await restore(entry)
    expect([body.record.category_id, body.emptied]).toEqual([null, ['category_id']])
  })

  test('takes the redirect away that would hide the page', async () => {
    const page = await create('pages', { title: 'Terms', slug: 'terms' })
    const entry = await remove('pages', page.id)
    await create('redirects', { from_path: '/pages/terms', to_path: '/about' })
    expect((await restore(entry)).status).toBe(200)
    const { body } = await admin('GET', '/api/admin/redirects?from_path=/pages/terms')
    expect(body.items).toEqual([])
  })

  test('is refused with 409 while another record has its key', async () => {
    const hero = await create('heroes', { page_key: 'gallery', title: 'One' })
    const entry = await remove('heroes', hero.id)
    await create('heroes', { page_key: 'gallery', title: 'Two' })
    expect((await restore(entry)).status).toBe(409)
    expect((await admin('GET', `/api/admin/trash/${entry.id}`)).status).toBe(200)
  })

  test('is refused with 404 for a second time', async () => {
    const step = await create('work-steps', { title: 'Once' })
    const entry = await remove('work-steps', step.id)
    expect((await restore(entry)).status).toBe(200)
    expect((await restore(entry)).status).toBe(404)
  })

  test('many rounds against a creation with the same slug: both exist, with different slugs', async () => {
    for (let round = 0; round < 10; round++) {
      const slug = `race-${round}`
      const record = await create('projects', { title: slug, slug })
      const entry = await remove('projects', record.id)
      const [restored, created] = await Promise.all([
        restore(entry),
        admin('POST', '/api/admin/projects', { body: { title: slug } }),
      ])
      expect([restored.status, created.status]).toEqual([200, 201])
      expect(new Set([restored.body.record.slug, created.body.slug]).size).toBe(2)
    }
  })

  test('two restores at once: one wins', async () => {
    for (let round = 0; round < 10; round++) {
      const record = await create('faqs', { question: `q${round}`, answer: '<p>a</p>' })
      const entry = await remove('faqs', record.id)
      const answers = await Promise.all([restore(entry), restore(entry)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    }
  })
})

test('deleting for good takes the history along, and cannot be undone', async () => {
  const article = await create('articles', { title: 'Forgotten' })
  const entry = await remove('articles', article.id)
  expect((await admin('DELETE', `/api/admin/trash/${entry.id}`)).status).toBe(204)
  expect((await restore(entry)).status).toBe(404)
  const rows = await app.deps.database.query((tx) =>
    rowsOf(tx, sql`select 1 from revisions where resource = 'articles' and record_id = ${article.id}`),
  )
  expect(rows).toEqual([])
})

test('after 30 days a record is gone, and soon its history', async () => {
  const old = await create('timeline', { period: '1400', title: 'Old' })
  app.setClock(new Date('2026-05-01T00:00:00Z'))
  const entry = await remove('timeline', old.id)
  app.setClock(new Date('2026-05-31T00:00:01Z'))
  expect((await admin('GET', `/api/admin/trash/${entry.id}`)).status).toBe(404)
  expect((await restore(entry)).status).toBe(404)
  await app.deps.cleanUp.run()
  const rows = await app.deps.database.query((tx) =>
    rowsOf(
      tx,
      sql`select id from trash where id = ${entry.id} union all
        select id from revisions where resource = 'timeline' and record_id = ${old.id}`,
    ),
  )
  expect(rows).toEqual([])
})

test.each([
  ['GET', '/api/admin/trash'],
  ['GET', '/api/admin/trash/1'],
  ['POST', '/api/admin/trash/1/restore'],
  ['DELETE', '/api/admin/trash/1'],
])('a creator may not: %s %s', async (method, path) => {
  const creator = await app.signIn('creator')
  expect((await creator(method, path)).status).toBe(403)
})

test.each(['0', 'x', '99999999999', '1%00'])('entry %s does not exist', async (id) => {
  expect((await admin('GET', `/api/admin/trash/${id}`)).status).toBe(404)
  expect((await admin('DELETE', `/api/admin/trash/${id}`)).status).toBe(404)
  expect((await admin('POST', `/api/admin/trash/${id}/restore`)).status).toBe(404)
})
