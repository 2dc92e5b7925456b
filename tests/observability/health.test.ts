import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { createProbes, type PartName } from '../../src/observability/readiness-probes.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { clientOf, peerOfTest, startApp, type TestApp } from '../support/app.ts'

type State = 'there' | 'refuses' | 'hangs'

const parts: PartName[] = ['database', 'object_store', 'identity_provider']
let service: TestApp

beforeAll(async () => {
  service = await startApp({ GIT_COMMIT: 'abc123' })
}, 60_000)

afterAll(() => service[Symbol.asyncDispose]())

/** The service with probes of a test's own: what was found is remembered for a second, and most tests wait for that. */
function withProbes() {
  const state: Record<PartName, State> = {
    database: 'there',
    object_store: 'there',
    identity_provider: 'there',
  }
  const asked = { count: 0 }
  async function probe(part: PartName) {
    asked.count++
    if (state[part] === 'refuses') throw new Error('connect ECONNREFUSED 10.0.0.5:5432')
    if (state[part] === 'hangs') await new Promise(() => {})
  }
  const probes = createProbes({
    database: () => probe('database'),
    object_store: () => probe('object_store'),
    identity_provider: () => probe('identity_provider'),
  })
  const anyone = clientOf(createApp({ ...service.deps, probes }, peerOfTest), null)
  return { state, asked, probes, anyone }
}

test.concurrent.each(['/health', '/api/live'])('%s answers without touching anything', async (path) => {
  const { state, asked, anyone } = withProbes()
  for (const part of parts) state[part] = 'hangs'
  const { status, body, headers } = await anyone('GET', path)
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'ok' })
  expect(asked.count).toBe(0)
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-App-Commit')).toBe('abc123')
})

test.concurrent('all parts there: ready', async () => {
  const { anyone } = withProbes()
  const { status, body, headers } = await anyone('GET', '/health/ready')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'ready',
    checks: { database: true, object_store: true, identity_provider: true },
  })
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-App-Commit')).toBe('abc123')
  const health = await anyone('GET', '/api/health')
  expect(health.status).toBe(200)
  expect(health.body).toEqual({ status: 'ok', checks: { database: true, storage: true } })
  expect(health.headers.get('Cache-Control')).toBe('no-store')
  expect(health.headers.get('X-App-Commit')).toBe('abc123')
})

test.concurrent.each<[string, PartName[]]>([
  ['the database', ['database']],
  ['the object store', ['object_store']],
  ['the identity provider', ['identity_provider']],
  ['everything', parts],
])('%s away: degraded and says which, without an address; back: ready', async (_, away) => {
  const { state, anyone } = withProbes()
  for (const part of away) state[part] = 'refuses'
  const { status, body, headers } = await anyone('GET', '/health/ready')
  expect(status).toBe(503)
  expect(body).toEqual({
    status: 'degraded',
    checks: Object.fromEntries(parts.map((part) => [part, !away.includes(part)])),
  })
  expect(headers.get('X-App-Commit')).toBe('abc123')
  const health = await anyone('GET', '/api/health')
  const [database, storage] = [!away.includes('database'), !away.includes('object_store')]
  expect(health.status).toBe(database && storage ? 200 : 503)
  expect(health.body.checks).toEqual({ database, storage })
  for (const part of away) state[part] = 'there'
  await Bun.sleep(1_010)
  expect((await anyone('GET', '/health/ready')).status).toBe(200)
})

test.concurrent('a part that hangs counts as away within two seconds, and the others are told all the same', async () => {
  const { state, anyone } = withProbes()
  state.database = 'hangs'
  const start = performance.now()
  const { status, body } = await anyone('GET', '/health/ready')
  expect(performance.now() - start).toBeLessThan(2_900)
  expect(status).toBe(503)
  expect(body.checks).toEqual({ database: false, object_store: true, identity_provider: true })
})

test.concurrent('a hundred that ask at once, and those of the next second, share one look at each part', async () => {
  const { asked, anyone } = withProbes()
  await Promise.all(Array.from({ length: 100 }, () => anyone('GET', '/health/ready')))
  await Promise.all(Array.from({ length: 100 }, () => anyone('GET', '/api/health')))
  expect(asked.count).toBe(3)
  await Bun.sleep(1_010)
  await anyone('GET', '/health/ready')
  expect(asked.count).toBe(6)
})

test.concurrent('a service that stops is not ready but alive', async () => {
  const { probes, anyone } = withProbes()
  probes.drain()
  const { status, body } = await anyone('GET', '/health/ready')
  expect(status).toBe(503)
  expect(body.status).toBe('draining')
  expect((await anyone('GET', '/health')).status).toBe(200)
})

test.concurrent('without probes of a test: the database and the store are really asked', async () => {
  let away = true
  let prepared = 0
  const storage: Storage = {
    ...service.deps.storage,
    async prepare() {
      if (away) throw new Error('connect ECONNREFUSED 10.0.0.5:9000')
      prepared++
    },
    async probe() {
      if (away) throw new Error('connect ECONNREFUSED 10.0.0.5:9000')
    },
  }
  await using site = await startApp({}, { storage })
  const ready = await site.anyone('GET', '/health/ready')
  expect([ready.status, ready.body.checks]).toEqual([
    503,
    { database: true, object_store: false, identity_provider: true },
  ])
  away = false
  await Bun.sleep(1_010)
  expect((await site.anyone('GET', '/health/ready')).status).toBe(200)
  await Bun.sleep(1_010)
  expect((await site.anyone('GET', '/health/ready')).status).toBe(200)
  expect(prepared).toBe(1)
}, 60_000)
