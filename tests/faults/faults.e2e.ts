// Fault injection with a real Postgres server that is stopped, crashed, locked and disconnected: acknowledged writes are
// never lost, reads are never staler than documented, public reads continue, and the service recovers by itself.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { freePort } from '../support/free-port.ts'
import { jpeg } from '../support/images.ts'
import {
  AS_IN_PRODUCTION,
  call,
  eventually,
  keepReading,
  startReplicas,
  statuses,
  tokenFrom,
} from './replicas.ts'
import { createArticles, expectNothingLost, keepWriting, patchTitle, shownTitle } from './writes.ts'

let cluster: Cluster
let set: Awaited<ReturnType<typeof startReplicas>>
let urls: string[]
let token: string
/** An operator's database session. */
let sql: postgres.Sql

const made = await createCluster()
if (!made) console.log('skipped: the fault tests (no Postgres binaries)')

beforeAll(async () => {
  if (!made) return
  cluster = made
  set = await startReplicas(3, cluster.url, AS_IN_PRODUCTION)
  urls = set.replicas.map(({ url }) => url)
  token = await tokenFrom(urls[0]!)
  sql = session()
  await createArticles(urls[0]!, token)
  // A replica that knows of changes and cannot read them answers 503.
  await expectHealthy('before the faults')
})

afterAll(async () => {
  if (!made) return
  await sql.end({ timeout: 1 })
  await set.stop()
  await cluster[Symbol.asyncDispose]()
})

const session = () =>
  postgres(cluster.url, { max: 1, onnotice: () => {}, connection: { application_name: 'operator' } })
const patch = (url: string, id: number, title: string) => patchTitle(url, token, id, title)
const ready = async (url: string) => call(url, 'GET', '/health/ready')

/** Checks that every replica accepts a write and the others show it in time. */
async function expectHealthy(mark: string) {
  for (const [index, url] of urls.entries()) {
    const title = `${mark} ${index}`
    await eventually(async () => (await patch(url, 1, title)).status === 200)
    expect(await shownTitle(url, 1)).toBe(title)
    for (const other of urls) await eventually(async () => (await shownTitle(other, 1)) === title)
    await eventually(async () => (await ready(url)).status === 200)
    await eventually(async () => !(await call(url, 'GET', '/api/site')).headers.has('Warning'))
  }
}

/** The time limit of a database call is 5 s; without one a call would wait for as long as the fault lasts. */
const IN_TIME_MS = 20_000

const faulty = test.skipIf(!made)

faulty(
  'Postgres stopped: reads continue with a warning, writes are 503 in time, and the service recovers',
  async () => {
    const stopReading = keepReading(urls)
    await Bun.sleep(300)
    await cluster.stop('fast')
    for (const url of urls) {
      await eventually(async () => (await call(url, 'GET', '/api/site')).headers.has('Warning'))
      const write = await patch(url, 1, 'lost')
      expect(write.status).toBe(503)
      expect(write.headers.get('Retry-After')).toMatch(/^\d+$/)
      expect(write.milliseconds).toBeLessThan(IN_TIME_MS)
      const degraded = await ready(url)
      expect(degraded.status).toBe(503)
      expect(degraded.body.checks.database).toBe(false)
      expect((await call(url, 'GET', '/api/live')).status).toBe(200)
    }
    await cluster.start()
    await expectHealthy('after a stop')
    const reads = await stopReading()
    expect(statuses(reads)).toEqual([200])
    expect(reads.some(({ warned }) => warned)).toBe(true)
  },
)

faulty('Postgres crashed during writes: acknowledged writes are kept', async () => {
  const stopWriting = keepWriting(urls, token)
  await Bun.sleep(500)
  await cluster.stop('immediate')
  await Bun.sleep(500)
  await cluster.start()
  await Bun.sleep(1_500)
  const { acknowledged, refused } = await stopWriting()
  // Writes wait for the database. A commit under way at the crash has an unknown outcome.
  for (const { status, milliseconds } of refused) {
    expect(status).toBe(503)
    expect(milliseconds).toBeLessThan(IN_TIME_MS)
  }
  await expectNothingLost(acknowledged, urls)
  await expectHealthy('after a crash')
})

faulty('every connection killed repeatedly: no acknowledged write is lost, and reads recover', async () => {
  const stopReading = keepReading(urls)
  const stopWriting = keepWriting(urls, token)
  for (let round = 0; round < 5; round++) {
    await Bun.sleep(200)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'frontage'`
  }
  await Bun.sleep(300)
  const { acknowledged, refused } = await stopWriting()
  for (const { status } of refused) expect(status).toBe(503)
  await expectNothingLost(acknowledged, urls)
  await expectHealthy('after a cut')
  // Content known to be stale is not served; such a read is a 503, never another error.
  for (const status of statuses(await stopReading())) expect([200, 503]).toContain(status)
})

faulty('tables locked by a slow query: writes are 503 in time, reads continue', async () => {
  const stopReading = keepReading(urls)
  const other = session()
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = other.begin(async (tx) => {
    await tx`lock table articles, content_versions in access exclusive mode`
    held.resolve()
    await released.promise
  })
  await held.promise
  const writes = await Promise.all(urls.map((url) => patch(url, 1, 'behind a lock')))
  expect(writes.map(({ status }) => status)).toEqual(urls.map(() => 503))
  released.resolve()
  await lock
  await other.end()
  await expectHealthy('after a lock')
  const reads = await stopReading()
  expect(statuses(reads)).toEqual([200])
  expect(reads.some(({ warned }) => warned)).toBe(true)
})

faulty(
  'parallel writes to different resources in opposite orders: no deadlock, nothing is lost',
  async () => {
    const both = (first: string, second: string) =>
      Promise.all(
        Array.from({ length: 30 }, (_, round) =>
          call(
            urls[round % 3]!,
            'POST',
            `/api/admin/${round % 2 ? first : second}`,
            { title: `t ${round}` },
            token,
          ),
        ),
      )
    const answers = [...(await both('services', 'why-us')), ...(await both('why-us', 'services'))]
    // On a busy machine, a write that has waited for five seconds is refused.
    const made = answers.filter(({ status }) => status === 201)
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([])
    const stored = ['services', 'why_us'].map(
      (table) => sql`select count(*)::int as count from ${sql(table)}`,
    )
    const [services, reasons] = (await Promise.all(stored)).map(([row]) => row!.count)
    expect(services + reasons).toBe(made.length)
    const [database] =
      await sql`select deadlocks::int from pg_stat_database where datname = current_database()`
    expect(database!.deadlocks).toBe(0)
    const counts = async (url: string) => {
      const { body } = await call(url, 'GET', '/api/site')
      return [body.services.length, body.why_us.length]
    }
    for (const url of urls)
      await eventually(async () => Bun.deepEquals(await counts(url), [services, reasons]))
    await sql`delete from services`
    await sql`delete from why_us`
    for (const url of urls) await eventually(async () => Bun.deepEquals(await counts(url), [0, 0]))
  },
)

faulty(
  'object store unavailable: the site can be read and edited, uploads are refused and leave nothing',
  async () => {
    const port = await freePort()
    const storage = {
      STORAGE_ENDPOINT: `http://127.0.0.1:${port}`,
      STORAGE_ACCESS_KEY: 'key',
      STORAGE_SECRET_KEY: 'secret',
      STORAGE_BUCKET: 'faults',
    }
    const apart = await startReplicas(1, cluster.url, { ...AS_IN_PRODUCTION, ...storage })
    const [{ url }] = apart.replicas as [(typeof apart.replicas)[0]]
    expect((await call(url, 'GET', '/api/site')).status).toBe(200)
    expect((await patch(url, 1, 'without a store')).status).toBe(200)
    const degraded = await ready(url)
    expect([degraded.status, degraded.body.checks.object_store, degraded.body.checks.database]).toEqual([
      503,
      false,
      true,
    ])
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await jpeg())]), 'away.jpg')
    const headers = { Authorization: `Bearer ${token}` }
    const upload = await fetch(`${url}/api/admin/upload`, { method: 'POST', body: form, headers })
    expect([502, 503]).toContain(upload.status)
    const [left] = await sql`select count(*)::int as ready from media where state = 'ready'`
    expect(left!.ready).toBe(0)
    await apart.stop()
  },
)

// The last test, because it kills a replica.
faulty(
  'a replica killed under load: the others continue, no acknowledged write is lost, and a new replica shows it',
  async () => {
    const [, killed, ...rest] = urls as [string, string, string]
    const survivors = [urls[0]!, ...rest]
    const stopReading = keepReading(survivors)
    const stopWriting = keepWriting(urls, token)
    await Bun.sleep(500)
    process.kill(set.replicas[1]!.pid, 'SIGKILL')
    await Bun.sleep(1_000)
    const { acknowledged, refused } = await stopWriting()
    expect(refused).toEqual([])
    await expectNothingLost(acknowledged, survivors)
    expect(statuses(await stopReading())).toEqual([200])
    await expect(fetch(killed)).rejects.toThrow()
    const [replacement] = (await startReplicas(1, cluster.url, AS_IN_PRODUCTION)).replicas
    set.replicas[1] = replacement!
    await expectNothingLost(acknowledged, [replacement!.url])
  },
)
