// The last guards of comments and reviews: requests that were let in and come too late, strangers who try, and what is left
// of a record that is gone.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { UserActor } from '../../../src/accounts/actor.ts'
import { addComment, changeComment, removeComment } from '../../../src/content/collaboration/comments.ts'
import { takeReviewStep } from '../../../src/content/collaboration/reviews.ts'
import type { ContentContext } from '../../../src/content/content-context.ts'
import { findResource } from '../../../src/content/resources/resource-registry.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { startMailApp } from '../../mail/mail-app.ts'
import { ADMIN, type Client, clientOf, startApp, tokenOf } from '../../support/app.ts'
import { createRecord, type Row } from '../../support/records.ts'

const app = await startMailApp({ REVIEW_REQUIRED: 'all' })
const creators = await startApp({ REVIEW_REQUIRED: 'creators' })
const { admin } = app
const editor = await app.signIn('editor', 'Erfan')
const other = await app.signIn('editor', 'Elham')
const creator = await app.signIn('creator', 'Sara')
const stranger = await app.signIn('creator', 'Omid')
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await creators[Symbol.asyncDispose]()
})
afterEach(() => app.deliver())

const articles = findResource('articles')!
const draftOf = (client: Client, fields: object = {}) =>
  createRecord(client, 'articles', { title: 'Draft', ...fields })
const comment = async (client: Client, { place }: Row) =>
  (await client('POST', `${place}/comments`, { body: { body: 'A comment' } })).body
const step = (client: Client, { place }: Row, action: string) =>
  client('POST', `${place}/review`, { body: { action } })

describe('an account whose session ended after the request was let in', () => {
  const { database, clock, config, textWorkers } = app.deps
  const account = { id: editor.id, name: 'Erfan', role: 'editor', creatorUploads: false } as const
  const actor: UserActor = { kind: 'user', ...account, tokenVersion: 99, session: null }
  const ctx: ContentContext = {
    ...{ database, clock, textWorkers, actor, reviewRequired: config.reviewRequired },
    ...{ mediaBase: config.site.mediaBase, siteUrl: config.site.url, trashKeepMs: config.trashKeepMs },
  }
  const body = { body: 'Too late' }

  test.each<[string, (record: Row, comment: number) => Promise<unknown>]>([
    ['adds no comment', ({ id }) => addComment(ctx, { resource: articles, idOrKey: `${id}`, body })],
    ['changes none', (_, id) => changeComment(ctx, { id, body: { resolved: true } })],
    ['deletes none', (_, id) => removeComment(ctx, id)],
    [
      'takes no step of a review',
      ({ id }) =>
        takeReviewStep(ctx, {
          ...{ resource: articles, idOrKey: `${id}`, ifMatch: null },
          body: { action: 'request' },
        }),
    ],
  ])('%s', async (_, attempt) => {
    const record = await draftOf(creator)
    const said = await comment(creator, record)
    await expect(attempt(record, said.id)).rejects.toMatchObject({ code: 'unauthenticated' })
    const { body: list } = await admin('GET', `${record.place}/comments`)
    expect(list.items).toEqual([said])
    expect((await admin('GET', `${record.place}/review`)).body.review).toBeNull()
  })
})

describe('a stranger', () => {
  test('learns nothing about the input for a record of somebody else', async () => {
    const { place } = await draftOf(creator)
    for (const path of ['comments', 'review'])
      expect((await stranger('POST', `${place}/${path}`, { body: { nonsense: true } })).status).toBe(403)
  })

  test('that is a token of other resources finds no comment', async () => {
    const said = await comment(creator, await draftOf(creator))
    const scope = { scopes: ['read', 'write', 'delete'], resources: ['services'] }
    const fields = {
      name: 'narrow',
      expires_at: new Date(Date.now() + 86_400_000),
      current_password: ADMIN.password,
    }
    const { body } = await admin('POST', '/api/admin/tokens', { body: { ...fields, ...scope } })
    const headers = { Authorization: `Bearer ${body.token}` }
    const path = `/api/admin/comments/${said.id}`
    for (const [method, options] of [
      ['PATCH', { headers, body: { resolved: true } }],
      ['DELETE', { headers }],
    ] as const)
      expect([method, (await app.anyone(method, path, options)).status]).toEqual([method, 404])
  })

  test('to a review, though its author, does not withdraw the request of an editor', async () => {
    const record = await draftOf(creator)
    await step(editor, record, 'request')
    expect((await step(creator, record, 'withdraw')).status).toBe(403)
    expect((await step(other, record, 'withdraw')).status).toBe(200)
  })
})

test('of a record that is deleted for good nothing is left', async () => {
  const record = await draftOf(creator)
  const { place, id } = record
  await comment(creator, record)
  await admin('PATCH', `${place}/draft`, { body: { title: 'Given up' } })
  await admin('DELETE', `${place}/draft`)
  await admin('PATCH', `${place}/draft`, { body: { title: 'Next' } })
  await step(editor, record, 'request')
  const left = async () => {
    const counts: Record<string, number> = {}
    for (const table of [
      'comments',
      'reviews',
      'draft_writers',
      'working_copies',
      'ended_copies',
      'revisions',
    ]) {
      const rows = sql`select from ${sql.identifier(table)} where resource = 'articles' and record_id = ${id}`
      counts[table] = (await app.deps.database.query((tx) => rowsOf(tx, rows))).length
    }
    return counts
  }
  const kept = await left()
  expect(Object.values(kept)).not.toContain(0)
  await admin('DELETE', place)
  expect(await left()).toEqual(kept)
  const { body } = await admin('GET', '/api/admin/trash?resource=articles')
  const entry = body.items.find((found: Row) => found.record_id === id)
  expect((await admin('DELETE', `/api/admin/trash/${entry.id}`)).status).toBe(204)
  expect(new Set(Object.values(await left()))).toEqual(new Set([0]))
})

describe('mails of a review', () => {
  test('go neither to whoever asks, nor to whoever was disabled', async () => {
    const gone = await app.signIn('editor', 'Gone')
    for (const client of [editor, gone])
      await client('PATCH', '/api/admin/notifications', { body: { reviews: 'at_once' } })
    await admin('PATCH', `/api/admin/users/${gone.id}`, { body: { disabled: true } })
    const record = await draftOf(creator)
    await app.deliver()
    await step(editor, record, 'request')
    expect(await app.deliver()).toEqual([])
    await step(editor, record, 'return')
    expect(await app.deliver()).toEqual([])
    await step(creator, record, 'request')
    expect(await app.deliver()).toHaveLength(1)
    await editor('PATCH', '/api/admin/notifications', { body: { reviews: 'never' } })
  })
})

describe('REVIEW_REQUIRED', () => {
  test('the approval of a working copy is none of a change of the live record', async () => {
    const { place } = await draftOf(editor)
    const record = { place } as Row
    await step(editor, record, 'request')
    await step(other, record, 'approve')
    expect((await editor('PATCH', place, { body: { status: 'published' } })).status).toBe(200)
    await editor('PATCH', `${place}/draft`, { body: { title: 'Next' } })
    await step(editor, record, 'request')
    expect((await step(other, record, 'approve')).status).toBe(200)
    for (const body of [{ status: 'draft' }, { published_at: '2020-01-01T00:00:00Z' }]) {
      const refused = await editor('PATCH', place, { body })
      expect([refused.status, refused.body.code]).toEqual([403, 'review_required'])
    }
  })

  test('an approval is not of another author, nor does a copy publish an article without one', async () => {
    const record = await draftOf(editor)
    await step(editor, record, 'request')
    await step(other, record, 'approve')
    const byOther = { status: 'published', author_id: other.id }
    const refused = await admin('PATCH', record.place, { body: byOther })
    expect([refused.status, refused.body.code]).toEqual([403, 'review_required'])
    const publish = () => editor('POST', `${record.place}/draft/publish`)
    await editor('PATCH', `${record.place}/draft`, { body: { title: 'Still unseen' } })
    expect((await publish()).status).toBe(200)
    await editor('PATCH', `${record.place}/draft`, { body: { status: 'published' } })
    expect((await publish()).body.code).toBe('review_required')
  })

  test('a creator who became an editor does not publish own words by a schedule', async () => {
    const risen = await creators.signIn('creator')
    const record = await draftOf(risen)
    const path = `/api/admin/users/${risen.id}`
    const { body: account } = await creators.admin('PATCH', path, { body: { role: 'editor' } })
    const token = await tokenOf(creators.app, { email: account.email, password: 'a password of creator' })
    const at = new Date(Date.now() + 3_600_000)
    const body = { status: 'published', publish_at: at }
    const again = clientOf(creators.app, token)
    expect((await again('PATCH', `${record.place}/draft`, { body })).status).toBe(200)
    creators.setClock(new Date(at.getTime() + 1_000))
    await creators.deps.scheduledPublications.run()
    creators.setClock(null)
    const { body: copy } = await again('GET', `${record.place}/draft`)
    expect([copy.draft.refusal?.detail, (await again('GET', record.place)).body.status]).toEqual([
      expect.stringContaining('approve'),
      'draft',
    ])
  })

  test('with `creators`, an editor publishes at once what is new', async () => {
    const author = await creators.signIn('editor')
    const body = { title: 'New', status: 'published' }
    expect((await author('POST', '/api/admin/articles', { body })).status).toBe(201)
    const shown = await createRecord(author, 'services', { title: 'New' })
    expect((await author('PATCH', `${shown.place}/draft`, { body: { title: 'Next' } })).status).toBe(200)
    expect((await author('POST', `${shown.place}/draft/publish`)).status).toBe(200)
  })
})
