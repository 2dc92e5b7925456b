// CORS: pages of any origin may read the site, pages of the listed origins may use the rest, probes send no CORS header.
import { afterAll, expect, test } from 'bun:test'
import { startApp } from '../support/app.ts'

const LISTED = 'https://admin.example'
const OTHER = 'https://evil.example'
const EXPOSED = ['ETag', 'Location', 'Retry-After', 'X-Request-Id']

const PUBLIC_PATHS = [
  '/api/site',
  '/api/site/about',
  '/api/articles',
  '/api/articles/none',
  '/api/search?q=x',
  '/api/openapi.json',
  '/media/2026/01/none.png',
  '/blog',
]
const CLOSED_PATHS = [
  '/metrics',
  '/health',
  '/health/ready',
  '/api/live',
  '/api/health',
  '/nothing',
  '/api/nothing',
  '/api/auth/nothing',
]
const LISTED_ONLY = [
  ['GET', '/api/admin/services'],
  ['POST', '/api/admin/services'],
  ['GET', '/api/admin/nothing'],
  ['POST', '/api/auth/login'],
  ['GET', '/api/auth/me'],
  ['POST', '/api/contact'],
  ['POST', '/api/newsletter'],
  ['GET', '/api/quotes'],
  ['POST', '/api/admin/upload'],
] as const

const app = await startApp({ CORS_ORIGINS: `${LISTED},http://localhost:5173` })
afterAll(() => app[Symbol.asyncDispose]())

const from = (origin: string, method: string, path: string, headers: Record<string, string> = {}) =>
  app.app.request(path, { method, headers: { Origin: origin, ...headers } })

const preflight = (origin: string, method: string, path: string) =>
  from(origin, 'OPTIONS', path, {
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'authorization, content-type, if-match',
  })

const listOf = (value: string | null) => (value ?? '').split(',').map((item) => item.trim())

test.each(PUBLIC_PATHS)('GET %s is readable from any origin, without credentials', async (path) => {
  for (const origin of [LISTED, OTHER, 'null']) {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await from(origin, method, path)
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(headers.has('Access-Control-Allow-Credentials')).toBe(false)
      expect(listOf(headers.get('Access-Control-Expose-Headers'))).toEqual(expect.arrayContaining(EXPOSED))
    }
  }
})

test.each(CLOSED_PATHS)('%s sends no CORS header', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const { headers } = await from(LISTED, method, path)
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

test('a 304 is readable from any origin as well', async () => {
  const tag = (await app.app.request('/api/site')).headers.get('ETag')!
  const response = await from(OTHER, 'GET', '/api/site', { 'If-None-Match': tag })
  expect(response.status).toBe(304)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

test.each(LISTED_ONLY)('%s %s is open to the listed origins only', async (method, path) => {
  for (const origin of [LISTED, 'http://localhost:5173']) {
    const { headers } = await from(origin, method, path)
    expect(headers.get('Access-Control-Allow-Origin')).toBe(origin)
    expect(headers.get('Vary')).toContain('Origin')
    expect(listOf(headers.get('Access-Control-Expose-Headers'))).toEqual(expect.arrayContaining(EXPOSED))
  }
  for (const origin of [
    OTHER,
    'null',
    `${LISTED}.evil.example`,
    'https://admin.example:8443',
    'http://admin.example',
  ]) {
    const { headers } = await from(origin, method, path)
    expect(headers.has('Access-Control-Allow-Origin')).toBe(false)
    expect(headers.get('Vary')).toContain('Origin')
  }
})

test.each(LISTED_ONLY)('the preflight of %s %s is answered before authentication', async (method, path) => {
  const response = await preflight(LISTED, method, path)
  expect(response.status).toBe(204)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe(LISTED)
  expect(listOf(response.headers.get('Access-Control-Allow-Methods'))).toEqual(
    expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  )
  const allowed = listOf(response.headers.get('Access-Control-Allow-Headers')).map((name) =>
    name.toLowerCase(),
  )
  expect(allowed).toEqual(
    expect.arrayContaining(['authorization', 'content-type', 'if-match', 'if-none-match', 'x-request-id']),
  )
  expect(response.headers.get('X-Request-Id')).toBeString()
  expect((await preflight(OTHER, method, path)).headers.has('Access-Control-Allow-Origin')).toBe(false)
})

test('the preflight of a public path allows reads only', async () => {
  const response = await preflight(OTHER, 'GET', '/api/site')
  expect(response.status).toBe(204)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(listOf(response.headers.get('Access-Control-Allow-Methods'))).toEqual(['GET', 'HEAD'])
})

test('a percent-encoded admin path is not open to every origin', async () => {
  const { status, headers } = await from(OTHER, 'GET', '/api/%61dmin/services')
  expect(status).toBe(401)
  expect(headers.has('Access-Control-Allow-Origin')).toBe(false)
})

test('without CORS_ORIGINS no other origin may use the admin API', async () => {
  await using closed = await startApp()
  const response = await closed.app.request('/api/admin/services', { headers: { Origin: LISTED } })
  expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
  expect(
    (await closed.app.request('/api/site', { headers: { Origin: LISTED } })).headers.get(
      'Access-Control-Allow-Origin',
    ),
  ).toBe('*')
})
