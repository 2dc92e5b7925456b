// Two replicas under a random load while one is killed, the database crashes or hangs, and its host falls silent. In pauses,
// without a restart, replicas, database, history and search index are compared: nothing that was acknowledged is lost, and
// nothing is stale. FAULTS_SEED selects the order of load and faults, FAULTS_MINUTES how long they last.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { createIndexFormat } from '../../src/content/search/index-format.ts'
import { runExport, withService } from '../moving/transfer/installations.ts'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { randomOf } from '../support/random.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { createLoad, type Load, type Random } from './random-load.ts'
import { AS_IN_PRODUCTION, call, eventually, startReplicas, tokenFrom } from './replicas.ts'

const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const MINUTES = Number(process.env.FAULTS_MINUTES ?? 3)
/** Between two comparisons. */
const ROUND_MS = 30_000
/** For connections to open again, notices to be missed and taken up, and the index to be built. */
const REST_MS = 60_000

let cluster: Cluster
let proxy: TcpProxy
let set: Awaited<ReturnType<typeof startReplicas>>
let sql: postgres.Sql
const directory = mkdtempSync(join(tmpdir(), 'frontage-random-'))

const made = await createCluster()
if (!made) console.log('skipped: random faults (no Postgres binaries)')

beforeAll(async () => {
  if (!made) return
  cluster = made
  proxy = await openTcpProxy(cluster.url)
  set = await startReplicas(2, proxy.url, { ...AS_IN_PRODUCTION, DATABASE_POOL_SIZE: '4' })
  sql = postgres(cluster.url, { max: 2, onnotice: () => {}, backoff: () => 0.2 })
})

afterAll(async () => {
  if (!made) return
  await sql.end({ timeout: 1 })
  await set.stop()
  await proxy.close()
  await cluster[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true, force: true })
})

/** Two states of another installation, with offices. */
async function archivesOfAnother(): Promise<string[]> {
  const environment = { DATA_DIR: join(directory, 'another') }
  const archives: string[] = []
  for (const round of [1, 2]) {
    await withService(environment, async ({ admin }) => {
      for (let count = 1; count <= 15; count++)
        await admin('POST', '/api/admin/offices', { body: { name: `o${count}of${round}` } })
    })
    archives.push(join(directory, `archive-${round}`))
    expect(await runExport({ environment, path: archives.at(-1)! })).toMatchObject({ code: 0 })
  }
  return archives
}

async function strike(random: Random) {
  const faults: Record<string, () => Promise<unknown>> = {
    async kill() {
      const index = random(set.replicas.length)
      const { pid, exited } = set.replicas[index]!
      process.kill(pid, 'SIGKILL')
      await exited
      set.replicas[index] = await set.startReplica()
    },
    /** No connection that lost data goes on: TCP would have sent it again. */
    async silence() {
      proxy.silent = true
      await Bun.sleep(random(9_000))
      for (const connection of proxy.connections) connection.silent = true
      proxy.silent = false
    },
    async mute() {
      for (const connection of proxy.connections) if (random(2) === 0) connection.silent = true
      await Bun.sleep(3_000)
    },
    async delay() {
      proxy.delayMs = random(3_000)
      await Bun.sleep(3_000)
      proxy.delayMs = 0
    },
    async crash() {
      await cluster.stop('immediate')
      await Bun.sleep(random(3_000))
      await cluster.start()
    },
    async hang() {
      cluster.pause()
      await Bun.sleep(random(8_000))
      cluster.resume()
    },
    terminate: () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'frontage'`,
  }
  const names = Object.keys(faults)
  const name = names[random(names.length)]!
  await faults[name]!()
  return name
}

const INDEXED = { articles: 'title', faqs: 'question', services: 'title', offices: 'name' }
const format = createIndexFormat(['fa', 'en'])

/** What differs between two lists of rows. */
const differences = (name: string, found: readonly unknown[], expected: readonly unknown[]) => {
  const [one, other] = [found, expected].map((rows) => new Set(rows.map((row) => JSON.stringify(row))))
  const show = (rows: Set<string>) => [...rows].slice(0, 5).join(' ')
  return Bun.deepEquals([...one!].sort(), [...other!].sort())
    ? []
    : [`${name}: ${show(one!.difference(other!))} instead of ${show(other!.difference(one!))}`]
}

/** What is stale or wrong now. */
async function faultsOf(load: Load, token: string): Promise<string[]> {
  const faults: string[] = []
  for (const [resource, field] of Object.entries(INDEXED)) {
    const rows = await sql<{ id: number; text: string; version: number }[]>`
      select id, ${sql(field)} as text, version from ${sql(resource)} order by id`
    const derived = await sql<{ id: number; author: string; author_en: string }[]>`
      select articles.id, admin_users.name as author, admin_users.name_en as author_en
      from articles join admin_users on admin_users.id = author_id`
    const authors = new Map(derived.map((row) => [row.id, [row.author, row.author_en]]))
    const shape = (id: number, text: string, names: unknown) =>
      resource === 'articles' ? [id, text, names] : [id, text]
    for (const { url } of set.replicas) {
      const { body } = await call(url, 'GET', `/api/site/${resource}`)
      const shown = body.map((row: any) => shape(row.id, row[field], [row.author, row.author_en]))
      const stored = rows.map(({ id, text }) => shape(id, text, authors.get(id)))
      faults.push(...differences(`${resource} at ${url}`, shown, stored))
      // Brings the index up to date.
      const found = await call(url, 'GET', `/api/admin/${resource}?page=1&q=zzz`, undefined, token)
      if (found.status !== 200 || found.headers.has('Warning'))
        faults.push(`search at ${url}: ${found.status}`)
    }
    const key = format.keyOf(resource)
    const entries = await sql<{ id: number; isFound: boolean }[]>`
      select record_id as id, coalesce(words @@ quote_literal(text)::tsquery, false) as "isFound"
      from record_words left join (select id, ${sql(field)} as text from ${sql(resource)}) record on id = record_id
      where resource = ${key}`
    const isFound = entries.filter((entry) => entry.isFound).map(({ id }) => id)
    faults.push(
      ...differences(
        `index of ${resource}`,
        entries,
        entries.filter((entry) => entry.isFound),
      ),
    )
    faults.push(
      ...differences(
        `indexed ${resource}`,
        isFound,
        rows.map(({ id }) => id),
      ),
    )
    if (resource !== 'offices') {
      const documents = await sql<{ id: number; title: string }[]>`
        select record_id as id, title from search_documents where resource = ${key} and language = 'fa'`
      faults.push(
        ...differences(
          `documents of ${resource}`,
          documents,
          rows.map(({ id, text: title }) => ({ id, title })),
        ),
      )
    }
    const histories = await sql<{ id: number; versions: number[] }[]>`
      select record_id as id, array_agg(version order by version) as versions from revisions
      where resource = ${resource} group by 1`
    const histOf = new Map(histories.map(({ id, versions }) => [id, versions]))
    for (const { id, version } of rows) {
      const versions = histOf.get(id) ?? []
      if (versions.at(-1) !== version || new Set(versions).size !== versions.length)
        faults.push(`history of ${resource}/${id}: ${versions}, not ${version}`)
    }
    const known = { articles: load.articles, faqs: load.faqs, services: load.services }[resource]
    const stored = new Map(rows.map(({ id, text }) => [id, text]))
    for (const [id, { values }] of known ?? [])
      if (!values.includes(stored.get(id) ?? null))
        faults.push(`${resource}/${id} is ${stored.get(id)}, not ${values}`)
  }
  const names = await sql<{ id: number; name: string }[]>`select id, name from admin_users`
  for (const { id, name } of names)
    if (load.authors.has(id) && !load.authors.get(id)!.values.includes(name))
      faults.push(`author ${id} is ${name}, not ${load.authors.get(id)!.values}`)
  for (const { url } of set.replicas) {
    const ready = await call(url, 'GET', '/health/ready')
    if (ready.status !== 200) faults.push(`${url} is not ready: ${JSON.stringify(ready.body)}`)
  }
  return faults
}

test.skipIf(!made)(
  `after ${MINUTES} minutes of random writes and faults nothing is lost or stale`,
  async () => {
    const random = randomOf(SEED)
    const world = {
      replicas: set.replicas,
      sql,
      token: await tokenFrom(set.replicas[0]!.url),
      archives: await archivesOfAnother(),
      environment: { DATABASE_URL: cluster.url, DATA_DIR: join(directory, 'data') },
    }
    const load = await createLoad(world, random)
    const struck: string[] = []
    const until = Date.now() + MINUTES * 60_000
    try {
      await load.fill()
      while (Date.now() < until) {
        const end = Math.min(until, Date.now() + ROUND_MS)
        load.start()
        while (Date.now() < end) {
          await Bun.sleep(random(5_000))
          struck.push(await strike(random))
        }
        await load.stop()
        let faults: string[] = []
        await eventually(async () => {
          world.token = await tokenFrom(set.replicas[0]!.url)
          faults = await faultsOf(load, world.token)
          return faults.length === 0
        }, REST_MS).catch(() => {})
        expect([...faults, ...load.wrong]).toEqual([])
      }
      expect(load.counts.acknowledged).toBeGreaterThan(MINUTES * 30)
      expect(load.counts.imports).toBeGreaterThan(0)
    } finally {
      console.log(`FAULTS_SEED=${SEED} ${JSON.stringify(load.counts)} ${struck.join(' ')}`)
    }
  },
  MINUTES * 60_000 + 600_000,
)
