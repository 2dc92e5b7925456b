import { afterAll, expect, test } from 'bun:test'
import { findLeftovers, removeLeftovers } from '../../src/media/sweep-leftovers.ts'
import { startApp } from '../support/app.ts'
import { png, remains, upload } from '../support/images.ts'

const HOUR = 60 * 60_000
const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())

test('finds and removes objects without an image and images without an object', async () => {
  const { storage, media } = app.deps
  const [kept, lost] = [
    (await upload(app, await png(), { name: 'kept' })).body,
    (await upload(app, await png(), { name: 'lost' })).body,
  ]
  const keyOf = ({ url }: { url: string }) => url.slice('/media/'.length)
  await storage.remove(keyOf(lost))
  await storage.put('2020/01/stray.png', new Uint8Array(3), { type: 'image/png' })

  const young = await findLeftovers(media)
  expect(young).toEqual({ objects: [], images: [keyOf(lost)], total: 2 })
  app.setClock(new Date(Date.now() + HOUR))
  const found = await findLeftovers(media)
  expect(found).toEqual({ objects: ['2020/01/stray.png'], images: [keyOf(lost)], total: 2 })

  await removeLeftovers(media, found)
  expect(await findLeftovers(media)).toEqual({ objects: [], images: [], total: 1 })
  expect((await remains(app)).objects).toEqual([keyOf(kept)])
  expect((await app.admin('GET', `/api/admin/media/${lost.id}`)).status).toBe(404)
  app.setClock(null)
  expect((await upload(app, await png(), { name: 'lost' })).body.url).toEndWith('/lost-2.png')
})

test('knows the variants of its images, and which of them are left over', async () => {
  const { storage, media } = app.deps
  const { body: image } = await upload(app, await png({ width: 400, height: 300 }), { name: 'varied' })
  const directory = image.url.slice('/media/'.length).replace(/[^/]+$/, (name: string) => `derived/${name}`)
  await app.app.request(`${image.url}?w=320&ratio=1x1`)
  await app.admin('PATCH', `/api/admin/media/${image.id}`, { body: { focal_x: 0.1 } })
  for (const url of ['?w=160', '?w=320&ratio=1x1']) await app.app.request(image.url + url)
  const leftover = [`${directory}/0-160.png`, '2020/01/derived/gone.png/1-160.png']
  for (const key of leftover) await storage.put(key, new Uint8Array(3), { type: 'image/png' })

  app.setClock(new Date(Date.now() + HOUR))
  const found = await findLeftovers(media)
  expect(found.objects).toEqual(leftover.toSorted())
  await removeLeftovers(media, found)
  app.setClock(null)
  const variants = (await remains(app)).objects.filter((key) => key.includes('/derived/'))
  expect(variants.map((key) => key.replace(`${directory}/`, ''))).toEqual([
    expect.stringMatching(/^1-160\.png$/),
    expect.stringMatching(/^1-320-1x1-[0-9a-z]{6}\.png$/),
  ])
})

test('refuses to remove anything when the store has none of the images', async () => {
  const { storage, media } = app.deps
  for (const key of (await remains(app)).objects) await storage.remove(key)
  const found = await findLeftovers(media)
  expect(found.images).toHaveLength(found.total)
  expect(removeLeftovers(media, found)).rejects.toThrow('Nothing was removed')
  expect(await findLeftovers(media)).toEqual(found)
})
