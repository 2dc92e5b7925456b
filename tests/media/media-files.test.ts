import { afterAll, describe, expect, test } from 'bun:test'
import { startApp } from '../support/app.ts'
import { noise, png, upload } from '../support/images.ts'

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.app.request(path, { method, headers })

const app = await startApp()
app.setClock(new Date('2026-05-04T10:00:00Z'))
const url = (await upload(app, await noise(80, 80).png().toBuffer(), { name: 'نمای ساختمان' })).body.url
const stored = await (await get(url)).bytes()
afterAll(() => app[Symbol.asyncDispose]())

test('sends immutable caching headers and a CSP that runs nothing', async () => {
  const response = await get(url)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(stored.byteLength),
    etag: expect.stringMatching(/^"[^"]+"$/),
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  })
  expect((await response.bytes()).byteLength).toBe(stored.byteLength)
})

test('HEAD sends the same headers without a body', async () => {
  const [got, headed] = [await get(url), await get(url, {}, 'HEAD')]
  const { 'x-request-id': _, ...headers } = Object.fromEntries(got.headers)
  expect(headed.status).toBe(200)
  expect(Object.fromEntries(headed.headers)).toMatchObject(headers)
  expect(await headed.text()).toBe('')
})

test('304 for a matching If-None-Match', async () => {
  const etag = (await get(url)).headers.get('ETag')!
  for (const header of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const response = await get(url, { 'If-None-Match': header })
    expect(response.status).toBe(304)
    expect(response.headers.get('ETag')).toBe(etag)
    expect(await response.text()).toBe('')
  }
  expect((await get(url, { 'If-None-Match': '"other"' })).status).toBe(200)
})

describe('Range', () => {
  test('206 with the requested bytes', async () => {
    const response = await get(url, { Range: 'bytes=2-5' })
    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Range')).toBe(`bytes 2-5/${stored.byteLength}`)
    expect(response.headers.get('Content-Length')).toBe('4')
    expect(await response.bytes()).toEqual(stored.slice(2, 6))
  })

  test('416 with the size for a range past the end', async () => {
    const response = await get(url, { Range: `bytes=${stored.byteLength}-` })
    expect(response.status).toBe(416)
    expect(response.headers.get('Content-Range')).toBe(`bytes */${stored.byteLength}`)
    expect(await response.json()).toMatchObject({ status: 416, code: 'range_not_satisfiable' })
  })

  test('200 with the whole image when If-Range does not match', async () => {
    const etag = (await get(url)).headers.get('ETag')!
    expect((await get(url, { Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206)
    expect((await get(url, { Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200)
  })

  test.each(['bytes=-0', 'BYTES=99999999-', 'bytes= 99999999-', 'bytes=0-0,2-3'])(
    'the invalid or multiple range %p is ignored, also over a connection',
    async (range) => {
      const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.app.fetch })
      const response = await fetch(`http://127.0.0.1:${server.port}${url}`, { headers: { Range: range } })
      expect(response.status).toBe(200)
      expect(await response.bytes()).toEqual(stored)
      await server.stop(true)
    },
  )
})

test('accepts percent-encoded and decomposed URLs', async () => {
  expect((await get(encodeURI(url))).status).toBe(200)
  const { body } = await upload(app, await png(), { name: 'café' })
  expect((await get(body.url.normalize('NFD'))).status).toBe(200)
})

test.each([
  '/media/',
  '/media/2026',
  '/media/2026/05/',
  '/media/2026/05/none.png',
  '/media/2026/05/%ff.png',
  '/media/2026/05/%00.png',
  '/media/2026/05/a%5cb.png',
  '/media/..%2f..%2fjwt-secret',
  '/media/2026/05/..%2f..%2f..%2flock',
  '/media/.unfinished/x',
  `/media/2026/05/${'a'.repeat(2_000)}.png`,
])('%s is 404', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ status: 404, code: 'not_found' })
})

test('405 for another method', async () => {
  const response = await get(url, {}, 'POST')
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
})

test('Content-Length is right over a connection, also after a client disconnected early', async () => {
  const big = await upload(app, await noise(1_600, 1_600).png().toBuffer(), { name: 'big' })
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.app.fetch })
  const address = `http://127.0.0.1:${server.port}${big.body.url}`
  const response = await fetch(address)
  expect(response.headers.get('Content-Length')).toBe(String(big.body.size))
  expect(response.headers.get('Transfer-Encoding')).toBeNull()
  expect((await response.bytes()).byteLength).toBe(big.body.size)
  const early = await fetch(address)
  await early.body!.cancel()
  const head = await fetch(address, { method: 'HEAD' })
  expect(head.headers.get('Content-Length')).toBe(String(big.body.size))
  await server.stop(true)
})
