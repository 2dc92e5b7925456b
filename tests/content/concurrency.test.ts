// Concurrent writes: no update is lost silently, none is applied in part, and no conflict is a 500.
import { afterAll, describe, expect, test } from 'bun:test'
import { type Answer, startApp } from '../support/app.ts'
import { createRecord, type Row } from '../support/records.ts'
import { roundsOf } from '../support/rounds.ts'

const service = await startApp()
const { admin, anyone } = service
afterAll(() => service[Symbol.asyncDispose]())
// The embedded database runs one transaction at a time, so there are fewer interleavings to try.
const ROUNDS = roundsOf(40, 8)

const created = (resource: string, body: object) => createRecord(admin, resource, body)

const stored = ({ place }: Row) => admin('GET', place)
const versionsOf = async ({ place }: Row) =>
  (await admin('GET', `${place}/revisions`)).body.items.map(({ version }: any) => version)
const write = (method: string, { place }: Row, body?: object, etag?: string) =>
  admin(method, place, { body, headers: etag ? { 'If-Match': etag } : {} })
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()
/** Alternates the order from round to round. */
const atOnce = async (round: number, first: () => Promise<Answer>, second: () => Promise<Answer>) =>
  round % 2
    ? await Promise.all([first(), second()])
    : ((await Promise.all([second(), first()])).reverse() as [Answer, Answer])

describe('with one If-Match', () => {
  test('one of two PATCHes is 200, the other 412 with the new ETag', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const record = await created('services', { title: 'x' })
      const answers = await Promise.all(['a', 'b'].map((title) => write('PATCH', record, { title }, '"1"')))
      expect(statuses(answers)).toEqual([200, 412])
      const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
      expect(won!.headers.get('ETag')).toBe('"2"')
      expect([lost!.body.code, lost!.headers.get('ETag')]).toEqual(['stale', '"2"'])
      expect((await stored(record)).body).toEqual(won!.body)
      expect(await versionsOf(record)).toEqual([2, 1])
    }
  })

  test.each([
    ['services', { title: 'x' }, { title: 'y' }],
    ['articles', { title: 'x', status: 'published' }, { slug: 'y' }],
    ['menu', { label: 'x', url: '/' }, { label: 'y' }],
    ['redirects', { from_path: '/x', to_path: '/z' }, { to_path: '/y' }],
    ['social-links', { platform: 'x', url: '/' }, { url: '/y' }],
  ])('one of six different writes to %s succeeds', async (resource, body, change) => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const unique = Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          name === 'from_path' ? `${value}-${round}` : value,
        ]),
      )
      const changed = 'slug' in change ? { slug: `y-${round}` } : change
      const record = await created(resource, unique)
      const answers = await Promise.all(
        ['PATCH', 'PUT', 'PATCH', 'PUT', 'DELETE', 'PATCH'].map((method) =>
          write(method, record, method === 'PUT' ? { ...unique, ...changed } : changed, '"1"'),
        ),
      )
      const won = answers.filter(({ status }) => status < 300)
      expect(won).toHaveLength(1)
      const refusal = won[0]!.status === 204 ? [404, 412] : [412]
      for (const { status } of answers.filter((answer) => answer !== won[0]))
        expect(refusal).toContain(status)
      const now = await stored(record)
      expect(now.status).toBe(won[0]!.status === 204 ? 404 : 200)
      if (now.status === 200) expect(now.body).toEqual(won[0]!.body)
    }
  })

  test('either a PUT or a DELETE succeeds', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const record = await created('services', { title: 'x' })
      const [put, removed] = await atOnce(
        round,
        () => write('PUT', record, { title: 'y' }, '"1"'),
        () => write('DELETE', record, undefined, '"1"'),
      )
      const now = await stored(record)
      if (removed.status === 204) expect([put.status, now.status]).toEqual([404, 404])
      else expect([put.status, removed.status, now.body.title]).toEqual([200, 412, 'y'])
    }
  })

  test('one of two autosaves is 412', async () => {
    for (let round = 0; round < ROUNDS / 2; round++) {
      const record = await created('articles', { title: 'x' })
      const place = `${record.place}?autosave=true`
      const answers = await Promise.all(
        ['a', 'b'].map((title) => admin('PATCH', place, { body: { title }, headers: { 'If-Match': '"1"' } })),
      )
      expect(statuses(answers)).toEqual([200, 412])
    }
  })

  test('one of two reorders is 200, the other 412', async () => {
    const ids: number[] = []
    for (let count = 0; count < 4; count++)
      ids.push((await created('timeline', { period: 'x', title: 'x' })).id)
    const order = async () => {
      const { headers, body } = await admin('GET', '/api/admin/timeline')
      return { etag: headers.get('ETag')!, ids: body.items.map(({ id }: Row) => id) as number[] }
    }
    for (let round = 0; round < ROUNDS / 2; round++) {
      const before = await order()
      const wishes = [before.ids.toReversed(), [...before.ids.slice(1), before.ids[0]!]]
      const answers = await Promise.all(
        wishes.map((body) =>
          admin('POST', '/api/admin/timeline/reorder', { body, headers: { 'If-Match': before.etag } }),
        ),
      )
      expect(statuses(answers)).toEqual([200, 412])
      const won = answers.findIndex(({ status }) => status === 200)
      const after = await order()
      expect(after.ids).toEqual(wishes[won]!)
      for (const { headers } of answers) expect(headers.get('ETag')).toBe(after.etag)
    }
  })

  test('a PUT to a key without a record creates none', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const answers = await Promise.all(
        ['"1"', '*'].map((etag) =>
          admin('PUT', '/api/admin/seo-meta/gallery', {
            body: { title: 'x' },
            headers: { 'If-Match': etag },
          }),
        ),
      )
      expect(statuses(answers)).toEqual([412, 412])
    }
  })
})

describe('without If-Match', () => {
  test('writes to different fields are all applied', async () => {
    const record = await created('services', { title: 'x' })
    const fields = [
      'title',
      'title_en',
      'summary',
      'summary_en',
      'body',
      'body_en',
      'icon',
      'image_alt',
      'image_alt_en',
    ]
    for (let round = 0; round < ROUNDS / 4; round++) {
      const answers = await Promise.all(fields.map((name) => write('PATCH', record, { [name]: `${round}` })))
      expect(statuses(answers)).toEqual(fields.map(() => 200))
      const { body } = await stored(record)
      expect(fields.map((name) => body[name])).toEqual(fields.map(() => `${round}`))
      expect(body.version).toBe(1 + (round + 1) * fields.length)
    }
  })

  test('a PUT and a DELETE each answer what happened', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const record = await created('services', { title: 'x' })
      const [put, removed] = await atOnce(
        round,
        () => write('PUT', record, { title: 'y' }),
        () => write('DELETE', record),
      )
      expect([removed.status, (await stored(record)).status]).toEqual([204, 404])
      expect([200, 404]).toContain(put.status)
    }
  })

  test('one of many DELETEs is 204, the others are 404', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const record = await created('services', { title: 'x' })
      const answers = await Promise.all(Array.from({ length: 5 }, () => write('DELETE', record)))
      expect(statuses(answers)).toEqual([204, 404, 404, 404, 404])
    }
  })

  test('concurrent PUTs to a key without a record create one record', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          admin('PUT', '/api/admin/seo-meta/contact', { body: { title: `Title ${index}` } }),
        ),
      )
      expect(statuses(answers)).toEqual([200, 200, 200, 200, 201])
      expect((await admin('DELETE', '/api/admin/seo-meta/contact')).status).toBe(204)
    }
  })

  test('concurrent POSTs of a hero for one page create one record', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin('POST', '/api/admin/heroes', { body: { page_key: 'blog' } })),
    )
    expect(statuses(answers)).toEqual([201, 409, 409, 409, 409])
  })
})

describe('publishing', () => {
  test('and an autosave with the same If-Match: one is 412, and the article is either published or not', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const article = await created('articles', { title: 'x' })
      const headers = { 'If-Match': '"1"' }
      const [published, saved] = await atOnce(
        round,
        () => admin('PATCH', article.place, { body: { status: 'published' }, headers }),
        () =>
          admin('PATCH', `${article.place}?autosave=true`, {
            body: { title: 'y', status: 'draft' },
            headers,
          }),
      )
      expect(statuses([published, saved])).toEqual([200, 412])
      const { body } = await stored(article)
      const isPublished = published.status === 200
      expect(body).toMatchObject({
        status: isPublished ? 'published' : 'draft',
        title: isPublished ? 'x' : 'y',
      })
      expect(body.published_at === null).toBe(!isPublished)
      expect((await anyone('GET', `/api/articles/${article.slug}`)).status).toBe(isPublished ? 200 : 404)
    }
  })

  test('and an autosave without If-Match: both succeed, and the article is public with the new text', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const article = await created('articles', { title: 'x' })
      const answers = await atOnce(
        round,
        () => admin('PATCH', article.place, { body: { status: 'published' } }),
        () => admin('PUT', `${article.place}?autosave=true`, { body: { title: 'y', status: 'draft' } }),
      )
      expect(statuses(answers)).toEqual([200, 200])
      expect((await anyone('GET', `/api/articles/${article.slug}`)).body.title).toBe('y')
      expect(await versionsOf(article)).toEqual([3, 2, 1])
    }
  })

  test('twice concurrently sets one date', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const article = await created('articles', { title: 'x' })
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => admin('PATCH', article.place, { body: { status: 'published' } })),
      )
      expect(new Set(answers.map(({ body }) => body.published_at)).size).toBe(1)
    }
  })
})

test('50 concurrent creations and a reorder leave consecutive positions', async () => {
  for (let round = 0; round < roundsOf(3, 1); round++) {
    const before = (await admin('GET', '/api/admin/faqs')).body.items as Row[]
    const first: Row[] = []
    for (let count = 0; count < 3; count++) first.push(await created('faqs', { question: 'x', answer: 'x' }))
    const listed = first.map(({ id }) => id).reverse()
    const creates = Array.from(
      { length: 50 },
      (_, index) => () =>
        admin('POST', '/api/admin/faqs', { body: { question: `Question ${index}`, answer: 'x' } }),
    )
    const reorder = () => admin('POST', '/api/admin/faqs/reorder', { body: listed })
    const requests = [...creates.slice(0, 25), reorder, ...creates.slice(25), reorder]
    const answers = await Promise.all(requests.map((request) => request()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)

    const { items } = (await admin('GET', '/api/admin/faqs')).body as { items: Row[] }
    expect(items).toHaveLength(before.length + 53)
    const positions = items.map(({ position }) => position)
    expect(new Set(positions).size).toBe(positions.length)
    expect(items.slice(0, 3).map(({ id }) => id)).toEqual(listed)
    // A reorder does not increment `version`.
    expect(new Set(items.map(({ version }) => version))).toEqual(new Set([1]))
    const shown = (await anyone('GET', '/api/site/faqs')).body as Row[]
    expect(shown.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  }
})

test('concurrent reorders, moves, edits and deletions of one resource do not deadlock', async () => {
  for (let round = 0; round < roundsOf(8, 3); round++) {
    const records: Row[] = []
    for (let count = 0; count < 6; count++) records.push(await created('work-steps', { title: 'x' }))
    const ids = records.map(({ id }) => id)
    const answers = await Promise.all([
      admin('POST', '/api/admin/work-steps/reorder', { body: ids.toReversed() }),
      write('PATCH', records[0]!, { position: 3 }),
      admin('POST', '/api/admin/work-steps/reorder', { body: ids }),
      write('PATCH', records[5]!, { title: 'y' }),
      write('DELETE', records[2]!),
      write('PUT', records[3]!, { title: 'y', position: 1 }),
      write('DELETE', records[4]!),
      admin('POST', '/api/admin/work-steps/reorder', { body: ids.slice(0, 2) }),
    ])
    // A reorder may name a record that was just deleted.
    for (const { status } of answers) expect([200, 204, 422]).toContain(status)
  }
})
