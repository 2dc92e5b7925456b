// Two replicas under a random load while one is killed, the database crashes or hangs, and its host falls silent. In pauses,
// without a restart, replicas, database, history and search index are compared: nothing that was acknowledged is lost, and
// nothing is stale. FAULTS_SEED repeats the faults in their order, FAULTS_MINUTES says how long they last.
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

type Stored = { id: number; text: string; slug: string | null; version: number }
/** The texts of records, as the load writes them, and the names of offices. */
const TEXT = /^(?:w\d+x\w+|o\d+of\d)$/
/** What is not as it should be. */
type Faults = string[]

/** What differs between two lists of rows, in any order. */
function differences(name: string, found: readonly unknown[], expected: readonly unknown[]): Faults {
  const [one, other] = [found, expected].map((rows) => rows.map((row) => JSON.stringify(row)).sort())
  if (Bun.deepEquals(one, other)) return []
  const only = (rows: string[], others: string[]) =>
    rows
      .filter((row) => !others.includes(row))
      .slice(0, 5)
      .join(' ')
  return [`${name}: ${found.length} rows, ${only(one!, other!)} instead of ${only(other!, one!)}`]
}

/** Both replicas show what is stored, with the present names of the authors, and search without a warning. */
async function faultsOfReplicas(resource: string, field: string, stored: Stored[], token: string) {
  const names = await sql<{ id: number; names: string[] }[]>`
    select articles.id, array[admin_users.name, admin_users.name_en] as names
    from articles join admin_users on admin_users.id = author_id`
  const authors = new Map(resource === 'articles' ? names.map((row) => [row.id, row.names]) : [])
  const faults: Faults = []
  for (const { url } of set.replicas) {
    const { body } = await call(url, 'GET', `/api/site/${resource}`)
    faults.push(
      ...differences(
        `${resource} at ${url}`,
        body.map((row: any) => [row.id, row[field], resource === 'articles' && [row.author, row.author_en]]),
        stored.map(({ id, text }) => [id, text, authors.get(id) ?? false]),
      ),
    )
    const search = await call(url, 'GET', `/api/admin/${resource}?page=1&q=zzz`, undefined, token)
    if (search.status !== 200 || search.headers.has('Warning'))
      faults.push(`the search of ${resource} at ${url}: ${search.status}`)
  }
  return faults
}

/** Every record is found by its word, by editors and visitors, and nothing else is indexed. */
async function faultsOfIndex(resource: string, stored: Stored[]): Promise<Faults> {
  const key = createIndexFormat(['fa', 'en']).keyOf(resource)
  const indexed = await sql<{ id: number; words: string[] }[]>`
    select record_id as id, tsvector_to_array(words) as words from record_words where resource = ${key}`
  const documents = await sql<{ id: number; text: string }[]>`
    select record_id as id, title as text from search_documents where resource = ${key} and language = 'fa'`
  // A slug keeps the first text.
  const slugOf = new Map(stored.map(({ id, slug }) => [id, slug]))
  const isSearched = resource !== 'offices'
  return [
    ...differences(
      `the index of ${resource}`,
      indexed.map(({ id, words }) => [
        id,
        words.filter((word) => TEXT.test(word) && word !== slugOf.get(id)),
      ]),
      stored.map(({ id, text, slug }) => [id, text === slug ? [] : [text]]),
    ),
    ...differences(
      `the documents of ${resource}`,
      documents.map(({ id, text }) => [id, text]),
      isSearched ? stored.map(({ id, text }) => [id, text]) : [],
    ),
  ]
}

/** The last version of each record is its present one, and none is there twice. */
async function faultsOfHistory(resource: string, stored: Stored[]): Promise<Faults> {
  const histories = await sql<{ id: number; versions: number[] }[]>`
    select record_id as id, array_agg(version order by version) as versions from revisions
    where resource = ${resource} group by 1`
  const versionsOf = new Map(histories.map(({ id, versions }) => [id, versions]))
  return stored.flatMap(({ id, version }) => {
    const versions = versionsOf.get(id) ?? []
    const isSound = versions.at(-1) === version && new Set(versions).size === versions.length
    return isSound ? [] : [`the history of ${resource}/${id}: ${versions}, not ${version}`]
  })
}

/** What was acknowledged is stored. */
function faultsOfWrites(
  name: string,
  known: Load['articles'],
  stored: readonly { id: number; text: string }[],
) {
  const textOf = new Map(stored.map(({ id, text }) => [id, text]))
  return [...known].flatMap(([id, { values }]) =>
    values.includes(textOf.get(id) ?? null) ? [] : [`${name}/${id} is ${textOf.get(id)}, not ${values}`],
  )
}

async function faultsOf(load: Load, token: string): Promise<Faults> {
  const faults: Faults = []
  for (const [resource, field] of Object.entries(INDEXED)) {
    const stored = await sql<Stored[]>`
      select id, ${sql(field)} as text, to_jsonb(record) ->> 'slug' as slug, version from ${sql(resource)} record`
    const known = { articles: load.articles, faqs: load.faqs, services: load.services }[resource]
    faults.push(
      ...(await faultsOfReplicas(resource, field, stored, token)),
      // The searches above have brought it up to date.
      ...(await faultsOfIndex(resource, stored)),
      ...(await faultsOfHistory(resource, stored)),
      ...(known ? faultsOfWrites(resource, known, stored) : []),
    )
  }
  const accounts = await sql<{ id: number; text: string }[]>`select id, name as text from admin_users`
  faults.push(...faultsOfWrites('users', load.authors, accounts))
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
    // Of its own: how often the load draws depends on how fast it is answered.
    const load = await createLoad(world, randomOf(SEED + 1))
    const compare = async () => {
      world.token = await tokenFrom(set.replicas[0]!.url)
      return faultsOf(load, world.token)
    }
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
        expect(load.wrong).toEqual([])
        let faults: Faults = []
        await eventually(async () => {
          faults = await compare().catch((error) => [`the comparison failed: ${error}`])
          return faults.length === 0
        }, REST_MS).catch(() => expect(faults).toEqual([]))
      }
      expect(load.counts.acknowledged).toBeGreaterThan(MINUTES * 30)
      expect(load.counts.imports).toBeGreaterThan(0)
    } finally {
      console.log(`FAULTS_SEED=${SEED} ${JSON.stringify(load.counts)} ${struck.join(' ')}`)
    }
  },
  MINUTES * 60_000 + 600_000,
)
