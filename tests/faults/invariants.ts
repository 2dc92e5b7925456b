// The invariants that hold during every fault, measured on three replicas under a load of reads and of every kind of write:
// compares what they acknowledged with the database, the replicas' answers and the mails that arrived.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { ADMIN } from '../support/app.ts'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { startProcess } from '../support/service.ts'
import { s3Config } from '../support/storage.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { AS_IN_PRODUCTION, call, eventually, type Replica, tokenFrom } from './replicas.ts'
import { look, upload } from './uploads.ts'
import { createArticles } from './writes.ts'

const REPLICAS = 3
const RECOVERY_MS = 30_000
/** A worker that lives has recorded by then what it sent before an outage of these lengths. */
const RECORDED_MS = 20_000

export type World = {
  cluster: Cluster
  /** The proxy in front of the database. */
  proxy: TcpProxy
  /** The proxy in front of the object store; null with files on a disk. */
  store: TcpProxy | null
  storeUrl: string | null
  provider: IdentityProvider
  mails: MailServer
  replicas: Replica[]
  /** Starts a process as the others were, with changed variables and perhaps by another command. */
  startReplica(change?: Record<string, string>, command?: readonly string[]): Promise<Replica>
  /** An operator's session. */
  sql: postgres.Sql
  connect(url: string): postgres.Sql
  token: string
}

type Setup = {
  /** The folder for the database. */
  within?: string
  withStore?: boolean
  /** Replicas reach the database through `proxy`, which keeps connections of a killed process open for a while. */
  throughProxy?: boolean
}

export async function withWorld<T>(
  { within, withStore, throughProxy = false }: Setup,
  run: (world: World) => Promise<T>,
): Promise<T> {
  await using stack = new AsyncDisposableStack()
  const cluster = stack.use((await createCluster(within))!)
  const proxy = await openTcpProxy(cluster.url)
  stack.defer(() => proxy.close())
  const s3 = withStore ? s3Config() : null
  const store = s3 && (await openTcpProxy(s3.endpoint))
  if (store) stack.defer(() => store.close())
  const provider = await startIdentityProvider()
  stack.defer(() => provider.stop())
  const mails = await startMailServer({ offersStartTls: false })
  stack.defer(() => mails.stop())
  const directory = mkdtempSync(join(tmpdir(), 'frontage-matrix-'))
  stack.defer(() => rmSync(directory, { recursive: true, force: true }))
  const env = {
    ...AS_IN_PRODUCTION,
    ...provider.env,
    OIDC_ADMINS: 'root',
    DATABASE_URL: throughProxy ? proxy.url : cluster.url,
    DATA_DIR: directory,
    JWT_SECRET: 'a key of the fault tests, longer than 32 bytes',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    TRUSTED_PROXIES: '127.0.0.0/8',
    SMTP_URL: mails.url,
    ...(s3 && {
      STORAGE_ENDPOINT: store!.url,
      STORAGE_ACCESS_KEY: s3.accessKey.reveal(),
      STORAGE_SECRET_KEY: s3.secretKey.reveal(),
      STORAGE_BUCKET: s3.bucket,
    }),
  }
  const startReplica: World['startReplica'] = (change = {}, command = []) =>
    startProcess({ ...env, ...change }, undefined, command)
  const replicas: Replica[] = []
  stack.defer(async () => void (await Promise.all(replicas.map((replica) => replica.stop()))))
  while (replicas.length < REPLICAS) replicas.push(await startReplica())
  const connect = (url: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: 'operator' } })
    stack.defer(() => sql.end({ timeout: 1 }))
    return sql
  }
  const token = await tokenFrom(replicas[0]!.url)
  await createArticles(replicas[0]!.url, token)
  return await run({
    cluster,
    proxy,
    store,
    storeUrl: s3?.endpoint ?? null,
    provider,
    mails,
    replicas,
    startReplica,
    sql: connect(cluster.url),
    connect,
    token,
  })
}

export type Outcome = {
  /** Writes of all kinds, and those that are not there in the end. */
  acknowledged: number
  lost: number
  reads: number
  failedReads: number
  /** Answers other than 200, 201 and 503, and values that are older than the replica has acknowledged or were never sent. */
  wrong: string[]
  /** The longest times without an acknowledged write and without a successful read, in milliseconds. */
  pauseMs: number
  readPauseMs: number
  /** The time from the end of the cause until every replica takes writes, is ready and warns of nothing. */
  recoveryMs: number
  duplicates: { mails: number; numbers: number; bookings: number }
}

/** Runs the fault under load; `fault` resolves when its cause is gone. */
export async function measureFault(world: World, fault: (world: World) => Promise<void>): Promise<Outcome> {
  const load = await startLoad(world)
  await Bun.sleep(1_000)
  await fault(world)
  const recoveryMs = await untilRecovered(world)
  await Bun.sleep(500)
  return { ...(await load.stop()), recoveryMs }
}

async function untilRecovered({ replicas, token }: World): Promise<number> {
  const started = performance.now()
  await Promise.all(
    replicas.map(({ url }, index) =>
      eventually(async () => {
        const id = 12 + index
        const write = await call(
          url,
          'PATCH',
          `/api/admin/articles/${id}`,
          { title: crypto.randomUUID() },
          token,
        )
        const ready = await call(url, 'GET', '/health/ready')
        const site = await call(url, 'GET', '/api/articles?per_page=1')
        return write.status === 200 && ready.status === 200 && !site.headers.has('Warning')
      }, RECOVERY_MS),
    ),
  )
  return Math.round(performance.now() - started)
}

/** Tries another replica if one cannot be reached, as a reverse proxy does. Null if none can be. */
async function balanced<T>(world: World, first: number, send: (url: string) => Promise<T>) {
  for (let index = 0; index < world.replicas.length; index++) {
    const { url } = world.replicas[(first + index) % world.replicas.length]!
    const answer = await send(url).catch(() => null)
    if (answer !== null) return { url, answer }
  }
  return null
}

type Tally = Pick<Outcome, 'acknowledged' | 'reads' | 'failedReads' | 'wrong'> & {
  times: number[]
  readTimes: number[]
}

async function startLoad(world: World) {
  const { token, provider } = world
  const started = performance.now()
  const tally: Tally = {
    acknowledged: 0,
    reads: 0,
    failedReads: 0,
    wrong: [],
    times: [started],
    readTimes: [started],
  }
  let running = true
  const acknowledge = () => {
    tally.acknowledged++
    tally.times.push(performance.now())
  }
  const expectStatus = (name: string, status: number, allowed: number[]) => {
    if (!allowed.includes(status)) tally.wrong.push(`${name} was answered with ${status}`)
  }
  const root = await provider.tokenFor('root')
  const sku = { sku: crypto.randomUUID(), name: 'Paper', unit: 'box' }
  const item = (await call(world.replicas[0]!.url, 'POST', '/api/inventory/items', sku, root)).body
    .id as number
  const titles = new Map<number, number>()
  const quotes = new Map<string, string>()
  const bookings = new Set<string>()
  const subscribers = new Set<string>()
  const uploads: { url: string; size: number }[] = []
  let clients = 0

  async function edit(lane: number) {
    const id = lane + 1
    for (let value = 1; running; value++) {
      const path = `/api/admin/articles/${id}`
      const sent = await balanced(world, lane, (url) =>
        call(url, 'PATCH', path, { title: String(value) }, token),
      )
      if (sent) expectStatus('an edit', sent.answer.status, [200, 503])
      if (sent?.answer.status === 200) {
        acknowledge()
        titles.set(id, value)
        const read = await call(sent.url, 'GET', `/api/articles/a-${id}`).catch(() => null)
        const shown = read?.status === 200 ? Number(read.body.title) : value
        if (shown !== value) tally.wrong.push(`a read shows ${shown} after the write of ${value}`)
      }
      await Bun.sleep(20)
    }
  }

  async function read(lane: number) {
    const paths = ['/api/articles?per_page=20', '/blog/a-1', '/api/site/articles']
    for (let round = 0; running; round++) {
      const path = paths[round % paths.length]!
      const sent = await balanced(world, lane, async (url) => {
        const answer = await fetch(url + path)
        await answer.arrayBuffer()
        return answer.status
      })
      tally.reads++
      if (sent?.answer === 200) tally.readTimes.push(performance.now())
      else tally.failedReads++
      if (sent) expectStatus(path, sent.answer, [200, 503])
      await Bun.sleep(10)
    }
  }

  /** Sends a write with the same key until it is acknowledged, as a careful client does. */
  async function insist(name: string, path: string, body: object, key: string) {
    for (let round = 0; ; round++) {
      const sent = await balanced(world, round, (url) => postOnce(url + path, body, key, root))
      if (sent) expectStatus(name, sent.answer.status, [201, 409, 503])
      if (sent?.answer.status === 201) {
        acknowledge()
        return sent.answer.body
      }
      await Bun.sleep(100)
    }
  }

  async function order() {
    const lines = [{ description: 'Paper', quantity: 3, unit_price: 450 }]
    while (running) {
      const key = crypto.randomUUID()
      const quote = await insist('a quote', '/api/quotes', { title: key, currency: 'EUR', lines }, key)
      quotes.set(key, quote.number)
      await Bun.sleep(60)
    }
  }

  async function book() {
    while (running) {
      const key = crypto.randomUUID()
      const body = { item_id: item, type: 'receipt', quantity: 1, note: key }
      await insist('a booking', '/api/inventory/transactions', body, key)
      bookings.add(key)
      await Bun.sleep(60)
    }
  }

  async function subscribe() {
    while (running) {
      const email = `reader-${++clients}@example.com`
      const headers = {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.1.${clients >> 8}.${clients & 255}`,
      }
      const body = JSON.stringify({ email })
      const sent = await balanced(world, clients, async (url) => {
        const answer = await fetch(`${url}/api/newsletter`, { method: 'POST', headers, body })
        await answer.arrayBuffer()
        return answer.status
      })
      if (sent) expectStatus('a subscription', sent.answer, [201, 503])
      if (sent?.answer === 201) {
        acknowledge()
        subscribers.add(email)
      }
      await Bun.sleep(100)
    }
  }

  async function send() {
    for (let round = 0; running; round++) {
      const sent = await balanced(world, round, (url) => upload(url, token, `picture-${round}`))
      if (sent) expectStatus('an upload', sent.answer.status, [201, 503])
      if (sent?.answer.status === 201) {
        acknowledge()
        uploads.push(sent.answer.body)
      }
      await Bun.sleep(150)
    }
  }

  const loops = [
    ...world.replicas.flatMap((_, lane) => [edit(lane), read(lane)]),
    ...[order(), book(), subscribe(), send()],
  ]

  async function countLost(): Promise<number> {
    let lost = 0
    for (const { url } of world.replicas) {
      for (const [id, value] of titles) {
        const isShown = async () =>
          Number((await call(url, 'GET', `/api/articles/a-${id}`)).body.title) >= value
        await eventually(isShown).catch(() => lost++)
      }
      for (const image of uploads) {
        const { status, bytes } = await look(url, image.url)
        if (status !== 200 || bytes.byteLength !== image.size) lost++
      }
    }
    const stored = await world.sql<{ title: string; number: string }[]>`select title, number from quotes`
    const numbers = new Map(stored.map(({ title, number }) => [title, number]))
    for (const [key, number] of quotes) if (numbers.get(key) !== number) lost++
    const notes = await world.sql<{ note: string }[]>`select note from inventory_transactions`
    const booked = new Set(notes.map(({ note }) => note))
    for (const key of bookings) if (!booked.has(key)) lost++
    const arrived = new Set(world.mails.mails.flatMap(({ to }) => to))
    for (const email of subscribers) if (!arrived.has(email)) lost++
    return lost
  }

  async function countDuplicates(): Promise<Outcome['duplicates']> {
    const [found] = await world.sql<{ numbers: number; titles: number; bookings: number }[]>`select
      (select count(*)::int - count(distinct number)::int from quotes) as numbers,
      (select count(*)::int - count(distinct title)::int from quotes) as titles,
      (select count(*)::int - count(distinct note)::int from inventory_transactions) as bookings`
    const ids = new Set(world.mails.mails.map(({ to, source }) => `${to[0]} ${messageIdOf(source)}`))
    const recipients = new Set(world.mails.mails.flatMap(({ to }) => to))
    return {
      mails: ids.size - recipients.size,
      numbers: found!.numbers + found!.titles,
      bookings: found!.bookings,
    }
  }

  return {
    async stop(): Promise<Omit<Outcome, 'recoveryMs'>> {
      running = false
      await Promise.all(loops)
      const { times, readTimes, ...counts } = tally
      const pauses = { pauseMs: longestPause(times), readPauseMs: longestPause(readTimes) }
      await untilMailed(world)
      const [lost, duplicates] = [await countLost(), await countDuplicates()]
      return { ...counts, ...pauses, lost, duplicates }
    },
  }
}

/** The longest time between two of these, or since the last. */
const longestPause = (times: readonly number[]) =>
  Math.round(Math.max(...times.map((time, index) => (times[index + 1] ?? performance.now()) - time)))

// A mail that is sent again because its worker died has the same one: mailboxes show it once.
const messageIdOf = (source: string) => /^message-id: (.*)$/im.exec(source)![1]

/** Waits until no mail is queued. A mail of a killed worker is left to it for minutes; here another one gets it at once. */
async function untilMailed({ sql }: World): Promise<void> {
  const isDone = async () => {
    const [row] = await sql`select count(*)::int as queued from mail_outbox where state = 'queued'`
    return row!.queued === 0
  }
  await eventually(isDone, RECORDED_MS).catch(async () => {
    await sql`update mail_outbox set due_at = now() where state = 'queued'`
    await eventually(isDone, RECOVERY_MS)
  })
}

async function postOnce(url: string, body: object, key: string, token: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as any }
}
