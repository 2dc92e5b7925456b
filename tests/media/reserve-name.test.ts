import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { media } from '../../src/db/schema/media.ts'
import { reap, reserve, settle } from '../../src/media/reserve-name.ts'
import { type Storage, StorageError } from '../../src/storage/storage.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { png, remains, upload } from '../support/images.ts'

const MINUTE = 60_000
const NOW = new Date('2026-05-04T10:00:00Z')
const picture = { bytes: new Uint8Array(3), format: 'png' as const, width: 1, height: 1 }
const wish = (name: string) => ({ name, alt: null, title: null })
const system = { kind: 'system', name: 'test' } as const

let app: TestApp
/** The store of `app`, which tests make fail. */
let put: Storage['put'] | null = null
let remove: Storage['remove'] | null = null
const failing = () => {
  put = () => Promise.reject(new StorageError(false, 'refused'))
}

beforeAll(async () => {
  app = await startApp()
  app.setClock(NOW)
  const { storage } = app.deps
  const [reallyPut, reallyRemove] = [storage.put, storage.remove]
  storage.put = (...args) => (put ?? reallyPut)(...args)
  storage.remove = (key) => (remove ?? reallyRemove)(key)
}, 30_000)
afterAll(() => app[Symbol.asyncDispose]())

const contextOf = ({ deps }: Pick<TestApp, 'deps'>) => ({ ...deps.media, actor: system })
const stateOf = async (id: number) =>
  (await app.deps.database.query((tx) => tx.select().from(media).where(eq(media.id, id))))[0]?.state ?? null

describe('two instances over one database and one store', () => {
  let other: Awaited<ReturnType<TestApp['beside']>>
  beforeAll(async () => {
    other = await app.beside()
  })

  test('give a name once, however many ask for it at once', async () => {
    const contexts = [app, other, app, other].map(contextOf)
    for (let round = 0; round < 25; round++) {
      const rows = await Promise.all(contexts.map((ctx) => reserve(ctx, wish(`race-${round}`), picture)))
      expect(rows.map(({ path }) => path).sort()).toEqual(
        ['', '-2', '-3', '-4'].map((suffix) => `2026/05/race-${round}${suffix}.png`).sort(),
      )
    }
  }, 30_000)

  test('store every image that is uploaded under one name at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) =>
        upload(index % 2 ? other : app, await png({ width: 10 + index }), { name: 'same' }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(8)
    for (const [index, { body }] of answers.entries()) {
      const stored = await (index % 2 ? app : other).app.request(body.url)
      expect(Buffer.from(await stored.bytes()).readUInt32BE(16)).toBe(10 + index)
    }
  }, 30_000)

  test('an image deleted at one is gone at the other, which has served it', async () => {
    const { body } = await upload(app, await png(), { name: 'shared' })
    expect((await other.anyone('HEAD', body.url)).status).toBe(200)
    expect((await app.admin('DELETE', `/api/admin/media/${body.id}`)).status).toBe(204)
    expect((await other.app.request(body.url)).status).toBe(404)
    expect((await app.anyone('GET', body.url)).status).toBe(404)
  })
})

describe('a pending image', () => {
  test('is neither listed nor served', async () => {
    const row = await reserve(contextOf(app), wish('pending'), picture)
    await app.deps.storage.put(row.path, picture.bytes, { type: 'image/png' })
    expect((await app.anyone('GET', `/media/${row.path}`)).status).toBe(404)
    expect((await app.admin('GET', `/api/admin/media/${row.id}`)).status).toBe(404)
    expect((await app.admin('GET', '/api/admin/media?search=pending')).body.total).toBe(0)
    await settle(app.deps.media, row, '"x"')
    expect((await app.anyone('GET', `/media/${row.path}`)).status).toBe(200)
  })

  test('is reaped after 15 minutes with its object, and cannot become ready then', async () => {
    const row = await reserve(contextOf(app), wish('abandoned'), picture)
    await app.deps.storage.put(row.path, picture.bytes, { type: 'image/png' })
    app.setClock(new Date(NOW.getTime() + 15 * MINUTE))
    await reap(app.deps.media)
    expect(await stateOf(row.id)).toBe('pending')
    app.setClock(new Date(NOW.getTime() + 15 * MINUTE + 1))
    await reap(app.deps.media)
    app.setClock(NOW)
    expect(await stateOf(row.id)).toBe('removed')
    expect(await app.deps.storage.head(row.path)).toBeNull()
    expect(settle(app.deps.media, row, '"x"')).rejects.toMatchObject({ status: 503 })
    const next = await reserve(contextOf(app), wish('abandoned'), picture)
    expect(next.path).toBe('2026/05/abandoned-2.png')
  })
})

describe('the store', () => {
  test('refusing an upload: 503, neither row nor object, and a repeat succeeds', async () => {
    const before = await remains(app)
    failing()
    const failed = await upload(app, await png(), { name: 'refused' })
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(failed.headers.get('Retry-After')).toBe('5')
    expect(await remains(app)).toEqual(before)
    put = null
    const repeated = await upload(app, await png(), { name: 'refused' })
    expect(repeated).toMatchObject({ status: 201, body: { url: '/media/2026/05/refused.png' } })
  })

  test('leaving open what it did: 503, nothing to see, and the name is not given again', async () => {
    put = () => Promise.reject(new StorageError(true, 'timeout'))
    expect((await upload(app, await png(), { name: 'unclear' })).status).toBe(503)
    put = null
    expect((await app.admin('GET', '/api/admin/media?search=unclear')).body.total).toBe(0)
    const repeated = await upload(app, await png(), { name: 'unclear' })
    expect(repeated).toMatchObject({ status: 201, body: { url: '/media/2026/05/unclear-2.png' } })
  })

  test('refusing a removal: 503 and hidden at once, and a repeat removes it', async () => {
    const { body } = await upload(app, await png(), { name: 'stays' })
    remove = () => Promise.reject(new StorageError(false, 'refused'))
    expect((await app.admin('DELETE', `/api/admin/media/${body.id}`)).status).toBe(503)
    expect((await app.anyone('GET', body.url)).status).toBe(404)
    expect((await app.admin('GET', `/api/admin/media/${body.id}`)).status).toBe(404)
    remove = null
    expect((await app.admin('DELETE', `/api/admin/media/${body.id}`)).status).toBe(204)
    expect((await app.admin('DELETE', `/api/admin/media/${body.id}`)).status).toBe(404)
    expect((await remains(app)).objects).not.toContain('2026/05/stays.png')
  })

  test('away: what it holds answers 503, what does not exist 404', async () => {
    const { body } = await upload(app, await png(), { name: 'away' })
    const { get, head } = app.deps.storage
    app.deps.storage.get = () => Promise.reject(new StorageError(false, 'away'))
    app.deps.storage.head = () => Promise.reject(new StorageError(false, 'away'))
    expect((await app.anyone('GET', body.url)).status).toBe(503)
    expect((await app.anyone('HEAD', body.url)).status).toBe(503)
    expect((await app.anyone('GET', '/media/2026/05/none.png')).status).toBe(404)
    Object.assign(app.deps.storage, { get, head })
    expect((await app.anyone('GET', body.url)).status).toBe(200)
  })
})

test('the name of a deleted image is not given again', async () => {
  const { body } = await upload(app, await png(), { name: 'once' })
  await app.admin('DELETE', `/api/admin/media/${body.id}`)
  expect((await upload(app, await png(), { name: 'once' })).body.url).toBe('/media/2026/05/once-2.png')
})
