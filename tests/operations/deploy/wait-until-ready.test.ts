import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { createServer } from 'node:net'
import {
  type ProbeAddress,
  type ResolveHost,
  waitUntilReady,
} from '../../../src/operations/deploy/wait-until-ready.ts'

const COMMIT = 'c0'.repeat(20)
const address = (last: number) => ({ address: `10.0.0.${last}`, family: 4 })

/** Waits with a fake resolver and probe, for at most `rounds`; returns the failure reason and the addresses probed, in order. */
async function wait(parts: { resolve: ResolveHost; probe: ProbeAddress; rounds?: number }) {
  const probed: string[] = []
  const stop = new AbortController()
  let round = 0
  const reason = await waitUntilReady({
    url: 'http://api:3000/health/ready',
    commit: COMMIT,
    signal: stop.signal,
    intervalMs: 1,
    resolve(host) {
      if (++round === parts.rounds) stop.abort()
      return parts.resolve(host)
    },
    probe(url, to, commit) {
      probed.push(to.address)
      return parts.probe(url, to, commit)
    },
  })
  return { reason, probed }
}

test('a single address is ready after three good answers in a row', async () => {
  const { reason, probed } = await wait({ resolve: async () => [address(1)], probe: async () => null })
  expect([reason, probed.length]).toEqual([null, 3])
})

test('a bad answer resets the count', async () => {
  const answers = [null, null, 'answers 503']
  const { reason, probed } = await wait({
    resolve: async () => [address(1)],
    probe: async () => answers.shift() ?? null,
  })
  expect([reason, probed.length]).toEqual([null, 6])
})

test('every address must be ready; the reason names the failing one', async () => {
  const { reason } = await wait({
    resolve: async () => [address(1), address(2)],
    probe: async (_, { address }) => (address.endsWith('2') ? 'runs an older commit' : null),
    rounds: 5,
  })
  expect(reason).toBe('10.0.0.2 runs an older commit')
})

test('the host is resolved each round: removed addresses are dropped, new ones need three answers', async () => {
  let round = 0
  const { reason, probed } = await wait({
    resolve: async () => (++round < 3 ? [address(1), address(2)] : [address(2), address(3)]),
    probe: async (_, { address }) => (address.endsWith('1') ? 'does not answer' : null),
  })
  expect(reason).toBeNull()
  expect(probed.filter((one) => one.endsWith('3'))).toHaveLength(3)
})

test('a host that resolves to nothing is not ready', async () => {
  const empty = await wait({ resolve: async () => [], probe: async () => null, rounds: 3 })
  expect(empty.reason).not.toBeNull()
  const failing = await wait({
    resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    probe: async () => null,
    rounds: 3,
  })
  expect(failing.reason).toBe('api does not resolve (ENOTFOUND)')
})

/** Probes a real server on the loopback address under a host name that does not exist. */
async function probe(answer: () => Response, path = '/health/ready') {
  const hosts: (string | null)[] = []
  const stop = new AbortController()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      // Three answers in a row are needed.
      if (hosts.push(request.headers.get('Host')) === 3) stop.abort()
      return answer()
    },
  })
  const name = `api.invalid:${server.port}`
  const reason = await waitUntilReady({
    url: `http://${name}${path}`,
    commit: COMMIT,
    signal: stop.signal,
    intervalMs: 1,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  await server.stop(true)
  return { reason, host: hosts[0] === name }
}

const head = (commit?: string) => ({ headers: commit ? { 'X-App-Commit': commit } : {} })

test('the request to an address carries the URL’s host', async () => {
  expect(await probe(() => new Response('{}', head(COMMIT)))).toEqual({ reason: null, host: true })
})

test.each<[string, () => Response, string]>([
  ['another commit', () => new Response('{}', head('abc')), 'runs abc'],
  ['no commit', () => new Response('{}'), 'a build without X-App-Commit'],
  ['the commit in another case', () => new Response('{}', head(COMMIT.toUpperCase())), 'runs C0'],
  ['degraded', () => new Response('{}', { status: 503, ...head(COMMIT) }), 'answers 503'],
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { Location: '/', 'X-App-Commit': COMMIT } }),
    'answers 302',
  ],
])('%s is not ready', async (_, answer, word) => {
  expect((await probe(answer)).reason).toContain(word)
})

test('a refused connection is not ready', async () => {
  const stop = new AbortController()
  let round = 0
  const reason = await waitUntilReady({
    url: 'http://127.0.0.1:1/',
    commit: COMMIT,
    signal: stop.signal,
    intervalMs: 1,
    async resolve() {
      // The first round is over.
      if (++round === 2) stop.abort()
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  expect(reason).toContain('127.0.0.1 does not answer (ECONNREFUSED)')
})

test('an address needs no resolver; a connection that breaks is not ready', async () => {
  const stop = new AbortController()
  const server = createServer((socket) => {
    stop.abort()
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const reason = await waitUntilReady({
    url: `http://127.0.0.1:${port}/`,
    commit: COMMIT,
    signal: stop.signal,
    intervalMs: 1,
  })
  server.close()
  expect(reason).toContain('127.0.0.1 does not answer')
})
