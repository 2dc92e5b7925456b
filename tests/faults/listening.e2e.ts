// Writes of other replicas are visible within 1.5 s on a replica whose LISTEN connection was closed or is silently
// dropped, and at once again after it has reconnected by itself.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { lagOf, watchArrivals } from './arrivals.ts'
import { call, eventually, keepReading, startReplicas, statuses, tokenFrom } from './replicas.ts'

const BOUND_MS = 1_500
/** Counters are polled once a second, so that half of all lags below this mean that notifications arrive. */
const HEARING_MS = 250
/** Nine of ten stay below this. */
const NEARLY_ALL_MS = 700
/** A heartbeat and its timeout. */
const ANEW_MS = 9_000

let cluster: Cluster
let proxy: TcpProxy
let sets: Awaited<ReturnType<typeof startReplicas>>[]
/** The last replica is connected through the proxy. */
let urls: string[]
let token: string
let sql: postgres.Sql

const made = await createCluster()
if (!made) console.log('skipped: the fault tests of listening (no Postgres binaries)')

beforeAll(async () => {
  if (!made) return
  cluster = made
  proxy = await openTcpProxy(cluster.url)
  sets = [await startReplicas(2, cluster.url), await startReplicas(1, proxy.url)]
  urls = sets.flatMap(({ replicas }) => replicas.map(({ url }) => url))
  token = await tokenFrom(urls[0]!)
  sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  const article = { title: '0', slug: 'a-1', status: 'published', content: '<p>text</p>' }
  expect((await call(urls[0]!, 'POST', '/api/admin/articles', article, token)).status).toBe(201)
  await eventually(async () => (await call(urls[2]!, 'GET', '/api/articles/a-1')).status === 200)
})

afterAll(async () => {
  if (!made) return
  await sql.end({ timeout: 1 })
  for (const set of sets) await set.stop()
  await proxy.close()
  await cluster[Symbol.asyncDispose]()
})

const watch = () => {
  const [writer, ...readers] = urls as [string, ...string[]]
  return watchArrivals({ writer, readers, token, id: 1, slug: 'a-1' })
}
const listening = () =>
  sql<{ pid: number }[]>`
    select pid from pg_stat_activity where query ilike 'listen%' and application_name = 'frontage'`
const listeningIn = (connections: TcpProxy['connections']) =>
  [...connections].filter(({ first, silent }) => first.includes('listen "') && !silent)

const faulty = test.skipIf(!made)

faulty('closed by the server repeatedly: writes are visible in time, and soon at once', async () => {
  const stopReading = keepReading(urls)
  const stop = watch()
  for (let round = 0; round < 5; round++) {
    await Bun.sleep(400)
    await eventually(async () => (await listening()).length === 3)
    for (const { pid } of await listening()) await sql`select pg_terminate_backend(${pid})`
  }
  await Bun.sleep(1_000)
  const anew = performance.now()
  await Bun.sleep(2_000)
  const { arrivals, missing, statuses: seen } = await stop()
  expect(missing).toBe(0)
  expect(lagOf(arrivals, 1)).toBeLessThan(BOUND_MS)
  const since = arrivals.filter(({ acknowledged }) => acknowledged > anew)
  expect(since.length).toBeGreaterThan(10)
  expect(lagOf(since, 0.5)).toBeLessThan(HEARING_MS)
  expect(lagOf(since, 0.9)).toBeLessThan(NEARLY_ALL_MS)
  expect(seen).toEqual([200])
  expect(statuses(await stopReading())).toEqual([200])
})

faulty('silently dropped: writes are visible in time, and at once after it has reconnected', async () => {
  const stopReading = keepReading(urls)
  const stop = watch()
  await Bun.sleep(1_000)
  const [deaf, ...others] = listeningIn(proxy.connections)
  expect(others).toEqual([])
  deaf!.silent = true
  const silent = performance.now()
  await eventually(async () => listeningIn(proxy.connections).length > 0, ANEW_MS)
  const anew = performance.now()
  await Bun.sleep(2_000)
  const { arrivals, missing, statuses: seen } = await stop()
  expect(missing).toBe(0)
  expect(lagOf(arrivals, 1)).toBeLessThan(BOUND_MS)
  const behind = arrivals.filter(({ replica }) => replica === 1)
  const between = behind.filter(({ acknowledged }) => silent < acknowledged && acknowledged < anew)
  // Otherwise it was not the LISTEN connection.
  expect(lagOf(between, 0.5)).toBeGreaterThan(HEARING_MS)
  const since = behind.filter(({ acknowledged }) => acknowledged > anew + 100)
  expect(since.length).toBeGreaterThan(5)
  expect(lagOf(since, 0.5)).toBeLessThan(HEARING_MS)
  expect(lagOf(since, 0.9)).toBeLessThan(NEARLY_ALL_MS)
  expect(seen).toEqual([200])
  expect(statuses(await stopReading())).toEqual([200])
})
