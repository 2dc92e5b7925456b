// Reviews of drafts: who asks, who answers, what ends an approval, and who is told.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type MailApp, startMailApp } from '../../mail/mail-app.ts'
import type { Client } from '../../support/app.ts'
import { createRecord } from '../../support/records.ts'

type Account = Client & { id: number }

let app: MailApp
let admin: Client
let editor: Account
let creator: Account
let other: Account
beforeAll(async () => {
  app = await startMailApp()
  admin = app.admin
  editor = await app.signIn('editor', 'Erfan')
  creator = await app.signIn('creator', 'Sara')
  other = await app.signIn('creator', 'Omid')
})
afterAll(() => app?.[Symbol.asyncDispose]())
afterEach(async () => {
  app.setClock(null)
  await app.deliver()
})

const draftOf = async (client: Client, fields: object = {}) =>
  (await client('POST', '/api/admin/articles', { body: { title: 'پیش‌نویس', ...fields } })).body
const step = (client: Client, id: number, action: string, rest: { note?: string; ifMatch?: string } = {}) =>
  client('POST', `/api/admin/articles/${id}/review`, {
    body: { action, ...(rest.note !== undefined && { note: rest.note }) },
    ...(rest.ifMatch && { headers: { 'If-Match': rest.ifMatch } }),
  })
const stateOf = async (client: Client, id: number) =>
  (await client('GET', `/api/admin/articles/${id}/review`)).body.review?.state ?? null
const edit = (client: Client, id: number, title: string) =>
  client('PATCH', `/api/admin/articles/${id}`, { body: { title } })
const waiting = async (client: Client, query: string) =>
  (await client('GET', `/api/admin/reviews?${query}`)).body.items.map(
    ({ record_id }: { record_id: number }) => record_id,
  )

describe('a review', () => {
  test('goes from the request over the return to the approval', async () => {
    const { id } = await draftOf(creator)
    expect(await stateOf(creator, id)).toBeNull()
    const asked = await step(creator, id, 'request', { note: 'لطفاً ببینید.' })
    expect([asked.status, asked.body.review]).toMatchObject([
      200,
      {
        state: 'requested',
        changed: false,
        requested_by: 'Sara',
        request_note: 'لطفاً ببینید.',
        decided_by: null,
      },
    ])
    const returned = await step(editor, id, 'return', { note: 'عدد دوم قدیمی است.' })
    expect(returned.body.review).toMatchObject({
      state: 'returned',
      decided_by: 'Erfan',
      decision_note: 'عدد دوم قدیمی است.',
    })
    await edit(creator, id, 'بهتر')
    expect((await creator('GET', `/api/admin/articles/${id}/review`)).body.review.changed).toBe(true)
    await step(creator, id, 'request')
    const { body } = await editor('GET', `/api/admin/articles/${id}/review`)
    const approved = await step(editor, id, 'approve', { ifMatch: body.etag })
    expect([approved.status, approved.body.review.state]).toEqual([200, 'approved'])
    const { items } = (await admin('GET', `/api/audit-log?entity=articles&entity_id=${id}`)).body
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'review.approve',
      'review.request',
      'review.return',
      'review.request',
    ])
  })

  test('that was edited after the request shows so to the reviewer, and an edit ends an approval', async () => {
    const { id } = await draftOf(creator)
    await step(creator, id, 'request')
    const seen = (await editor('GET', `/api/admin/articles/${id}/review`)).body
    await edit(creator, id, 'Other words')
    const now = (await editor('GET', `/api/admin/articles/${id}/review`)).body
    expect([seen.review.changed, now.review.changed]).toEqual([false, true])
    const stale = await step(editor, id, 'approve', { ifMatch: seen.etag })
    expect([stale.status, stale.headers.get('ETag')]).toEqual([412, now.etag])
    expect((await step(editor, id, 'approve', { ifMatch: now.etag })).status).toBe(200)
    expect(await waiting(editor, 'state=approved')).toContain(id)
    await edit(creator, id, 'Words after the approval')
    expect(await stateOf(creator, id)).toBeNull()
    expect(await waiting(editor, 'state=approved')).not.toContain(id)
    expect((await step(creator, id, 'request')).status).toBe(200)
  })

  test('takes only the steps of its state', async () => {
    const { id } = await draftOf(creator)
    for (const action of ['withdraw']) expect((await step(creator, id, action)).status).toBe(409)
    for (const action of ['return', 'approve']) expect((await step(editor, id, action)).status).toBe(409)
    await step(creator, id, 'request')
    expect((await step(creator, id, 'request')).status).toBe(409)
    expect((await step(creator, id, 'withdraw')).body.review).toBeNull()
    expect(await stateOf(editor, id)).toBeNull()
    await step(creator, id, 'request')
    await step(editor, id, 'approve')
    expect((await step(editor, id, 'approve')).status).toBe(409)
    expect((await step(editor, id, 'return')).status).toBe(200)
    expect((await step(editor, id, 'reject')).status).toBe(422)
    expect((await step(editor, id, 'return', { note: 'a'.repeat(2_001) })).status).toBe(422)
  })

  test('ends with the publication, and there is none of what visitors see already', async () => {
    const { id } = await draftOf(creator)
    await step(creator, id, 'request')
    await admin('PATCH', `/api/admin/articles/${id}`, { body: { status: 'published' } })
    expect(await waiting(admin, 'state=requested')).not.toContain(id)
    expect((await step(editor, id, 'request')).status).toBe(409)
    await admin('PATCH', `/api/admin/articles/${id}`, { body: { status: 'draft' } })
    expect(await stateOf(admin, id)).toBeNull()
    const service = await createRecord(admin, 'services', { title: 'خدمت' })
    const answer = await admin('POST', `/api/admin/services/${service.id}/review`, {
      body: { action: 'request' },
    })
    expect(answer.status).toBe(409)
    expect((await step(admin, 999_999, 'request')).status).toBe(404)
  })

  test('waits in the trash with its record', async () => {
    const { id } = await draftOf(creator)
    await step(creator, id, 'request')
    await admin('DELETE', `/api/admin/articles/${id}`)
    expect(await waiting(admin, 'state=requested')).not.toContain(id)
    const { body } = await admin('GET', '/api/admin/trash?resource=articles')
    const entry = body.items.find((found: { record_id: number }) => found.record_id === id)
    await admin('POST', `/api/admin/trash/${entry.id}/restore`)
    expect(await waiting(admin, 'state=requested')).toContain(id)
    expect(await stateOf(creator, id)).toBe('requested')
  })
})

describe('a creator', () => {
  test('asks for own drafts only, and answers nobody', async () => {
    const own = await draftOf(creator)
    const foreign = await draftOf(other)
    await step(other, foreign.id, 'request')
    expect((await step(creator, foreign.id, 'request')).status).toBe(403)
    expect((await step(creator, 999_999, 'request')).status).toBe(403)
    expect((await creator('GET', `/api/admin/articles/${foreign.id}/review`)).status).toBe(403)
    await step(creator, own.id, 'request')
    for (const action of ['return', 'approve']) expect((await step(creator, own.id, action)).status).toBe(403)
    const seen = await waiting(creator, 'state=requested')
    expect(seen).toContain(own.id)
    expect(seen).not.toContain(foreign.id)
  })

  test('marks a draft as not wanted any more, which admins find', async () => {
    const { id } = await draftOf(creator)
    await step(creator, id, 'unwanted', { note: 'تکراری است.' })
    const { body } = await admin('GET', '/api/admin/reviews?state=unwanted&mine=false')
    const item = body.items.find((found: { record_id: number }) => found.record_id === id)
    expect(item).toMatchObject({ label: 'پیش‌نویس', path: `articles/${id}`, request_note: 'تکراری است.' })
    expect(await waiting(creator, 'state=unwanted&mine=true')).toContain(id)
    expect((await creator('DELETE', `/api/admin/articles/${id}`)).status).toBe(403)
    expect((await step(creator, id, 'withdraw')).status).toBe(200)
  })

  test('duplicates own drafts and sees and restores their history, not those of others or what is published', async () => {
    const { id, slug } = await draftOf(creator)
    await edit(creator, id, 'دوم')
    const copy = await creator('POST', `/api/admin/articles/${id}/duplicate`)
    expect([copy.status, copy.body.author_id, copy.body.status]).toEqual([201, creator.id, 'draft'])
    expect(copy.body.slug).not.toBe(slug)
    const { items } = (await creator('GET', `/api/admin/articles/${id}/revisions`)).body
    expect(items).toHaveLength(2)
    const path = `/api/admin/articles/${id}/revisions/${items[1].id}`
    expect((await creator('GET', `${path}?diff=current`)).body.changes.length).toBeGreaterThan(0)
    expect((await creator('POST', `${path}/restore`)).body.title).toBe('پیش‌نویس')
    const foreign = await draftOf(other)
    await admin('PATCH', `/api/admin/articles/${id}`, { body: { status: 'published' } })
    for (const refused of [id, foreign.id]) {
      expect((await creator('POST', `/api/admin/articles/${refused}/duplicate`)).status).toBe(403)
      expect((await creator('GET', `/api/admin/articles/${refused}/revisions`)).status).toBe(403)
      expect((await creator('GET', path)).status).toBe(403)
      expect((await creator('POST', `${path}/restore`)).status).toBe(403)
    }
    const { body } = await creator('GET', '/api/admin/articles?status=published')
    expect(body.items.map(({ id: listed }: { id: number }) => listed)).toEqual([id])
  })
})

describe('mails', () => {
  test('go to those who chose requests, and the answers to the author', async () => {
    const reader = await app.signIn('editor', 'Reader')
    await reader('PATCH', '/api/admin/notifications', { body: { reviews: 'at_once' } })
    const { id } = await draftOf(creator)
    await step(creator, id, 'request', { note: 'لطفاً ببینید.' })
    const [asked, ...rest] = await app.deliver()
    expect(rest).toEqual([])
    expect(asked!.to).toContain('editor-')
    expect(asked!.headers.subject).toBe('درخواست بازبینی: پیش‌نویس')
    expect(asked!.text).toContain('> لطفاً ببینید.')
    expect(asked!.text).toContain(`https://www.example.com/admin/articles/${id}`)
    await step(editor, id, 'return', { note: 'عدد دوم قدیمی است.' })
    const [returned] = await app.deliver()
    expect([returned!.to.split('-')[0], returned!.headers.subject]).toEqual([
      'creator',
      'برگردانده شد: پیش‌نویس',
    ])
    expect(returned!.text).toContain('> عدد دوم قدیمی است.')
    await step(creator, id, 'request')
    await app.deliver()
    await step(editor, id, 'approve')
    const [approved] = await app.deliver()
    expect(approved!.headers.subject).toBe('تأیید شد: پیش‌نویس')
    await reader('PATCH', '/api/admin/notifications', { body: { reviews: 'never' } })
  })

  test('tell the author of a publication at its time, with the address, and nobody of what was taken back', async () => {
    const now = new Date('2026-07-01T10:00:00Z')
    app.setClock(now)
    const { id } = await draftOf(creator, { slug: 'مقاله-من' })
    const publish = { status: 'published', published_at: '2026-07-03T08:00:00Z' }
    await admin('PATCH', `/api/admin/articles/${id}`, { body: publish })
    expect(await app.deliver()).toEqual([])
    app.setClock(new Date('2026-07-03T08:00:01Z'))
    const [mail, ...rest] = await app.deliver()
    expect(rest).toEqual([])
    expect(mail!.headers.subject).toBe('مقالهٔ شما منتشر شد: پیش‌نویس')
    expect(mail!.text).toContain(`https://www.example.com/blog/${encodeURIComponent('مقاله-من')}`)
    const back = await draftOf(creator)
    await admin('PATCH', `/api/admin/articles/${back.id}`, { body: { status: 'published' } })
    await admin('PATCH', `/api/admin/articles/${back.id}`, { body: { status: 'draft' } })
    const own = await draftOf(editor)
    await editor('PATCH', `/api/admin/articles/${own.id}`, { body: { status: 'published' } })
    expect(await app.deliver()).toEqual([])
  })
})
