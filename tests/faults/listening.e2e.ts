// Writes of other replicas are visible within 1.5 s on a replica whose LISTEN connection was closed or is silently
// dropped, and one by one again, not once a poll, after it has reconnected by itself.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { longestLag, showings, watchArrivals } from './arrivals.ts'
import {
  AS_IN_PRODUCTION,
  call,
  eventually,
  keepReading,
  startReplicas,
  statuses,
  tokenFrom,
} from './replicas.ts'

/** A poll, and the reading that follows it. */
const BOUND_MS = 1_500
const POLL_MS = 1_000
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
  sets = [
    await startReplicas(2, cluster.url, AS_IN_PRODUCTION),
    await startReplicas(1, proxy.url, AS_IN_PRODUCTION),
  ]
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

faulty('closed by the server repeatedly: writes are visible in time, and soon one by one', async () => {
  const stopReading = keepReading(urls)
  const stop = watch()
  for (let round = 0; round < 5; round++) {
    await Bun.sleep(400)
    await eventually(async () => (await listening()).length === 3)
    for (const { pid } of await listening()) await sql`select pg_terminate_backend(${pid})`
  }
  await eventually(async () => (await listening()).length === 3)
  const anew = performance.now()
  await Bun.sleep(2_000)
  const { arrivals, missing, slowestRead, statuses: seen } = await stop()
  const seconds = (performance.now() - anew) / POLL_MS
  expect(missing).toBe(0)
  expect(longestLag(arrivals)).toBeLessThan(BOUND_MS + slowestRead)
  for (const replica of [0, 1]) {
    const since = arrivals.filter(({ seen, ...arrival }) => arrival.replica === replica && seen > anew)
    expect(showings(since)).toBeGreaterThan(2 * seconds + 2)
  }
  expect(seen).toEqual([200])
  expect(statuses(await stopReading())).toEqual([200])
})

faulty('silently dropped: writes are visible in time, and one by one after it has reconnected', async () => {
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
  const { arrivals, missing, slowestRead, statuses: seen } = await stop()
  const ended = performance.now()
  expect(missing).toBe(0)
  expect(longestLag(arrivals)).toBeLessThan(BOUND_MS + slowestRead)
  const behind = arrivals.filter(({ replica }) => replica === 1)
  const between = behind.filter(({ seen }) => silent < seen && seen < anew)
  // Otherwise it was not the LISTEN connection.
  expect(showings(between)).toBeLessThanOrEqual((anew - silent) / POLL_MS + 2)
  const since = behind.filter(({ seen }) => seen > anew)
  expect(showings(since)).toBeGreaterThan((2 * (ended - anew)) / POLL_MS + 2)
  expect(seen).toEqual([200])
  expect(statuses(await stopReading())).toEqual([200])
})
