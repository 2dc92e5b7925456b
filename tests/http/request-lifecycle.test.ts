// The lifecycle of a request over the wire: requests without a usable Host header, HEAD, and bodies that nothing reads.
import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createApp } from '../../src/app.ts'
import { startApp } from '../support/app.ts'
import { apiDocument } from '../support/conformance.ts'
import { png, upload } from '../support/images.ts'

const service = await startApp()
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: createApp(service.deps).fetch })
const image = (await upload(service, await png())).body.url

afterAll(async () => {
  await server.stop(true)
  await service[Symbol.asyncDispose]()
})

/** The head of the response to a handwritten request. */
function headOf(path: string, host: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(server.port!, '127.0.0.1', () => {
    socket.write(`GET ${path} HTTP/1.0\r\n${host}\r\n`)
  })
  let response = ''
  socket.setEncoding('latin1')
  socket.on('data', (text) => {
    response += text
  })
  socket.on('close', () => resolve(response.split('\r\n\r\n')[0]!))
  socket.on('error', reject)
  return promise
}

test.each([
  '',
  'Host: \r\n',
  'Host: x:99999999\r\n',
  'Host: a b\r\n',
  'Host: "><script>\r\n',
  'Host: [::1\r\n',
])('is answered by its path with the host line %p', async (host) => {
  expect(await headOf('/api/live', host)).toStartWith('HTTP/1.1 200')
  expect(await headOf('/api/articles?page=1', host)).toStartWith('HTTP/1.1 200')
  expect(await headOf(image, host)).toStartWith('HTTP/1.1 200')
  expect(await headOf('/api/admin/articles', host)).toStartWith('HTTP/1.1 401')
  const moved = await headOf('/blog/a/?lang=en', host)
  expect(moved).toStartWith('HTTP/1.1 301')
  expect(moved).toContain('Location: /blog/a?lang=en\r\n')
})

test('HEAD has the Content-Length of GET, or none for streams, on every route', async () => {
  const headers = { Authorization: `Bearer ${service.admin.token}`, 'Accept-Encoding': 'identity' }
  const request = (method: string, path: string) => fetch(new URL(path, server.url), { method, headers })
  const paths = Object.entries(apiDocument.paths)
    .filter(([, { get }]) => get)
    .map(([path]) => path.replace('{resource}', 'articles').replace(/\{\w+\}/g, '1'))
    // These do not end; their tests send a HEAD as well.
    .filter((path) => !path.endsWith('/events'))
  expect(paths).toContain('/api/auth/me')
  const unannounced: string[] = []
  for (const path of [...paths, '/nothing', image]) {
    const [get, head] = [await request('GET', path), await request('HEAD', path)]
    const length = (await get.bytes()).byteLength
    const announced = head.headers.get('Content-Length')
    expect([path, head.status]).toEqual([path, get.status])
    if (announced === null) unannounced.push(path)
    // Each scrape is longer than the one before.
    else if (path === '/metrics') expect(Number(announced)).toBeGreaterThanOrEqual(length)
    else expect([path, announced]).toEqual([path, String(length)])
  }
  expect(unannounced.map((path) => path.split('/').at(-1))).toEqual([
    'suppliers.csv',
    'export.csv',
    'export.csv',
  ])
})

/**
 * Sends the head of a POST; whether the server closes the connection after its response. The `rest`, if any, is sent then:
 * the body, and a request that is only answered while the connection is open.
 */
function closesAfter(path: string, header: string, rest?: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(server.port!, '127.0.0.1', () => {
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n`)
    if (header.startsWith('Transfer')) socket.write('ffff\r\n')
  })
  let received = ''
  let hasSentRest = false
  socket.setEncoding('latin1')
  socket.on('data', (text) => {
    received += text
    if (rest !== undefined && !hasSentRest) socket.write(rest)
    hasSentRest = true
    if (received.split('HTTP/1.1 ').length <= 2) return
    resolve(false)
    socket.destroy()
  })
  socket.on('close', () => resolve(true))
  socket.on('error', () => resolve(true))
  return promise
}

// At once, for each waits until the service gives its client up.
test.concurrent.each([
  '/api/auth/login',
  '/api/contact',
  '/api/site',
  '/api/admin/services',
  '/api/admin/upload',
  '/nothing',
])(
  'the connection is closed when an anonymous POST %s is refused and its large body is still under way',
  async (path) => {
    expect(await closesAfter(path, 'Content-Length: 1000000')).toBe(true)
  },
)

test.concurrent('the connection stays open for a small unread body, and for a signed-in client', async () => {
  const withBody = (bytes: number) => `${'x'.repeat(bytes)}GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n`
  const signedIn = `Authorization: Bearer ${service.admin.token}\r\nContent-Length: 5000000`
  const isClosed = await Promise.all([
    closesAfter('/nothing', 'Content-Length: 16384', withBody(16_384)),
    closesAfter('/api/site', 'Transfer-Encoding: chunked'),
    closesAfter('/api/admin/services', signedIn, withBody(5_000_000)),
  ])
  expect(isClosed).toEqual([false, true, false])
})

const longPath = (bytes: number) => `/${'a'.repeat(bytes - 1)}`
const longQuery = (bytes: number) => `/api/search?q=${'%D8%A7'.repeat(2_000).slice(0, bytes - 2)}`

test.each([
  ['GET', longPath(2_049)],
  ['GET', `/a${'/'.repeat(16_000)}`],
  ['HEAD', longPath(2_049)],
  ['POST', `/api/contact${longPath(2_040)}`],
  ['OPTIONS', `/api/site${longPath(2_049)}`],
  ['DELETE', `/api/admin/articles${longPath(2_049)}`],
  ['GET', longQuery(8_193)],
])('a %s of an address that is too long is 414', async (method, path) => {
  const response = await fetch(server.url.origin + path, { method })
  expect([response.status, response.headers.get('Content-Type')]).toEqual([414, 'application/problem+json'])
  expect(response.headers.get('X-Request-Id')).toBeTruthy()
  if (method !== 'HEAD')
    expect(await response.json()).toMatchObject({
      code: 'uri_too_long',
      title: 'URI Too Long',
      detail: 'The address is too long: a path has at most 2048 bytes, a query 8192.',
    })
})

test.each([longPath(2_048), longQuery(8_192)])('the longest address is answered', async (path) => {
  const { status } = await fetch(server.url.origin + path)
  expect([404, 422]).toContain(status)
})
