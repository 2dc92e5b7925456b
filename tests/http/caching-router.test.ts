import { expect, test } from 'bun:test'
import type { Hono } from 'hono'
import { CachingRouter } from '../../src/http/caching-router.ts'
import type { AppEnv } from '../../src/http/requests/app-env.ts'
import type { RouteAccess } from '../../src/http/requests/route-access.ts'

const access: RouteAccess = { paths: ['/blog'], authentication: 'none', cors: 'none', maxBodyBytes: 0 }

/** Handlers as Hono adds them, with their routes. */
function createRouter() {
  const router = new CachingRouter<[string, Hono<AppEnv>['routes'][number]]>((path) =>
    path.startsWith('/blog') ? access : null,
  )
  return {
    router,
    add: (method: string, path: string, name: string) =>
      router.add(method, path, [name, { method, path, basePath: '/', handler: () => {} }]),
    names: (method: string, path: string) => router.match(method, path)[0].map(([[name]]) => name),
  }
}

test('a lookup gives the same result from the cache', () => {
  const { router, add, names } = createRouter()
  add('GET', '/blog/feed.xml', 'feed')
  add('GET', '/blog/:slug', 'story')
  for (let round = 0; round < 2; round++) {
    expect(names('GET', '/blog/feed.xml')[0]).toBe('feed')
    expect(names('GET', '/blog/other')).toEqual(['story'])
    expect(names('GET', '/blog/other')).toEqual(['story'])
    expect(names('POST', '/blog/other')).toEqual([])
    expect(names('GET', '/none')).toEqual([])
  }
  expect(router.lookUp('GET', '/blog/other')).toMatchObject({ route: '/blog/:slug', access })
  expect(router.lookUp('GET', '/none')).toMatchObject({ route: 'unmatched', access: null })
})

test('a route without an access declaration matches nothing', () => {
  const { router, add, names } = createRouter()
  add('GET', '/secret/:id', 'secret')
  expect(names('GET', '/secret/1')).toEqual([])
  expect(router.lookUp('GET', '/secret/1')).toMatchObject({ route: 'unmatched', access: null })
})

test('the cache is bounded, however many paths are requested', () => {
  const { router, add } = createRouter()
  add('GET', '/blog/:slug', 'story')
  const before = process.memoryUsage().heapUsed
  for (let number = 0; number < 100_000; number++) router.match('GET', `/blog/${number}-${'x'.repeat(500)}`)
  Bun.gc(true)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * 1_048_576)
})
