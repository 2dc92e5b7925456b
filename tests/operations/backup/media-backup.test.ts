// Copying the media store beside the dumps, and restoring it.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseStamp } from '../../../src/operations/backup/dump-names.ts'
import { copyMedia } from '../../../src/operations/backup/media-backup.ts'
import { objectPath, readMediaManifest } from '../../../src/operations/backup/media-manifest.ts'
import { restoreMedia } from '../../../src/operations/restore/restore-media.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { contextOf } from '../../support/backup-server.ts'
import { createTestStorage } from '../../support/storage.ts'

let directory: string
let storage: Storage
let drop: () => Promise<void>

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'frontage-media-copy-'))
  const made = await createTestStorage()
  storage = made.storage
  drop = made.drop
})

afterEach(async () => {
  await drop()
  await rm(directory, { recursive: true })
})

const bytes = (text: string) => new TextEncoder().encode(text)
const put = (key: string, text: string) => storage.put(key, bytes(text), { type: 'image/png' })
const textOf = async (key: string) => {
  const answer = await storage.get(key)
  return answer.status === 200 ? new Response(answer.body).text() : null
}
const at = (stamp: string) => contextOf({ BACKUP_DIR: directory }, { clock: () => parseStamp(stamp)! })
const copy = (stamp: string) => copyMedia(at(stamp), { storage, stamp })
const restore = (stamp: string | null = null) => restoreMedia(at('20260803T000000Z'), { storage, stamp })

const [MONDAY, TUESDAY] = ['20260803T000000Z', '20260804T000000Z']

test('only new objects are copied', async () => {
  await put('2026/08/a.png', 'a')
  await put('2026/08/b.png', 'bb')
  expect(await copy(MONDAY)).toEqual({ objects: 2, bytes: 3, copied: 2, deleted: 0, forgotten: 0 })
  await put('2026/08/c.png', 'ccc')
  expect(await copy(TUESDAY)).toEqual({ objects: 3, bytes: 6, copied: 1, deleted: 0, forgotten: 0 })
})

test('variants, which can be made again, are left out', async () => {
  await put('2026/08/a.png', 'a')
  await put('2026/08/derived/a.png/1-640.webp', 'variant')
  expect(await copy(MONDAY)).toMatchObject({ objects: 1, bytes: 1 })
})

test('a deleted object is kept as long as a dump, then its bytes are removed', async () => {
  await put('2026/08/a.png', 'a')
  await put('2026/08/b.png', 'bb')
  await copy(MONDAY)
  await storage.remove('2026/08/a.png')
  expect(await copy(TUESDAY)).toMatchObject({ deleted: 1, forgotten: 0 })
  expect(await copy('20260817T000000Z')).toMatchObject({ deleted: 0, forgotten: 0 })
  const [deleted] = (await readMediaManifest(directory))!.entries.filter(({ until }) => until !== null)
  expect(deleted).toMatchObject({ key: '2026/08/a.png', since: MONDAY, until: TUESDAY })
  expect(await copy('20260819T000000Z')).toMatchObject({ forgotten: 1 })
  expect(await Bun.file(objectPath(directory, deleted!.sha256)).exists()).toBe(false)
})

test('a restore replaces missing and damaged objects, and with a stamp those deleted since', async () => {
  await put('2026/08/a.png', 'a')
  await put('2026/08/b.png', 'bb')
  await put('2026/08/old.png', 'old')
  await copy(MONDAY)
  await storage.remove('2026/08/old.png')
  await put('2026/08/late.png', 'late')
  await copy(TUESDAY)
  await storage.remove('2026/08/a.png')
  await storage.remove('2026/08/b.png')
  await put('2026/08/b.png', 'damaged')
  await put('2026/08/other.png', 'other')
  expect(await restore()).toEqual({ present: 1, restored: 2 })
  const keys = ['a', 'b', 'late', 'old', 'other'].map((name) => `2026/08/${name}.png`)
  expect(await Promise.all(keys.map(textOf))).toEqual(['a', 'bb', 'late', null, 'other'])
  expect(await restore(MONDAY)).toEqual({ present: 2, restored: 1 })
  expect(await textOf('2026/08/old.png')).toBe('old')
  expect((await copy('20260805T000000Z')).objects).toBe(5)
})

test('a store that is suddenly empty fails the copy', async () => {
  await put('2026/08/a.png', 'a')
  await copy(MONDAY)
  await storage.remove('2026/08/a.png')
  await expect(copy(TUESDAY)).rejects.toThrow('the media store is empty, but its copy has 1 objects')
  expect((await readMediaManifest(directory))!.summary.stamp).toBe(MONDAY)
})

test('a damaged copy restores nothing, and the next copy repairs it', async () => {
  await put('2026/08/a.png', 'aa')
  await put('2026/08/b.png', 'b')
  await copy(MONDAY)
  const { sha256 } = (await readMediaManifest(directory))!.entries.find(({ key }) => key.endsWith('a.png'))!
  await writeFile(objectPath(directory, sha256), 'xx')
  await storage.remove('2026/08/b.png')
  await expect(restore()).rejects.toThrow(
    'nothing was changed, because 1 objects of the media copy are damaged: 2026/08/a.png',
  )
  expect(await textOf('2026/08/b.png')).toBeNull()
  await rm(objectPath(directory, sha256))
  await copy(TUESDAY)
  expect(await readFile(objectPath(directory, sha256), 'utf8')).toBe('aa')
})

test('a restore without a copy fails; unknown files beside the objects are kept', async () => {
  await expect(restore()).rejects.toThrow('there is no media copy in')
  await put('2026/08/a.png', 'a')
  await copy(MONDAY)
  const objects = join(directory, 'media/objects')
  const [folder] = await readdir(objects)
  await writeFile(join(objects, folder!, 'notes.txt'), 'mine')
  await copy(TUESDAY)
  expect(await readFile(join(objects, folder!, 'notes.txt'), 'utf8')).toBe('mine')
})
