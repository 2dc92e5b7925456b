import { expect, test } from 'bun:test'
import { type Ask, type Resolve, waitUntilReady } from '../../src/deploy/wait-until-ready.ts'

const COMMIT = 'c0'.repeat(20)
const address = (last: number) => ({ address: `10.0.0.${last}`, family: 4 })

/** Waits with a host and answers of the test's own; tells how often each address was asked. */
async function wait(parts: { resolve: Resolve; ask: Ask; milliseconds?: number }) {
  const asked: string[] = []
  const lack = await waitUntilReady({
    url: 'http://api:3000/health/ready',
    commit: COMMIT,
    signal: AbortSignal.timeout(parts.milliseconds ?? 1_000),
    intervalMs: 1,
    resolve: parts.resolve,
    ask(url, to, commit) {
      asked.push(to.address)
      return parts.ask(url, to, commit)
    },
  })
  return { lack, asked }
}

test('three good answers in a row of the only address are enough', async () => {
  const { lack, asked } = await wait({ resolve: async () => [address(1)], ask: async () => null })
  expect([lack, asked.length]).toEqual([null, 3])
})

test('a bad one between them begins the row again', async () => {
  const answers = [null, null, 'answers 503']
  const { lack, asked } = await wait({
    resolve: async () => [address(1)],
    ask: async () => answers.shift() ?? null,
  })
  expect([lack, asked.length]).toEqual([null, 6])
})

test('every address must be ready, and the one that is not is named', async () => {
  const { lack } = await wait({
    resolve: async () => [address(1), address(2)],
    ask: async (_, { address }) => (address.endsWith('2') ? 'runs an older commit' : null),
    milliseconds: 60,
  })
  expect(lack).toBe('10.0.0.2 runs an older commit')
})

test('the host is resolved each round: an address that goes is not waited for, one that comes begins its row', async () => {
  let round = 0
  const { lack, asked } = await wait({
    resolve: async () => (++round < 3 ? [address(1), address(2)] : [address(2), address(3)]),
    ask: async (_, { address }) => (address.endsWith('1') ? 'does not answer' : null),
  })
  expect(lack).toBeNull()
  expect(asked.filter((one) => one.endsWith('3'))).toHaveLength(3)
})

test('a host that resolves to nothing is not ready', async () => {
  const none = await wait({ resolve: async () => [], ask: async () => null, milliseconds: 30 })
  expect(none.lack).not.toBeNull()
  const failing = await wait({
    resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    ask: async () => null,
    milliseconds: 30,
  })
  expect(failing.lack).toBe('api does not resolve (ENOTFOUND)')
})

/** Asks a real service on the loopback address by a name that does not exist. */
async function ask(answer: () => Response, path = '/health/ready') {
  const hosts: (string | null)[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      hosts.push(request.headers.get('Host'))
      return answer()
    },
  })
  const name = `api.invalid:${server.port}`
  const lack = await waitUntilReady({
    url: `http://${name}${path}`,
    commit: COMMIT,
    signal: AbortSignal.timeout(100),
    intervalMs: 1,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  await server.stop(true)
  return { lack, host: hosts[0] === name }
}

const head = (commit?: string) => ({ headers: commit ? { 'X-App-Commit': commit } : {} })

test('the address is asked as the host that the URL names', async () => {
  expect(await ask(() => new Response('{}', head(COMMIT)))).toEqual({ lack: null, host: true })
})

test.each<[string, () => Response, string]>([
  ['another commit', () => new Response('{}', head('abc')), 'runs abc'],
  ['no commit', () => new Response('{}'), 'names no commit'],
  ['the commit in another case', () => new Response('{}', head(COMMIT.toUpperCase())), 'runs C0'],
  ['degraded', () => new Response('{}', { status: 503, ...head(COMMIT) }), 'answers 503'],
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { Location: '/', 'X-App-Commit': COMMIT } }),
    'answers 302',
  ],
])('%s is not ready', async (_, answer, word) => {
  expect((await ask(answer)).lack).toContain(word)
})

test('a refused connection is not ready', async () => {
  const lack = await waitUntilReady({
    url: 'http://127.0.0.1:1/',
    commit: COMMIT,
    signal: AbortSignal.timeout(50),
    intervalMs: 5,
  })
  expect(lack).toContain('127.0.0.1 does not answer (ECONNREFUSED)')
})
