// What others got wrong with drafts of live content, each as a sentence. Elsewhere: a copy does not follow the live record and
// keeps the date of publication (drafts.test.ts), is searched by nobody (unseen.e2e.ts), and previews are for those who may read
// it (preview.test.ts).
import { afterAll, expect, test } from 'bun:test'
import { startApp } from '../../support/app.ts'
import { createRecord, type Row } from '../../support/records.ts'

const app = await startApp()
const { admin, anyone } = app
afterAll(() => app[Symbol.asyncDispose]())

const published = async (fields: object = {}) =>
  createRecord(admin, 'articles', { title: 'Live', status: 'published', ...fields })
const shown = async ({ slug }: Row) => await anyone('GET', `/api/articles/${slug}`)

// https://github.com/directus/directus/issues/24842
test('images, references, tags and questions of a copy are not those of the live record', async () => {
  const [before, after] = [
    await createRecord(admin, 'article-categories', { title: 'Before' }),
    await createRecord(admin, 'article-categories', { title: 'After' }),
  ]
  const first = { image: '/media/2026/01/a.jpg', image_alt: 'A', tags: ['a'], category_id: before.id }
  const next = { image: '/media/2026/01/b.jpg', image_alt: 'B', tags: ['b'], category_id: after.id }
  const article = await published({ ...first, faqs: [{ question: 'Q', answer: 'A' }] })
  const live = await shown(article)
  const changes = { ...next, faqs: [{ question: 'Other', answer: 'Other' }] }
  expect((await admin('PATCH', `${article.place}/draft`, { body: changes })).status).toBe(200)
  expect((await shown(article)).body).toEqual(live.body)
  expect((await admin('GET', article.place)).body).toMatchObject({ ...first, version: 1 })
  expect((await admin('POST', `${article.place}/draft/publish`)).body).toMatchObject(changes)
})

// https://github.com/TryGhost/Ghost/issues/9072
test('saving, leaving, scheduling and discarding a copy unpublish nothing, also a copy that would', async () => {
  const article = await published()
  const live = await shown(article)
  const later = new Date(Date.now() + 3_600_000)
  for (const body of [
    { title: 'Next' },
    { status: 'draft' },
    { published_at: null },
    { publish_at: later },
  ]) {
    expect((await admin('PATCH', `${article.place}/draft`, { body })).status).toBe(200)
    const now = await shown(article)
    expect([now.status, now.headers.get('ETag'), now.body]).toEqual([
      200,
      live.headers.get('ETag'),
      live.body,
    ])
  }
  expect((await admin('DELETE', `${article.place}/draft`)).status).toBe(204)
  expect((await shown(article)).body).toEqual(live.body)
})

// https://github.com/directus/directus/issues/25744
test('a publication changes no date but that of the last change, and an undone one neither', async () => {
  const article = await published({ published_at: '2026-01-02T03:04:05.000Z' })
  const dates = async () => {
    const { created_at, published_at } = (await admin('GET', article.place)).body
    return { created_at, published_at }
  }
  const before = await dates()
  await admin('PATCH', `${article.place}/draft`, { body: { title: 'Next' } })
  const items = [{ resource: 'articles', id: article.id }]
  const { body } = await admin('POST', '/api/admin/releases', { body: { name: 'R', items } })
  for (const step of ['publish', 'undo']) {
    expect((await admin('POST', `/api/admin/releases/${body.id}/${step}`)).status).toBe(200)
    expect(await dates()).toEqual(before)
  }
})
