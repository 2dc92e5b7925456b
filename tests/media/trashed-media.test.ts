import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { findLeftovers } from '../../src/media/sweep-leftovers.ts'
import { startApp } from '../support/app.ts'
import { png, upload } from '../support/images.ts'

const app = await startApp()
const admin = app.admin
afterAll(() => app?.[Symbol.asyncDispose]())
afterEach(() => app.setClock(null))

const store = async (name: string) => (await upload(app, await png(), { name, alt: 'An image' })).body
const entryOf = async (id: number) =>
  (await admin('GET', '/api/admin/trash?resource=media')).body.items.find(
    (entry: { record_id: number }) => entry.record_id === id,
  )
async function remove(id: number) {
  expect((await admin('DELETE', `/api/admin/media/${id}`)).status).toBe(204)
  return entryOf(id)
}
const restore = (entry: { id: number }) => admin('POST', `/api/admin/trash/${entry.id}/restore`)
const keys = async () => {
  const found: string[] = []
  for await (const { key } of app.deps.storage.list()) found.push(key)
  return found
}

describe('a deleted image', () => {
  test('is in the trash under its URL, listed and served nowhere else', async () => {
    const { id, url } = await store('thrown away')
    const entry = await remove(id)
    expect(entry).toMatchObject({ resource: 'media', record_id: id, label: url })
    expect((await app.anyone('GET', url)).status).toBe(404)
    expect((await admin('GET', `/api/admin/media/${id}`)).status).toBe(404)
    expect(await keys()).toContain(`trash/${url.slice('/media/'.length)}`)
    expect((await app.anyone('GET', `/media/trash/${url.slice('/media/'.length)}`)).status).toBe(404)
  })

  test('is served by no other replica either, whose cache knew it', async () => {
    const { id, url } = await store('cached')
    const other = await app.beside()
    expect((await other.anyone('GET', url)).status).toBe(200)
    await remove(id)
    expect((await other.anyone('GET', url)).status).toBe(404)
  })

  test('keeps its name taken', async () => {
    const first = await store('taken')
    await remove(first.id)
    expect((await store('taken')).url).toBe(first.url.replace('taken.', 'taken-2.'))
  })

  test('comes back under its URL with its bytes and texts', async () => {
    const image = await store('wanted')
    const before = await app.app.request(image.url)
    const bytes = await before.bytes()
    const { status, body } = await restore(await remove(image.id))
    expect([status, body.resource]).toEqual([200, 'media'])
    expect(body.record).toMatchObject({
      id: image.id,
      url: image.url,
      alt: 'An image',
      version: image.version + 1,
    })
    const after = await app.app.request(image.url)
    expect([after.status, Buffer.compare(await after.bytes(), bytes)]).toEqual([200, 0])
    expect(await entryOf(image.id)).toBeUndefined()
    expect((await keys()).filter((key) => key.startsWith('trash/') && key.includes('wanted'))).toEqual([])
  })

  test('deleted for good it leaves no object, and cannot be restored', async () => {
    const { id, url } = await store('purged')
    const entry = await remove(id)
    expect((await admin('DELETE', `/api/admin/trash/${entry.id}`)).status).toBe(204)
    expect((await restore(entry)).status).toBe(404)
    await store('next upload cleans up')
    expect((await keys()).filter((key) => key.includes('purged'))).toEqual([])
    expect((await app.anyone('GET', url)).status).toBe(404)
  })

  test('is gone after 30 days', async () => {
    app.setClock(new Date('2026-05-01T00:00:00Z'))
    const { id } = await store('expiring')
    const entry = await remove(id)
    app.setClock(new Date('2026-05-31T00:00:01Z'))
    expect((await restore(entry)).status).toBe(404)
    await store('another')
    expect((await keys()).filter((key) => key.includes('expiring'))).toEqual([])
  })

  test('is no leftover for the sweep', async () => {
    const { id } = await store('swept')
    await remove(id)
    app.setClock(new Date(Date.now() + 3_600_000))
    const { objects, images } = await findLeftovers(app.deps.media)
    expect([...objects, ...images].filter((key) => key.includes('swept'))).toEqual([])
  })
})

test('two restores at once: the image is served once more, and one of them answers 404', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, url } = await store(`race ${round}`)
    const entry = await remove(id)
    const answers = await Promise.all([restore(entry), restore(entry)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await app.anyone('GET', url)).status).toBe(200)
  }
})

test('a restore against a deletion for good: either way nothing is left half', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, url } = await store(`undecided ${round}`)
    const entry = await remove(id)
    const [restored] = await Promise.all([restore(entry), admin('DELETE', `/api/admin/trash/${entry.id}`)])
    await store(`clean up ${round}`)
    expect((await app.anyone('GET', url)).status).toBe(restored.status === 200 ? 200 : 404)
    expect(await entryOf(id)).toBeUndefined()
  }
})
