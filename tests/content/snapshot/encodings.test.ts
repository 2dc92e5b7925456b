// One body in four encodings, each with its own ETag; any of them yields 304.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Encoding } from '../../../src/content/snapshot/encoded-body.ts'
import { acceptedEncodings } from '../../../src/http/responses/send-body.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'

let app: TestApp
let server: Bun.Server<undefined>

beforeAll(async () => {
  app = await startApp()
  const text = 'متن <b>"فارسی"</b> and English. '.repeat(200)
  const article = { title: 'A', slug: 'a', status: 'published', content: `<p>${text}</p>`, tags: ['x'] }
  await app.admin('POST', '/api/admin/articles', { body: article })
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.app.fetch })
})

afterAll(async () => {
  await server.stop(true)
  await app[Symbol.asyncDispose]()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.app.request(path, { method, headers })

const DECODE = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync,
} as const
const PATHS = ['/api/site', '/api/site/articles', '/api/articles/a']

describe.each(PATHS)('%s', (path) => {
  test('each encoding decodes to the same bytes and has its own ETag', async () => {
    const identity = await get(path)
    const bytes = Buffer.from(await identity.arrayBuffer())
    expect(identity.headers.has('Content-Encoding')).toBe(false)
    const tags = new Set([identity.headers.get('ETag')])
    for (const [encoding, decode] of Object.entries(DECODE)) {
      const answer = await get(path, { 'Accept-Encoding': encoding })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Content-Encoding')).toBe(encoding)
      expect(answer.headers.get('Content-Type')).toBe('application/json')
      const encoded = Buffer.from(await answer.arrayBuffer())
      expect(encoded.byteLength).toBeLessThan(bytes.byteLength / 2)
      expect(decode(encoded).equals(bytes)).toBe(true)
      tags.add(answer.headers.get('ETag'))
    }
    expect(tags.size).toBe(4)
    for (const tag of tags) expect(tag).toMatch(/^"[^"]+"$/)
  })

  test('any of its ETags is 304 with the ETag that matched, whatever the Accept-Encoding', async () => {
    for (const sent of ['identity', 'br', 'zstd', 'gzip']) {
      const tag = (await get(path, { 'Accept-Encoding': sent })).headers.get('ETag')!
      for (const asked of ['identity', 'br', 'zstd', 'gzip']) {
        const answer = await get(path, { 'Accept-Encoding': asked, 'If-None-Match': tag })
        expect(answer.status).toBe(304)
        expect(answer.headers.get('ETag')).toBe(tag)
        expect(await answer.text()).toBe('')
        expect(answer.headers.has('Content-Encoding')).toBe(false)
      }
    }
  })

  test('lists, weak tags and * match; other tags do not', async () => {
    const tag = (await get(path, { 'Accept-Encoding': 'gzip' })).headers.get('ETag')!
    const statusFor = async (value: string) => (await get(path, { 'If-None-Match': value })).status
    expect(await statusFor(`"a", ${tag} , "b"`)).toBe(304)
    expect(await statusFor(`W/${tag}`)).toBe(304)
    expect(await statusFor(`W/"a",W/${tag}`)).toBe(304)
    expect(await statusFor('*')).toBe(304)
    expect((await get(path, { 'If-None-Match': '*' })).headers.get('ETag')).toMatch(/^"/)
    expect(await statusFor('"a", "b"')).toBe(200)
    expect(await statusFor(tag.slice(1, -1))).toBe(200)
    expect(await statusFor('')).toBe(200)
  })

  test('200, 304 and HEAD have the same headers', async () => {
    const whole = await get(path, { 'Accept-Encoding': 'gzip' })
    const tag = whole.headers.get('ETag')!
    const known = await get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': tag })
    const head = await get(path, { 'Accept-Encoding': 'gzip' }, 'HEAD')
    for (const answer of [whole, known, head]) {
      expect(answer.headers.get('Vary')).toMatch(/\bAccept-Encoding\b/i)
      expect(answer.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
      expect(answer.headers.get('ETag')).toBe(tag)
    }
    expect(head.status).toBe(200)
    expect(head.headers.get('Content-Encoding')).toBe('gzip')
    expect(head.headers.get('Content-Type')).toBe('application/json')
    expect(await head.text()).toBe('')
    expect((await get(path, { 'If-None-Match': tag }, 'HEAD')).status).toBe(304)
  })
})

test('a change gives every encoding a new ETag', async () => {
  const tags = async () =>
    Promise.all(
      ['identity', 'br', 'zstd', 'gzip'].map(async (encoding) =>
        (await get('/api/site', { 'Accept-Encoding': encoding })).headers.get('ETag'),
      ),
    )
  const before = await tags()
  await app.admin('PATCH', '/api/admin/about/1', { body: { title: 'Changed' } })
  const after = await tags()
  expect(new Set([...before, ...after]).size).toBe(8)
  await app.admin('PATCH', '/api/admin/about/1', { body: { title: 'Again' } })
  expect((await get('/api/site', { 'If-None-Match': after[0]! })).status).toBe(200)
})

test('a small body is not encoded', async () => {
  const answer = await get('/api/site/redirects', { 'Accept-Encoding': 'gzip, br' })
  expect(answer.headers.has('Content-Encoding')).toBe(false)
  expect(await answer.json()).toEqual([])
  expect(answer.headers.get('Vary')).toMatch(/Accept-Encoding/)
})

test.each([
  [undefined, null],
  ['', null],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['*', 'br'],
  ['*;q=0', null],
  ['gzip;q=0', null],
  ['gzip;q=0, *', 'br'],
  ['br;q=0, *;q=0.5', 'zstd'],
  ['identity', null],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['gzip ; q=0.3 , zstd ; Q=0.2', 'gzip'],
  ['gzip;q=0.0', null],
  ['gzip;q=abc', null],
  ['deflate, compress', null],
  [',,gzip,,', 'gzip'],
])('Accept-Encoding: %s', (header, encoding) => {
  expect(acceptedEncodings(header)[0] ?? null).toBe(encoding as Encoding | null)
})

test('over the network, clients decode every encoding, and HEAD has the length of GET', async () => {
  const url = `${server.url}api/site`
  const plain = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } }).then((answer) =>
    answer.text(),
  )
  for (const encoding of ['br', 'zstd', 'gzip']) {
    const answer = await fetch(url, { headers: { 'Accept-Encoding': encoding } })
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
    expect(await answer.text()).toBe(plain)
  }
  const head = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
  expect(head.status).toBe(200)
  // RFC 9110, 8.6: the length that GET would have.
  expect(head.headers.get('Content-Length')).toBe(String(Buffer.byteLength(plain)))
})

test('a new large body is sent as gzip, and as brotli once it is a second old', async () => {
  const text = Array.from({ length: 9_000 }, (_, index) => `sentence ${index * 7_919}. `).join('')
  const article = { title: 'Long', slug: 'long', status: 'published', content: `<p>${text}</p>` }
  await app.admin('POST', '/api/admin/articles', { body: article })
  const encoding = async (accepted: string) =>
    (await get('/api/articles/long', { 'Accept-Encoding': accepted })).headers.get('Content-Encoding')
  expect(await encoding('gzip, deflate, br, zstd')).toBe('gzip')
  expect(await encoding('br, zstd')).toBe('br')
  await app.admin('PATCH', '/api/admin/articles/2', { body: { title: 'Longer' } })
  expect(await encoding('br, gzip')).toBe('gzip')
  // Brotli is made in the background.
  await eventually(async () => (await encoding('br, gzip')) === 'br')
})

test('cached headers are not mixed up between requests', async () => {
  const asked = ['one', 'two'].map((id) => get('/api/site', { 'X-Request-Id': id }))
  const [one, two] = await Promise.all(asked)
  expect([one!.headers.get('X-Request-Id'), two!.headers.get('X-Request-Id')]).toEqual(['one', 'two'])
})
