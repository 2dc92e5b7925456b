// Requests for paths that nobody knows: a client may send many, but not any number of them.
import { afterAll, describe, expect, test } from 'bun:test'
import { UNKNOWN_PATHS } from '../../src/http/requests/unknown-paths.ts'
import { startApp } from '../support/app.ts'
import { stopClock } from '../support/stop-clock.ts'

const site = await startApp()
afterAll(() => site[Symbol.asyncDispose]())
await site.admin('POST', '/api/admin/articles', {
  body: { title: 'Known', slug: 'known', status: 'published' },
})
await site.admin('POST', '/api/admin/redirects', { body: { from_path: '/old', to_path: '/blog/known' } })

const KINDS = {
  'an unknown page': (n: number) => `/nobody-${n}`,
  'an unknown path of the API': (n: number) => `/api/nobody-${n}`,
  'an unknown record': (n: number) => `/blog/nobody-${n}`,
  'an unknown file': (n: number) => `/media/2026/01/nobody-${n}.webp`,
}
const kinds = Object.entries(KINDS)

/** A client that asks for so many unknown paths, of each kind in turn. */
async function afterMisses(peer: string, count: number) {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    site.anyone('GET', path, { peer, headers })
  for (let n = 0; n < count; n++) {
    const { status } = await ask(kinds[n % kinds.length]![1](n))
    if (status !== 404) throw new Error(`request ${n} returned ${status}`)
  }
  return ask
}

describe('a client that asks for many paths that nobody knows', () => {
  test('gets 404 for 1,000 of them in a minute, then 429 until the minute has passed', async () => {
    const start = Date.now()
    site.setClock(new Date(start))
    const ask = await afterMisses('192.0.2.1', UNKNOWN_PATHS.max)
    for (const [, pathOf] of kinds) {
      const { status, headers } = await ask(pathOf(UNKNOWN_PATHS.max))
      expect(status).toBe(429)
      expect(Number(headers.get('Retry-After'))).toBeWithin(1, 61)
      expect(headers.get('RateLimit-Limit')).toBe('1000')
    }
    const page = await ask('/nobody', { Accept: 'text/html' })
    expect([page.status, page.headers.get('Content-Type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(await site.anyone('GET', '/nobody', { peer: '192.0.2.2' })).toMatchObject({ status: 404 })
    site.setClock(new Date(start + UNKNOWN_PATHS.windowMs))
    expect(await ask('/nobody')).toMatchObject({ status: 404 })
    site.setClock(null)
  })

  test('still gets everything that exists; paths that are known and their wrong methods do not count', async () => {
    using _ = stopClock()
    const ask = await afterMisses('192.0.2.3', UNKNOWN_PATHS.max - 1)
    for (const path of ['/', '/blog/known', '/api/live', '/api/site']) {
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    }
    expect(await ask('/old')).toMatchObject({ status: 301 })
    expect(await site.anyone('POST', '/blog/known', { peer: '192.0.2.3' })).toMatchObject({ status: 405 })
    expect(await ask('/nobody')).toMatchObject({ status: 404 })
    expect(await ask('/nobody')).toMatchObject({ status: 429 })
    for (const path of ['/', '/blog/known', '/api/live', '/api/site']) {
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    }
  })
})
