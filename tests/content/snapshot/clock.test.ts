// Records appear and disappear on time without a write or a query.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type Client, startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
let admin: Client
const at = (time: string) => app.setClock(new Date(`2030-01-01T${time}Z`))

beforeAll(async () => {
  app = await startApp()
})

afterAll(() => app[Symbol.asyncDispose]())

beforeEach(async () => {
  at('08:00:00')
  admin = await app.signIn('admin')
})

async function make(resource: string, body: object) {
  const answer = await admin('POST', `/api/admin/${resource}`, { body })
  expect(answer.status).toBe(201)
  return answer.body.id as number
}

const announce = (message: string, from: string | null, until: string | null) =>
  make('announcements', {
    message,
    starts_at: from && `2030-01-01T${from}Z`,
    ends_at: until && `2030-01-01T${until}Z`,
  })

const announcements = async (path: '/api/site' | '/api/site/announcements') => {
  const { body } = await app.anyone('GET', path)
  return (path === '/api/site' ? body.announcements : body).map(({ message }: { message: string }) => message)
}

test('an article with a future date is public from that date on, in every route', async () => {
  const id = await make('articles', {
    title: 'Later',
    slug: 'later',
    status: 'published',
    published_at: '2030-01-01T09:00:00Z',
  })
  const visible = async () => {
    const whole = await app.anyone('GET', '/api/articles/later')
    const list = await app.anyone('GET', '/api/articles')
    const member = await app.anyone('GET', '/api/site/articles')
    const site = await app.anyone('GET', '/api/site')
    const has = (records: { id: number }[]) => records.some((record) => record.id === id)
    return [whole.status === 200, has(list.body.items), has(member.body), has(site.body.articles)]
  }
  expect(await visible()).toEqual([false, false, false, false])
  at('08:59:59.999')
  expect(await visible()).toEqual([false, false, false, false])
  at('09:00:00')
  expect(await visible()).toEqual([true, true, true, true])
})

test('an announcement is public from its start to its end', async () => {
  await announce('window', '10:00:00', '11:00:00')
  await announce('open end', '10:30:00', null)
  await announce('no start', null, '10:15:00')
  for (const [time, shown] of [
    ['09:59:59.999', ['no start']],
    ['10:00:00', ['window', 'no start']],
    ['10:15:00', ['window']],
    ['10:59:59.999', ['window', 'open end']],
    ['11:00:00', ['open end']],
  ] as const) {
    at(time)
    expect(await announcements('/api/site')).toEqual([...shown])
    expect(await announcements('/api/site/announcements')).toEqual([...shown])
  }
})

test('a body that changed with time has another ETag', async () => {
  await announce('brief', '12:00:00', '13:00:00')
  const tagAt = async (time: string) => {
    at(time)
    return (await app.anyone('GET', '/api/site')).headers.get('ETag')
  }
  const before = await tagAt('11:30:00')
  expect(await tagAt('11:45:00')).toBe(before)
  const during = await tagAt('12:00:00')
  expect(during).not.toBe(before)
  at('13:00:00')
  const stale = await app.anyone('GET', '/api/site', { headers: { 'If-None-Match': during! } })
  expect(stale.status).toBe(200)
})

test('a date that passes between two writes to other resources is not missed', async () => {
  await announce('expiring', null, '14:00:00')
  at('13:30:00')
  expect(await announcements('/api/site/announcements')).toContain('expiring')
  at('14:30:00')
  await make('services', { title: 'first' })
  await make('services', { title: 'second' })
  expect(await announcements('/api/site/announcements')).not.toContain('expiring')
  expect(await announcements('/api/site')).not.toContain('expiring')
})

test('a redirect to an article is visible while the article is', async () => {
  await make('articles', {
    title: 'Target',
    slug: 'target',
    status: 'published',
    published_at: '2030-01-01T15:00:00Z',
  })
  await make('redirects', { from_path: '/old', to_path: '/blog/target' })
  const paths = async () =>
    (await app.anyone('GET', '/api/site/redirects')).body.map(
      ({ from_path }: { from_path: string }) => from_path,
    )
  at('14:59:59')
  expect(await paths()).toEqual([])
  at('15:00:00')
  expect(await paths()).toEqual(['/old'])
})
