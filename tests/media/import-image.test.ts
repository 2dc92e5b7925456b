import { afterAll, expect, test } from 'bun:test'
import type { Outbound } from '../../src/platform/security/pinned-request.ts'
import { startApp } from '../support/app.ts'
import { jpeg, jpegOf, png, remains, upload } from '../support/images.ts'

const files = new Map<string, Uint8Array>()
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const found = files.get(decodeURIComponent(new URL(request.url).pathname))
    return found ? new Response(found as Uint8Array<ArrayBuffer>) : new Response('no', { status: 404 })
  },
})
const outbound: Outbound = {
  resolve: async (hostname) => [hostname === 'inside.example' ? '10.0.0.1' : '93.184.216.34'],
  dial: () => ({ address: '127.0.0.1', port: site.port! }),
}

const importImage = (body: unknown) => app.admin('POST', '/api/admin/import-image', { body })

const app = await startApp(
  { MEDIA_MAX_UPLOAD_MB: '1', MEDIA_PUBLIC_BASE: 'https://cdn.example', SITE_URL: 'https://www.example' },
  { outbound },
)
app.setClock(new Date('2026-05-04T10:00:00Z'))
files.set('/wp/uploads/Old Photo.jpeg', await jpeg())
files.set('/نما.png', await png())
files.set('/', await png())
files.set('/page.png', Buffer.from('<!doctype html>'))
files.set('/big.jpg', await jpegOf(1_048_577))
files.set('/cut.jpg', (await jpeg()).subarray(0, 200))
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await site.stop(true)
})

test.each<[string, string, string | undefined, string]>([
  [
    'the name in the URL',
    'http://pictures.example/wp/uploads/Old%20Photo.jpeg?w=100',
    undefined,
    'old-photo.jpg',
  ],
  ['a name in another script', 'http://pictures.example/%D9%86%D9%85%D8%A7.png', undefined, 'نما.png'],
  ['the requested name', 'http://pictures.example/%D9%86%D9%85%D8%A7.png', 'Front', 'front.png'],
  ['a fallback name when the URL has none', 'http://pictures.example/', undefined, 'image.png'],
])('stores the image under %s', async (_, url, name, expected) => {
  const { status, headers, body } = await importImage({ url, name, alt: 'Old' })
  expect(status).toBe(201)
  expect(headers.get('Location')).toBe(`/api/admin/media/${body.id}`)
  expect(body).toMatchObject({
    url: `/media/2026/05/${expected}`,
    width: 40,
    height: 30,
    alt: 'Old',
    title: null,
  })
  expect((await app.anyone('GET', body.url)).status).toBe(200)
})

test('the URL of an own image returns that image without a request', async () => {
  const { body: own } = await upload(app, await png(), { name: 'eigen ن' })
  for (const url of [
    own.url,
    encodeURI(own.url),
    `https://cdn.example${own.url}`,
    `https://www.example${own.url}`,
  ]) {
    const { status, body } = await importImage({ url })
    expect({ status, id: body.id }).toEqual({ status: 200, id: own.id })
  }
  expect((await importImage({ url: 'https://cdn.example/media/2026/05/none.png' })).status).toBe(404)
  await app.admin('DELETE', `/api/admin/media/${own.id}`)
  expect((await importImage({ url: own.url })).status).toBe(404)
})

test.each<[number, string, unknown]>([
  [422, 'url_not_allowed', { url: 'http://inside.example/a.png' }],
  [422, 'url_not_allowed', { url: 'http://127.0.0.1/a.png' }],
  [422, 'url_not_allowed', { url: 'nonsense' }],
  [422, 'url_not_allowed', { url: '/not-media.png' }],
  [422, 'validation_failed', {}],
  [422, 'validation_failed', { url: '' }],
  [422, 'validation_failed', { url: 5 }],
  [422, 'validation_failed', { url: 'http://pictures.example/', folder: 'x' }],
  [422, 'validation_failed', { url: 'http://pictures.example/', name: '../x' }],
  [422, 'validation_failed', { url: `http://pictures.example/${'a'.repeat(3_000)}` }],
  [502, 'upstream_failed', { url: 'http://pictures.example/none.png' }],
  [415, 'unsupported_media_type', { url: 'http://pictures.example/page.png' }],
  [413, 'payload_too_large', { url: 'http://pictures.example/big.jpg' }],
  [422, 'validation_failed', { url: 'http://pictures.example/cut.jpg' }],
])('%d %s for %j stores neither row nor object', async (status, code, body) => {
  const before = await remains(app)
  expect(await importImage(body)).toMatchObject({ status, body: { status, code } })
  expect(await remains(app)).toEqual(before)
})

test('403 for a creator', async () => {
  const creator = await app.signIn('creator')
  const { status } = await creator('POST', '/api/admin/import-image', {
    body: { url: 'http://pictures.example/' },
  })
  expect(status).toBe(403)
})
