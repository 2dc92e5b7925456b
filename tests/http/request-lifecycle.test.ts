// Who asks by another host, or by none, is answered by the path: proxies and probes send what they like there.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createApp } from '../../src/app.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { apiDocument } from '../support/conformance.ts'
import { png, upload } from '../support/images.ts'

let service: TestApp
let server: Bun.Server<unknown>
let image: string

beforeAll(async () => {
  service = await startApp()
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: createApp(service.deps).fetch })
  image = (await upload(service, await png())).body.url
}, 60_000)

afterAll(async () => {
  await server.stop(true)
  await service[Symbol.asyncDispose]()
})

/** The head of the answer to a request that is written by hand. */
function headOf(path: string, host: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(server.port!, '127.0.0.1', () => {
    socket.write(`GET ${path} HTTP/1.0\r\n${host}\r\n`)
  })
  let answer = ''
  socket.setEncoding('latin1')
  socket.on('data', (text) => {
    answer += text
  })
  socket.on('close', () => resolve(answer.split('\r\n\r\n')[0]!))
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
])('with the host line %p', async (host) => {
  expect(await headOf('/api/live', host)).toStartWith('HTTP/1.1 200')
  expect(await headOf('/api/articles?page=1', host)).toStartWith('HTTP/1.1 200')
  expect(await headOf(image, host)).toStartWith('HTTP/1.1 200')
  expect(await headOf('/api/admin/articles', host)).toStartWith('HTTP/1.1 401')
  const moved = await headOf('/blog/a/?lang=en', host)
  expect(moved).toStartWith('HTTP/1.1 301')
  expect(moved).toContain('Location: /blog/a?lang=en\r\n')
})

test('HEAD announces the length of GET, or none, on every route', async () => {
  const headers = { Authorization: `Bearer ${service.admin.token}`, 'Accept-Encoding': 'identity' }
  const ask = (method: string, path: string) => fetch(new URL(path, server.url), { method, headers })
  const paths = Object.entries(apiDocument.paths)
    .filter(([, { get }]) => get)
    .map(([path]) => path.replace('{resource}', 'articles').replace(/\{\w+\}/g, '1'))
  expect(paths).toContain('/api/auth/me')
  const unannounced: string[] = []
  for (const path of [...paths, '/nothing', image]) {
    const [get, head] = [await ask('GET', path), await ask('HEAD', path)]
    const length = (await get.bytes()).byteLength
    const announced = head.headers.get('Content-Length')
    expect([path, head.status]).toEqual([path, get.status])
    if (announced === null) unannounced.push(path)
    // Each scrape has more to say than the one before.
    else if (path === '/metrics') expect(Number(announced)).toBeGreaterThanOrEqual(length)
    else expect([path, announced]).toEqual([path, String(length)])
  }
  expect(unannounced.map((path) => path.split('/').at(-1))).toEqual(['export.csv', 'export.csv'])
})
