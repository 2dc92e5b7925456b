// The object store refuses connections, disconnects and stays silent during reads and uploads: the site continues, failed
// uploads are refused in time and leave nothing, and the service recovers by itself.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { openStorage } from '../../src/platform/storage/open-storage.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { s3Config } from '../support/storage.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { call, eventually, keepReading, startReplicas, statuses, tokenFrom } from './replicas.ts'
import { keepLooking, keepUploading, look, type Upload, upload } from './uploads.ts'

/** The time limit of a call to the store is 15 s. Twice that is in time, and less than half is without waiting for it. */
const IN_TIME_MS = 30_000
const AT_ONCE_MS = 7_000

const config = s3Config()
/** The program that pauses and resumes the server. */
const server = process.env.TEST_STORAGE_SERVER
const made = config && (await createCluster())
if (!config) console.log('skipped: the fault tests of the object store (no TEST_STORAGE_ENDPOINT)')
else if (!made) console.log('skipped: the fault tests of the object store (no Postgres binaries)')
else if (!server) console.log('skipped: the object store paused (no TEST_STORAGE_SERVER)')

let cluster: Cluster
let proxy: TcpProxy
let set: Awaited<ReturnType<typeof startReplicas>>
let urls: string[]
let token: string
let sql: postgres.Sql
/** The same bucket, not through the proxy. */
let bucket: Storage
/** An image stored before the fault. */
let stored: Upload
/** Images uploaded afterwards. */
const all: Upload[] = []

beforeAll(async () => {
  if (!config || !made) return
  cluster = made
  proxy = await openTcpProxy(config.endpoint)
  bucket = await openStorage(config)
  set = await startReplicas(2, cluster.url, {
    STORAGE_ENDPOINT: proxy.url,
    STORAGE_ACCESS_KEY: config.accessKey.reveal(),
    STORAGE_SECRET_KEY: config.secretKey.reveal(),
    STORAGE_BUCKET: config.bucket,
  })
  urls = set.replicas.map(({ url }) => url)
  token = await tokenFrom(urls[0]!)
  sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  stored = await upload(urls[0]!, token, 'before')
  expect(stored.status).toBe(201)
})

afterAll(async () => {
  if (!made) return
  await sql.end({ timeout: 1 })
  await set.stop()
  await proxy.close()
  for await (const { key } of bucket.list()) await bucket.remove(key)
  bucket.close()
  await cluster[Symbol.asyncDispose]()
})

/** Simulates visitors until `stop`, which checks their responses and returns the number of failed images. */
function visit() {
  const stopReading = keepReading(urls)
  const stopLooking = keepLooking(urls, stored.body.url)
  return async () => {
    const [reads, looks] = await Promise.all([stopReading(), stopLooking()])
    expect(statuses(reads)).toEqual([200])
    for (const { status, headers, milliseconds, bytes } of looks) {
      expect([200, 503]).toContain(status)
      expect(milliseconds).toBeLessThan(IN_TIME_MS)
      expect(headers.get('Content-Type')).toBe(status === 200 ? 'image/jpeg' : 'application/problem+json')
      if (status === 200) expect(bytes.byteLength).toBe(stored.body.size)
    }
    return looks.filter(({ status }) => status === 503).length
  }
}

const readiness = (url: string) => call(url, 'GET', '/health/ready')

async function expectDegraded() {
  for (const url of urls) {
    await eventually(async () => (await readiness(url)).status === 503)
    const { body, milliseconds } = await readiness(url)
    expect([body.checks.object_store, body.checks.database]).toEqual([false, true])
    expect(milliseconds).toBeLessThan(AT_ONCE_MS)
  }
}

async function expectMended() {
  for (const url of urls) {
    await eventually(async () => (await readiness(url)).status === 200)
    expect((await look(url, stored.body.url)).status).toBe(200)
  }
}

function expectRefused({ status, headers, body, milliseconds }: Upload, within: number) {
  expect([status, headers.get('Content-Type'), body.code]).toEqual([
    503,
    'application/problem+json',
    'unavailable',
  ])
  expect(headers.get('Retry-After')).toMatch(/^\d+$/)
  expect(milliseconds).toBeLessThan(within)
}

/** Checks that these images are on every replica, and that the others left neither a row nor an object. */
async function expectWhole(uploads: readonly Upload[]) {
  all.push(...uploads)
  const images = [stored, ...all.filter(({ status }) => status === 201)]
  for (const { body } of images) {
    for (const url of urls) {
      const { status, bytes } = await look(url, body.url)
      expect([status, bytes.byteLength]).toEqual([200, body.size])
    }
  }
  const rows = await sql<{ path: string; state: string }[]>`select path, state from media`
  expect(rows.filter(({ state }) => state !== 'ready' && state !== 'removed')).toEqual([])
  const ready = rows.filter(({ state }) => state === 'ready').map(({ path }) => `/media/${path}`)
  const listed: string[] = []
  for await (const { key } of bucket.list()) listed.push(`/media/${key}`)
  expect(ready.sort()).toEqual(images.map(({ body }) => body.url).sort())
  expect(listed.sort()).toEqual(ready)
}
test.skipIf(!made)(
  'refused and disconnected: reads continue, uploads are 503 at once and leave nothing, and the service recovers',
  async () => {
    const stopVisiting = visit()
    const uploading = keepUploading(urls, token, 'cut')
    await eventually(async () => uploading.done.length > 0)
    try {
      await proxy.refuse()
      await expectDegraded()
      for (const url of urls) expectRefused(await upload(url, token, 'refused'), AT_ONCE_MS)
      proxy.resets = true
      await proxy.accept()
      await Bun.sleep(1_100)
      await expectDegraded()
      for (const url of urls) expectRefused(await upload(url, token, 'reset'), AT_ONCE_MS)
    } finally {
      proxy.resets = false
      await proxy.accept()
    }
    await expectMended()
    await eventually(async () => uploading.done.at(-1)!.status === 201)
    const uploads = await uploading.stop()
    const refused = uploads.filter(({ status }) => status !== 201)
    for (const one of refused) expectRefused(one, AT_ONCE_MS)
    expect(refused.length).toBeGreaterThan(0)
    expect([uploads.at(0)!.status, uploads.at(-1)!.status]).toEqual([201, 201])
    expect(await stopVisiting()).toBeGreaterThan(0)
    await expectWhole(uploads)
  },
)

const paused = test.skipIf(!made || !server)
const tell = async (word: 'pause' | 'resume') => {
  expect(await Bun.spawn([server!, word], { stdout: 'inherit', stderr: 'inherit' }).exited).toBe(0)
}

paused('silent for a moment: waiting requests are served, nothing fails', async () => {
  const stopVisiting = visit()
  const uploading = keepUploading(urls, token, 'moment')
  await eventually(async () => uploading.done.length > 0)
  await tell('pause')
  await Bun.sleep(2_000)
  await tell('resume')
  await expectMended()
  const uploads = await uploading.stop()
  expect([...new Set(uploads.map(({ status }) => status))]).toEqual([201])
  expect(Math.max(...uploads.map(({ milliseconds }) => milliseconds))).toBeGreaterThan(1_500)
  expect(await stopVisiting()).toBe(0)
  await expectWhole(uploads)
})

paused(
  'silent for long: reads continue, uploads are 503 in time and leave nothing, and the service recovers',
  async () => {
    const stopVisiting = visit()
    const etag = (await look(urls[0]!, stored.body.url)).headers.get('ETag')!
    await Bun.sleep(300)
    await tell('pause')
    try {
      const uploads = urls.map((url) => upload(url, token, 'silent'))
      await expectDegraded()
      // A client that has the image cached does not need the store.
      for (const url of urls) {
        expect((await look(url, stored.body.url, { 'If-None-Match': etag })).status).toBe(304)
      }
      for (const one of await Promise.all(uploads)) expectRefused(one, IN_TIME_MS)
    } finally {
      await tell('resume')
    }
    await expectMended()
    // The server now processes requests received during the fault; the next upload cleans up after them.
    await Bun.sleep(1_000)
    expect(await stopVisiting()).toBeGreaterThan(0)
    await expectWhole(await Promise.all(urls.map((url) => upload(url, token, 'after'))))
  },
)
