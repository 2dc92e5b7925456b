// Request bodies over the wire: a route reads no more than its limit, whatever length a client announces.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startService } from '../support/app.ts'

let service: Awaited<ReturnType<typeof startService>>
let token: string

const [LOGIN, CONTENT] = ['/api/auth/login', '/api/admin/services']
const LIMITS: [path: string, limit: number][] = [
  [LOGIN, 8_192],
  ['/api/auth/change-password', 8_192],
  ['/api/auth/logout', 8_192],
  ['/api/contact', 65_536],
  ['/api/newsletter', 65_536],
  [CONTENT, 2_097_152],
  ['/api/admin/services/reorder', 2_097_152],
  ['/api/quotes', 2_097_152],
]

beforeAll(async () => {
  service = await startService()
  const credentials = { email: service.adminEmail, password: service.adminPassword }
  const response = await post(LOGIN, JSON.stringify(credentials))
  token = ((await response.json()) as { token: string }).token
})

afterAll(() => service.stop())

const post = (
  path: string,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = {},
) =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      ...(path !== LOGIN && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  })

const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
]

/** A body sent in chunks, without a Content-Length. */
const stream = (bytes: number) =>
  new ReadableStream({
    start(controller) {
      const chunk = new Uint8Array(4_096).fill(32)
      for (let sent = 0; sent < bytes; sent += chunk.byteLength) controller.enqueue(chunk)
      controller.close()
    },
  })

const TOO_LARGE = [413, 'payload_too_large']
const MALFORMED = [400, 'malformed_request']

test.each(LIMITS)('%s takes %d bytes and no more, with or without Content-Length', async (path, limit) => {
  const announced = await post(path, ' '.repeat(limit + 1))
  expect(announced.headers.get('X-Request-Id')).toBeString()
  expect(await codeOf(announced)).toEqual(TOO_LARGE)
  expect(await codeOf(await post(path, stream(limit + 4_096)))).toEqual(TOO_LARGE)
  // The body is read, and then refused because it is blank.
  expect(await codeOf(await post(path, ' '.repeat(limit)))).toEqual(MALFORMED)
})

test('a body far beyond the limit is refused while it is being sent', async () => {
  expect(await codeOf(await post(CONTENT, stream(50_000_000)))).toEqual(TOO_LARGE)
})

test('a padded sign-in at the limit succeeds', async () => {
  const credentials = { email: service.adminEmail, password: service.adminPassword }
  expect((await post(LOGIN, JSON.stringify(credentials).padEnd(8_192))).status).toBe(200)
})

test('64 levels of nesting are read, 65 are refused, and brackets in strings do not count', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(await codeOf(await post(CONTENT, nested(64)))).toEqual([422, 'validation_failed'])
  expect(await codeOf(await post(CONTENT, nested(65)))).toEqual(MALFORMED)
  expect(await codeOf(await post(CONTENT, nested(10_000)))).toEqual(MALFORMED)
  expect(await codeOf(await post(CONTENT, '['.repeat(1_000_000)))).toEqual(MALFORMED)
  const text = JSON.stringify({ email: `${'['.repeat(100)}\\"${'{'.repeat(100)}`, password: 'x' })
  expect(await codeOf(await post(LOGIN, text))).toEqual([401, 'invalid_credentials'])
})

test('a body that takes too long to parse is refused, and commas in strings do not count', async () => {
  const reorder = (body: unknown) => post('/api/admin/services/reorder', JSON.stringify(body))
  const many = (count: number, value: unknown) => Array.from({ length: count }, () => value)
  const keys = (count: number) => Object.fromEntries(many(count, 1).map((_, index) => [`k${index}`, 1]))
  expect(await codeOf(await reorder(many(200_000, 1)))).toEqual([422, 'validation_failed'])
  expect(await codeOf(await reorder(many(200_001, 1)))).toEqual(MALFORMED)
  expect(await codeOf(await reorder(many(20_000, {})))).toEqual(MALFORMED)
  const refusals = await Promise.all([1_000, 1_001, 150_000].map((count) => reorder(keys(count))))
  expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422])
  const counts = await Promise.all(
    refusals.map(async (refusal) => ((await refusal.json()) as any).errors.length),
  )
  expect(counts).toEqual([11, 1, 1])
  const created = await post(CONTENT, JSON.stringify({ title: 'x', description: ','.repeat(60_000) }))
  expect([201, 422]).toContain(created.status)
})

test.each([
  ['', 'application/json', 400],
  ['{', 'application/json', 400],
  ['{} {}', 'application/json', 400],
  ['\uFEFF1', 'application/json', 422],
  ['{}', 'application/json; charset=utf-8', 422],
  ['{}', 'application/merge-patch+json', 422],
  ['{}', 'APPLICATION/JSON', 422],
  ['{}', 'text/plain', 415],
  ['{}', 'application/jsonp', 415],
  ['{}', 'application/x-www-form-urlencoded', 415],
])('%j as %s is %d', async (body, type, status) => {
  expect((await post(LOGIN, body, { 'Content-Type': type })).status).toBe(status)
})

test('a body that is not UTF-8 is 400', async () => {
  const bytes = new Uint8Array([0x22, 0xff, 0xfe, 0x22])
  expect(await codeOf(await post(LOGIN, bytes))).toEqual(MALFORMED)
})
