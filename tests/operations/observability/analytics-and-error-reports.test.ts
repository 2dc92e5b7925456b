// The reports that the error tracker and the analytics receive; an HTTP server stands in for both.
import { afterAll, expect, test } from 'bun:test'
import { createApp } from '../../../src/app.ts'
import { createAnalytics } from '../../../src/operations/observability/analytics.ts'
import { createErrorReports } from '../../../src/operations/observability/error-reports.ts'
import { AppError } from '../../../src/text/errors.ts'
import { ADMIN, clientOf, peerOfTest, startApp, tokenOf } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'

type Received = { path: string; headers: Headers; body: string }

const received: Received[] = []
const tracker = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    const body = Buffer.from(bytes[0] === 0x1f ? Bun.gunzipSync(bytes) : bytes).toString()
    received.push({ path: new URL(request.url).pathname, headers: request.headers, body })
    return Response.json({ id: 'x' })
  },
})
const WEBSITE = '2b7ed1a8-3c0e-4a5e-9a2f-0d7f3e6b9c11'

const site = await startApp({
  GIT_COMMIT: 'abc123',
  SENTRY_DSN_BACKEND: `http://key@127.0.0.1:${tracker.port}/7`,
  SENTRY_DSN_FRONTEND: 'https://key@errors.example.com/8',
  GLITCHTIP_HOST: 'errors.example.com',
  UMAMI_HOST: `http://127.0.0.1:${tracker.port}`,
  UMAMI_WEBSITE_ID: WEBSITE,
  SITE_URL: 'https://www.example.com',
})
const app = createApp(site.deps, peerOfTest)
app.post('/api/site/test/defect/:id', async (c) => {
  await c.req.text()
  throw new Error('a defect')
})
app.get('/api/site/test/query', () => {
  throw Object.assign(new Error('invalid input syntax: "ali@example.com"'), {
    code: '22P02',
    severity: 'ERROR',
  })
})
app.get('/api/site/test/refusal', () => {
  throw new AppError('conflict', 'no')
})
const anyone = clientOf(app, null)
const admin = clientOf(app, await tokenOf(app, ADMIN))

afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await tracker.stop(true)
})

async function nextRequest(path: string): Promise<Received> {
  const indexOf = () => received.findIndex((one) => one.path === path)
  await eventually(() => indexOf() >= 0)
  return received.splice(indexOf(), 1)[0]!
}

/** The event of an envelope: a header line, then an item's header and payload. */
const eventOf = ({ body }: Received) => {
  const [, header, payload] = body.split('\n').map((line) => (line ? JSON.parse(line) : null))
  expect(header.type).toBe('event')
  return payload
}

test('an unexpected error is reported with stack, request id and release, and without what the client sent', async () => {
  const { status } = await admin('POST', '/api/site/test/defect/7?q=in-the-query', {
    body: { password: 'in-the-body' },
    headers: { 'X-Request-Id': 'the-id', 'X-Forwarded-For': '203.0.113.9' },
  })
  expect(status).toBe(500)
  const envelope = await nextRequest('/api/7/envelope/')
  const event = eventOf(envelope)
  expect(event.exception.values[0]).toMatchObject({ type: 'Error', value: 'a defect' })
  expect(event.exception.values[0].stacktrace.frames.at(-1).filename).toContain(
    'analytics-and-error-reports.test.ts',
  )
  expect(event.tags).toEqual({ request_id: 'the-id', route: 'POST /api/site/test/defect/:id' })
  expect(event.release).toBe('abc123')
  const machine = (await import('node:os')).hostname()
  for (const secret of ['in-the-body', 'in-the-query', admin.token!, '203.0.113.9', machine]) {
    expect(envelope.body).not.toContain(secret)
  }
  expect(event).not.toContainKeys(['request', 'user', 'breadcrumbs'])
})

test('an error of Postgres is reported without the value it quotes', async () => {
  await anyone('GET', '/api/site/test/query')
  const envelope = await nextRequest('/api/7/envelope/')
  expect(eventOf(envelope).exception.values[0].value).toBe('the database refused a query: 22P02')
  expect(envelope.body).not.toContain('ali@example.com')
})

test('errors that clients can fix are not reported', async () => {
  await anyone('GET', '/api/site/test/refusal')
  await anyone('GET', '/api/articles/none')
  await anyone('POST', '/api/auth/login', { body: '{' })
  // A report of these would arrive with that of a defect.
  await anyone('POST', '/api/site/test/defect/8')
  expect(eventOf(await nextRequest('/api/7/envelope/')).exception.values[0].value).toBe('a defect')
  expect(received.filter(({ path }) => path.includes('envelope'))).toEqual([])
})

test('an unreachable tracker is ignored', async () => {
  const { Secret } = await import('../../../src/platform/config/secret.ts')
  const reports = await createErrorReports({ dsn: new Secret('http://key@127.0.0.1:9/7'), commit: 'x' })
  reports.report(new Error('lost'))
  await reports.close()
})

test('publishing is an event; saving a published article is not', async () => {
  const draft = await admin('POST', '/api/admin/articles', { body: { title: 'A' } })
  const place = `/api/admin/articles/${draft.body.id}`
  await admin('PATCH', place, { body: { title: 'B' } })
  expect((await admin('PATCH', place, { body: { status: 'published' } })).status).toBe(200)
  const { headers, body } = await nextRequest('/api/send')
  expect(JSON.parse(body)).toEqual({
    type: 'event',
    payload: {
      website: WEBSITE,
      hostname: 'www.example.com',
      url: '/publish',
      name: 'publish',
      data: { resource: 'articles' },
    },
  })
  expect(headers.get('User-Agent')).toStartWith('Mozilla/')
  await admin('PATCH', place, { body: { status: 'published', title: 'C' } })
  // An event of the change would arrive with that of the next publication.
  await admin('POST', '/api/admin/articles', { body: { title: 'D', status: 'published' } })
  await nextRequest('/api/send')
  expect(received.filter(({ path }) => path === '/api/send')).toEqual([])
})

test('a transition of a quote is an anonymous event; a repeated request is not', async () => {
  const headers = { 'Idempotency-Key': 'once' }
  const body = { title: 'Ali', currency: 'EUR', lines: [{ description: 'Ali', quantity: 1, unit_price: 1 }] }
  const made = await admin('POST', '/api/quotes', { body, headers })
  expect((await admin('POST', '/api/quotes', { body, headers })).body.id).toBe(made.body.id)
  const created = JSON.parse((await nextRequest('/api/send')).body).payload
  expect([created.name, created.url, created.data]).toEqual(['quote', '/quote', { event: 'created' }])
  expect((await admin('POST', `/api/quotes/${made.body.id}/submit`)).status).toBe(200)
  expect((await admin('POST', `/api/quotes/${made.body.id}/submit`)).status).toBe(409)
  const { payload } = JSON.parse((await nextRequest('/api/send')).body)
  expect([payload.name, payload.data]).toEqual(['quote', { event: 'submitted' }])
  expect(received.filter(({ path }) => path === '/api/send')).toEqual([])
})

test('a form submission is an anonymous event; spam is not', async () => {
  const contact = { name: 'Ali', email: 'ali@example.com', message: 'hello' }
  for (const website of ['http://spam.example', '']) {
    const form = { ...contact, website }
    expect((await anyone('POST', '/api/contact', { body: form })).status).toBe(201)
    expect((await anyone('POST', '/api/newsletter', { body: { email: form.email, website } })).status).toBe(
      201,
    )
  }
  const events = [await nextRequest('/api/send'), await nextRequest('/api/send')].map(({ body }) =>
    JSON.parse(body),
  )
  expect(events.map(({ payload }) => payload.name).sort()).toEqual(['contact', 'newsletter'])
  // Events of the spam would arrive with that of the next publication.
  await admin('POST', '/api/admin/articles', { body: { title: 'E', status: 'published' } })
  expect(JSON.parse((await nextRequest('/api/send')).body).payload.name).toBe('publish')
  expect(JSON.stringify(events).toLowerCase()).not.toContain('ali')
})

test('requests do not wait for events, and at most twenty are in flight', () => {
  let sent = 0
  const fetch = () => {
    sent++
    return new Promise<Response>(() => {})
  }
  const analytics = createAnalytics({ host: 'http://x', websiteId: WEBSITE, siteUrl: 'http://y', fetch })
  for (let index = 0; index < 100; index++) analytics.event('contact')
  expect(sent).toBe(20)
})

test('the client config has the DSN of the frontend, not of the backend', async () => {
  const { body } = await anyone('GET', '/api/client-config')
  expect(body).toMatchObject({
    errors: { dsn: 'https://key@errors.example.com/8', host: 'errors.example.com' },
    analytics: { host: `http://127.0.0.1:${tracker.port}`, website_id: WEBSITE },
  })
  expect(JSON.stringify(body)).not.toContain('/7')
})
