// Request logs and metrics.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { generateApiToken } from '../../../src/accounts/api-token-format.ts'
import { createApp } from '../../../src/app.ts'
import { createLog } from '../../../src/platform/log.ts'
import { ADMIN, clientOf, peerOfTest, startApp, tokenOf } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { jpeg, upload } from '../../support/images.ts'

let written = ''

const out = {
  write(line: string) {
    written += line
  },
  flushSync() {},
}
const start = Date.now()
const service = await startApp({ GIT_COMMIT: 'abc123' }, { log: createLog('info', out) })
const deps = service.deps
const app = createApp(deps, peerOfTest)
app.get('/api/site/test/defect/:id', () => {
  throw new Error('a defect')
})
app.get('/api/site/test/slow', async (c) => {
  await new Promise((resolve) => c.req.raw.signal.addEventListener('abort', resolve))
  // A GET that ends within 2 ms is not asked whether its client is still there.
  await Bun.sleep(3)
  return c.text('late')
})
const anyone = clientOf(app, null)
afterAll(() => service[Symbol.asyncDispose]())

beforeEach(() => {
  written = ''
})

const lines = () =>
  written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const requests = () => lines().filter(({ msg }) => msg === 'request')
const scrape = async () => String((await anyone('GET', '/metrics')).body)
const figure = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length) ?? Number.NaN,
  )

test.each<[string, string, number, string]>([
  ['a response', '/api/site', 200, '/api/site'],
  ['an unknown slug', '/api/articles/none', 404, '/api/articles/:slug'],
  ['an unknown path', '/wp-login.php', 404, 'unmatched'],
  ['an unknown image', '/media/2026/01/none.png', 404, '/media/*'],
  ['a page', '/blog', 200, '/blog'],
  ['a request refused before its route', '/api/admin/services/1', 401, '/api/admin/services/:id'],
  ['a route with middleware after it', '/api/admin/users', 401, '/api/admin/users'],
  ['a fixed path beside a template', '/blog/feed.xml', 200, '/blog/feed.xml'],
  ['an unexpected error', '/api/site/test/defect/7', 500, '/api/site/test/defect/:id'],
])(
  '%s has one log line with id, status, duration, method and route template',
  async (_, path, status, route) => {
    await anyone('GET', path, { headers: { 'X-Request-Id': 'the-id' } })
    expect(requests()).toEqual([
      {
        level: status >= 500 ? 'error' : 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        request_id: 'the-id',
        server_request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        http_status: status,
        duration_ms: expect.any(Number),
        method: 'GET',
        route,
        msg: 'request',
      },
    ])
  },
)

test('every line has the request keys, null outside a request', async () => {
  deps.log.info('outside')
  deps.log.error({ err: new Error('x') }, 'outside')
  await anyone('GET', '/api/site/test/defect/7', { headers: { 'X-Request-Id': 'the-id' } })
  for (const line of lines()) {
    for (const key of ['request_id', 'http_status', 'duration_ms']) expect(Object.keys(line)).toContain(key)
  }
  expect(
    lines()
      .slice(0, 2)
      .map((line) => line.request_id),
  ).toEqual([null, null])
  const [defect] = lines().filter(({ msg }) => msg === 'request failed')
  expect(defect.request_id).toBe('the-id')
  expect(defect.err.message).toBe('a defect')
})

test('a client that disconnects is logged with 499, also during its body, and is not an error', async () => {
  let arrived = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, self) => {
      arrived++
      return app.fetch(request, self)
    },
  })
  const controller = new AbortController()
  const aborted = fetch(`${server.url}api/site/test/slow`, { signal: controller.signal }).catch(
    () => 'aborted',
  )
  await eventually(() => arrived === 1)
  controller.abort()
  expect(await aborted).toBe('aborted')
  // There are many requests, since some end within less than a millisecond.
  const rounds = 50
  for (let round = 1; round <= rounds; round++) {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port: server.port!, socket: { data() {} } })
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    )
    await eventually(() => arrived === 1 + round)
    socket.terminate()
  }
  await eventually(() => written.match(/"msg":"request"/g)?.length === 1 + rounds)
  await server.stop(true)
  const logged = new Map<string, number>()
  for (const { route, http_status } of requests())
    logged.set(`${route} ${http_status}`, (logged.get(`${route} ${http_status}`) ?? 0) + 1)
  expect(Object.fromEntries(logged)).toEqual({
    '/api/site/test/slow 499': 1,
    '/api/auth/login 499': rounds,
  })
  expect(lines().filter(({ level }) => level === 'error')).toEqual([])
})

test('no credentials, bodies or queries are logged', async () => {
  const token = await tokenOf(app, ADMIN)
  const body = { email: ADMIN.email, password: 'a wrong password' }
  await anyone('POST', '/api/auth/login?token=in-the-query', { body })
  await anyone('GET', '/api/auth/me', { headers: { Authorization: `Bearer ${token}` } })
  await anyone('POST', '/api/auth/login', { body: '{"password": "cut' })
  expect(requests()).toHaveLength(4)
  for (const secret of [token, ADMIN.password, ADMIN.email, 'a wrong password', 'in-the-query', 'cut']) {
    expect(written).not.toContain(secret)
  }
})

test('requests are counted by method, route template and status', async () => {
  const series = 'http_requests_total{method="GET",route="/api/articles/:slug",status="404",ok="false"}'
  const before = figure(await scrape(), series)
  for (const slug of ['a', 'b', 'c']) await anyone('GET', `/api/articles/${slug}`)
  const text = await scrape()
  expect(figure(text, series)).toBe((before || 0) + 3)
  const labels = 'method="GET",route="/api/articles/:slug",status="404",ok="false"'
  expect(figure(text, `http_request_duration_seconds_count{${labels}}`)).toBe(figure(text, series))
  expect(figure(text, `http_request_duration_seconds_bucket{le="+Inf",${labels}}`)).toBe(figure(text, series))
  expect(figure(text, `http_request_duration_seconds_bucket{le="10",${labels}}`)).toBe(figure(text, series))
})

test('unknown paths and methods add no series', async () => {
  const series = async () => (await scrape()).split('\n').filter((line) => line.startsWith('http_')).length
  await anyone('GET', '/x')
  await app.request('/x', { method: 'BREW' })
  await scrape()
  const before = await series()
  for (let index = 0; index < 10_000; index++) await app.request(`/${index}/x`)
  for (const method of ['STEW', 'FRY', 'BAKE']) await app.request('/x', { method })
  expect(await series()).toBe(before)
})

test('wrong credentials are counted as failed sign-ins, invalid requests are not', async () => {
  const before = figure(await scrape(), 'login_failures_total')
  await anyone('POST', '/api/auth/login', { body: { email: ADMIN.email, password: 'wrong' } })
  await anyone('POST', '/api/auth/login', { body: { email: 'nobody@example.com', password: 'wrong' } })
  await anyone('POST', '/api/auth/login', { body: { email: 1 } })
  await anyone('GET', '/api/auth/me')
  await clientOf(app, generateApiToken())('GET', '/api/auth/me')
  expect(figure(await scrape(), 'login_failures_total')).toBe(before + 2)
})

test('refusals by a rate limit are counted by its name', async () => {
  const names = ['contact', 'newsletter', 'login', 'wrong-tokens']
  for (const limit of names) {
    expect(figure(await scrape(), `rate_limit_hits_total{limit="${limit}"}`)).toBe(0)
  }
  const email = 'a@example.com'
  const send = (path: string, body: object) => anyone('POST', path, { body, peer: '192.0.2.7' })
  for (let times = 0; times < 7; times++) {
    await send('/api/contact', { name: 'A', email, message: 'x' })
    await send('/api/newsletter', { email })
    await send('/api/auth/login', { email, password: 'wrong' })
    await clientOf(app, generateApiToken())('GET', '/api/auth/me', { peer: '192.0.2.7' })
  }
  for (const limit of names) {
    expect(figure(await scrape(), `rate_limit_hits_total{limit="${limit}"}`)).toBe(2)
  }
})

test('uploads and imports are counted by result', async () => {
  const { body: image } = await upload(service, await jpeg())
  await upload(service, Buffer.from('no image'))
  await service.admin('POST', '/api/admin/import-image', { body: { url: 'http://127.0.0.1/' } })
  const found = await service.admin('POST', '/api/admin/import-image', { body: { url: image.url } })
  expect(found.status).toBe(200)
  const text = await scrape()
  expect(figure(text, 'uploads_total{result="stored"}')).toBe(1)
  expect(figure(text, 'uploads_total{result="refused"}')).toBe(2)
  expect(figure(text, 'uploads_total{result="failed"}')).toBe(0)
  expect(figure(text, 'upload_bytes_total')).toBe(image.size)
})

test('metrics of the process and its dependencies', async () => {
  const text = await scrape()
  expect(figure(text, 'app_build_info{commit="abc123"}')).toBe(1)
  expect(figure(text, 'readiness_check{check="database"}')).toBe(1)
  expect(figure(text, 'snapshot_rebuild_seconds_count')).toBeGreaterThan(0)
  expect(figure(text, 'snapshot_age_seconds')).toBeWithin(0, (Date.now() - start) / 1_000 + 1)
  expect(figure(text, 'database_pool_size')).toBeGreaterThan(0)
  expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
})

test.skipIf(!Bun.which('promtool'))('promtool accepts the metrics', async () => {
  const check = Bun.spawn(['promtool', 'check', 'metrics'], {
    stdin: new Blob([await scrape()]),
    stderr: 'pipe',
  })
  expect(await new Response(check.stderr).text()).toBe('')
  expect(await check.exited).toBe(0)
})

test('GET /api/client-config has the settings of a frontend', async () => {
  expect((await anyone('GET', '/api/client-config')).body).toEqual({
    languages: ['fa', 'en'],
    media_base: 'http://localhost:3000',
    commit: 'abc123',
    mail: false,
    default_currency: 'EUR',
    errors: null,
    analytics: null,
  })
})
