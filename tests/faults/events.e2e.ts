// The event streams of three replicas: what one of them is told reaches the readers of all, in one order, over a restart of the
// database too.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ADMIN } from '../support/app.ts'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { type EventReader, type ReadEvent, readEvents } from '../support/events.ts'
import { AS_IN_PRODUCTION, call, eventually, startReplicas, tokenFrom } from './replicas.ts'

let cluster: Cluster
let set: Awaited<ReturnType<typeof startReplicas>>
let urls: [string, string, string]
let token: string
const open: EventReader[] = []

const made = await createCluster()
if (!made) console.log('skipped: the fault tests of events (no Postgres binaries)')

beforeAll(async () => {
  if (!made) return
  cluster = made
  set = await startReplicas(3, cluster.url, AS_IN_PRODUCTION)
  urls = set.replicas.map(({ url }) => url) as typeof urls
  token = await tokenFrom(urls[0])
})

afterAll(async () => {
  if (!made) return
  for (const reader of open) await reader.close()
  await set.stop()
  await cluster[Symbol.asyncDispose]()
})

async function follow(
  url: string,
  { as = token, lastId = null, path = '/api/admin/events' }: Following = {},
) {
  const headers = {
    ...(as && { Authorization: `Bearer ${as}` }),
    ...(lastId !== null && { 'Last-Event-ID': lastId }),
  }
  const reader = await readEvents(await fetch(url + path, { headers }))
  open.push(reader)
  return reader
}
type Following = { as?: string | null; lastId?: string | null; path?: string }

const create = async (url: string) =>
  (await call(url, 'POST', '/api/admin/services', { title: crypto.randomUUID() }, token)).body.id as number
const put = async (url: string, id: number) =>
  expect((await call(url, 'PUT', '/api/admin/presence', { resource: 'services', id }, token)).status).toBe(
    204,
  )
const changed =
  (id: number) =>
  ({ event, data }: ReadEvent) =>
    event === 'changed' && data.id === id
const occupied =
  (id: number, people: number) =>
  ({ event, data }: ReadEvent) =>
    event === 'presence' && data.id === id && data.accounts.length === people

const faulty = test.skipIf(!made)

faulty('changes of all replicas reach every reader in one order, who can resume on another', async () => {
  const readers = await Promise.all(urls.map((url) => follow(url)))
  const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => create(urls[index % 3]!)))
  for (const reader of readers) for (const id of ids) await reader.next(changed(id))
  const [first, ...others] = readers.map(({ received }) => received.map(({ id }) => id))
  for (const order of others) expect(order).toEqual(first!)
  const resumed = await follow(urls[2], { lastId: first![9]! })
  await resumed.next(({ id }) => id === first!.at(-1))
  expect(resumed.received.map(({ id }) => id)).toEqual(first!.slice(10))
})

faulty(
  'who has a record open is known everywhere, to a replica that starts later with the next heartbeat',
  async () => {
    const [id, readers] = [await create(urls[0]), await Promise.all(urls.map((url) => follow(url)))]
    await put(urls[1], id)
    for (const reader of readers) await reader.next(occupied(id, 1))
    const more = await startReplicas(1, cluster.url, AS_IN_PRODUCTION)
    const late = await follow(more.replicas[0]!.url)
    await eventually(async () => {
      await put(urls[1], id)
      return late.received.some(occupied(id, 1))
    })
    await call(urls[2], 'DELETE', '/api/admin/presence', undefined, token)
    for (const reader of [...readers, late]) await reader.next(occupied(id, 0))
    await late.close()
    await more.stop()
  },
)

faulty('a sign-out at one replica ends the streams of the session at the others', async () => {
  const own = await tokenFrom(urls[0])
  const [ending, staying] = [await follow(urls[1], { as: own }), await follow(urls[1])]
  expect((await call(urls[0], 'POST', '/api/auth/logout', {}, own)).status).toBe(204)
  await ending.ended
  const id = await create(urls[2])
  await staying.next(changed(id))
})

faulty(
  'a restart of the database ends no stream; its readers load again, then follow as before',
  async () => {
    const readers = await Promise.all(urls.map((url) => follow(url)))
    const sites = await Promise.all(urls.map((url) => follow(url, { as: null, path: '/api/site/events' })))
    await cluster.stop('fast')
    await cluster.start()
    await eventually(
      async () => (await call(urls[0], 'GET', '/api/admin/services', undefined, token)).status === 200,
    )
    for (const reader of readers) await reader.next(({ event }) => event === 'reset')
    const id = await create(urls[1])
    for (const reader of readers) await reader.next(changed(id))
    for (const site of sites) await site.next(({ event }) => event === 'changed')
    await put(urls[0], id)
    for (const reader of readers) await reader.next(occupied(id, 1))
    // The session check works again as well.
    const own = await tokenFrom(urls[0])
    const ending = await follow(urls[2], { as: own })
    const { status } = await call(
      urls[0],
      'POST',
      '/api/auth/change-password',
      { current_password: ADMIN.password, new_password: 'another long password' },
      own,
    )
    expect(status).toBe(200)
    await ending.ended
  },
)
