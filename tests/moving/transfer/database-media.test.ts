import { afterAll, expect, test } from 'bun:test'
import { mediaRecord } from '../../../src/moving/transfer/archive-format.ts'
import { databaseMedia } from '../../../src/moving/transfer/database-media.ts'
import type { Tx } from '../../../src/platform/db/database.ts'
import { media } from '../../../src/platform/db/schema/media.ts'
import { type Storage, StorageError } from '../../../src/platform/storage/storage.ts'
import { startApp } from '../../support/app.ts'
import { png } from '../../support/images.ts'

const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())
const { database, storage } = app.deps
const bytes = await png({ width: 40, height: 30 })

/** What is left of an import: the state of the image's row, and whether there is an object. */
async function importImage(name: string, replaced: Partial<Parameters<typeof databaseMedia>[0]>) {
  const path = `2026/05/${name}.png`
  const at = '2026-05-04T10:00:00Z'
  const image = mediaRecord.parse({
    id: 1,
    version: 1,
    created_at: at,
    updated_at: at,
    state: 'ready',
    path,
    mime: 'image/png',
    width: 40,
    height: 30,
    size: bytes.byteLength,
    alt: null,
    title: null,
    focal_x: 0.5,
    focal_y: 0.5,
    uploaded_by: null,
  })
  const library = { database, storage, accounts: new Map(), clock: () => new Date(at), ...replaced }
  const target = await databaseMedia(library)
  const imported = target.importImage(image, { sha256: '', read: async () => bytes, dryRun: false })
  const failure = await imported.then(
    () => null,
    (error: Error) => error,
  )
  const rows = await database.query((tx) => tx.select().from(media))
  const state = rows.find((row) => row.path === path)?.state ?? null
  return { failure, state, isStored: (await storage.head(path)) !== null }
}

const withPut = (put: Storage['put']) => ({ storage: { ...storage, put } })

test('an image is stored and its row is ready', async () => {
  expect(await importImage('good', {})).toEqual({ failure: null, state: 'ready', isStored: true })
})

test('an image that is certainly not stored leaves no row', async () => {
  const refused = new StorageError(false, 'refused')
  const left = await importImage(
    'refused',
    withPut(() => Promise.reject(refused)),
  )
  expect(left).toEqual({ failure: refused, state: null, isStored: false })
})

test('an image that may be stored keeps its path', async () => {
  const lost = new StorageError(true, 'timeout')
  const put: Storage['put'] = async (...args) => {
    await storage.put(...args)
    throw lost
  }
  expect(await importImage('lost', withPut(put))).toEqual({
    failure: lost,
    state: 'removing',
    isStored: true,
  })
})

test('an image that is stored while the database fails keeps its row, by which it is removed', async () => {
  const gone = new Error('the database is gone')
  let isStored = false
  const put: Storage['put'] = async (...args) => {
    const stored = await storage.put(...args)
    isStored = true
    return stored
  }
  const failing = {
    query: database.query,
    async transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
      if (!isStored) return database.transaction(run)
      isStored = false
      throw gone
    },
  }
  const left = await importImage('kept', { ...withPut(put), database: failing })
  expect(left).toEqual({ failure: gone, state: 'pending', isStored: true })
})
