// Two real Postgres servers with synchronous replication behind one address, as a virtual IP, HAProxy or CloudNativePG's
// service gives it. The first crashes under load and the second is promoted. Prints figures.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Cluster, createCluster, type Standby } from '../support/cluster.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import {
  AS_IN_PRODUCTION,
  call,
  eventually,
  keepReading,
  startReplicas,
  statuses,
  tokenFrom,
} from './replicas.ts'
import { createArticles, expectNothingLost, keepWriting } from './writes.ts'

/** The time from the crash until a write is acknowledged again. */
const MAX_RECOVERY_MS = 30_000

const made = await createCluster()
if (!made) console.log('skipped: the failover test (no Postgres binaries)')

let cluster: Cluster
let standby: Standby
let proxy: TcpProxy
let set: Awaited<ReturnType<typeof startReplicas>>
let urls: string[]
let token: string

beforeAll(async () => {
  if (!made) return
  cluster = made
  standby = await cluster.addStandby()
  proxy = await openTcpProxy(cluster.url)
  set = await startReplicas(3, proxy.url, AS_IN_PRODUCTION)
  urls = set.replicas.map(({ url }) => url)
  token = await tokenFrom(urls[0]!)
  await createArticles(urls[0]!, token)
})

afterAll(async () => {
  if (!made) return
  await set?.stop()
  await proxy?.close()
  await made[Symbol.asyncDispose]()
})

test.skipIf(!made)(
  'the server crashes under load and its standby is promoted: no acknowledged write is lost, reads never stop, writes go on within 10 s',
  async () => {
    const stopReading = keepReading(urls)
    const stopWriting = keepWriting(urls, token)
    await Bun.sleep(1_000)
    const crashed = performance.now()
    await cluster.stop('immediate')
    await proxy.refuse()
    // A failover manager needs this long to be sure.
    await Bun.sleep(1_000)
    await standby.promote()
    proxy.retarget(standby.url)
    await proxy.accept()
    const promoted = performance.now()
    await Bun.sleep(3_000)
    const { acknowledged, refused, times } = await stopWriting()
    const reads = await stopReading()
    await expectNothingLost(acknowledged, urls)
    const resumed = Math.min(...times.filter((time) => time > promoted))
    const recovery = Math.round(resumed - crashed)
    console.log(
      `failover: promoted ${Math.round(promoted - crashed)} ms after the crash, first write ${recovery} ms after it; ` +
        `${times.length} writes acknowledged, ${refused.length} refused, none lost; ${reads.length} reads, statuses ${statuses(reads)}, ` +
        `${reads.filter(({ warned }) => warned).length} with a Warning`,
    )
    expect(recovery).toBeLessThan(MAX_RECOVERY_MS)
    // A commit under way at the crash has an unknown outcome.
    for (const { status } of refused) expect(status).toBe(503)
    expect(statuses(reads)).toEqual([200])
    for (const url of urls) {
      await eventually(async () => (await call(url, 'GET', '/health/ready')).status === 200)
      await eventually(async () => !(await call(url, 'GET', '/api/site')).headers.has('Warning'))
    }
  },
)

test.skipIf(!made)('an edit on one replica is visible on the others after the failover', async () => {
  const stopWriting = keepWriting(urls, token)
  await Bun.sleep(500)
  const { acknowledged, refused } = await stopWriting()
  expect(refused).toEqual([])
  await expectNothingLost(acknowledged, urls)
})
