// Bodies over the wire: whatever a client announces, a route reads no more than it takes.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startService } from '../support/app.ts'

let service: Awaited<ReturnType<typeof startService>>
const LIMIT = 2 * 1_048_576

beforeAll(async () => {
  service = await startService()
}, 60_000)

afterAll(() => service.stop())

const login = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = {},
) =>
  fetch(`${service.url}/api/auth/login`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

/** Sent in chunks, without a length. */
const stream = (bytes: number) =>
  new ReadableStream({
    start(controller) {
      const chunk = new Uint8Array(65_536).fill(32)
      for (let sent = 0; sent < bytes; sent += chunk.byteLength) controller.enqueue(chunk)
      controller.close()
    },
  })

test('a body over the limit is 413, announced or not', async () => {
  const announced = await login(' '.repeat(LIMIT + 1))
  expect(announced.headers.get('X-Request-Id')).toBeString()
  expect(await codeOf(announced)).toEqual([413, 'payload_too_large'])
  expect(await codeOf(await login(stream(LIMIT + 65_536)))).toEqual([413, 'payload_too_large'])
  expect(await codeOf(await login(stream(50_000_000)))).toEqual([413, 'payload_too_large'])
})

test('one at the limit is read', async () => {
  const credentials = { email: service.adminEmail, password: service.adminPassword }
  const padded = JSON.stringify(credentials).padEnd(LIMIT)
  expect((await login(padded)).status).toBe(200)
  expect(await codeOf(await login(stream(LIMIT)))).toEqual([400, 'malformed_request'])
})

test('64 levels of nesting are read, 65 are not, and brackets in texts do not count', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(await codeOf(await login(nested(64)))).toEqual([422, 'validation_failed'])
  expect(await codeOf(await login(nested(65)))).toEqual([400, 'malformed_request'])
  expect(await codeOf(await login(nested(10_000)))).toEqual([400, 'malformed_request'])
  expect(await codeOf(await login('['.repeat(1_000_000)))).toEqual([400, 'malformed_request'])
  const text = JSON.stringify({ email: `${'['.repeat(100)}\\"${'{'.repeat(100)}`, password: 'x' })
  expect(await codeOf(await login(text))).toEqual([401, 'invalid_credentials'])
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
  expect((await login(body, { 'Content-Type': type })).status).toBe(status)
})

test('a body that is not UTF-8 is 400', async () => {
  const bytes = new Uint8Array([0x22, 0xff, 0xfe, 0x22])
  expect(await codeOf(await login(bytes))).toEqual([400, 'malformed_request'])
})
