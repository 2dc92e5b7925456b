import { afterAll, expect, test } from 'bun:test'
import { createApp } from '../../../src/app.ts'
import { createProbes, type PartName } from '../../../src/operations/observability/readiness-probes.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { clientOf, peerOfTest, startApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'

type State = 'up' | 'refuses' | 'hangs'

const parts: PartName[] = ['database', 'object_store', 'identity_provider']

const service = await startApp({ GIT_COMMIT: 'abc123' })
afterAll(() => service[Symbol.asyncDispose]())

/** The service with probes of the test's own, and with a clock that shows when their results are too old. */
function withProbes() {
  const clock = { ms: 0 }
  const state: Record<PartName, State> = {
    database: 'up',
    object_store: 'up',
    identity_provider: 'up',
  }
  const probed = { count: 0 }
  async function probe(part: PartName) {
    probed.count++
    if (state[part] === 'refuses') throw new Error('connect ECONNREFUSED 10.0.0.5:5432')
    if (state[part] === 'hangs') await new Promise(() => {})
  }
  const probes = createProbes(
    {
      database: () => probe('database'),
      object_store: () => probe('object_store'),
      identity_provider: () => probe('identity_provider'),
    },
    { now: () => clock.ms },
  )
  const anyone = clientOf(createApp({ ...service.deps, probes }, peerOfTest), null)
  return { clock, state, probed, probes, anyone }
}

test.concurrent.each(['/health', '/api/live'])('%s answers without probing anything', async (path) => {
  const { state, probed, anyone } = withProbes()
  for (const part of parts) state[part] = 'hangs'
  const { status, body, headers } = await anyone('GET', path)
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'ok' })
  expect(probed.count).toBe(0)
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-App-Commit')).toBe('abc123')
})

test.concurrent('ready when all dependencies are up', async () => {
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
])('with %s down, degraded, naming it without its address; ready once it is back', async (_, down) => {
  const { clock, state, anyone } = withProbes()
  for (const part of down) state[part] = 'refuses'
  const { status, body, headers } = await anyone('GET', '/health/ready')
  expect(status).toBe(503)
  expect(body).toEqual({
    status: 'degraded',
    checks: Object.fromEntries(parts.map((part) => [part, !down.includes(part)])),
  })
  expect(headers.get('X-App-Commit')).toBe('abc123')
  const health = await anyone('GET', '/api/health')
  const [database, storage] = [!down.includes('database'), !down.includes('object_store')]
  expect(health.status).toBe(database && storage ? 200 : 503)
  expect(health.body.checks).toEqual({ database, storage })
  for (const part of down) state[part] = 'up'
  clock.ms += 1_001
  expect((await anyone('GET', '/health/ready')).status).toBe(200)
})

test.concurrent('a dependency that hangs counts as down after two seconds; the others are reported', async () => {
  const { state, anyone } = withProbes()
  state.database = 'hangs'
  const { status, body } = await anyone('GET', '/health/ready')
  expect(status).toBe(503)
  expect(body.checks).toEqual({ database: false, object_store: true, identity_provider: true })
})

test.concurrent('a hundred concurrent checks, and those of the next second, share one probe of each dependency', async () => {
  const { clock, probed, anyone } = withProbes()
  await Promise.all(Array.from({ length: 100 }, () => anyone('GET', '/health/ready')))
  await Promise.all(Array.from({ length: 100 }, () => anyone('GET', '/api/health')))
  clock.ms += 1_000
  await anyone('GET', '/health/ready')
  expect(probed.count).toBe(3)
  clock.ms += 1
  await anyone('GET', '/health/ready')
  expect(probed.count).toBe(6)
})

test.concurrent('a service that is shutting down is alive but not ready', async () => {
  const { probes, anyone } = withProbes()
  probes.drain()
  const { status, body } = await anyone('GET', '/health/ready')
  expect(status).toBe(503)
  expect(body.status).toBe('draining')
  expect((await anyone('GET', '/health')).status).toBe(200)
})

test.concurrent('the real probes reach the database and the storage', async () => {
  let isDown = true
  let prepared = 0
  let probed = 0
  const storage: Storage = {
    ...service.deps.storage,
    async prepare() {
      if (isDown) throw new Error('connect ECONNREFUSED 10.0.0.5:9000')
      prepared++
    },
    async probe() {
      if (isDown) throw new Error('connect ECONNREFUSED 10.0.0.5:9000')
      probed++
    },
  }
  await using site = await startApp({}, { storage })
  const ready = await site.anyone('GET', '/health/ready')
  expect([ready.status, ready.body.checks]).toEqual([
    503,
    { database: true, object_store: false, identity_provider: true },
  ])
  isDown = false
  const isReady = async () => (await site.anyone('GET', '/health/ready')).status === 200
  await eventually(isReady)
  await eventually(async () => (await isReady()) && probed > 1)
  expect(prepared).toBe(1)
})
