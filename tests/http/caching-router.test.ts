// What is remembered of a path is what hono's routers say of it, also after more routes came and many paths went.
import { expect, test } from 'bun:test'
import { RememberingRouter } from '../../src/http/caching-router.ts'

test('a path leads where it led before, and to routes that came later', () => {
  const router = new RememberingRouter<string>()
  router.add('GET', '/blog/feed.xml', 'feed')
  router.add('GET', '/blog/:slug', 'story')
  const handlers = (method: string, path: string) => router.match(method, path)[0].map(([handler]) => handler)
  for (let round = 0; round < 2; round++) {
    expect(handlers('GET', '/blog/feed.xml')[0]).toBe('feed')
    expect(handlers('GET', '/blog/other')).toEqual(['story'])
    expect(handlers('POST', '/blog/other')).toEqual([])
    expect(handlers('GET', '/none')).toEqual([])
  }
})

test('the memory is bounded, whatever paths are made up', () => {
  const router = new RememberingRouter<string>()
  router.add('GET', '/blog/:slug', 'story')
  const before = process.memoryUsage().heapUsed
  for (let number = 0; number < 100_000; number++) router.match('GET', `/blog/${number}-${'x'.repeat(500)}`)
  Bun.gc(true)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * 1_048_576)
})
