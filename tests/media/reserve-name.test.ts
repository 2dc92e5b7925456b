import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { markReady, removeAbandoned, reserveName } from '../../src/media/reserve-name.ts'
import { media } from '../../src/platform/db/schema/media.ts'
import { type Storage, StorageError } from '../../src/platform/storage/storage.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { png, remains, upload } from '../support/images.ts'

const MINUTE = 60_000
const NOW = new Date('2026-05-04T10:00:00Z')
const image = {
  bytes: new Uint8Array(3),
  mime: 'image/png',
  extension: 'png',
  width: 1,
  height: 1,
  placeholder: '',
}
const detailsOf = (name: string) => ({ name, alt: null, title: null })
const system = { kind: 'system', name: 'test' } as const

/** Replacements for methods of the object store, set by tests that make it fail. */
let put: Storage['put'] | null = null
let remove: Storage['remove'] | null = null
const failPuts = () => {
  put = () => Promise.reject(new StorageError(false, 'refused'))
}

const app = await startApp()
app.setClock(NOW)
const { storage } = app.deps
const [originalPut, originalRemove] = [storage.put, storage.remove]
storage.put = (...args) => (put ?? originalPut)(...args)
storage.remove = (key) => (remove ?? originalRemove)(key)
afterAll(() => app[Symbol.asyncDispose]())

const contextOf = ({ deps }: Pick<TestApp, 'deps'>) => ({ ...deps.media, actor: system })
const stateOf = async (id: number) =>
  (await app.deps.database.query((tx) => tx.select().from(media).where(eq(media.id, id))))[0]?.state ?? null

describe('two replicas with one database and one store', () => {
  let other: Awaited<ReturnType<TestApp['beside']>>
  beforeAll(async () => {
    other = await app.beside()
  })

  test('reserve different names for parallel requests of the same name', async () => {
    const contexts = [app, other, app, other].map(contextOf)
    for (let round = 0; round < 25; round++) {
      const rows = await Promise.all(
        contexts.map((ctx) => reserveName(ctx, detailsOf(`race-${round}`), image)),
      )
      expect(rows.map(({ path }) => path).sort()).toEqual(
        ['', '-2', '-3', '-4'].map((suffix) => `2026/05/race-${round}${suffix}.png`).sort(),
      )
    }
  })

  test('store every image of parallel uploads with the same name', async () => {
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
  })

  test('an image deleted on one replica is 404 on the other, which has it cached', async () => {
    const { body } = await upload(app, await png(), { name: 'shared' })
    expect((await other.anyone('HEAD', body.url)).status).toBe(200)
    expect((await app.admin('DELETE', `/api/admin/media/${body.id}`)).status).toBe(204)
    expect((await other.app.request(body.url)).status).toBe(404)
    expect((await app.anyone('GET', body.url)).status).toBe(404)
  })
})

describe('a pending image', () => {
  test('is neither listed nor served', async () => {
    const row = await reserveName(contextOf(app), detailsOf('pending'), image)
    await app.deps.storage.put(row.path, image.bytes, { type: 'image/png' })
    expect((await app.anyone('GET', `/media/${row.path}`)).status).toBe(404)
    expect((await app.admin('GET', `/api/admin/media/${row.id}`)).status).toBe(404)
    expect((await app.admin('GET', '/api/admin/media?search=pending')).body.total).toBe(0)
    await markReady(app.deps.media, row, '"x"')
    expect((await app.anyone('GET', `/media/${row.path}`)).status).toBe(200)
  })

  test('is removed with its object after 15 minutes and can no longer become ready', async () => {
    const row = await reserveName(contextOf(app), detailsOf('abandoned'), image)
    await app.deps.storage.put(row.path, image.bytes, { type: 'image/png' })
    app.setClock(new Date(NOW.getTime() + 15 * MINUTE))
    await removeAbandoned(app.deps.media)
    expect(await stateOf(row.id)).toBe('pending')
    app.setClock(new Date(NOW.getTime() + 15 * MINUTE + 1))
    await removeAbandoned(app.deps.media)
    app.setClock(NOW)
    expect(await stateOf(row.id)).toBe('removed')
    expect(await app.deps.storage.head(row.path)).toBeNull()
    expect(markReady(app.deps.media, row, '"x"')).rejects.toMatchObject({ status: 503 })
    const next = await reserveName(contextOf(app), detailsOf('abandoned'), image)
    expect(next.path).toBe('2026/05/abandoned-2.png')
  })
})

describe('a failing object store', () => {
  test('a refused upload is 503, stores neither row nor object, and can be repeated', async () => {
    const before = await remains(app)
    failPuts()
    const failed = await upload(app, await png(), { name: 'refused' })
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(failed.headers.get('Retry-After')).toBe('5')
    expect(await remains(app)).toEqual(before)
    put = null
    const repeated = await upload(app, await png(), { name: 'refused' })
    expect(repeated).toMatchObject({ status: 201, body: { url: '/media/2026/05/refused.png' } })
  })

  test('an upload with unknown outcome is 503 and its name is not used again', async () => {
    put = () => Promise.reject(new StorageError(true, 'timeout'))
    expect((await upload(app, await png(), { name: 'unclear' })).status).toBe(503)
    put = null
    expect((await app.admin('GET', '/api/admin/media?search=unclear')).body.total).toBe(0)
    const repeated = await upload(app, await png(), { name: 'unclear' })
    expect(repeated).toMatchObject({ status: 201, body: { url: '/media/2026/05/unclear-2.png' } })
  })

  test('a refused removal is 503, hides the image at once, and can be repeated', async () => {
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

  test('an unavailable store is 503 for existing images and 404 for unknown ones', async () => {
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

test('the name of a deleted image is not used again', async () => {
  const { body } = await upload(app, await png(), { name: 'once' })
  await app.admin('DELETE', `/api/admin/media/${body.id}`)
  expect((await upload(app, await png(), { name: 'once' })).body.url).toBe('/media/2026/05/once-2.png')
})
