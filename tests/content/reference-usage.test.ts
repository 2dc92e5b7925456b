// A record that others refer to cannot be deleted: 409, naming the records that refer to it.
import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../src/platform/db/database.ts'
import { type Answer, startApp } from '../support/app.ts'
import { createRecord, type Row } from '../support/records.ts'
import { roundsOf } from '../support/rounds.ts'

const service = await startApp()
const { admin, anyone, deps } = service
afterAll(() => service[Symbol.asyncDispose]())
const ROUNDS = roundsOf(30, 6)

const created = (resource: string, body: object) => createRecord(admin, resource, body)

const remove = ({ place }: Row, headers: Record<string, string> = {}) => admin('DELETE', place, { headers })
const patch = ({ place }: Row, body: object) => admin('PATCH', place, { body })
const exists = async ({ place }: Row) => (await admin('GET', place)).status === 200

const category = () => created('article-categories', { title: 'Category' })
const articleIn = (of: Row, body: object = {}) =>
  created('articles', { title: 'x', category_id: of.id, ...body })

function expectInUse({ status, body }: Answer, users: [string, Row][], field: string) {
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'in_use' })
  expect(body.errors).toEqual(
    users.map(([resource, { id }]) => ({
      path: `${resource}/${id}`,
      code: 'in_use',
      message: `refers to this record in ${field}`,
    })),
  )
  for (const [resource, { id }] of users) {
    expect(body.detail).toContain(resource)
    expect(body.detail).toMatch(new RegExp(`\\b${id}\\b`))
  }
}

describe('a category', () => {
  test('in use cannot be deleted: 409 in_use names its articles, drafts included', async () => {
    const [used, other] = [await category(), await category()]
    const draft = await articleIn(used)
    const published = await articleIn(used, { status: 'published' })
    await articleIn(other)
    expectInUse(
      await remove(used),
      [
        ['articles', draft],
        ['articles', published],
      ],
      'category_id',
    )
    expect(await exists(used)).toBe(true)
    expect((await admin('GET', draft.place)).body).toMatchObject({ category_id: used.id, version: 1 })
  })

  test('names at most 20 of its articles', async () => {
    const used = await category()
    const articles: Row[] = []
    for (let count = 0; count < 23; count++) articles.push(await articleIn(used))
    expectInUse(
      await remove(used),
      articles.slice(0, 20).map((article) => ['articles', article]),
      'category_id',
    )
  })

  test('can be deleted once its articles are deleted or moved to another category or none', async () => {
    const [used, other] = [await category(), await category()]
    const articles = [await articleIn(used), await articleIn(used), await articleIn(used)] as const
    await remove(articles[0])
    await patch(articles[1], { category_id: other.id })
    expectInUse(await remove(used), [['articles', articles[2]]], 'category_id')
    await admin('PUT', articles[2].place, { body: { title: 'x' } })
    expect((await remove(used)).status).toBe(204)
    expect(await exists(used)).toBe(false)
  })

  test('used only in revisions can be deleted', async () => {
    const used = await category()
    await patch(await articleIn(used), { category_id: null })
    expect((await remove(used)).status).toBe(204)
  })

  test('with a stale If-Match is 412 even if it is in use', async () => {
    const used = await category()
    await articleIn(used)
    expect((await remove(used, { 'If-Match': '"9"' })).status).toBe(412)
    expect((await remove(used, { 'If-Match': '"1"' })).status).toBe(409)
  })

  test('can be changed while it is in use', async () => {
    const used = await category()
    await articleIn(used)
    expect((await patch(used, { title: 'y', slug: 'renamed' })).status).toBe(200)
  })

  test('that does not exist is 422 in an article', async () => {
    const gone = await category()
    await remove(gone)
    const article = await created('articles', { title: 'x' })
    for (const category_id of [gone.id, 2_147_483_647]) {
      for (const answer of [
        await admin('POST', '/api/admin/articles', { body: { title: 'x', category_id } }),
        await patch(article, { category_id }),
        await admin('PUT', article.place, { body: { title: 'x', category_id } }),
      ]) {
        expect(answer.status).toBe(422)
        expect(answer.body.errors).toMatchObject([{ path: 'category_id', code: 'unknown_reference' }])
      }
    }
  })

  // The foreign key alone would keep the data consistent; this tests that either order gets a proper answer.
  test.each<[string, (of: Row) => Promise<() => Promise<Answer>>]>([
    [
      'the creation of an article in it',
      async ({ id }) =>
        () =>
          admin('POST', '/api/admin/articles', { body: { title: 'x', category_id: id } }),
    ],
    [
      'the move of an article into it',
      async ({ id }) => {
        const article = await created('articles', { title: 'x' })
        return () => patch(article, { category_id: id })
      },
    ],
    [
      'the restore of an article in it',
      async (of) => {
        const article = await articleIn(of)
        await patch(article, { category_id: null })
        const { body } = await admin('GET', `${article.place}/revisions`)
        return () => admin('POST', `${article.place}/revisions/${body.items.at(-1).id}/restore`)
      },
    ],
  ])('deleted concurrently with %s is either in use or deleted', async (how, prepare) => {
    for (let round = 0; round < ROUNDS; round++) {
      const contested = await category()
      const use = await prepare(contested)
      const [used, removed] =
        round % 2
          ? await Promise.all([use(), remove(contested)])
          : ((await Promise.all([remove(contested), use()])).toReversed() as [Answer, Answer])
      if (used.status === 422) {
        expect(used.body.errors).toMatchObject([{ path: 'category_id', code: 'unknown_reference' }])
        expect([removed.status, await exists(contested)]).toEqual([204, false])
      } else if (how === 'the restore of an article in it' && used.body.category_id === null) {
        // The restore sets a missing reference to null.
        expect([used.status, removed.status, await exists(contested)]).toEqual([200, 204, false])
      } else {
        expect(used.status).toBeOneOf([200, 201])
        expect({ status: removed.status, code: removed.body.code }).toEqual({ status: 409, code: 'in_use' })
        expect(removed.body.errors).toMatchObject([{ path: `articles/${used.body.id}` }])
        expect(used.body.category_id).toBe(contested.id)
      }
    }
    const dangling = await deps.database.query((tx) =>
      rowsOf(
        tx,
        sql`select id from articles where category_id is not null and category_id not in (select id from article_categories)`,
      ),
    )
    expect(dangling).toEqual([])
  })
})

describe.each([
  ['menu', { label: 'x', url: '/' }],
  ['pages', { title: 'x' }],
])('a record of %s', (resource, fields) => {
  const item = (parent: Row | null = null) => created(resource, { ...fields, parent_id: parent?.id ?? null })

  test('with children cannot be deleted', async () => {
    const top = await item()
    const [first, second] = [await item(top), await item(top)]
    const below = await item(first)
    expectInUse(
      await remove(top),
      [
        [resource, first],
        [resource, second],
      ],
      'parent_id',
    )
    expectInUse(await remove(first), [[resource, below]], 'parent_id')
    for (const one of [below, first, second, top]) expect((await remove(one)).status).toBe(204)
  })

  test('deleted while a child is added is either in use or deleted', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const top = await item()
      const loose = await item()
      const uses = [
        () => admin('POST', `/api/admin/${resource}`, { body: { ...fields, parent_id: top.id } }),
        () => patch(loose, { parent_id: top.id }),
      ]
      const use = uses[round % 2]!
      const [used, removed] =
        round % 4 < 2
          ? await Promise.all([use(), remove(top)])
          : ((await Promise.all([remove(top), use()])).toReversed() as [Answer, Answer])
      if (used.status === 422) expect(removed.status).toBe(204)
      else expect([removed.status, removed.body.code]).toEqual([409, 'in_use'])
      const { body } = await anyone('GET', `/api/site/${resource}`)
      const ids = new Set(body.map(({ id }: Row) => id))
      expect(body.filter(({ parent_id }: Row) => parent_id !== null && !ids.has(parent_id))).toEqual([])
    }
  })
})

test('records that others only link to can be deleted', async () => {
  const project = await created('projects', { title: 'x', slug: 'linked' })
  await created('menu', { label: 'x', url: '/projects/linked' })
  await created('redirects', { from_path: '/to-linked', to_path: '/projects/linked' })
  expect((await remove(project)).status).toBe(204)
})
