// GET /api/admin/changes: the latest changes of all content.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.[Symbol.asyncDispose]())

const latest = async (count: number) =>
  (await app.admin('GET', `/api/admin/changes?per_page=${count}`)).body.items

test('changes of different resources are listed together, the newest first, with who changed what', async () => {
  const { body: faq } = await app.admin('POST', '/api/admin/faqs', {
    body: { question: 'چرا؟', answer: '<p>چون.</p>' },
  })
  const { body: office } = await app.admin('POST', '/api/admin/offices', { body: { name: 'Tehran' } })
  await app.admin('PATCH', `/api/admin/faqs/${faq.id}`, { body: { question: 'چگونه؟' } })
  const [changed, created] = await latest(2)
  expect(changed).toMatchObject({
    resource: 'faqs',
    record_id: faq.id,
    label: 'چگونه؟',
    label_en: null,
    version: 2,
    fields: ['question'],
    actor: expect.any(String),
    actor_id: expect.any(Number),
    autosave: false,
  })
  expect(created).toMatchObject({ resource: 'offices', record_id: office.id, label: 'Tehran', version: 1 })
  expect(changed.state).toBeUndefined()
})

test('a record with an English name is listed with both names', async () => {
  await app.admin('POST', '/api/admin/services', { body: { title: 'بازرسی', title_en: 'Inspection' } })
  const [created] = await latest(1)
  expect(created).toMatchObject({ label: 'بازرسی', label_en: 'Inspection' })
})

test('it is for admins only', async () => {
  const creator = await app.signIn('creator')
  expect((await creator('GET', '/api/admin/changes')).status).toBe(403)
  expect((await app.anyone('GET', '/api/admin/changes')).status).toBe(401)
})
