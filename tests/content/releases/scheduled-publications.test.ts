// Working copies with a time: published at it, once, by any replica; refused ones stay and are told.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { startMailApp } from '../../mail/mail-app.ts'
import { ADMIN } from '../../support/app.ts'
import { createRecord, expectProblem, type Row } from '../../support/records.ts'
import { roundsOf } from '../../support/rounds.ts'

const app = await startMailApp()
const { admin } = app
const replicas = [app.deps, (await app.beside()).deps, (await app.beside()).deps]
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.setClock(BEFORE))

const BEFORE = new Date('2026-05-01T10:00:00Z')
const AT = '2026-05-02T10:00:00.000Z'
const AFTER = new Date('2026-05-02T10:00:01Z')
const ROUNDS = roundsOf(40, 8)

const draft = (record: Row, body: object) => admin('PATCH', `${record.place}/draft`, { body })
const service = (body: object = {}) => createRecord(admin, 'services', { title: 'زنده', ...body })
const live = async (record: Row) => (await admin('GET', record.place)).body
/** All replicas look at once. */
const run = () => Promise.all(replicas.map(({ scheduledPublications }) => scheduledPublications.run()))

test('a draft is published at its time, not before, and by one replica', async () => {
  const record = await service()
  const scheduled = await draft(record, { title: 'بعدی', publish_at: AT })
  expect([scheduled.status, scheduled.body.draft.publish_at]).toEqual([200, AT])
  await run()
  expect((await live(record)).version).toBe(1)
  app.setClock(new Date(AT))
  await run()
  expect(await live(record)).toMatchObject({ title: 'بعدی', version: 2 })
  const { body } = await admin('GET', `${record.place}/revisions`)
  expect(body.items.map(({ version, actor }: any) => [version, actor])).toEqual([
    [2, 'Admin'],
    [1, 'Admin'],
  ])
  expectProblem(await admin('GET', `${record.place}/draft`), 404, 'not_found')
})

test('many drafts that three replicas find at once are published once each', async () => {
  const records: Row[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const record = await service()
    await draft(record, { title: `بعدی ${round}`, publish_at: AT })
    records.push(record)
  }
  app.setClock(AFTER)
  await run()
  for (const [round, record] of records.entries())
    expect(await live(record)).toMatchObject({ title: `بعدی ${round}`, version: 2 })
})

test('a time in the past, or no time at all, is refused', async () => {
  const record = await service()
  for (const publish_at of ['2026-05-01T10:00:00Z', 'tomorrow', 5])
    expectProblem(await draft(record, { publish_at }), 422, 'validation_failed')
  expectProblem(await admin('GET', `${record.place}/draft`), 404, 'not_found')
})

test('a schedule that was ended, or moved, is not kept', async () => {
  const [ended, moved] = [await service(), await service()]
  for (const record of [ended, moved]) await draft(record, { title: 'بعدی', publish_at: AT })
  await draft(ended, { publish_at: null })
  await draft(moved, { publish_at: '2026-05-03T10:00:00Z' })
  app.setClock(AFTER)
  await run()
  expect([(await live(ended)).version, (await live(moved)).version]).toEqual([1, 1])
})

test('a refusal changes nothing, stays with its reason, and is mailed once; another time tries again', async () => {
  const record = await service({ summary: 'یک' })
  await draft(record, { title: '', summary: 'دو', publish_at: AT })
  await app.deliver()
  app.setClock(AFTER)
  await run()
  await run()
  expect(await live(record)).toMatchObject({ title: 'زنده', summary: 'یک', version: 1 })
  const { body } = await admin('GET', `${record.place}/draft`)
  expect(body.draft).toMatchObject({
    publish_at: AT,
    refusal: { detail: 'title: is required', errors: [{ path: 'title', code: 'required' }] },
  })
  const mails = await app.deliver()
  expect(mails.map(({ to, headers }) => [to, headers.subject])).toEqual([
    [ADMIN.email, `«services ${record.id}» منتشر نشد`],
  ])
  expect(mails[0]!.html).toContain(`/admin/services/${record.id}`)
  const again = { title: 'درست', publish_at: '2026-05-03T10:00:00Z' }
  expect((await draft(record, again)).body.draft.refusal).toBeNull()
  app.setClock(new Date('2026-05-03T10:00:00Z'))
  await run()
  expect(await live(record)).toMatchObject({ title: 'درست', summary: 'دو', version: 2 })
})

test('a draft that both sides have changed is refused as a publication by hand is', async () => {
  const record = await service({ summary: 'یک' })
  await draft(record, { summary: 'دو', publish_at: AT })
  await admin('PATCH', record.place, { body: { summary: 'سه' } })
  app.setClock(AFTER)
  await run()
  const { body } = await admin('GET', `${record.place}/draft`)
  expect(body.draft.refusal.errors).toMatchObject([{ path: 'summary', code: 'base_changed' }])
  expect((await live(record)).summary).toBe('سه')
})

test('all drafts are listed, the last changed first, but not those of deleted records', async () => {
  const [first, second, deleted] = [await service(), await service(), await service()]
  app.setClock(AFTER)
  for (const record of [first, deleted, second]) await draft(record, { title: `بعدی ${record.id}` })
  await admin('DELETE', deleted.place)
  const { status, body } = await admin('GET', '/api/admin/drafts?resource=services&per_page=2')
  expect([status, body.items.map(({ id, label, version }: any) => [id, label, version])]).toEqual([
    200,
    [
      [second.id, `بعدی ${second.id}`, 1],
      [first.id, `بعدی ${first.id}`, 1],
    ],
  ])
  expectProblem(await admin('GET', '/api/admin/drafts?resource=nothing'), 422, 'validation_failed')
  expectProblem(await (await app.signIn('creator'))('GET', '/api/admin/drafts'), 403, 'forbidden')
})

test('a draft that cannot be read does not keep the others waiting', async () => {
  const [broken, sound] = [await service(), await service()]
  for (const record of [broken, sound]) await draft(record, { title: 'بعدی', publish_at: AT })
  await app.deps.database.query((tx) =>
    tx.execute(sql`update working_copies set state = 'null'::jsonb
      where resource = 'services' and record_id = ${broken.id}`),
  )
  app.setClock(AFTER)
  await run()
  expect([(await live(broken)).version, (await live(sound)).version]).toEqual([1, 2])
  await admin('DELETE', `/api/admin/services/${broken.id}`)
})
