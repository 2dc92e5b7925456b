import { describe, expect, test } from 'bun:test'
import { createRetryingFetch } from '../../src/client/retry.ts'
import { stopClock } from '../support/stop-clock.ts'

type Outcome = number | Response | Error

/** A `fetch` whose requests have these outcomes in order, the last one again and again. */
function retrying(outcomes: readonly Outcome[]) {
  const waits: number[] = []
  let calls = 0
  const fetch = async () => {
    const outcome = outcomes[Math.min(calls++, outcomes.length - 1)]!
    if (outcome instanceof Error) throw outcome
    return typeof outcome === 'number' ? new Response(null, { status: outcome }) : outcome.clone()
  }
  const send = createRetryingFetch({
    fetch: fetch as unknown as typeof globalThis.fetch,
    sleep: async (milliseconds) => void waits.push(milliseconds / 1_000),
  })
  const request = async (method: string, headers: Record<string, string> = {}) =>
    (await send('http://x/', { method, headers })).status
  return { request, waits, calls: () => calls }
}

const after = (seconds: string) => new Response(null, { status: 503, headers: { 'Retry-After': seconds } })
const network = new TypeError('socket closed')
const timeout = new DOMException('too long', 'TimeoutError')

describe('a request that the service did not handle is repeated', () => {
  test.each([
    ['GET', 429],
    ['POST', 429],
    ['POST', 503],
    ['PATCH', 503],
  ])('%s after %i', async (method, status) => {
    const { request, waits } = retrying([status, status, 200])
    expect([await request(method), waits]).toEqual([200, [1, 2]])
  })

  test('after the seconds of Retry-After, or at its time', async () => {
    using _ = stopClock(new Date('2026-05-01T10:00:00Z'))
    const later = retrying([after('7'), after('Fri, 01 May 2026 10:00:10 GMT'), 200])
    expect([await later.request('POST'), later.waits]).toEqual([200, [7, 10]])
  })

  test('at most five times in all, and not when it is to wait longer than a minute', async () => {
    const busy = retrying([503])
    expect([await busy.request('GET'), busy.calls(), busy.waits]).toEqual([503, 5, [1, 2, 4, 8]])
    const patient = retrying([after('61'), 200])
    expect([await patient.request('GET'), patient.calls()]).toEqual([503, 1])
  })
})

describe('a request that may have been handled is repeated only if that changes nothing', () => {
  const failures: Outcome[] = [502, 504, network]

  test.each([
    ['GET', {}],
    ['PUT', {}],
    ['DELETE', {}],
    ['PATCH', { 'If-Match': '"1"' }],
    ['POST', { 'Idempotency-Key': 'a' }],
  ] as [string, Record<string, string>][])('%s %o', async (method, headers) => {
    const { request, waits } = retrying([...failures, 200])
    expect([await request(method, headers), waits]).toEqual([200, [1, 2, 4]])
  })

  test.each(['POST', 'PATCH'])('not %s', async (method) => {
    expect(await retrying([502, 200]).request(method)).toBe(502)
    const cut = retrying([200, network, 200])
    await cut.request('GET')
    expect(cut.request(method)).rejects.toBe(network)
  })
})

test('an address where nothing has ever answered, a timeout and other statuses are final', async () => {
  const unknown = retrying([network, 200])
  expect(unknown.request('GET')).rejects.toBe(network)
  const slow = retrying([200, timeout, 200])
  await slow.request('GET')
  expect(slow.request('GET')).rejects.toBe(timeout)
  for (const status of [301, 404, 500]) expect(await retrying([status, 200]).request('GET')).toBe(status)
})
