// Drafts and releases whose time comes while replicas are killed and the database crashes: each is published once, none is
// lost, and none is early. SCHEDULE_SEED selects when and what is killed.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { CONTENT_CHANNEL } from '../../src/content/snapshot/snapshot-sync.ts'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { randomOf } from '../support/random.ts'
import { AS_IN_PRODUCTION, call, eventually, startReplicas, tokenFrom } from './replicas.ts'

const SEED = Number(process.env.SCHEDULE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const WAVES = 10
const DRAFTS = 8
const RELEASES = 2
/** From the last schedule of a wave to the first that is due: at least so long, and longer where requests take long. */
const LEAD_MS = 700
/** Publishing a wave takes about so long. */
const SPREAD_MS = 500

let cluster: Cluster
let set: Awaited<ReturnType<typeof startReplicas>>
let token: string
let sql: postgres.Sql
const announced: string[] = []

const made = await createCluster()
if (!made) console.log('skipped: the fault tests of schedules (no Postgres binaries)')

beforeAll(async () => {
  if (!made) return
  cluster = made
  set = await startReplicas(3, cluster.url, AS_IN_PRODUCTION)
  token = await tokenFrom(set.replicas[0]!.url)
  sql = postgres(cluster.url, { max: 2, onnotice: () => {} })
  await sql.listen(CONTENT_CHANNEL, (payload) => void announced.push(payload))
})

afterAll(async () => {
  if (!made) return
  await sql.end({ timeout: 1 })
  await set.stop()
  await cluster[Symbol.asyncDispose]()
})

type Item = { resource: 'services' | 'faqs'; id: number }
type Schedule = { kind: 'draft' | 'release'; at: Date; items: Item[]; id: number; wave: number }

async function send(method: string, path: string, body: object) {
  const answer = await call(set.replicas[0]!.url, method, `/api/admin/${path}`, body, token)
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function drafted(resource: Item['resource'], publish_at?: Date): Promise<Item> {
  const [first, next] =
    resource === 'services'
      ? [{ title: 'Before' }, { title: 'After' }]
      : [question('Before'), question('After')]
  const { id } = await send('POST', resource, first)
  await send('PATCH', `${resource}/${id}/draft`, { ...next, ...(publish_at && { publish_at }) })
  return { resource, id }
}
const question = (text: string) => ({ question: text, answer: 'Answer' })

/** Schedules the drafts and releases of a wave. */
async function schedule(wave: number, random: (limit: number) => number): Promise<Schedule[]> {
  const began = Date.now()
  const far = new Date(began + 3_600_000)
  const drafts = []
  for (let count = 0; count < DRAFTS; count++) drafts.push(await drafted('services', far))
  const sets = []
  for (let count = 0; count < RELEASES; count++) {
    const items = [await drafted('services'), await drafted('faqs')]
    sets.push({ items, id: (await send('POST', 'releases', { name: 'R', items, publish_at: far })).id })
  }
  const prepared = Date.now()
  const start = prepared + Math.max(LEAD_MS, prepared - began)
  const time = () => new Date(start + random(SPREAD_MS))
  return Promise.all([
    ...drafts.map(async (item): Promise<Schedule> => {
      const at = time()
      await send('PATCH', `${item.resource}/${item.id}/draft`, { publish_at: at })
      return { kind: 'draft', at, items: [item], id: item.id, wave }
    }),
    ...sets.map(async ({ items, id }): Promise<Schedule> => {
      const at = time()
      await send('PATCH', `releases/${id}`, { publish_at: at })
      return { kind: 'release', at, items, id, wave }
    }),
  ])
}

/** Kills some of the replicas, or the database, in the middle of the publications. */
async function strike(schedules: Schedule[], random: (limit: number) => number) {
  const first = Math.min(...schedules.map(({ at }) => at.getTime()))
  await Bun.sleep(Math.max(0, first - Date.now()) + random(SPREAD_MS * 2))
  if (random(3) === 0) {
    await cluster.stop('immediate')
    await cluster.start()
    return
  }
  const spared = random(4)
  for (const [index, { pid, exited }] of [...set.replicas.entries()].filter(([index]) => index !== spared)) {
    process.kill(pid, 'SIGKILL')
    await exited
    set.replicas[index] = await set.startReplica()
  }
}

async function remaining(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from working_copies)::int
      + (select count(*) from releases where state = 'open')::int as count`
  return row!.count
}

test.skipIf(!made)(
  `${WAVES * (DRAFTS + RELEASES)} schedules are kept once each while replicas and the database are killed`,
  async () => {
    const random = randomOf(SEED)
    const all: Schedule[] = []
    const crashed = new Set<number>()
    try {
      for (let wave = 0; wave < WAVES; wave++) {
        const schedules = await schedule(wave, random)
        all.push(...schedules)
        const before = await startedAt()
        await strike(schedules, random)
        await eventually(async () => (await remaining()) === 0)
        if ((await startedAt()) !== before) crashed.add(wave)
      }
      expect(await faultsOf(all, crashed)).toEqual([])
    } catch (error) {
      console.error(`SCHEDULE_SEED=${SEED}`)
      throw error
    }
  },
)

const startedAt = async () => String((await sql`select pg_postmaster_start_time() as at`)[0]!.at)

/** What is not as it should be. */
async function faultsOf(schedules: readonly Schedule[], crashed: ReadonlySet<number>): Promise<string[]> {
  const faults: string[] = []
  const audits = await sql<{ key: string; count: number }[]>`
    select action || ' ' || entity || '/' || entity_id as key, count(*)::int as count from audit_log
    where action in ('draft.publish', 'release.publish') group by 1`
  const audited = new Map(audits.map(({ key, count }) => [key, count]))
  const revisions = await sql<
    { resource: string; record_id: number; version: number; at: Date; text: string }[]
  >`
    select resource, record_id, version, created_at as at, coalesce(state ->> 'title', state ->> 'question') as text
    from revisions order by version`
  const history = Map.groupBy(revisions, ({ resource, record_id }) => `${resource}/${record_id}`)
  const expectOne = (name: string, found: number | undefined) => {
    if (found !== 1) faults.push(`${name}: ${found ?? 0}`)
  }
  for (const { kind, at, items, id, wave } of schedules) {
    if (kind === 'release') expectOne('release.publish', audited.get(`release.publish releases/${id}`))
    for (const { resource, id } of items) {
      const name = `${resource}/${id}`
      if (kind === 'draft') expectOne('draft.publish', audited.get(`draft.publish ${name}`))
      const texts = history.get(name)!.map(({ version, text }) => `${version} ${text}`)
      if (!Bun.deepEquals(texts, ['1 Before', '2 After'])) faults.push(`${name}: ${texts}`)
      const published = history.get(name)!.at(-1)!
      if (published.at < at) faults.push(`${name}: at ${published.at.toISOString()}, not ${at.toISOString()}`)
      const events = announced.filter((payload) => isUpdateOf(payload, { resource, id }))
      // A crash ends the session that listens.
      if (events.length > 1 || (events.length === 0 && !crashed.has(wave)))
        faults.push(`${name}: told ${events.length} times`)
    }
  }
  return faults
}

function isUpdateOf(payload: string, { resource, id }: Item) {
  const [, name, note] = /^(\S+) \d+ (\{.*\})$/s.exec(payload) ?? []
  if (name !== resource) return false
  const { change, ids } = JSON.parse(note!)
  return change === 'updated' && ids?.includes(id)
}
