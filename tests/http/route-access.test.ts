// Every route falls under the access of its group, which guards and limits it; a route without one is closed.
import { afterAll, describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { createApp } from '../../src/app.ts'
import { createHttpMetrics } from '../../src/http/http-metrics.ts'
import { mountGroups } from '../../src/http/mount-groups.ts'
import { createLifecycleApp } from '../../src/http/request-lifecycle.ts'
import type { AppEnv } from '../../src/http/requests/app-env.ts'
import { listQuery } from '../../src/http/requests/request-parameters.ts'
import { createAccessLookup, publicRead, type RouteAccess } from '../../src/http/requests/route-access.ts'
import { groupsIn, type Limit, type RouteGroup } from '../../src/http/route-group.ts'
import { routeGroups } from '../../src/http/sub-apps.ts'
import { toConfig } from '../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../src/platform/config/env.ts'
import { type Client, peerOfTest, startApp } from '../support/app.ts'
import { stopClock } from '../support/stop-clock.ts'

const service = await startApp({ CORS_ORIGINS: 'https://admin.example' })
const app = createApp(service.deps, peerOfTest)
const declarations = groupsIn(service.deps.config, routeGroups)
const accessOf = createAccessLookup(declarations)
const creator = await service.signIn('creator')
const editor = await service.signIn('editor')
afterAll(() => service[Symbol.asyncDispose]())

const routesOf = (filter: (access: RouteAccess) => boolean) =>
  app.routes
    .filter(({ method, path }) => method !== 'ALL' && filter(accessOf(path)!))
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, '1').replace('*', 'x') }))

test('every route falls under a declaration', () => {
  expect(app.routes.length).toBeGreaterThan(150)
  expect(app.routes.filter(({ method, path }) => method !== 'ALL' && accessOf(path) === null)).toEqual([])
})

test('a route that no group declares answers 404 and sends no CORS header', async () => {
  const changed = createApp(service.deps, peerOfTest)
  changed.get('/api/new/:id', (c) => c.text('open'))
  changed.get('/api/sites', (c) => c.text('open'))
  for (const path of ['/api/new/1', '/api/sites']) {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const response = await changed.request(path, { method, headers: { Origin: 'https://admin.example' } })
      expect([404, 405]).toContain(response.status)
      expect(await response.text()).not.toContain('open')
      expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
    }
  }
})

describe('a group', () => {
  const group: RouteGroup = {
    ...publicRead,
    paths: ['/a'],
    operations: async () => ({}),
    routes: () => new Hono<AppEnv>().get('/a/:id', (c) => c.text('a')).get('/b', (c) => c.text('b')),
  }
  const mount = (groups: RouteGroup[]) => {
    const { deps } = service
    const metrics = createHttpMetrics(deps.metrics.createRegistry())
    const configured = groupsIn(deps.config, groups)
    const lookUp = createAccessLookup(configured)
    const host = createLifecycleApp({ accessOf: lookUp, metrics, writeLine: () => {} })
    mountGroups(host, configured, {
      deps,
      accessOf: lookUp,
      metrics,
      describe: async () => ({}),
      peerAddress: peerOfTest,
      unknownPaths: { assertAllowed() {}, count() {} },
    })
    return host
  }

  test('is refused with a route outside of its paths', () => {
    expect(() => mount([group])).toThrow('GET /b lies below no path of its group')
    const other = { ...group, paths: ['/b'], routes: () => new Hono<AppEnv>() }
    expect(() => mount([group, other])).toThrow('GET /b lies below no path of its group')
  })

  test('that this configuration does not have is left out', async () => {
    const host = mount([{ ...group, paths: ['/a', '/b'], exists: () => false }])
    expect((await host.request('/a/1')).status).toBe(404)
  })

  test('runs its limit once before each route, also where a validator comes first', async () => {
    const counted: string[] = []
    const limit: Limit = () => async (c, next) => {
      counted.push(`${c.req.method} ${c.req.path} of ${c.get('client')}`)
      await next()
    }
    const routes = () =>
      new Hono<AppEnv>().get('/a', listQuery({}), (c) => c.text('a')).post('/a', (c) => c.text('a'))
    const host = mount([{ ...group, isServedFromMemory: false, limit, routes }])
    for (const method of ['GET', 'POST', 'PUT'])
      await host.request('/a', { method }, { peer: '198.18.0.1' } as never)
    expect(counted).toEqual(['GET /a of 198.18.0.1', 'POST /a of 198.18.0.1'])
  })
})

describe('a declared limit', () => {
  const limited = groupsIn(toConfig(parseEnv({}, SERVICE)), routeGroups).filter(({ limit }) => limit)
  const peer = '198.18.7.7'
  /** More than any limit allows; the largest is 300 starts of signing in. */
  const ENOUGH = 305

  test('stands at these paths', () => {
    expect(limited.flatMap(({ paths }) => paths)).toEqual([
      '/api/site/events',
      '/api/articles',
      '/api/search',
      '/api/auth/login',
      '/api/auth/change-password',
      '/api/auth/ticket',
      '/api/auth/second-factor',
      '/api/auth/passkey/options',
      '/api/auth/passkey/verify',
      '/api/auth/totp',
      '/api/auth/passkeys',
      '/api/auth/forgot-password',
      '/api/auth/reset-password',
      '/api/auth/accept-invitation',
      '/api/contact',
      '/api/newsletter',
      '/api/admin/tokens',
      '/blog',
      '/search',
    ])
  })

  // Of event streams those at once are limited.
  const unlimited = ['/api/site/events']
  // Of these each session is limited by itself.
  const bySession = ['/api/auth/totp', '/api/auth/passkeys']
  test.each(limited.flatMap(({ paths }) => paths.filter((path) => !unlimited.includes(path))))(
    'refuses a client that requests %s too often, and no other',
    async (path) => {
      using _ = stopClock()
      const isSearched = ['/blog', '/search', '/api/search', '/api/articles'].includes(path)
      const [method, target] = isSearched ? ['GET', `${path}?q=a`] : ['POST', path]
      const request = (by: Client, from: string) =>
        by(method, target, { peer: from, ...(method === 'POST' && { body: {} }) })
      let count = 0
      while (count < ENOUGH && (await request(service.admin, peer)).status !== 429) count++
      expect(count).toBeLessThan(ENOUGH)
      const other = bySession.includes(path) ? await service.signIn('editor') : service.admin
      expect((await request(other, '198.18.7.8')).status).not.toBe(429)
    },
  )
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

test('a creator gets 403 on every admin route except the schema, own tokens, mail choices and reviews, and list, create, read and edit of articles', async () => {
  const allowed = [
    ...['GET /api/admin/articles', 'POST /api/admin/articles', 'GET /api/admin/schema'],
    ...['GET /api/admin/tokens', 'POST /api/admin/tokens'],
    ...['GET /api/admin/notifications', 'PATCH /api/admin/notifications', 'GET /api/admin/reviews'],
    // Does not end; of others' articles it tells nothing.
    ...['GET /api/admin/events', 'PUT /api/admin/presence', 'DELETE /api/admin/presence'],
  ]
  const own = [
    ...['GET', 'PUT', 'PATCH'].map((method) => `${method} /api/admin/articles/1`),
    'PATCH /api/admin/comments/1',
  ]
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

describe('an editor', () => {
  const groupsOf = (wanted: RouteAccess['roles']) =>
    declarations
      .filter(({ authentication, roles = 'admins' }) => authentication === 'admin' && roles === wanted)
      .flatMap(({ paths }) => paths)
  const isBatch = (path: string) => path.endsWith('/batch')

  // A new group below `/api/admin` is for admins alone until it is named here.
  test('may call these groups and no other', () => {
    expect(groupsOf('editors').filter((path) => !isBatch(path))).toEqual([
      '/api/admin/upload',
      '/api/admin/import-image',
      '/api/admin/media',
      '/api/admin/articles/:id/images',
      '/api/admin/messages',
      '/api/admin/newsletter',
      '/api/admin/trash',
      '/api/admin/changes',
      '/api/admin/releases',
      '/api/admin/preview',
      '/api/admin/redirects/resolve',
      '/api/admin/links',
      '/api/admin',
    ])
    expect(groupsOf('editors').filter(isBatch)).toHaveLength(24)
    expect(groupsOf('all')).toEqual([
      '/api/admin/schema',
      '/api/admin/tokens',
      '/api/admin/notifications',
      '/api/admin/comments',
      '/api/admin/reviews',
      '/api/admin/events',
      '/api/admin/presence',
    ])
    expect(groupsOf('admins')).toEqual(['/api/admin/users', '/api/admin/mail'])
  })

  test('gets 403 on every route of accounts, operations and procurement, and on no route of content', async () => {
    const guarded = routesOf(({ authentication }) => ['admin', 'procurement'].includes(authentication))
    for (const { method, path } of guarded) {
      const { authentication, roles = 'admins' } = accessOf(path)!
      const isRefused = authentication === 'procurement' || roles === 'admins'
      // The token of somebody else is 403 as well.
      if (path === '/api/admin/tokens/1' || path === '/api/admin/events') continue
      const { status } = await editor(method, path)
      expect({ method, path, isRefused: status === 403 }).toEqual({ method, path, isRefused })
    }
    expect((await editor('GET', '/api/admin/users/nothing/here')).status).toBe(403)
    expect((await editor('GET', '/api/admin/nothing')).status).toBe(404)
  })

  test('publishes, reorders, restores and deletes like an admin', async () => {
    const body = { title: 'By an editor', status: 'published' }
    const created = await editor('POST', '/api/admin/articles', { body })
    expect([created.status, created.body.status]).toEqual([201, 'published'])
    const { id } = created.body
    expect((await editor('POST', '/api/admin/articles/reorder', { body: [id] })).status).toBe(200)
    expect((await editor('DELETE', `/api/admin/articles/${id}`)).status).toBe(204)
    const [entry] = (await editor('GET', '/api/admin/trash?resource=articles')).body.items
    expect((await editor('POST', `/api/admin/trash/${entry.id}/restore`)).status).toBe(200)
  })
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
    ['other pages inside', [open, { ...open, paths: ['/a/b'], pages: 'own' }], /differs/],
    [
      'a guard against pages on routes from memory',
      [{ ...open, pages: 'own', isServedFromMemory: true }],
      /guards/,
    ],
    [
      'guards on routes from memory',
      [{ ...open, authentication: 'session', isServedFromMemory: true }],
      /guards/,
    ],
  ])('%s is refused', (_, declared, message) => {
    expect(() => createAccessLookup(declared)).toThrow(message)
  })
})
