// Bodies that are refused, over real sockets: the client gets the answer although it is still sending, and what it sends is
// not kept in memory. The clients read only after they have sent everything.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createBodyPool } from '../../src/http/requests/body-pool.ts'
import { AppError } from '../../src/text/errors.ts'
import { startService } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'

const MEGABYTE = 1_048_576
const CLIENTS = 2
/** Far more than the service throws away of a body without end. */
const MOST_BYTES = 500 * MEGABYTE
let service: Awaited<ReturnType<typeof startService>>
let token: string

beforeAll(async () => {
  service = await startService({ MEDIA_MAX_UPLOAD_MB: '1' })
  const response = await fetch(`${service.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: service.adminEmail, password: service.adminPassword }),
  })
  token = ((await response.json()) as { token: string }).token
})
afterAll(() => service.stop())

type Sending = { url?: string; path?: string; isChunked?: boolean; headers?: string[]; body?: Buffer }

/** Sends a body; `sent` resolves when all of it is on its way, `answer` with the status, or with how the connection broke. */
function send({ url = service.url, path = '/', isChunked = false, headers = [], body = BLANKS }: Sending) {
  const sent = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  const { hostname, port } = new URL(url)
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.byteLength}`
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', length, ...headers]
  const socket = connect(Number(port), hostname, () => {
    socket.pause()
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    if (isChunked) socket.write(`${body.byteLength.toString(16)}\r\n`)
    socket.write(body)
    socket.write(isChunked ? '\r\n0\r\n\r\n' : '', () => {
      sent.resolve()
      socket.resume()
    })
  })
  let text = ''
  socket.on('data', (data) => {
    text += data
    if (!text.includes('\r\n\r\n')) return
    answer.resolve(text.slice(9, 12))
    socket.destroy()
  })
  socket.on('error', (error) => answer.resolve(String(error)))
  socket.on('close', () => answer.resolve('closed'))
  return { sent: sent.promise, answer: answer.promise }
}

// Sockets hold up to 6 MB: a client can send more only while the service reads on.
const BLANKS = Buffer.alloc(10 * MEGABYTE, 32)
const JSON_TYPE = 'Content-Type: application/json'
const [HEAD, TAIL] = [
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
  '\r\n--b--\r\n',
]
const UPLOAD = Buffer.concat([Buffer.from(HEAD), BLANKS, Buffer.from(TAIL)])
const bearer = () => `Authorization: Bearer ${token}`

const REFUSALS: [name: string, status: number, sending: () => Sending][] = [
  ['a sign-in', 413, () => ({ path: '/api/auth/login', headers: [JSON_TYPE] })],
  ['a form', 413, () => ({ path: '/api/contact', headers: [JSON_TYPE] })],
  ['a record', 413, () => ({ path: '/api/admin/services', headers: [JSON_TYPE, bearer()] })],
  [
    'an upload',
    413,
    () => ({
      path: '/api/admin/upload',
      headers: ['Content-Type: multipart/form-data; boundary=b', bearer()],
      body: UPLOAD,
    }),
  ],
  ['a record of a stranger', 401, () => ({ path: '/api/admin/services', headers: [JSON_TYPE] })],
  ['a path that does not exist', 404, () => ({ path: '/api/nothing' })],
  ['a path that takes no body', 405, () => ({ path: '/api/site' })],
]

describe.each([
  ['with its length', false],
  ['in chunks', true],
])('a body of 10 MB %s', (_, isChunked) => {
  test.each(REFUSALS)('for %s: every client gets the %d', async (_, status, sending) => {
    const clients = Array.from({ length: CLIENTS }, () => send({ ...sending(), isChunked }))
    const answers = await Promise.all(clients.map(({ answer }) => answer))
    expect(answers).toEqual(answers.map(() => String(status)))
  })
})

test('a body without end is not read for ever: the connection is closed', async () => {
  const { hostname, port } = new URL(service.url)
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MEGABYTE, 32), Buffer.from('\r\n')])
  let sentBytes = 0
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const socket = connect(Number(port), hostname, () => {
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    // One after another, and the event loop turns in between: else a client that does not see the end fills its own memory.
    const next = () => {
      if (sentBytes >= MOST_BYTES) socket.destroy()
      if (socket.destroyed) return
      sentBytes += MEGABYTE
      socket.write(chunk, (error) => void (error ?? setImmediate(next)))
    }
    next()
  })
  socket.on('error', () => {})
  socket.on('data', () => {})
  socket.on('close', () => resolve())
  await closed
  expect(sentBytes).toBeLessThan(MOST_BYTES)
})

test.each([
  ['with its length', false],
  ['in chunks', true],
])(
  'a refused body %s is thrown away while its answer waits, so that it fills no memory',
  async (_, isChunked) => {
    const answerable = Promise.withResolvers<void>()
    const pool = createBodyPool({ maxBodies: 100, maxBytes: MEGABYTE, graceMs: 60_000, minBytesPerSecond: 1 })
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const createTooLarge = () => new AppError('payload_too_large', 'too large')
        await pool.read(request, { maxBytes: 8_192, createTooLarge }).catch(() => answerable.promise)
        return new Response('too large', { status: 413 })
      },
    })
    const clients = Array.from({ length: CLIENTS }, () =>
      send({ url: `http://127.0.0.1:${server.port}`, isChunked }),
    )
    const hasSent = clients.map(() => false)
    for (const [n, { sent }] of clients.entries())
      void sent.then(() => {
        hasSent[n] = true
      })
    await eventually(async () => hasSent.every(Boolean))
    answerable.resolve()
    expect(await Promise.all(clients.map(({ answer }) => answer))).toEqual(clients.map(() => '413'))
    await server.stop(true)
  },
)
