// Copies of records.
import { afterAll, expect, test } from 'bun:test'
import { MAX_POSITION } from '../../src/content/definition/define-resource.ts'
import { resources } from '../../src/content/resources/resource-registry.ts'
import { fieldInAll } from '../../src/text/content-language.ts'
import { startApp } from '../support/app.ts'
import { minimalOf, sampleOf } from '../support/samples.ts'

const service = await startApp()
const { admin, anyone } = service
afterAll(() => service[Symbol.asyncDispose]())
const added = async (resource: string, body: object) =>
  (await admin('POST', `/api/admin/${resource}`, { body })).body as Record<string, any>
const duplicate = (resource: string, id: number | string) =>
  admin('POST', `/api/admin/${resource}/${id}/duplicate`)
const list = async (resource: string) => (await admin('GET', `/api/admin/${resource}`)).body.items as any[]

const UNIQUE = ['site-settings', 'seo-meta', 'heroes', 'about', 'contact-info', 'redirects']

test.each(
  resources
    .filter(({ name }) => !UNIQUE.includes(name))
    .map((resource) => [resource.name, resource] as const),
)('a copy in %s has the fields of the original and its own slug', async (name, resource) => {
  const original = await added(name, sampleOf(resource, 1))
  await added(name, minimalOf(resource, 2))
  const { status, body, headers } = await duplicate(name, original.id)
  expect(status).toBe(201)
  expect(headers.get('Location')).toBe(`/api/admin/${name}/${body.id}`)
  const copied = Object.keys(resource.input.shape).filter(
    (field) => !['slug', 'position', 'status', 'published_at', 'unpublish_at', 'author_id'].includes(field),
  )
  const names = fieldInAll(
    resource.listColumns.find((column) => resource.fieldKinds.get(column) !== 'image')!,
  )
  for (const field of copied) {
    const value = original[field]
    const isName = (names as string[]).includes(field) && typeof value === 'string'
    const mark = isName && /[\u0600-\u06ff]/.test(value) ? ' (رونوشت)' : ' (copy)'
    expect([field, body[field]]).toEqual([field, isName ? value + mark : value])
  }
  if (resource.slugFrom) expect(body.slug).toBe(`${original.slug}-2`)
  if (resource.publishable) {
    expect([body.status, body.published_at]).toEqual(['draft', null])
    expect((await anyone('GET', `/api/articles/${body.slug}`)).status).toBe(404)
  }
  if (resource.ordered) {
    const ids = (await list(name)).map(({ id }) => id)
    expect(ids.indexOf(body.id)).toBe(ids.indexOf(original.id) + 1)
  }
  const { items } = (await admin('GET', `/api/admin/${name}/${body.id}/revisions`)).body
  expect(items.map(({ version }: any) => version)).toEqual([1])
})

test.each(UNIQUE)('%s has no copies', async (name) => {
  expect((await duplicate(name, 1)).status).toBe(404)
})

test('a copy takes its place among equal and highest positions, and changes no version', async () => {
  const ids: number[] = []
  for (const title of ['a', 'b', 'c', 'd']) ids.push((await added('work-steps', { title })).id)
  for (const id of ids.slice(0, 3))
    await admin('PATCH', `/api/admin/work-steps/${id}`, { body: { position: 1 } })
  await admin('PATCH', `/api/admin/work-steps/${ids[3]}`, { body: { position: MAX_POSITION } })
  const { body } = await duplicate('work-steps', ids[1]!)
  const again = await duplicate('work-steps', ids[1]!)
  const items = (await list('work-steps')).filter(({ title }) => /^[abcd]( \(copy\))?$/.test(title))
  expect(items.map(({ id }) => id)).toEqual([ids[0], ids[1], again.body.id, body.id, ids[2], ids[3]])
  expect(items.map(({ version }) => version)).toEqual([2, 2, 1, 1, 2, 2])
})

test('copies made at once have different slugs and positions', async () => {
  const original = await added('projects', { title: 'Copied' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => duplicate('projects', original.id)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(5)
  const positions = (await list('projects')).map(({ position }) => position)
  expect(new Set(positions).size).toBe(positions.length)
})

test('only records that exist are copied', async () => {
  expect((await duplicate('articles', 999_999)).status).toBe(404)
})
