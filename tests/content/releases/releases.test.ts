// Releases: sets of working copies that become public at one instant, or not at all.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { startMailApp } from '../../mail/mail-app.ts'
import { ADMIN, type Answer } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { createRecord, expectProblem, type Row } from '../../support/records.ts'
import { roundsOf } from '../../support/rounds.ts'

const app = await startMailApp()
const { admin } = app
const others = [await app.beside(), await app.beside()]
const replicas = [app, ...others]
afterAll(() => app[Symbol.asyncDispose]())
const NOW = new Date('2026-05-01T10:00:00Z')
beforeEach(() => app.setClock(NOW))

const ROUNDS = roundsOf(30, 6)
const DAY_MS = 86_400_000

const live = async ({ place }: Row) => (await admin('GET', place)).body
const draft = (record: Row, body: object) => admin('PATCH', `${record.place}/draft`, { body })

/** A service with a working copy, as an item. */
async function changed(body: object = { title: 'بعدی' }) {
  const record = await createRecord(admin, 'services', { title: 'پیشین' })
  expect((await draft(record, body)).status).toBe(200)
  return { record, item: { resource: 'services', id: record.id } }
}
const create = (items: object[], body: object = {}) =>
  admin('POST', '/api/admin/releases', { body: { name: 'بهار', items, ...body } })
const send = (method: string, { body: { id } }: Answer, rest = '', body?: object, etag?: string) =>
  admin(method, `/api/admin/releases/${id}${rest}`, {
    ...(body && { body }),
    headers: etag ? { 'If-Match': etag } : {},
  })
const paths = ({ body }: Answer) => body.errors.map(({ path }: { path: string }) => path)

describe('a release', () => {
  test('publishes its working copies together, and nothing before', async () => {
    const [first, second] = [await changed(), await changed({ summary: 'نو' })]
    const hero = await createRecord(admin, 'heroes', { page_key: 'home', title: 'خوش آمدید' })
    await draft(hero, { title: 'بهار' })
    const about = { place: '/api/admin/about/1' } as Row
    await draft(about, { intro: 'تازه' })
    const release = await create([
      first.item,
      second.item,
      { resource: 'heroes', id: hero.id },
      { resource: 'about', id: 1 },
    ])
    expect([release.status, release.headers.get('Location')]).toEqual([
      201,
      `/api/admin/releases/${release.body.id}`,
    ])
    expect(release.body).toMatchObject({ name: 'بهار', state: 'open', published_at: null, refusal: null })
    expect(release.body.items.map(({ label, problems }: any) => [label, problems])).toEqual([
      ['بعدی', []],
      ['پیشین', []],
      ['home', []],
      [expect.any(String), []],
    ])
    expect((await live(first.record)).title).toBe('پیشین')
    const published = await send('POST', release, '/publish')
    expect([published.status, published.body.state, published.body.published_by]).toEqual([
      200,
      'published',
      'Admin',
    ])
    expect([
      (await live(first.record)).title,
      (await live(second.record)).summary,
      (await live(hero)).title,
      (await live(about)).intro,
    ]).toEqual(['بعدی', 'نو', 'بهار', 'تازه'])
    expectProblem(await admin('GET', `${hero.place}/draft`), 404, 'not_found')
    expectProblem(await send('POST', release, '/publish'), 409, 'conflict')
    expectProblem(await send('PATCH', release, '', { name: 'x' }), 409, 'conflict')
  })

  test('with one refusal publishes nothing, and says which items are refused', async () => {
    const [good, empty, both] = [await changed(), await changed({ title: '' }), await changed()]
    await admin('PATCH', both.record.place, { body: { title: 'زنده' } })
    const release = await create([good.item, empty.item, both.item])
    expect(
      release.body.items.map(({ problems }: any) => problems.map(({ path, code }: any) => [path, code])),
    ).toEqual([[], [['title', 'required']], [['title', 'base_changed']]])
    const refused = await send('POST', release, '/publish')
    expect([refused.status, paths(refused)]).toEqual([422, ['items.1.title', 'items.2.title']])
    expect((await live(good.record)).version).toBe(1)
    await draft(empty.record, { title: 'درست' })
    const conflict = await send('POST', release, '/publish')
    expectProblem(conflict, 412, 'base_changed')
    expect(paths(conflict)).toEqual(['items.2.title'])
    await draft(both.record, { base_version: 2, title: 'هر دو' })
    expect((await send('POST', release, '/publish')).status).toBe(200)
    expect((await live(both.record)).title).toBe('هر دو')
  })

  test('swaps what is unique, and takes a discarded copy as a refusal', async () => {
    const kept = await changed()
    const gone = await changed()
    const release = await create([kept.item, gone.item])
    await admin('DELETE', `${gone.record.place}/draft`)
    const refused = await send('POST', release, '/publish')
    expectProblem(refused, 404, 'not_found')
    expect(paths(refused)).toEqual(['items.1'])
    await admin('DELETE', gone.record.place)
    const { status, body } = await send('GET', release)
    expect([status, body.items[1].draft, body.items[1].problems.length]).toEqual([200, null, 1])
  })

  test('is refused with an item twice, of another release, unknown, without a copy, and with more than 200', async () => {
    const { record, item } = await changed()
    const plain = await createRecord(admin, 'services', { title: 'بدون پیش‌نویس' })
    for (const [items, path] of [
      [[item, item], 'items.1'],
      [[{ resource: 'services', id: 999_999 }], 'items.0'],
      [[{ resource: 'services', id: plain.id }], 'items.0'],
      [[{ resource: 'nothing', id: 1 }], 'items.0.resource'],
      [[{ resource: 'services' }], 'items.0.id'],
      [Array.from({ length: 201 }, () => item), 'items'],
    ] as const) {
      const refused = await create(items as object[])
      expect([refused.status, paths(refused)]).toEqual([422, [path]])
    }
    const first = await create([item])
    const second = await create([item])
    expectProblem(second, 409, 'conflict')
    expect(paths(second)).toEqual(['items.0'])
    expect(second.body.errors[0].message).toContain('بهار')
    expect((await send('DELETE', first)).status).toBe(204)
    expect((await admin('GET', `${record.place}/draft`)).status).toBe(200)
    expect((await create([item])).status).toBe(201)
    expectProblem(await create([], { name: '' }), 422, 'validation_failed')
    expectProblem(await create([], { publish_at: '2026-04-01T00:00:00Z' }), 422, 'validation_failed')
    expectProblem(await send('POST', await create([]), '/publish'), 422, 'validation_failed')
    expectProblem(await admin('GET', '/api/admin/releases/999999'), 404, 'not_found')
    expectProblem(await admin('GET', '/api/admin/releases/x'), 404, 'not_found')
  })

  test('has an ETag that each change moves on', async () => {
    const release = await create([(await changed()).item])
    expect(release.headers.get('ETag')).toBe('"1"')
    expectProblem(await send('PATCH', release, '', { name: 'تابستان' }, '"2"'), 412, 'stale')
    const renamed = await send('PATCH', release, '', { name: 'تابستان' }, '"1"')
    expect([renamed.body.name, renamed.headers.get('ETag'), renamed.body.items.length]).toEqual([
      'تابستان',
      '"2"',
      1,
    ])
    expectProblem(await send('POST', release, '/publish', undefined, '"1"'), 412, 'stale')
    expect((await send('PATCH', release, '', { items: [] })).body.items).toEqual([])
  })

  test('is for admins and editors, and not for a token of some resources', async () => {
    const creator = await app.signIn('creator')
    const editor = await app.signIn('editor')
    expectProblem(await creator('GET', '/api/admin/releases'), 403, 'forbidden')
    const { status, body } = await editor('GET', '/api/admin/releases?state=open&per_page=1')
    expect([status, body.items.length, typeof body.items[0].item_count]).toEqual([200, 1, 'number'])
    const token = async (fields: object) => {
      const all = {
        name: 't',
        expires_at: '2026-12-30T00:00:00Z',
        current_password: ADMIN.password,
        ...fields,
      }
      const made = await admin('POST', '/api/admin/tokens', { body: all })
      return { Authorization: `Bearer ${made.body.token}` }
    }
    app.setClock(null)
    const narrow = await token({ scopes: ['read', 'write', 'publish'], resources: ['services'] })
    expectProblem(await app.anyone('GET', '/api/admin/releases', { headers: narrow }), 403, 'forbidden')
    const writer = await token({ scopes: ['read', 'write'] })
    const release = await create([(await changed()).item])
    const path = `/api/admin/releases/${release.body.id}/publish`
    expectProblem(await app.anyone('POST', path, { headers: writer }), 403, 'insufficient_scope')
  })
})

describe('undoing a release', () => {
  test('writes the states before, and keeps what it published as working copies', async () => {
    const [first, second] = [await changed(), await changed({ summary: 'نو' })]
    const release = await create([first.item, second.item])
    expectProblem(await send('POST', release, '/undo'), 409, 'conflict')
    await send('POST', release, '/publish')
    await admin('PATCH', first.record.place, { body: { icon: 'truck' } })
    const undone = await send('POST', release, '/undo')
    expect([undone.status, undone.body.state]).toEqual([200, 'undone'])
    expect(await live(first.record)).toMatchObject({ title: 'پیشین', icon: 'truck', version: 4 })
    expect(await live(second.record)).toMatchObject({ summary: null, version: 3 })
    const copy = (await admin('GET', `${first.record.place}/draft`)).body
    expect([copy.title, copy.icon, copy.draft.base_changed]).toEqual(['بعدی', 'truck', []])
    expectProblem(await send('POST', release, '/undo'), 409, 'conflict')
    expect((await create([first.item])).status).toBe(201)
  })

  test('is refused where the same field has changed since, and after the days of the trash', async () => {
    const { record, item } = await changed()
    const release = await create([item])
    await send('POST', release, '/publish')
    await admin('PATCH', record.place, { body: { title: 'پس از انتشار' } })
    const refused = await send('POST', release, '/undo')
    expectProblem(refused, 412, 'base_changed')
    expect(paths(refused)).toEqual(['items.0.title'])
    await admin('PATCH', record.place, { body: { title: 'بعدی' } })
    const keptMs = app.deps.config.trashKeepMs
    app.setClock(new Date(NOW.getTime() + keptMs + DAY_MS))
    expectProblem(await send('POST', release, '/undo'), 409, 'conflict')
    app.setClock(NOW)
    expect((await send('POST', release, '/undo')).status).toBe(200)
  })
})

test('at its time it is published once, by any replica; a refusal stays, and is mailed', async () => {
  const publish_at = '2026-05-02T10:00:00.000Z'
  const [good, bad] = [await changed(), await changed({ title: '' })]
  const release = await create([good.item], { publish_at })
  const refused = await create([bad.item], { publish_at, name: 'ناقص' })
  const run = () => Promise.all(replicas.map(({ deps }) => deps.scheduledPublications.run()))
  await run()
  expect((await live(good.record)).version).toBe(1)
  await app.deliver()
  app.setClock(new Date(publish_at))
  await run()
  await run()
  expect((await live(good.record)).version).toBe(2)
  expect((await send('GET', release)).body.state).toBe('published')
  const { body } = await send('GET', refused)
  expect([body.state, body.refusal.errors]).toMatchObject([
    'open',
    [{ path: 'items.0.title', code: 'required' }],
  ])
  const mails = await app.deliver()
  expect(mails.map(({ headers }) => headers.subject)).toEqual(['«ناقص» منتشر نشد'])
  expect(mails[0]!.html).toContain(`/admin/releases/${body.id}"`)
})

test('two publications at once publish it once', async () => {
  for (let round = 0; round < ROUNDS / 3; round++) {
    const { record, item } = await changed()
    const release = await create([item])
    const answers = await Promise.all(
      replicas.map(({ admin: client }) => client('POST', `/api/admin/releases/${release.body.id}/publish`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await live(record)).version).toBe(2)
  }
})

test('no answer of any replica shows a part of a release', async () => {
  const statistic = await createRecord(admin, 'statistics', { label: 'n', value: '0' })
  const faq = await createRecord(admin, 'faqs', { question: '0', answer: 'x' })
  let isDone = false
  const seen = new Set<string>()
  const torn: string[] = []
  const read = async ({ anyone }: (typeof replicas)[number]) => {
    while (!isDone) {
      // A turn of the event loop: answers from memory need none.
      await new Promise(setImmediate)
      const { body } = await anyone('GET', '/api/site')
      const value = body.statistics.find(({ id }: Row) => id === statistic.id).value
      const { question } = body.faqs.find(({ id }: Row) => id === faq.id)
      seen.add(value)
      if (value !== question) torn.push(`${value} ${question}`)
    }
  }
  for (const { anyone } of replicas)
    await eventually(async () => {
      const { body } = await anyone('GET', '/api/site')
      const isThere = (rows: Row[], record: Row) => rows.some(({ id }) => id === record.id)
      return isThere(body.statistics, statistic) && isThere(body.faqs, faq)
    })
  const readers = [...replicas, ...replicas].map(read)
  for (let round = 1; round <= ROUNDS; round++) {
    await draft(statistic, { value: `${round}` })
    await draft(faq, { question: `${round}` })
    const release = await create([
      { resource: 'statistics', id: statistic.id },
      { resource: 'faqs', id: faq.id },
    ])
    expect((await send('POST', release, '/publish')).status).toBe(200)
  }
  isDone = true
  await Promise.all(readers)
  expect([torn, seen.size > 2]).toEqual([[], true])
})
