// An import where records were deleted: what is in the trash keeps its ids and its history, and so does what is new.
import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { exportDatabase } from '../../../src/moving/transfer/export-database.ts'
import { importDatabase } from '../../../src/moving/transfer/import-database.ts'
import { openArchive } from '../../../src/moving/transfer/open-archive.ts'
import { createArchive } from '../../../src/moving/transfer/write-archive.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { startApp } from '../../support/app.ts'
import { createRecord } from '../../support/records.ts'

const app = await startApp()
const { admin, deps } = app
const directory = await mkdtemp(join(tmpdir(), 'frontage-transfer-'))
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

const job = { storage: deps.storage, withForms: false, onProgress: { total() {}, step() {} } }

let archives = 0
async function exported(): Promise<string> {
  const path = join(directory, String(++archives))
  await using archive = await createArchive(path)
  await exportDatabase({ ...job, database: deps.database, archive })
  await archive.finish({ languages: ['fa', 'en'], now: new Date() })
  return path
}

async function imported(path: string) {
  await using archive = await openArchive(path)
  const { database, clock, textWorkers, config } = deps
  const { trashKeepMs } = config
  const actor = { kind: 'system', name: 'import' } as const
  const ctx = { database, clock, mediaBase: '', siteUrl: '', textWorkers, trashKeepMs, actor }
  await importDatabase({ ...job, archive, ctx, dryRun: false, onProgress() {} })
}

const records = async () =>
  (await admin('GET', '/api/admin/faqs')).body.items as { id: number; question: string }[]
const entries = async () =>
  (await admin('GET', '/api/admin/trash?resource=faqs')).body.items as {
    id: number
    record_id: number
    label: string
  }[]
const versions = async (place: string) =>
  (await admin('GET', `${place}/revisions`)).body.items.map(({ version }: { version: number }) => version)

const faq = (question: string) => createRecord(admin, 'faqs', { question, answer: '<p>x</p>' })

test('what was deleted since the export is created anew, beside what is in the trash', async () => {
  const first = await faq('one')
  await admin('PATCH', first.place, { body: { question: 'one, edited' } })
  const second = await faq('two')
  const path = await exported()
  for (const { place } of [first, second]) expect((await admin('DELETE', place)).status).toBe(204)
  await imported(path)

  const live = await records()
  expect(live.map(({ question }) => question)).toEqual(['one, edited', 'two'])
  const trashed = await entries()
  expect(trashed.map(({ record_id }) => record_id).sort()).toEqual([first.id, second.id])
  for (const { id } of live) {
    expect([first.id, second.id]).not.toContain(id)
    const history = await versions(`/api/admin/faqs/${id}`)
    expect(history).toHaveLength(1)
  }

  const entryOf = (id: number) => `/api/admin/trash/${trashed.find(({ record_id }) => record_id === id)!.id}`
  expect(await versions(entryOf(first.id))).toEqual([2, 1])
  expect((await admin('POST', `${entryOf(first.id)}/restore`)).status).toBe(200)
  expect(await versions(first.place)).toEqual([3, 2, 1])
  expect((await admin('DELETE', entryOf(second.id))).status).toBe(204)
  for (const { id } of live) expect(await versions(`/api/admin/faqs/${id}`)).toHaveLength(1)
  expect((await records()).map(({ question }) => question)).toContain('one, edited')
})

test.each([
  ['the trash', sql`delete from revisions where resource = 'faqs'`],
  ['the history', sql`delete from trash where resource = 'faqs'`],
])('an id that only %s knows is not given again', async (who, forget) => {
  const { id } = await faq(who)
  const path = await exported()
  for (const each of await records())
    expect((await admin('DELETE', `/api/admin/faqs/${each.id}`)).status).toBe(204)
  await deps.database.query((tx) => tx.execute(forget))
  await imported(path)
  const known = (await records()).filter(({ question }) => question === who)
  expect(known).toHaveLength(1)
  expect(known[0]!.id).not.toBe(id)
})

test('ids that an import of a former release gave twice are parted when it is updated', async () => {
  const trashedTwice = await faq('deleted first')
  await admin('PATCH', trashedTwice.place, { body: { question: 'deleted first, edited' } })
  const { id, place } = trashedTwice
  const comment = async (body: string) =>
    expect((await admin('POST', `${place}/comments`, { body: { body } })).status).toBe(201)
  const recordOf = async (table: string, column: string, value: string) =>
    (
      await deps.database.query((tx) =>
        rowsOf<{ id: number }>(
          tx,
          sql`select record_id as id from ${sql.identifier(table)} where ${sql.identifier(column)} = ${value}`,
        ),
      )
    ).map((row) => row.id)
  await comment('about the first')
  await deps.database.query((tx) =>
    tx.execute(sql`insert into reviews (resource, record_id, state, version, requested_by, requested_at)
      values ('faqs', ${id}, 'requested', 1, 'of the first', now())`),
  )
  await deps.database.query((tx) =>
    tx.execute(sql`insert into working_copies (resource, record_id, base_version, base, state, updated_by, created_at, updated_at)
      values ('faqs', ${id}, 1, '{}', '{}', 'of the first', now(), now())`),
  )
  /** A record with the same id, as an import made it. */
  async function giveAgain(question: string) {
    await deps.database.transaction(async (tx) => {
      await tx.execute(
        sql`insert into faqs (id, question, answer, position) overriding system value values (${id}, ${question}, 'x', 1)`,
      )
      await tx.execute(sql`insert into revisions (resource, record_id, version, actor, autosave, created_at, fields, state)
        values ('faqs', ${id}, 1, 'import', false, now(), '{}', '{}')`)
    })
  }
  for (const question of ['deleted second', 'live']) {
    expect((await admin('DELETE', place)).status).toBe(204)
    await giveAgain(question)
  }
  await comment('about the live one')
  const file = new URL('../../../drizzle/0055_ids_of_deleted_records.sql', import.meta.url)
  const migration = sql.raw(await Bun.file(file).text())
  await deps.database.transaction((tx) => tx.execute(migration))

  expect(await versions(place)).toEqual([1])
  const [first] = (await entries()).filter(({ label }) => label === 'deleted first, edited')
  expect(await recordOf('comments', 'body', 'about the first')).toEqual([first!.record_id])
  expect(await recordOf('reviews', 'requested_by', 'of the first')).toEqual([first!.record_id])
  expect(await recordOf('working_copies', 'updated_by', 'of the first')).toEqual([first!.record_id])
  expect(await recordOf('comments', 'body', 'about the live one')).toEqual([id])
  const parted = (await entries()).filter(({ label }) => label.startsWith('deleted'))
  expect(parted.map(({ label }) => label)).toEqual(['deleted second', 'deleted first, edited'])
  const histories = parted.map((entry) => versions(`/api/admin/trash/${entry.id}`))
  expect(await Promise.all(histories)).toEqual([[1], [2, 1]])
  for (const entry of parted)
    expect((await admin('POST', `/api/admin/trash/${entry.id}/restore`)).status).toBe(200)
  const questions = (await records()).map(({ question }) => question)
  expect(questions).toEqual(expect.arrayContaining(['live', 'deleted first, edited', 'deleted second']))

  const before = await entries()
  await deps.database.transaction((tx) => tx.execute(migration))
  expect(await entries()).toEqual(before)
})
