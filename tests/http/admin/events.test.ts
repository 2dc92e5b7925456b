// The event streams of panels, through the routes: what is told and to whom, where a stream resumes, when it ends, and who
// has which record open.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { announce } from '../../../src/content/events/event-types.ts'
import { ADMIN, type Client, startApp, tokenOf } from '../../support/app.ts'
import { type EventReader, openEvents, type ReadEvent } from '../../support/events.ts'
import { eventually } from '../../support/eventually.ts'

const app = await startApp({ CORS_ORIGINS: 'https://admin.example' })
const editor = await app.signIn('editor', 'Parisa')
const creator = await app.signIn('creator', 'Omid')
const open: EventReader[] = []
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  app.setClock(null)
  for (const reader of open.splice(0)) await reader.close()
  await app.admin('DELETE', '/api/admin/presence')
  for (const client of [editor, creator]) await client('DELETE', '/api/admin/presence')
})

async function follow(client: { token: string | null } = app.admin, lastId: string | null = null) {
  const reader = await openEvents(app.app, { token: client.token, lastId })
  open.push(reader)
  return reader
}

const service = async (title = 'S') =>
  (await app.admin('POST', '/api/admin/services', { body: { title } })).body.id
const article = async (client: Client) =>
  (await client('POST', '/api/admin/articles', { body: { title: 'An article' } })).body.id as number

const changed =
  (resource: string, id: number | null, change?: string) =>
  ({ event, data }: ReadEvent) =>
    event === 'changed' && data.resource === resource && data.id === id && (!change || data.change === change)
const presence =
  (resource: string, id: number, names: string[]) =>
  ({ event, data }: ReadEvent) =>
    event === 'presence' &&
    data.resource === resource &&
    data.id === id &&
    Bun.deepEquals(
      data.accounts.map(({ name }: { name: string }) => name),
      names,
    )

/** What a stream has received until now: something is told to everybody, and it is behind. */
async function settled(reader: EventReader) {
  const end = { resource: 'services', id: ++ends, change: 'end', actor: null, at: new Date().toISOString() }
  await app.deps.database.query((tx) => announce(tx, 'changed', end))
  await reader.next(changed('services', end.id, 'end'))
  return reader.received
}
let ends = 0

describe('changes', () => {
  test('of a record are told with who, what and when', async () => {
    const reader = await follow()
    expect(reader.headers.get('Content-Type')).toBe('text/event-stream')
    expect(reader.headers.get('Cache-Control')).toBe('no-store')
    const before = Date.now()
    const { body } = await editor('POST', '/api/admin/services', { body: { title: 'Told' } })
    const created = await reader.next(changed('services', body.id, 'created'))
    expect(created.data.actor).toEqual({ id: editor.id, name: 'Parisa' })
    expect(Date.parse(created.data.at)).toBeWithin(before, Date.now() + 1)
    expect(created.id).toMatch(/^services\.\d+$/)
    await editor('PATCH', `/api/admin/services/${body.id}`, { body: { title: 'Again' } })
    await reader.next(changed('services', body.id, 'updated'))
    await app.admin('DELETE', `/api/admin/services/${body.id}`)
    const deleted = await reader.next(changed('services', body.id, 'deleted'))
    expect(deleted.data.actor.name).not.toBe('Parisa')
  })

  test('of several records at once name none, and those by plain SQL nobody', async () => {
    const reader = await follow()
    const ids = [await service(), await service()]
    await app.admin('POST', '/api/admin/services/reorder', { body: [ids[1], ids[0]] })
    await reader.next(changed('services', null, 'updated'))
    await app.deps.database.transaction((tx) =>
      tx.execute(sql`update services set title = 'SQL' where id = ${ids[0]}`),
    )
    const { data } = await reader.next(
      (event) => changed('services', ids[0]!, 'updated')(event) && !event.data.actor,
    )
    expect(data.actor).toBeNull()
  })

  test('of a working copy are told to editors, and not to the author', async () => {
    const id = await article(creator)
    await app.admin('PATCH', `/api/admin/articles/${id}`, { body: { status: 'published' } })
    const [reader, author] = [await follow(), await follow(creator)]
    await editor('PATCH', `/api/admin/articles/${id}/draft`, { body: { title: 'Unseen' } })
    const { data } = await reader.next(changed('articles', id, 'draft_saved'))
    expect(data.actor.name).toBe('Parisa')
    await editor('DELETE', `/api/admin/articles/${id}/draft`)
    await reader.next(changed('articles', id, 'draft_deleted'))
    await app.admin('PATCH', `/api/admin/articles/${id}`, { body: { title: 'Seen' } })
    await author.next(changed('articles', id, 'updated'))
    expect(author.received.filter(({ event }) => event === 'changed')).toHaveLength(1)
  })

  test('of a review and its comments are told to editors and to the author alone', async () => {
    const id = await article(creator)
    const other = await app.signIn('creator')
    const place = `/api/admin/articles/${id}`
    const [reader, author, stranger] = [await follow(), await follow(creator), await follow(other)]
    const told = (event: string, state?: string) => (read: ReadEvent) =>
      read.event === event && read.data.id === id && (!state || read.data.state === state)
    const { status } = await creator('POST', `${place}/review`, { body: { action: 'request' } })
    expect(status).toBe(200)
    for (const stream of [reader, author]) await stream.next(told('review', 'requested'))
    const comment = await editor('POST', `${place}/comments`, { body: { body: 'Shorter, please.' } })
    expect(comment.status).toBe(201)
    for (const stream of [reader, author]) {
      const { data } = await stream.next(told('comment'))
      expect(data).toEqual({
        resource: 'articles',
        id,
        actor: { id: editor.id, name: 'Parisa' },
        at: expect.any(String),
      })
    }
    await editor('POST', `${place}/review`, { body: { action: 'return' } })
    await author.next(told('review', 'returned'))
    await app.admin('DELETE', `/api/admin/comments/${comment.body.id}`)
    await author.next((read) => told('comment')(read) && read.data.actor.name !== 'Parisa')
    expect(stranger.received.filter(({ event }) => ['review', 'comment'].includes(event))).toEqual([])
  })

  test('are not told when the write fails', async () => {
    const reader = await follow()
    const id = await service()
    await reader.next(changed('services', id))
    const { status } = await app.admin('PATCH', `/api/admin/services/${id}`, { body: { title: '' } })
    expect(status).toBe(422)
    const seen = await settled(reader)
    expect(seen.filter(changed('services', id))).toHaveLength(1)
  })

  test('of the inbox are told to editors, not to creators', async () => {
    const [reader, other] = [await follow(editor), await follow(creator)]
    const body = { name: 'N', email: 'n@example.com', message: 'M' }
    expect((await app.anyone('POST', '/api/contact', { body })).status).toBe(201)
    await reader.next(changed('messages', null, 'created'))
    const own = await article(creator)
    await other.next(changed('articles', own))
    expect(other.received.some(changed('messages', null))).toBe(false)
  })

  test('to content are for editors too, a failed mail is for admins alone', async () => {
    const [admin, other] = [await follow(), await follow(editor)]
    await app.deps.database.query((tx) => announce(tx, 'mail_failed', { id: 'm1', kind: 'invitation' }))
    expect((await admin.next(({ event }) => event === 'mail_failed')).data).toEqual({
      id: 'm1',
      kind: 'invitation',
    })
    expect((await settled(other)).some(({ event }) => event === 'mail_failed')).toBe(false)
  })
})

describe('a creator', () => {
  test('receives the changes of own articles, their deletion too, and nothing else', async () => {
    const reader = await follow(creator)
    const own = await article(creator)
    const others = await article(app.admin)
    const other = await service()
    await reader.next(changed('articles', own, 'created'))
    await app.admin('DELETE', `/api/admin/articles/${own}`)
    await reader.next(changed('articles', own, 'deleted'))
    const last = await article(creator)
    await reader.next(changed('articles', last, 'created'))
    expect(reader.received.some(changed('articles', others))).toBe(false)
    expect(reader.received.some(changed('services', other))).toBe(false)
  })

  test('is told no more of an article that has another author by now', async () => {
    const reader = await follow(creator)
    const id = await article(creator)
    await reader.next(changed('articles', id, 'created'))
    const other = await app.signIn('creator')
    for (const body of [{ author_id: other.id }, { title: 'Not yours' }])
      expect((await app.admin('PATCH', `/api/admin/articles/${id}`, { body })).status).toBe(200)
    await reader.next(changed('articles', await article(creator), 'created'))
    expect(reader.received.filter(changed('articles', id))).toHaveLength(1)
  })

  test('sees who is in own articles, and not in others', async () => {
    const own = await article(creator)
    const others = await article(app.admin)
    await editor('PUT', '/api/admin/presence', { body: { resource: 'articles', id: others } })
    await editor('PUT', '/api/admin/presence', { body: { resource: 'articles', id: own } })
    const reader = await follow(creator)
    await reader.next(presence('articles', own, ['Parisa']))
    await editor('DELETE', '/api/admin/presence')
    await reader.next(presence('articles', own, []))
    expect(reader.received.some(({ data }) => data?.id === others)).toBe(false)
  })

  test('is told to load again where it is unclear whose a missed article was', async () => {
    const first = await follow(creator)
    const id = await article(creator)
    const { id: seen } = await first.next(changed('articles', id))
    await app.admin('DELETE', `/api/admin/articles/${id}`)
    // Or the deletion would be no missed event.
    await first.next(changed('articles', id, 'deleted'))
    const again = await follow(creator, seen)
    await again.next(({ event }) => event === 'reset')
    // Changes of others' resources leave nothing open.
    const quiet = await follow(creator, again.lastId)
    await service()
    const resumed = await follow(creator, quiet.lastId)
    await article(creator)
    await resumed.next(({ event }) => event === 'changed')
    expect(resumed.received.some(({ event }) => event === 'reset')).toBe(false)
  })

  test('who may upload is told nothing of images, whose owners are not known', async () => {
    await using uploading = await startApp({ CREATOR_UPLOADS: 'true' })
    const author = await uploading.signIn('creator')
    const reader = await openEvents(uploading.app, { token: author.token, lastId: null })
    // The id of an own article is no own image.
    const id = await article(author)
    await reader.next(changed('articles', id))
    const image = { resource: 'media', id, change: 'created', actor: null, at: new Date().toISOString() }
    await uploading.deps.database.query((tx) => announce(tx, 'changed', image))
    await reader.next(changed('articles', await article(author)))
    expect(reader.received.some(changed('media', id))).toBe(false)
    await reader.close()
  })

  test('heartbeats do not count as writes', async () => {
    const id = await article(creator)
    for (let round = 0; round < 62; round++)
      expect(
        (await creator('PUT', '/api/admin/presence', { body: { resource: 'articles', id } })).status,
      ).toBe(204)
  })
})

describe('Last-Event-ID', () => {
  test('continues after the event, in the same order and without repeating it', async () => {
    const first = await follow()
    const ids = [await service(), await service(), await service()]
    const { id } = await first.next(changed('services', ids[0]!))
    await first.next(changed('services', ids[2]!))
    const again = await follow(app.admin, id)
    await again.next(changed('services', ids[2]!))
    const named = again.received.filter(({ event }) => event === 'changed').map(({ data }) => data.id)
    expect(named).toEqual([ids[1], ids[2]])
    // A new reader gets the position, and nothing that is over.
    const fresh = await follow()
    await eventually(() => fresh.lastId !== null)
    expect([fresh.lastId, fresh.received.some(({ event }) => event === 'changed')]).toEqual([
      again.lastId,
      false,
    ])
  })

  test('of an event that is not known any more begins with `reset`', async () => {
    const first = await follow()
    await eventually(() => first.lastId !== null)
    for (let count = 0; count < 1_002; count++)
      await app.deps.database.query((tx) => announce(tx, 'mail_failed', { id: String(count), kind: null }))
    await first.next(({ data }) => data?.id === '1001')
    for (const lastId of ['services.99999', 'x'.repeat(5_000), first.received.find(({ id }) => id)!.id!]) {
      const again = await follow(app.admin, lastId)
      const reset = await again.next(() => true)
      expect(reset).toMatchObject({ event: 'reset', data: {} })
      expect(reset.id).toBe(first.lastId)
      await again.close()
    }
  })
})

describe('a stream ends', () => {
  const account = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const password = 'a password of an editor'
    const body = { email, name: 'Reader', role: 'editor', password }
    const { id } = (await app.admin('POST', '/api/admin/users', { body })).body
    return { id: id as number, password, token: await tokenOf(app.app, { email, password }) }
  }
  const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
  type Account = Awaited<ReturnType<typeof account>>

  test.each<[string, (account: Account) => Promise<unknown>]>([
    ['by a sign-out', ({ token }) => app.anyone('POST', '/api/auth/logout', as(token))],
    [
      'by a sign-out everywhere',
      ({ token }) => app.anyone('POST', '/api/auth/logout', { ...as(token), body: { everywhere: true } }),
    ],
    [
      'by a change of the password',
      ({ token, password }) =>
        app.anyone('POST', '/api/auth/change-password', {
          ...as(token),
          body: { current_password: password, new_password: 'another long password' },
        }),
    ],
    [
      'when the account is disabled',
      ({ id }) => app.admin('PATCH', `/api/admin/users/${id}`, { body: { disabled: true } }),
    ],
    ['when the account is deleted', ({ id }) => app.admin('DELETE', `/api/admin/users/${id}`)],
    [
      'when the role changes',
      ({ id }) => app.admin('PATCH', `/api/admin/users/${id}`, { body: { role: 'creator' } }),
    ],
  ])('%s, and with it what the others see of it', async (_, end) => {
    const who = await account()
    const [reader, other] = [await follow(who), await follow()]
    const id = await service()
    const { status } = await app.anyone('PUT', '/api/admin/presence', {
      ...as(who.token),
      body: { resource: 'services', id },
    })
    expect(status).toBe(204)
    await other.next(presence('services', id, ['Reader']))
    await end(who)
    await reader.ended
    await other.next(presence('services', id, []))
    expect((await openEvents(app.app, { token: who.token })).status).toBe(401)
  })

  test('when its token expires; those of others go on, with a comment every 15 seconds', async () => {
    const reader = await follow()
    app.setClock(new Date(Date.now() + 15_000))
    await reader.next(({ event }) => event === ':')
    app.setClock(new Date(Date.now() + 8 * 3_600_000 + 1_000))
    const later = await follow({ token: await tokenOf(app.app, ADMIN) })
    await reader.ended
    app.setClock(new Date(Date.now() + 9 * 3_600_000))
    await later.next(({ event }) => event === ':')
  })

  test('when the reader is gone', async () => {
    const { events } = app.deps
    const before = events.count
    const reader = await follow()
    expect(events.count).toBe(before + 1)
    await reader.close()
    expect(events.count).toBe(before)
  })

  test('when the reader takes nothing', async () => {
    const before = app.deps.events.count
    const response = await app.app.request('/api/admin/events', {
      headers: { Authorization: `Bearer ${app.admin.token}` },
    })
    expect(app.deps.events.count).toBe(before + 1)
    for (let count = 0; count < 600; count++)
      await app.deps.database.query((tx) => announce(tx, 'mail_failed', { id: String(count), kind: null }))
    await eventually(() => app.deps.events.count === before)
    await response.body!.cancel()
  })
})

describe('presence', () => {
  test('is told at once, to those who come later too, and ends by DELETE or after 45 seconds', async () => {
    const start = Date.now()
    app.setClock(new Date(start))
    const reader = await follow()
    const [first, second] = [await service(), await service()]
    for (const id of [first, second])
      expect(
        (await editor('PUT', '/api/admin/presence', { body: { resource: 'services', id } })).status,
      ).toBe(204)
    await reader.next(presence('services', first, ['Parisa']))
    const later = await follow()
    await later.next(presence('services', second, ['Parisa']))
    const { data } = await later.next(presence('services', first, ['Parisa']))
    expect(data).toEqual({ resource: 'services', id: first, accounts: [{ id: editor.id, name: 'Parisa' }] })
    expect((await editor('DELETE', `/api/admin/presence?resource=services&id=${first}`)).status).toBe(204)
    await later.next(presence('services', first, []))
    expect(later.received.some(presence('services', second, []))).toBe(false)
    app.setClock(new Date(start + 46_000))
    await later.next(presence('services', second, []))
  })

  test('that is repeated lasts, and is told once', async () => {
    const reader = await follow()
    const id = await service()
    const start = Date.now()
    for (const seconds of [0, 20, 40, 60, 80]) {
      app.setClock(new Date(start + seconds * 1_000))
      await editor('PUT', '/api/admin/presence', { body: { resource: 'services', id } })
    }
    await settled(reader)
    expect(reader.received.filter(({ event, data }) => event === 'presence' && data.id === id)).toHaveLength(
      1,
    )
    app.setClock(new Date(start + 126_000))
    await reader.next(presence('services', id, []))
  })

  test('of one account in two browsers names it once, until both have left', async () => {
    const reader = await follow()
    const id = await service()
    const other = { headers: { Authorization: `Bearer ${await tokenOf(app.app, ADMIN)}` } }
    const body = { resource: 'services', id }
    await app.admin('PUT', '/api/admin/presence', { body })
    await app.anyone('PUT', '/api/admin/presence', { ...other, body })
    await app.admin('DELETE', '/api/admin/presence')
    await editor('PUT', '/api/admin/presence', { body })
    const { data } = await reader.next(
      ({ event, data }) => event === 'presence' && data.accounts.length === 2,
    )
    expect(data.accounts[1].name).toBe('Parisa')
    await app.anyone('DELETE', '/api/admin/presence', other)
    await reader.next(presence('services', id, ['Parisa']))
    const seen = reader.received.filter(({ event, data }) => event === 'presence' && data.id === id)
    expect(seen.map((event) => event.data.accounts.length)).toEqual([1, 2, 1])
  })

  test.each<[string, Client, object | undefined, number]>([
    ['an unknown resource', app.admin, { resource: 'users', id: 1 }, 422],
    ['a record that does not exist', app.admin, { resource: 'services', id: 999_999 }, 404],
    ['no id', app.admin, { resource: 'services' }, 422],
    ['an id that is none', app.admin, { resource: 'services', id: -1 }, 422],
    ['a member too many', app.admin, { resource: 'services', id: 1, lock: true }, 422],
    ['no body', app.admin, undefined, 415],
    ['a resource that creators do not see', creator, { resource: 'services', id: 1 }, 403],
  ])('%s is refused', async (_, client, body, status) => {
    const answer = await client('PUT', '/api/admin/presence', body ? { body } : {})
    expect([answer.status, typeof answer.body.detail]).toEqual([status, 'string'])
  })

  test('of a creator in the article of somebody else is 403, of a 21st record 429, with an unknown parameter 422', async () => {
    const id = await article(app.admin)
    const put = (client: Client, resource: string, id: number) =>
      client('PUT', '/api/admin/presence', { body: { resource, id } })
    expect((await put(creator, 'articles', id)).status).toBe(403)
    const reader = await follow()
    for (let count = 0; count < 20; count++) {
      const next = await service()
      expect((await put(editor, 'services', next)).status).toBe(204)
      await reader.next(presence('services', next, ['Parisa']))
    }
    expect((await put(editor, 'services', await service())).status).toBe(429)
    expect((await editor('DELETE', '/api/admin/presence?id=x')).status).toBe(422)
    expect((await editor('DELETE', '/api/admin/presence?record=1')).status).toBe(422)
  })

  test('names a record by its key as well', async () => {
    await app.admin('PUT', '/api/admin/seo-meta/home', { body: {} })
    const reader = await follow()
    expect(
      (await editor('PUT', '/api/admin/presence', { body: { resource: 'seo-meta', id: 'home' } })).status,
    ).toBe(204)
    await reader.next(({ event, data }) => event === 'presence' && data.resource === 'seo-meta')
  })
})

test('a stream is for sessions alone, and a session has six at most', async () => {
  expect((await app.anyone('GET', '/api/admin/events')).status).toBe(401)
  const who = await app.signIn('editor')
  const streams = []
  for (let count = 0; count < 6; count++) streams.push(await follow(who))
  const refused = await follow(who)
  expect([refused.status, refused.problem.code]).toEqual([429, 'too_many_requests'])
  expect(refused.headers.get('Retry-After')).toBe('30')
  await streams[0]!.close()
  expect((await follow(who)).status).toBe(200)
})

test('a HEAD has the headers of the stream and ends', async () => {
  const { status, headers } = await app.admin('HEAD', '/api/admin/events')
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/event-stream'])
})
