// A load of every kind of write in a random order: renames of authors, edits, batches, deletions, imports and rebuilds of the
// index. Each record is written by one worker, which knows what may be stored in it.
import type postgres from 'postgres'
import { runImport } from '../moving/transfer/installations.ts'
import { call, type Replica } from './replicas.ts'

export type Random = (limit: number) => number

/** An outcome that nobody was told of may still come about for so long after the request. */
const UNCERTAIN_MS = 20_000
const DELETED = null

/** What may be stored: what was acknowledged last, and later or unanswered values. */
class Possible {
  #acknowledged: string | null
  #unanswered: { value: string | null; at: number }[] = []

  constructor(value: string | null) {
    this.#acknowledged = value
  }

  acknowledge(value: string | null) {
    this.#acknowledged = value
    const isOver = ({ at }: { at: number }) => Date.now() - at > UNCERTAIN_MS
    this.#unanswered = this.#unanswered.filter((each) => !isOver(each))
  }

  unanswered(value: string | null) {
    this.#unanswered.push({ value, at: Date.now() })
  }

  get isCertain() {
    return this.#unanswered.length === 0
  }

  get values(): (string | null)[] {
    return [this.#acknowledged, ...this.#unanswered.map(({ value }) => value)]
  }
}

export type Load = Awaited<ReturnType<typeof createLoad>>

type World = {
  replicas: Replica[]
  sql: postgres.Sql
  /** Changed while the load pauses. */
  token: string
  /** Archives of another installation with services; the environment of this one. */
  archives: readonly string[]
  environment: Record<string, string>
}

export async function createLoad(world: World, random: Random) {
  const wrong: string[] = []
  const counts = { acknowledged: 0, unanswered: 0, searches: 0, imports: 0, rebuilds: 0 }
  const articles = new Map<number, Possible>()
  const authors = new Map<number, Possible>()
  const faqs = new Map<number, Possible>()
  const services = new Map<number, Possible>()
  let words = 0
  const word = () => `w${++words}x${random(1e6).toString(36)}`
  let isRunning = false

  const replica = () => world.replicas[random(world.replicas.length)]!
  const one = <T>(values: Iterable<T>): T => {
    const all = [...values]
    return all[random(all.length)]!
  }

  /** Null without an answer, or with a refusal: it may have been done. */
  async function send(url: string, method: string, path: string, body?: unknown, refusals: number[] = []) {
    const answer = await call(url, method, path, body, world.token).catch(() => null)
    const isRefused = answer !== null && answer.status >= 300 && !refusals.includes(answer.status)
    if (isRefused && answer.status !== 503)
      wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (method !== 'GET') counts[answer === null || isRefused ? 'unanswered' : 'acknowledged']++
    return isRefused ? null : answer
  }

  /** Writes a value of a record that exists. */
  async function write(path: string, possible: Possible, value: string, body: object) {
    const { url } = replica()
    const answer = await send(url, 'PATCH', path, body)
    if (answer === null) possible.unanswered(value)
    else possible.acknowledge(value)
    return { url, isDone: answer !== null }
  }

  async function editArticle(id: number) {
    const possible = articles.get(id)!
    const title = word()
    const author = random(3) === 0 ? { author_id: one(authors.keys()) } : {}
    const { url, isDone } = await write(`/api/admin/articles/${id}`, possible, title, { title, ...author })
    if (!isDone || !possible.isCertain) return
    const shown = await send(url, 'GET', `/api/articles/a-${id}`)
    if (shown && shown.body.title !== title)
      wrong.push(`article ${id} is shown as ${shown.body.title} after the write of ${title}`)
  }

  async function rename(id: number) {
    const name = word()
    await write(`/api/admin/users/${id}`, authors.get(id)!, name, { name, name_en: `${name}en` })
  }

  /** Creations, edits and deletions of FAQs in one transaction. */
  async function batch() {
    const live = [...faqs].filter(([, possible]) => possible.isCertain && possible.values[0] !== DELETED)
    const chosen = live.toSorted(() => random(3) - 1).slice(0, random(6))
    const changes = chosen.map(([id, possible]) => ({
      id,
      possible,
      value: random(4) === 0 ? DELETED : word(),
    }))
    const created = Array.from({ length: 1 + random(3) }, word)
    const operations = [
      ...changes.map(({ id, value }) =>
        value === DELETED ? { op: 'delete', id } : { op: 'patch', id, data: { question: value } },
      ),
      ...created.map((question) => ({ op: 'create', data: { question, answer: '<p>x</p>' } })),
    ]
    const answer = await send(replica().url, 'POST', '/api/admin/faqs/batch', { operations })
    for (const { possible, value } of changes)
      answer ? possible.acknowledge(value) : possible.unanswered(value)
    for (const [index, question] of created.entries())
      if (answer) faqs.set(answer.body.items[changes.length + index].record.id, new Possible(question))
  }

  /** Creates a service, or edits, deletes, restores or purges one. */
  async function churn() {
    const [id, possible] = services.size > 0 ? one(services) : [0, null]
    if (!possible || random(5) === 0) {
      const title = word()
      const created = await send(replica().url, 'POST', '/api/admin/services', { title })
      if (created) services.set(created.body.id, new Possible(title))
      return
    }
    if (!possible.isCertain) return
    const title = possible.values[0]!
    const path = `/api/admin/services/${id}`
    if (title !== DELETED && random(3) > 0) {
      const value = word()
      await write(path, possible, value, { title: value })
      return
    }
    if (title !== DELETED) {
      const answer = await send(replica().url, 'DELETE', path)
      return answer ? possible.acknowledge(DELETED) : possible.unanswered(DELETED)
    }
    const trash = await send(replica().url, 'GET', '/api/admin/trash?resource=services&page=1&per_page=100')
    const entry = trash?.body.items.find(({ record_id }: { record_id: number }) => record_id === id)
    if (!entry) return
    if (random(2) === 0) {
      if (await send(replica().url, 'DELETE', `/api/admin/trash/${entry.id}`)) services.delete(id)
      return
    }
    const restored = await send(replica().url, 'POST', `/api/admin/trash/${entry.id}/restore`)
    return restored ? possible.acknowledge(entry.label) : possible.unanswered(entry.label)
  }

  /** Creates, changes and leaves records of another installation; some of them are deleted between two imports. */
  async function importSite() {
    const path = one(world.archives)
    const { code } = await runImport({ environment: world.environment, path }).catch(() => ({ code: null }))
    if (code === 0) counts.imports++
    const [imported] = await world.sql<{ id: number }[]>`
      select id from offices order by random() limit 1`.catch(() => [])
    if (imported && random(2) === 0)
      await send(replica().url, 'DELETE', `/api/admin/offices/${imported.id}`, undefined, [404])
  }

  /** The index of a resource is built anew: the log does not know its changes any more, or its state is lost. */
  async function rebuild() {
    const resource = one(['articles', 'faqs', 'services', 'offices'])
    const statement =
      random(2) === 0
        ? world.sql`delete from content_changes where resource = ${resource}`
        : world.sql`delete from search_states where resource like ${`${resource} %`}`
    await statement.then(
      () => counts.rebuilds++,
      () => {},
    )
    await Bun.sleep(5_000)
  }

  async function search() {
    const text = one(['w1', 'w2', word()])
    const path = one([`/api/search?q=${text}`, `/api/admin/faqs?page=1&q=${text}`, '/api/site'])
    await send(replica().url, 'GET', path)
    counts.searches++
  }

  const workers: [work: () => Promise<unknown>, pauseMs: number][] = [
    ...[0, 1].map((lane): [() => Promise<unknown>, number] => [
      () => editArticle(one([...articles.keys()].filter((id) => id % 2 === lane))),
      30,
    ]),
    [() => rename(one(authors.keys())), 60],
    [batch, 60],
    [churn, 30],
    [importSite, 1_500],
    [rebuild, 100],
    [search, 100],
  ]
  let loops: Promise<unknown>[] = []

  return {
    counts,
    wrong,
    articles,
    authors,
    faqs,
    services,
    async fill() {
      for (let count = 0; count < 3; count++) {
        const name = word()
        const [row] = await world.sql<{ id: number }[]>`insert into admin_users (email, name, name_en, role)
          values (${`${name}@example.com`}, ${name}, ${`${name}en`}, 'creator') returning id`
        authors.set(row!.id, new Possible(name))
      }
      for (let count = 1; count <= 12; count++) {
        const title = word()
        const body = { title, slug: `a-${count}`, status: 'published', author_id: one(authors.keys()) }
        const { body: made } = await call(replica().url, 'POST', '/api/admin/articles', body, world.token)
        if (made.id !== count) throw new Error(`the article a-${count} has the id ${made.id}`)
        articles.set(count, new Possible(title))
      }
    },
    start() {
      isRunning = true
      loops = workers.map(async ([work, pauseMs]) => {
        while (isRunning) {
          await work()
          await Bun.sleep(pauseMs)
        }
      })
    },
    async stop() {
      isRunning = false
      await Promise.all(loops)
    },
  }
}
