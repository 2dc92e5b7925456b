// The service through PgBouncer in transaction mode, with LISTEN on a direct connection: changes arrive, long exports are
// not cut off, and a pooler that is restarted loses nothing.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { Secret } from '../../src/platform/config/secret.ts'
import { openPostgres } from '../../src/platform/db/postgres-driver.ts'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { type Pooler, startPooler } from '../support/pooler.ts'
import { AS_IN_PRODUCTION, eventually, keepReading, startReplicas, statuses, tokenFrom } from './replicas.ts'
import { createArticles, expectNothingLost, keepWriting, patchTitle, shownTitle } from './writes.ts'

const made = await createCluster()
const madePooler = made && (await startPooler(made.url))
const isMissing = !madePooler
if (isMissing) console.log(`skipped: the pooler tests (no ${made ? 'pgbouncer' : 'Postgres binaries'})`)
const pooled = test.skipIf(isMissing)

let cluster: Cluster
let pooler: Pooler
let set: Awaited<ReturnType<typeof startReplicas>>
let urls: string[]
let token: string

beforeAll(async () => {
  if (!made || !madePooler) return
  cluster = made
  pooler = madePooler
  set = await startReplicas(3, pooler.urlOf(cluster.url), {
    ...AS_IN_PRODUCTION,
    DATABASE_LISTEN_URL: cluster.url,
  })
  urls = set.replicas.map(({ url }) => url)
  token = await tokenFrom(urls[0]!)
  await createArticles(urls[0]!, token)
})

afterAll(async () => {
  await set?.stop()
  await madePooler?.stop()
  await made?.[Symbol.asyncDispose]()
})

const warnings = async () => {
  const found: string[] = []
  const options = {
    url: new Secret(pooler.urlOf(cluster.url)),
    directUrl: new Secret(cluster.url),
    poolSize: 1,
  }
  const driver = openPostgres(options, (message) => found.push(message))
  await driver.migrate()
  await driver.close()
  return found
}

/** Runs a statement as an operator would, on the server itself. */
async function operate(statement: string) {
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  await sql`set statement_timeout = 0`
  await sql.unsafe(statement)
  await sql.end()
}

pooled('a start warns until the login has the limits, which then also hold through the pooler', async () => {
  const [warning, ...more] = await warnings()
  expect(more).toEqual([])
  const [, statements] = /; run: (.*)$/.exec(warning!)!
  expect(statements).toStartWith('ALTER ROLE postgres SET statement_timeout = 5000; ALTER ROLE')
  for (const statement of statements!.split('; ')) await operate(statement)
  // The pooler's connections have the limits from their next login on.
  await operate("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'frontage'")
  await eventually(async () => (await warnings()).length === 0)
})

pooled('a change on one replica is visible on the others as fast as without a pooler', async () => {
  for (const [index, url] of urls.entries()) {
    const title = `through the pooler ${index}`
    expect((await patchTitle(url, token, 1, title)).status).toBe(200)
    for (const other of urls) await eventually(async () => (await shownTitle(other, 1)) === title)
  }
})

pooled('an export that takes longer than the limit of statements is whole', async () => {
  const rows = 200_000
  await operate(
    `insert into contact_messages (name, email, message, created_at, updated_at)
       select 'n', 'a@example.com', repeat('x', 100), now(), now() from generate_series(1, ${rows})`,
  )
  const response = await fetch(`${urls[0]}/api/admin/messages/export.csv`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  const first = await reader.read()
  let lines = new TextDecoder().decode(first.value).split('\r\n').length - 1
  // A slow client: the cursor is open for longer than statement_timeout.
  await Bun.sleep(5_500)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    for (const byte of value) if (byte === 10) lines++
  }
  expect(lines).toBe(rows + 1)
})

pooled(
  'more simultaneous edits than the server has connections wait for each other; none fails',
  async () => {
    const stopReading = keepReading(urls)
    const edit = (round: number) => patchTitle(urls[round % 3]!, token, 2 + (round % 18), `at once ${round}`)
    // Half as many again as the twenty connections. On a busy machine one may be told to come again, and does.
    const rounds = Array.from({ length: 30 }, (_, round) => round)
    const answers = await Promise.all(rounds.map(edit))
    const busy = rounds.filter((round) => answers[round]!.status === 503)
    expect(busy.length).toBeLessThan(rounds.length)
    for (const round of busy) answers[round] = await edit(round)
    expect(statuses(answers)).toEqual([200])
    expect(statuses(await stopReading())).toEqual([200])
  },
)

pooled('the server restarted behind the pooler under load: nothing is lost, reads go on', async () => {
  const stopReading = keepReading(urls)
  const stopWriting = keepWriting(urls, token)
  await Bun.sleep(500)
  await cluster.stop('fast')
  await Bun.sleep(500)
  await cluster.start()
  await Bun.sleep(3_000)
  const { acknowledged, refused } = await stopWriting()
  for (const { status } of refused) expect(status).toBe(503)
  await expectNothingLost(acknowledged, urls)
  expect(statuses(await stopReading())).toEqual([200])
  for (const url of urls)
    await eventually(async () => (await patchTitle(url, token, 1, 'after')).status === 200)
})
