// With CREATOR_UPLOADS creators upload images, see and describe their own, and read article categories.
import { afterAll, expect, test } from 'bun:test'
import { type Client, startApp } from '../support/app.ts'
import { png, upload as sendUpload } from '../support/images.ts'
import { pdf } from '../support/pdfs.ts'

const service = await startApp({ CREATOR_UPLOADS: 'true' })
const { admin, anyone } = service
afterAll(() => service[Symbol.asyncDispose]())
const MEDIA = '/api/admin/media'
const CATEGORIES = '/api/admin/article-categories'
const creator = await service.signIn('creator')
const colleague = await service.signIn('creator')
const picture = await png()

async function upload(client: Client, name: string) {
  const { status, body } = await sendUpload({ ...service, admin: client }, picture, {
    filename: `${name}.png`,
  })
  return { status, body, place: `${MEDIA}/${body.id}` }
}

const [mine, theirs, ours] = [
  await upload(creator, 'mine'),
  await upload(colleague, 'theirs'),
  await upload(admin, 'ours'),
]
const category = (await admin('POST', CATEGORIES, { body: { title: 'اخبار', slug: 'news' } })).body
const shared = `${CATEGORIES}/${category.id}`

/** The status for a guest, a creator and an admin, each tried once. */
async function statuses(method: string, path: string, body?: unknown) {
  const answers = []
  for (const client of [anyone, creator, admin])
    answers.push((await client(method, path, body === undefined ? {} : { body })).status)
  return answers
}

test('an upload is 401 for a guest and 201 for a creator and an admin', async () => {
  expect((await upload(anyone, 'guest')).status).toBe(401)
  expect([mine, theirs, ours].map(({ status }) => status)).toEqual([201, 201, 201])
})

test('a creator’s PDF is their own, as images are', async () => {
  const { status, body } = await sendUpload({ ...service, admin: creator }, pdf(), { filename: 'offer.pdf' })
  expect(status).toBe(201)
  expect((await creator('GET', `${MEDIA}?type=document`)).body.items).toMatchObject([{ url: body.url }])
  expect((await colleague('GET', `${MEDIA}?type=document`)).body.items).toEqual([])
  expect((await colleague('GET', `${MEDIA}/${body.id}`)).status).toBe(403)
  expect((await creator('DELETE', `${MEDIA}/${body.id}`)).status).toBe(403)
  await admin('DELETE', `${MEDIA}/${body.id}`)
})

test.each<[string, string, string, unknown, number[]]>([
  ['lists images', 'GET', MEDIA, undefined, [401, 200, 200]],
  ['reads an own image', 'GET', mine.place, undefined, [401, 200, 200]],
  ['reads a colleague’s image', 'GET', theirs.place, undefined, [401, 403, 200]],
  ['reads an admin’s image', 'GET', ours.place, undefined, [401, 403, 200]],
  ['reads a missing image', 'GET', `${MEDIA}/999999`, undefined, [401, 403, 404]],
  ['describes an own image', 'PATCH', mine.place, { alt: 'A pump', focal_x: 0.2 }, [401, 200, 200]],
  ['describes a colleague’s image', 'PATCH', theirs.place, { alt: 'x' }, [401, 403, 200]],
  ['describes a missing image', 'PATCH', `${MEDIA}/999999`, { alt: 'x' }, [401, 403, 404]],
  ['lists categories', 'GET', CATEGORIES, undefined, [401, 200, 200]],
  ['reads a category', 'GET', shared, undefined, [401, 200, 200]],
  ['reads a missing category', 'GET', `${CATEGORIES}/999999`, undefined, [401, 404, 404]],
  ['changes a category', 'PATCH', shared, { title_en: 'News' }, [401, 403, 200]],
  ['creates a category', 'POST', CATEGORIES, { title: 'b', slug: 'b' }, [401, 403, 201]],
  ['reads revisions of a category', 'GET', `${shared}/revisions`, undefined, [401, 403, 200]],
  ['imports an image', 'POST', '/api/admin/import-image', {}, [401, 403, 422]],
  ['reads other resources', 'GET', '/api/admin/faqs', undefined, [401, 403, 200]],
  ['reads messages', 'GET', '/api/admin/messages', undefined, [401, 403, 200]],
  ['deletes an own image', 'DELETE', mine.place, undefined, [401, 403, 204]],
  ['deletes a category', 'DELETE', shared, undefined, [401, 403, 204]],
])('%s as guest, creator and admin', async (_, method, path, body, expected) => {
  expect(await statuses(method, path, body)).toEqual(expected)
})

test('a creator’s list and search contain only own images', async () => {
  const found = await upload(creator, 'another')
  const { body } = await creator('GET', MEDIA)
  expect(body.items.map(({ id }: { id: number }) => id)).toEqual([found.body.id])
  expect((await creator('GET', `${MEDIA}?search=theirs`)).body.total).toBe(0)
  expect((await admin('GET', MEDIA)).body.total).toBe(3)
})

test('of the records that show an image, a creator sees the own articles', async () => {
  const { body: image, place } = await upload(creator, 'used')
  const article = (client: Client) =>
    client('POST', '/api/admin/articles', { body: { title: 'x', image: image.url } })
  const own = await article(creator)
  await article(colleague)
  await admin('POST', '/api/admin/gallery', { body: { title: 'x', image: image.url } })
  expect((await creator('GET', place)).body.used_in).toMatchObject([
    { resource: 'articles', id: own.body.id },
  ])
  expect((await admin('GET', place)).body.used_in).toHaveLength(3)
})

test('the schema says what each role may do', async () => {
  const [own, all] = [
    (await creator('GET', '/api/admin/schema')).body,
    (await admin('GET', '/api/admin/schema')).body,
  ]
  expect(own.media.actions).toEqual(['list', 'read', 'create', 'update'])
  expect(all.media.actions).toEqual(['list', 'read', 'create', 'update', 'delete'])
  const actions = own.resources.map(({ name, actions }: any) => [name, actions])
  expect(Object.fromEntries(actions)).toEqual({
    articles: ['list', 'read', 'create', 'update', 'revise', 'duplicate'],
    'article-categories': ['list', 'read'],
  })
})
