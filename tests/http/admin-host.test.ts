import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { ADMIN, clientOf, peerOfTest, startApp } from '../support/app.ts'

const frontend = mkdtempSync(join(tmpdir(), 'frontend-'))
writeFileSync(
  join(frontend, 'index.html'),
  '<!doctype html><html><head><title>x</title></head><body><div id="root"></div></body></html>',
)
writeFileSync(join(frontend, 'app.js'), 'steal()')
const ENV = { SITE_URL: 'https://www.example.com', ADMIN_HOST: 'Admin.example.com:8443', SPA_DIR: frontend }
const service = await startApp(ENV)
afterAll(() => service[Symbol.asyncDispose]())

const SITE = 'www.example.com'
const PANEL = 'admin.example.com:8443'
// The document describes the website and the panel on one host.
const admin = clientOf(createApp(service.deps, peerOfTest), service.admin.token)
const get = (path: string, Host: string) => admin('GET', path, { headers: { Host } })

describe('with ADMIN_HOST', () => {
  test.each([
    '/admin',
    '/admin/articles',
    '/admin/assets/x.js',
    '/api/admin/articles',
    '/api/admin',
    '/api/auth/token',
  ])('%s is 404 on the host of the website, and on any other one', async (path) => {
    for (const host of [SITE, 'admin.example.com', 'admin.example.com:8443.evil.example', '127.0.0.1:3000']) {
      const answer = await get(path, host)
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
      expect(answer.headers.get('X-Request-Id')).toBeTruthy()
    }
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])('so it is for %s', async (method) => {
    const answer = await admin(method, '/api/admin/articles/1', { headers: { Host: SITE } })
    expect(answer.status).toBe(404)
  })

  test.each([
    ['/api/admin/articles', 200],
    ['/api/auth/me', 200],
    ['/api/site', 200],
    ['/health', 200],
    ['/robots.txt', 200],
  ])('%s is %d on the host of the panel', async (path, status) => {
    expect((await get(path, PANEL)).status).toBe(status)
    expect((await get(path, PANEL.toUpperCase())).status).toBe(status)
  })

  test.each([
    '/blog',
    '/services',
    '/app.js',
    '/index.html',
    '/sitemap.xml',
    '/unknown',
    '/newsletter/confirm',
  ])('the website and the files of a frontend, such as %s, are 404 on the host of the panel', async (path) =>
    expect((await get(path, PANEL)).status).toBe(404),
  )

  test('the start page of the host of the panel leads to the panel', async () => {
    const answer = await get('/', PANEL)
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/admin'])
  })

  test('the website keeps its host', async () => {
    for (const path of ['/', '/blog', '/app.js']) expect((await get(path, SITE)).status).toBe(200)
  })

  test('a preview may be framed by the panel', async () => {
    const headers = { Host: PANEL }
    const body = { title: 'A draft', slug: 'a-draft' }
    const { body: article } = await admin('POST', '/api/admin/articles', { body, headers })
    const { body: link } = await admin('POST', `/api/admin/articles/${article.id}/preview`, {
      headers,
    })
    expect(link.url).toStartWith('https://www.example.com/blog/a-draft?preview=')
    const page = await get(link.path, SITE)
    expect(page.status).toBe(200)
    expect(page.headers.get('Content-Security-Policy')).toContain(
      "frame-ancestors 'self' https://admin.example.com:8443",
    )
    expect((await get(link.path, PANEL)).status).toBe(404)
  })
})

test.each(['https://admin.example.com', 'admin.example.com/x', 'a b', ''])(
  'ADMIN_HOST=%p is refused at the start, or unset',
  async (ADMIN_HOST) => {
    const starting = startApp({ ADMIN_HOST })
    if (ADMIN_HOST === '') return (await starting)[Symbol.asyncDispose]()
    expect(starting).rejects.toThrow('ADMIN_HOST: must be a host without scheme and path')
  },
)

test.each([
  ['http://www.office.lan', 'admin.office.lan', 'frontage_session'],
  ['http://www.office.lan', 'admin.office.lan:8080', 'frontage_session'],
  ['https://www.example.com', 'admin.example.com', '__Host-frontage_session'],
])('of %s, the cookie of %s is %s, which a browser keeps', async (SITE_URL, ADMIN_HOST, name) => {
  await using apart = await startApp({ SITE_URL, ADMIN_HOST })
  const headers = { 'X-Frontage-Panel': '1', Host: ADMIN_HOST }
  const signedIn = await apart.anyone('POST', '/api/auth/login', { body: ADMIN, headers })
  const cookie = signedIn.headers.get('Set-Cookie')!
  expect(cookie).toStartWith(`${name}=`)
  expect(cookie.includes('; Secure')).toBe(SITE_URL.startsWith('https'))
  const Cookie = cookie.split(';')[0]!
  const minted = await apart.anyone('POST', '/api/auth/token', { headers: { ...headers, Cookie } })
  expect(minted.status).toBe(200)
})

test.each([
  [{ Origin: 'http://192.0.2.7:3000' }, 'frontage_session'],
  [{ Origin: 'https://192.0.2.7:3000' }, '__Host-frontage_session'],
  [{ Origin: 'http://192.0.2.8:3000' }, '__Host-frontage_session'],
  [{}, '__Host-frontage_session'],
])(
  'where SITE_URL is unset, the cookie of a page in a network of the office with %j is %s',
  async (origin, name) => {
    await using service = await startApp({ SITE_URL: '' })
    const headers = { 'X-Frontage-Panel': '1', Host: '192.0.2.7:3000', ...origin }
    const signedIn = await service.anyone('POST', '/api/auth/login', { body: ADMIN, headers })
    const cookie = signedIn.headers.get('Set-Cookie')!
    expect(cookie).toStartWith(`${name}=`)
    const minting = { ...headers, Cookie: cookie.split(';')[0]! }
    const minted = await service.anyone('POST', '/api/auth/token', { headers: minting })
    // Another origin than that of the panel is refused before its cookie is looked at.
    expect(minted.status).toBe('Origin' in origin && !origin.Origin.endsWith('.7:3000') ? 403 : 200)
  },
)
