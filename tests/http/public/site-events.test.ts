// The event streams of frontends: what is told, that nothing is told of what readers cannot see, and where a stream resumes.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { startApp } from '../../support/app.ts'
import { type EventReader, openEvents, type ReadEvent } from '../../support/events.ts'
import { eventually } from '../../support/eventually.ts'

const app = await startApp({ CORS_ORIGINS: 'https://admin.example' })
const open: EventReader[] = []
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  app.setClock(null)
  for (const reader of open.splice(0)) await reader.close()
})

async function follow(lastId: string | null = null, peer?: string) {
  const reader = await openEvents(app.app, { path: '/api/site/events', lastId, peer })
  open.push(reader)
  return reader
}

const naming =
  (name: string) =>
  ({ event, data }: ReadEvent) =>
    event === 'changed' && data.members.some((member: { name: string }) => member.name === name)
const namesIn = ({ received }: EventReader) =>
  received.flatMap(({ data }) => data?.members?.map(({ name }: { name: string }) => name) ?? [])

const publish = async (fields: object = {}) =>
  (await app.admin('POST', '/api/admin/articles', { body: { title: 'A', status: 'published', ...fields } }))
    .body

describe('a change', () => {
  test('names the member, and the ETag that it is then read with', async () => {
    const reader = await follow()
    expect(reader.headers.get('Content-Type')).toBe('text/event-stream')
    expect(reader.headers.get('Cache-Control')).toBe('no-store')
    expect(reader.headers.get('Access-Control-Allow-Origin')).toBe('*')
    await app.admin('POST', '/api/admin/why-us', { body: { title: 'Told' } })
    const { data, id } = await reader.next(naming('why_us'))
    expect(id).toBe(reader.lastId)
    const [{ path, etag }] = data.members
    expect(path).toBe('/api/site/why-us')
    const answer = await app.anyone('GET', path, { headers: { 'If-None-Match': etag } })
    expect(answer.status).toBe(304)
    expect(JSON.stringify(data)).not.toContain('Told')
  })

  test('by plain SQL, and by the time, is told as well', async () => {
    const reader = await follow()
    const { id } = (await app.admin('POST', '/api/admin/services', { body: { title: 'S' } })).body
    await reader.next(naming('services'))
    await app.deps.database.transaction((tx) =>
      tx.execute(sql`update services set title = 'SQL' where id = ${id}`),
    )
    await eventually(() => namesIn(reader).length === 2)
    const published_at = new Date(Date.now() + 3_600_000).toISOString()
    await publish({ published_at })
    app.setClock(new Date(Date.now() + 3_601_000))
    await reader.next(naming('articles'))
    expect(namesIn(reader)).toEqual(['services', 'services', 'articles'])
  })

  test('of a draft, of messages and of accounts is not told, neither at once nor to those who resume', async () => {
    const live = await publish()
    const reader = await follow()
    await eventually(() => reader.lastId !== null)
    const { body } = await app.admin('POST', '/api/admin/articles', { body: { title: 'Secret' } })
    await app.admin('PATCH', `/api/admin/articles/${body.id}`, { body: { title: 'More secret' } })
    await app.signIn('creator')
    await app.anyone('POST', '/api/contact', { body: { name: 'N', email: 'n@example.com', message: 'M' } })
    const resumed = await follow(reader.lastId)
    await app.admin('PATCH', `/api/admin/articles/${live.id}`, { body: { title: 'Seen' } })
    for (const { next } of [reader, resumed]) await next(naming('articles'))
    expect([namesIn(reader), namesIn(resumed)]).toEqual([['articles'], ['articles']])
    expect(reader.lastId).toBe(resumed.lastId)
  })
})

describe('Last-Event-ID', () => {
  test('begins with what has changed since, once for each member, on any replica', async () => {
    const reader = await follow()
    await eventually(() => reader.lastId !== null)
    const { lastId } = reader
    for (const title of ['one', 'two']) await app.admin('POST', '/api/admin/services', { body: { title } })
    await app.admin('POST', '/api/admin/team', { body: { name: 'T' } })
    const replica = await app.beside()
    for (const { app: on } of [app, replica]) {
      const again = await openEvents(on, { path: '/api/site/events', lastId })
      const { data } = await again.next(({ event }) => event === 'changed')
      expect(data.members.map(({ name }: { name: string }) => name)).toEqual(['services', 'team'])
      await again.close()
    }
  })

  test('of the present state begins with nothing, an unknown one with `reset`', async () => {
    const reader = await follow()
    await eventually(() => reader.lastId !== null)
    const again = await follow(reader.lastId)
    const unknown = await follow('12345')
    expect(await unknown.next(() => true)).toMatchObject({ event: 'reset', id: reader.lastId })
    expect([again.lastId, again.received]).toEqual([reader.lastId, []])
  })
})

test('an address has 100 streams at most; those that end make room', async () => {
  const peer = '198.18.9.9'
  const streams = []
  for (let count = 0; count < 100; count++) streams.push(await follow(null, peer))
  expect(app.deps.siteEvents.count).toBe(100)
  const refused = await follow(null, peer)
  expect([refused.status, refused.problem.code]).toEqual([429, 'too_many_requests'])
  expect(refused.headers.get('Retry-After')).toBe('60')
  expect((await follow(null, '198.18.9.10')).status).toBe(200)
  await streams[0]!.close()
  expect((await follow(null, peer)).status).toBe(200)
})

test('streams end when the service stops, and no more begin', async () => {
  const other = await app.beside()
  const streams = [
    await openEvents(other.app, { path: '/api/site/events' }),
    await openEvents(other.app, { token: app.admin.token }),
  ]
  await Promise.all([other.deps.events.close(), other.deps.siteEvents.close()])
  for (const { ended } of streams) await ended
  expect((await other.anyone('GET', '/api/site/events')).status).toBe(503)
  expect((await other.admin('GET', '/api/admin/events')).status).toBe(503)
})

test('a HEAD has the headers of the stream and ends', async () => {
  const { status, headers } = await app.anyone('HEAD', '/api/site/events')
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/event-stream'])
})
