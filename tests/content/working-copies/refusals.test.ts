// What working copies, schedules, releases, reviews and comments refuse: a 4xx with one sentence that says why, and nothing
// has changed.
import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { type Answer, type Client, startApp } from '../../support/app.ts'
import { createRecord, type Row } from '../../support/records.ts'
import { roundsOf } from '../../support/rounds.ts'

const ROUNDS = roundsOf(60, 8)
const app = await startApp()
const { admin } = app
const second = await app.beside()
const creator = await app.signIn('creator')
const other = await app.signIn('creator')
afterAll(() => app[Symbol.asyncDispose]())

const service = (body: object = {}) => createRecord(admin, 'services', { title: 'Live', ...body })
const draft = async (record: Row, body: object = { title: 'Next' }) => {
  const { status, body: copy } = await admin('PATCH', `${record.place}/draft`, { body })
  expect(status).toBe(200)
  return copy as Row
}
const itemOf = ({ id }: Row, resource = 'services') => ({ resource, id })
const releaseOf = async (...items: object[]) =>
  (await admin('POST', '/api/admin/releases', { body: { name: 'Spring', items } })).body as Row
const yesterday = new Date(Date.now() - 86_400_000).toISOString()

const TABLES = [
  ...['services', 'articles', 'working_copies', 'ended_copies', 'releases', 'release_items', 'reviews'],
  ...['draft_writers', 'comments', 'revisions', 'trash', 'audit_log', 'mail_outbox'],
]

/** All rows that a refused request could have changed. */
async function everything() {
  const tables: Record<string, unknown> = {}
  for (const name of TABLES)
    tables[name] = await app.deps.database.query((tx) =>
      rowsOf(tx, sql`select to_jsonb(found) as row from ${sql.identifier(name)} found order by 1`),
    )
  return tables
}

/** Said aloud: one sentence, in which nothing is left open. */
const isOneSentence = (detail: unknown) =>
  typeof detail === 'string' && /^[^\n]{10,300}$/.test(detail) && !/[.!?] [A-Z]/.test(detail)

type Case = { status: number; code: string; says: string; send: () => Promise<() => Promise<Answer>> }

/** `send` prepares and returns the request. */
const CASES: Record<string, Case> = {
  'publishing the copy of a deleted record': {
    status: 404,
    code: 'not_found',
    says: 'services',
    async send() {
      const record = await service()
      await draft(record)
      await admin('DELETE', record.place)
      return () => admin('POST', `${record.place}/draft/publish`)
    },
  },
  'publishing a reference that is gone': {
    status: 422,
    code: 'validation_failed',
    says: 'category_id',
    async send() {
      const category = await createRecord(admin, 'article-categories', { title: 'Category' })
      const article = await createRecord(admin, 'articles', { title: 'Article' })
      await draft(article, { category_id: category.id })
      await admin('DELETE', category.place)
      return () => admin('POST', `${article.place}/draft/publish`)
    },
  },
  'publishing twice': {
    status: 404,
    code: 'not_found',
    says: 'working copy',
    async send() {
      const record = await service()
      await draft(record)
      await admin('POST', `${record.place}/draft/publish`)
      return () => admin('POST', `${record.place}/draft/publish`)
    },
  },
  'publishing after a PUT of the same field': {
    status: 412,
    code: 'base_changed',
    says: 'title',
    async send() {
      const record = await service()
      await draft(record)
      await admin('PUT', record.place, { body: { title: 'Put' } })
      return () => admin('POST', `${record.place}/draft/publish`)
    },
  },
  'publishing with a stale If-Match': {
    status: 412,
    code: 'stale',
    says: 'changed',
    async send() {
      const record = await service()
      await draft(record)
      await draft(record, { title: 'Newer' })
      return () => admin('POST', `${record.place}/draft/publish`, { headers: { 'If-Match': '"d1"' } })
    },
  },
  'a copy with a stale If-Match': {
    status: 412,
    code: 'stale',
    says: 'changed',
    async send() {
      const record = await service()
      await draft(record)
      await draft(record, { title: 'Newer' })
      const options = { body: { title: 'Mine' }, headers: { 'If-Match': '"d1"' } }
      return () => admin('PATCH', `${record.place}/draft`, options)
    },
  },
  'discarding with a stale If-Match': {
    status: 412,
    code: 'stale',
    says: 'changed',
    async send() {
      const record = await service()
      await draft(record)
      await draft(record, { title: 'Newer' })
      return () => admin('DELETE', `${record.place}/draft`, { headers: { 'If-Match': '"d1"' } })
    },
  },
  'a merge with a version that is not live any more': {
    status: 412,
    code: 'stale',
    says: 'version 2',
    async send() {
      const record = await service()
      await draft(record)
      await admin('PATCH', record.place, { body: { summary: 'Newer' } })
      return () => admin('PATCH', `${record.place}/draft`, { body: { base_version: 1 } })
    },
  },
  'a copy of a record that does not exist': {
    status: 404,
    code: 'not_found',
    says: 'services',
    send: async () => () => admin('PATCH', '/api/admin/services/999999/draft', { body: { title: 'x' } }),
  },
  'a schedule in the past': {
    status: 422,
    code: 'validation_failed',
    says: 'must be in the future',
    async send() {
      const record = await service()
      return () => admin('PATCH', `${record.place}/draft`, { body: { title: 'x', publish_at: yesterday } })
    },
  },
  'a release in the past': {
    status: 422,
    code: 'validation_failed',
    says: 'must be in the future',
    async send() {
      const release = await releaseOf()
      return () => admin('PATCH', `/api/admin/releases/${release.id}`, { body: { publish_at: yesterday } })
    },
  },
  'a release with an item twice': {
    status: 422,
    code: 'validation_failed',
    says: 'already',
    async send() {
      const record = await service()
      await draft(record)
      const body = { name: 'Twice', items: [itemOf(record), itemOf(record)] }
      return () => admin('POST', '/api/admin/releases', { body })
    },
  },
  'a release with an item of another release': {
    status: 409,
    code: 'conflict',
    says: 'another release',
    async send() {
      const record = await service()
      await draft(record)
      await releaseOf(itemOf(record))
      const own = await releaseOf()
      const body = { items: [itemOf(record)] }
      return () => admin('PATCH', `/api/admin/releases/${own.id}`, { body })
    },
  },
  'a release of more than 200': {
    status: 422,
    code: 'validation_failed',
    says: '200',
    async send() {
      const items = Array.from({ length: 201 }, (_, index) => ({ resource: 'services', id: index + 1 }))
      return () => admin('POST', '/api/admin/releases', { body: { name: 'Large', items } })
    },
  },
  'a release with one item that is refused': {
    status: 422,
    code: 'validation_failed',
    says: 'items.1.title',
    async send() {
      const [good, empty] = [await service(), await service()]
      await draft(good)
      await draft(empty, { title: '' })
      const { id } = await releaseOf(itemOf(good), itemOf(empty))
      return () => admin('POST', `/api/admin/releases/${id}/publish`)
    },
  },
  'undoing a release whose records have changed since': {
    status: 412,
    code: 'base_changed',
    says: 'changed since',
    async send() {
      const record = await service()
      await draft(record)
      const { id } = await releaseOf(itemOf(record))
      await admin('POST', `/api/admin/releases/${id}/publish`)
      await admin('PATCH', record.place, { body: { title: 'Newer' } })
      return () => admin('POST', `/api/admin/releases/${id}/undo`)
    },
  },
  'a comment of a creator on the draft of somebody else': {
    status: 403,
    code: 'forbidden',
    says: '',
    async send() {
      const foreign = await createRecord(other, 'articles', { title: 'Foreign' })
      return () => creator('POST', `${foreign.place}/comments`, { body: { body: 'Hello' } })
    },
  },
  'a comment of a creator on a page': {
    status: 403,
    code: 'forbidden',
    says: '',
    async send() {
      const record = await service()
      return () => creator('POST', `${record.place}/comments`, { body: { body: 'Hello' } })
    },
  },
  'a comment of 4 MB': {
    status: 413,
    code: 'payload_too_large',
    says: '',
    async send() {
      const record = await service()
      return () => admin('POST', `${record.place}/comments`, { body: { body: 'a'.repeat(4 * 1_048_576) } })
    },
  },
  'a mention of an account that may not read the record': {
    status: 422,
    code: 'validation_failed',
    says: 'may read this record',
    async send() {
      const record = await service()
      return () => admin('POST', `${record.place}/comments`, { body: { body: `@[${creator.id}] hello` } })
    },
  },
  'a mention of a creator whose article is published': {
    status: 422,
    code: 'validation_failed',
    says: 'may read this record',
    async send() {
      const own = await createRecord(creator, 'articles', { title: 'Own' })
      await admin('PATCH', own.place, { body: { status: 'published' } })
      return () => admin('POST', `${own.place}/comments`, { body: { body: `@[${creator.id}] hello` } })
    },
  },
  'a quote without words': {
    status: 422,
    code: 'validation_failed',
    says: 'anchor.quote',
    async send() {
      const record = await service()
      const anchor = { field: 'title', quote: ' ', position: 0 }
      return () => admin('POST', `${record.place}/comments`, { body: { body: 'x', anchor } })
    },
  },
  'a quote of more than 1,000 characters': {
    status: 422,
    code: 'validation_failed',
    says: 'anchor.quote',
    async send() {
      const record = await service()
      const anchor = { field: 'title', quote: 'x'.repeat(1_001), position: 0 }
      return () => admin('POST', `${record.place}/comments`, { body: { body: 'x', anchor } })
    },
  },
  'a position that no text reaches': {
    status: 422,
    code: 'validation_failed',
    says: 'anchor.position',
    async send() {
      const record = await service()
      const anchor = { field: 'title', quote: 'x', position: 10_000_001 }
      return () => admin('POST', `${record.place}/comments`, { body: { body: 'x', anchor } })
    },
  },
  'a passage in the comment of somebody else': {
    status: 403,
    code: 'forbidden',
    says: 'author',
    async send() {
      const own = await createRecord(creator, 'articles', { title: 'Own' })
      const { body: said } = await creator('POST', `${own.place}/comments`, { body: { body: 'x' } })
      const anchor = { field: 'title', quote: 'Own', position: 0 }
      return () => admin('PATCH', `/api/admin/comments/${said.id}`, { body: { anchor } })
    },
  },
  'a passage of an unknown field, in an edit': {
    status: 422,
    code: 'validation_failed',
    says: 'anchor.field',
    async send() {
      const record = await service()
      const { body: said } = await admin('POST', `${record.place}/comments`, { body: { body: 'x' } })
      const anchor = { field: 'nothing', quote: 'x', position: 0 }
      return () => admin('PATCH', `/api/admin/comments/${said.id}`, { body: { anchor } })
    },
  },
  'a review of what visitors see': {
    status: 409,
    code: 'conflict',
    says: 'nothing to review',
    async send() {
      const record = await service()
      return () => admin('POST', `${record.place}/review`, { body: { action: 'request' } })
    },
  },
  'an approval that nobody asked for': {
    status: 409,
    code: 'conflict',
    says: 'no review',
    async send() {
      const record = await service()
      await draft(record)
      return () => admin('POST', `${record.place}/review`, { body: { action: 'approve' } })
    },
  },
}

test.each(Object.entries(CASES))(
  '%s is refused and changes nothing',
  async (_, { status, code, says, send }) => {
    const request = await send()
    const before = await everything()
    const answer = await request()
    expect([answer.status, answer.body.code]).toEqual([status, code])
    const said = [
      answer.body.detail,
      ...(answer.body.errors ?? []).map((error: Row) => `${error.path} ${error.message}`),
    ]
    expect(said.join('\n')).toContain(says)
    expect([answer.body.detail, isOneSentence(answer.body.detail)]).toEqual([answer.body.detail, true])
    expect(await everything()).toEqual(before)
  },
)

describe('at once', () => {
  const versions = async ({ place }: Row) =>
    (await admin('GET', `${place}/revisions`)).body.items.map(({ version }: Row) => version)
  const publish = (client: Client, { place }: Row) => client('POST', `${place}/draft/publish`)

  test('two publications of a copy publish it once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const record = await service()
      await draft(record)
      const answers = await Promise.all([publish(admin, record), publish(second.admin, record)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
      expect(await versions(record)).toEqual([2, 1])
    }
  })

  test('a publication and a PUT: either the copy came first, or it is refused and stays', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const record = await service()
      await draft(record)
      const put = () => second.admin('PUT', record.place, { body: { title: 'Put' } })
      const requests = [() => publish(admin, record), put]
      const answers = await Promise.all((round % 2 ? requests : requests.toReversed()).map((send) => send()))
      const [published, written] = round % 2 ? answers : answers.toReversed()
      expect(written!.status).toBe(200)
      const kept = await admin('GET', `${record.place}/draft`)
      if (published!.status === 200) {
        expect([kept.status, await versions(record)]).toEqual([404, [3, 2, 1]])
      } else {
        expect([published!.status, published!.body.code]).toEqual([412, 'base_changed'])
        expect([kept.body.title, await versions(record)]).toEqual(['Next', [2, 1]])
      }
      expect((await admin('GET', record.place)).body.title).toBe('Put')
    }
  })

  test('a copy and a deletion of its record: it goes into the trash with it, or is refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const record = await service()
      const [written, removed] = await Promise.all([
        admin('PATCH', `${record.place}/draft`, { body: { title: 'Next' } }),
        second.admin('DELETE', record.place),
      ])
      expect([removed.status, [200, 404].includes(written.status)]).toEqual([204, true])
      const { body } = await admin('GET', '/api/admin/trash?resource=services&per_page=1&page=1')
      await admin('POST', `/api/admin/trash/${body.items[0].id}/restore`)
      const { status } = await admin('GET', `${record.place}/draft`)
      expect(status).toBe(written.status)
    }
  })

  test('comments are never more than a thousand', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const record = await service()
      await app.deps.database.query((tx) =>
        tx.execute(sql`insert into comments (resource, record_id, author, body, created_at)
          select 'services', ${record.id}::int, 'A', 'b', now() from generate_series(1, 998)`),
      )
      const clients = [admin, second.admin, admin, second.admin, admin]
      const answers = await Promise.all(
        clients.map((client) => client('POST', `${record.place}/comments`, { body: { body: 'x' } })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409])
    }
  })
})
