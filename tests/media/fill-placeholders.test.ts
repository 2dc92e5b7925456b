import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { fillPlaceholders } from '../../src/media/fill-placeholders.ts'
import { media } from '../../src/platform/db/schema/media.ts'
import { startApp } from '../support/app.ts'
import { jpeg, png, upload } from '../support/images.ts'

const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())

const fill = async () => {
  const seen = { total: 0, steps: 0 }
  const progress = { total: (count: number) => (seen.total = count), step: () => seen.steps++ }
  return { ...(await fillPlaceholders(app.deps, progress)), ...seen }
}

test('older images get the placeholders that an upload would give them; the rest are named', async () => {
  const uploaded = []
  for (const bytes of [await jpeg({ width: 300, height: 200 }), await png(), await jpeg()])
    uploaded.push((await upload(app, bytes)).body)
  const [first, damaged, missing] = uploaded
  const pathOf = ({ url }: { url: string }) => url.slice('/media/'.length)
  await app.deps.database.transaction((tx) => tx.update(media).set({ placeholder: null }))
  await app.deps.storage.remove(pathOf(missing))
  await app.deps.storage.remove(pathOf(damaged))
  await app.deps.storage.put(pathOf(damaged), new Uint8Array(30), { type: 'image/png' })

  expect(await fill()).toEqual({
    filled: 1,
    failed: [
      { path: pathOf(damaged), reason: 'is damaged' },
      { path: pathOf(missing), reason: 'is missing in the object store' },
    ],
    total: 3,
    steps: 3,
  })
  const [row] = await app.deps.database.query((tx) => tx.select().from(media).where(eq(media.id, first.id)))
  expect(row).toMatchObject({ placeholder: first.placeholder, version: 1 })
  expect(await fill()).toMatchObject({ filled: 0, total: 2 })
})
