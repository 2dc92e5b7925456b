// Every route falls under the access declaration of its sub-app; a route without one is closed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApp, createSubApps } from '../../src/app.ts'
import { createHttpMetrics } from '../../src/http/http-metrics.ts'
import {
  type AccessOf,
  createAccessLookup,
  type RouteAccess,
  undeclaredRoutes,
} from '../../src/http/route-access.ts'
import { type Client, peerOfTest, startApp, type TestApp } from '../support/app.ts'

let service: TestApp
let app: ReturnType<typeof createApp>
let declarations: RouteAccess[]
let accessOf: AccessOf
let creator: Client

beforeAll(async () => {
  service = await startApp({ CORS_ORIGINS: 'https://admin.example' })
  app = createApp(service.deps, peerOfTest)
  const subApps = createSubApps(service.deps, createHttpMetrics(service.deps.metrics.createRegistry()))
  declarations = subApps.flatMap(({ access }) => access)
  accessOf = createAccessLookup(declarations)
  creator = await service.signIn('creator')
}, 60_000)

afterAll(() => service[Symbol.asyncDispose]())

const routesOf = (filter: (access: RouteAccess) => boolean) =>
  app.routes
    .filter(({ method, path }) => method !== 'ALL' && filter(accessOf(path)!))
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, '1').replace('*', 'x') }))

test('every route falls under a declaration', () => {
  expect(app.routes.length).toBeGreaterThan(150)
  expect(undeclaredRoutes(app, accessOf)).toEqual([])
})

test('a route under no declaration is found, answers 404 and sends no CORS header', async () => {
  const changed = createApp(service.deps, peerOfTest)
  changed.get('/api/new/:id', (c) => c.text('open'))
  changed.get('/api/sites', (c) => c.text('open'))
  expect(undeclaredRoutes(changed, accessOf)).toEqual(['GET /api/new/:id', 'GET /api/sites'])
  for (const path of ['/api/new/1', '/api/sites']) {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const response = await changed.request(path, { method, headers: { Origin: 'https://admin.example' } })
      expect([404, 405]).toContain(response.status)
      expect(await response.text()).not.toContain('open')
      expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
    }
  }
})

test('a new route below a declared path has its guards', async () => {
  const changed = createApp(service.deps, peerOfTest)
  changed.get('/api/admin/new', (c) => c.text('open'))
  changed.get('/api/quotes/new/deep/path', (c) => c.text('open'))
  for (const path of ['/api/admin/new', '/api/quotes/new/deep/path'])
    expect((await changed.request(path)).status).toBe(401)
})

test('every route that needs authentication answers 401 without it, and so do unknown paths below', async () => {
  const guarded = routesOf(({ authentication }) => authentication !== 'none')
  expect(guarded.length).toBeGreaterThan(140)
  for (const { method, path } of guarded) {
    const response = await app.request(path, { method })
    expect({ method, path, status: response.status }).toEqual({ method, path, status: 401 })
  }
  for (const { paths, authentication } of declarations) {
    for (const path of authentication === 'none' ? [] : paths)
      expect((await app.request(`${path}/nothing/here`)).status).toBe(401)
  }
})

test('a creator gets 403 on every admin route except the schema and list, create, read and edit of articles', async () => {
  const allowed = ['GET /api/admin/articles', 'POST /api/admin/articles', 'GET /api/admin/schema']
  const own = ['GET', 'PUT', 'PATCH'].map((method) => `${method} /api/admin/articles/1`)
  const admin = routesOf(({ authentication }) => authentication === 'admin')
  expect(admin.length).toBeGreaterThan(140)
  for (const { method, path } of admin) {
    if (allowed.includes(`${method} ${path}`)) continue
    // Another author's article is 403 as well.
    const { status } = await creator(method, path, own.includes(`${method} ${path}`) ? { body: {} } : {})
    expect({ method, path, status }).toEqual({ method, path, status: 403 })
  }
  for (const path of ['nothing', 'nothing/1', 'articles/1/2/3', 'articles/', ''])
    expect((await creator('GET', `/api/admin/${path}`)).status).toBe(403)
})

test('a percent-encoded path falls under the same declaration', async () => {
  expect((await app.request('/api/%61dmin/services')).status).toBe(401)
  expect((await app.request('/api/auth/l%6fgout', { method: 'POST' })).status).toBe(401)
})

describe('declarations', () => {
  const open: RouteAccess = { paths: ['/a'], authentication: 'none', cors: 'none', maxBodyBytes: 0 }

  test('the longest path decides, by whole segments', () => {
    const inner = { ...open, paths: ['/a/b'], maxBodyBytes: 9 }
    const lookUp = createAccessLookup([open, inner])
    expect(lookUp('/a')).toBe(open)
    expect(lookUp('/a/c/d')).toBe(open)
    expect(lookUp('/a/b/c')).toBe(inner)
    expect(lookUp('/a/bc')).toBe(open)
    expect(lookUp('/ab')).toBeNull()
    expect(lookUp('/')).toBeNull()
  })

  test.each<[string, RouteAccess[], RegExp]>([
    ['the same path twice', [open, { ...open }], /twice/],
    ['other authentication inside', [open, { ...open, paths: ['/a/b'], authentication: 'admin' }], /differs/],
    ['other CORS inside', [open, { ...open, paths: ['/a/b'], cors: 'any-origin' }], /differs/],
    [
      'guards on routes from memory',
      [{ ...open, authentication: 'session', isServedFromMemory: true }],
      /guards/,
    ],
  ])('%s is refused', (_, declared, message) => {
    expect(() => createAccessLookup(declared)).toThrow(message)
  })
})
