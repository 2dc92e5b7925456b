import { afterAll, describe, expect, test } from 'bun:test'
import { ADMIN, startApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { stopClock } from '../support/stop-clock.ts'

const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())
let addresses = 0
const newAddress = () => `203.0.113.${++addresses}`
const post = (peer: string, body: unknown, path = '/api/auth/login') =>
  app.anyone('POST', path, { body, peer })

describe('malformed sign-ins', () => {
  test('after 30 from an address further ones are 429, while well-formed ones are decided', async () => {
    using _ = stopClock()
    const peer = newAddress()
    const malformed = ['{', {}, { email: 1, password: 2 }, { ...ADMIN, extra: 1 }, [], '']
    for (let index = 0; index < 30; index++) {
      expect([400, 422]).toContain((await post(peer, malformed[index % malformed.length])).status)
    }
    const refused = await post(peer, {})
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('RateLimit-Policy')).toBe('30;w=900')
    expect(refused.headers.get('Retry-After')).toBe('900')
    expect((await post(peer, { ...ADMIN, password: 'wrong' })).status).toBe(401)
    expect((await post(peer, ADMIN)).status).toBe(200)
    expect((await post(newAddress(), {})).status).toBe(422)
  })

  test('do not use up the limit on failed logins, nor the reverse', async () => {
    const peer = newAddress()
    for (let index = 0; index < 20; index++) await post(peer, {})
    for (let index = 0; index < 5; index++)
      expect((await post(peer, { ...ADMIN, password: 'wrong' })).status).toBe(401)
    expect((await post(peer, ADMIN)).status).toBe(429)
    expect((await post(peer, {})).status).toBe(422)
  })

  test('include malformed password changes', async () => {
    const peer = newAddress()
    const change = () => app.admin('POST', '/api/auth/change-password', { body: {}, peer })
    for (let index = 0; index < 30; index++) expect((await change()).status).toBe(422)
    expect((await change()).status).toBe(429)
    expect((await post(peer, {})).status).toBe(429)
  })

  test('are allowed again after 15 minutes', async () => {
    const peer = newAddress()
    const start = Date.now()
    app.setClock(new Date(start))
    for (let index = 0; index < 31; index++) await post(peer, {})
    expect((await post(peer, {})).status).toBe(429)
    app.setClock(new Date(start + 15 * 60_000))
    // A process remembers a refusal for a second, also of an address that goes on all the time.
    await eventually(async () => (await post(peer, {})).status === 422)
    app.setClock(null)
  })
})
