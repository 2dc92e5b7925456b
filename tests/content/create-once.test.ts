// `Idempotency-Key` of new records: a request that is repeated after its answer was lost creates nothing a second time.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { ADMIN, type Client, clientOf, startApp, type TestApp, tokenOf } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.[Symbol.asyncDispose]())

let key = ''
beforeEach(() => {
  key = crypto.randomUUID()
})

const send = (
  body: object,
  { client = app.admin, path = 'articles' }: { client?: Client; path?: string } = {},
) => client('POST', `/api/admin/${path}`, { body, headers: { 'Idempotency-Key': key } })
const wasReplayed = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Replayed') === 'true'
const count = async (title: string) =>
  (await app.admin('GET', '/api/admin/articles?fields=title')).body.items.filter(
    (article: { title: string }) => article.title === title,
  ).length

test('a repeated request gets the record of the first one, as it is now', async () => {
  const first = await send({ title: 'یک بار' })
  expect([first.status, wasReplayed(first)]).toEqual([201, false])
  const place = `/api/admin/articles/${first.body.id}`
  await app.admin('PATCH', place, { body: { excerpt: 'سپس' } })
  const again = await send({ title: 'یک بار' })
  expect([again.status, wasReplayed(again), again.headers.get('Location')]).toEqual([201, true, place])
  expect(again.body).toMatchObject({ id: first.body.id, version: 2, excerpt: 'سپس' })
  expect(again.headers.get('ETag')).toBe('"2"')
  expect(await count('یک بار')).toBe(1)
})

test('10 at the same moment create one record; the same texts with another key, a second one', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => send({ title: 'هم‌زمان' })))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(answers.filter((answer) => !wasReplayed(answer))).toHaveLength(1)
  key = crypto.randomUUID()
  const other = await send({ title: 'هم‌زمان' })
  expect([other.status, wasReplayed(other)]).toEqual([201, false])
  expect(await count('هم‌زمان')).toBe(2)
})

test('it is found when what the record refers to is gone by now, and 404 when the record is', async () => {
  const group = await app.admin('POST', '/api/admin/article-categories', { body: { title: 'گروه' } })
  const body = { title: 'با گروه', category_id: group.body.id }
  const first = await send(body)
  expect(first.status).toBe(201)
  await app.admin('PATCH', `/api/admin/articles/${first.body.id}`, { body: { category_id: null } })
  expect((await app.admin('DELETE', `/api/admin/article-categories/${group.body.id}`)).status).toBe(204)
  expect((await send(body)).body.id).toBe(first.body.id)
  expect((await app.admin('DELETE', `/api/admin/articles/${first.body.id}`)).status).toBe(204)
  expect((await send(body)).status).toBe(404)
})

test('keys are of one account and one resource, and for one body', async () => {
  const creator = await app.signIn('creator')
  const first = await send({ title: 'از مدیر' })
  const other = await send({ title: 'از مدیر' }, { client: creator })
  expect([other.status, wasReplayed(other), other.body.id === first.body.id]).toEqual([201, false, false])
  expect((await send({ title: 'از مدیر' }, { path: 'services' })).status).toBe(201)
  const changed = await send({ title: 'دیگر' })
  expect([changed.status, changed.body.errors[0].code]).toEqual([422, 'key_reused'])
  expect(
    (await app.admin('POST', '/api/admin/articles', { headers: { 'Idempotency-Key': 'a b' }, body: {} }))
      .status,
  ).toBe(400)
})

test('a refused request can be sent again, and 30 days later the key is new', async () => {
  const refused = await send({ title: '' })
  expect(refused.status).toBe(422)
  const first = await send({ title: 'درست' })
  expect([first.status, wasReplayed(first)]).toEqual([201, false])
  const inDays = async (days: number) => {
    app.setClock(new Date(Date.now() + days * 86_400_000))
    const admin = clientOf(app.app, await tokenOf(app.app, ADMIN))
    // Another new record removes the keys that are too old.
    expect(
      (
        await admin('POST', '/api/admin/articles', {
          body: { title: 'x' },
          headers: { 'Idempotency-Key': `x${days}` },
        })
      ).status,
    ).toBe(201)
    return wasReplayed(await send({ title: 'درست' }, { client: admin }))
  }
  expect([await inDays(29), await inDays(31)]).toEqual([true, false])
  app.setClock(null)
})
