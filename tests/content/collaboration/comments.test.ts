// Comments on records: who may write, read, resolve and delete them, and that they leave the record only with it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../src/platform/db/database.ts'
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

const draftOf = async (client: Client) =>
  (
    await client('POST', '/api/admin/articles', {
      body: { title: 'پیش‌نویس', content: '<p>یک جملهٔ بلند.</p>' },
    })
  ).body
const comment = (client: Client, path: string, body: unknown = { body: 'A comment' }) =>
  client('POST', `/api/admin/${path}/comments`, { body })
const list = (client: Client, path: string) => client('GET', `/api/admin/${path}/comments`)
const patch = (client: Client, id: number, body: object) =>
  client('PATCH', `/api/admin/comments/${id}`, { body })
const remove = (client: Client, id: number) => client('DELETE', `/api/admin/comments/${id}`)
const countAll = async (table: string) => {
  const rows = await app.deps.database.query((tx) =>
    rowsOf<{ count: number }>(tx, sql`select count(*)::int as count from ${sql.identifier(table)}`),
  )
  return rows[0]!.count
}

describe('a comment', () => {
  test('is listed with its author, its passage and the names of those it mentions, the oldest first', async () => {
    const { id } = await draftOf(creator)
    const anchor = { field: 'content', quote: 'یک جملهٔ بلند.', position: 0 }
    const first = await comment(creator, `articles/${id}`, { body: `@[${editor.id}] درست است؟`, anchor })
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        author_id: creator.id,
        author: 'Sara',
        body: `@[${editor.id}] درست است؟`,
        mentions: [{ id: editor.id, name: 'Erfan' }],
        anchor,
        created_at: expect.any(String),
        edited_at: null,
        resolved_at: null,
        resolved_by: null,
      },
    ])
    const second = await comment(editor, `articles/${id}`)
    expect((await list(creator, `articles/${id}`)).body.items).toEqual([first.body, second.body])
    const page = await admin('GET', `/api/admin/articles/${id}/comments?page=2&per_page=1`)
    expect(page.body).toMatchObject({ total: 2, items: [second.body] })
  })

  test('is on singletons, and on keyed records by their key or their id', async () => {
    const seo = (await admin('PUT', '/api/admin/seo-meta/home', { body: { title: 'خانه' } })).body
    for (const path of ['site-settings/1', 'seo-meta/home']) {
      expect([path, (await comment(editor, path)).status]).toEqual([path, 201])
      expect((await list(editor, path)).body.total).toBe(1)
    }
    expect((await list(editor, `seo-meta/${seo.id}`)).body.total).toBe(1)
  })

  test('is edited by its author, resolved by everybody who may read it, and deleted by its author and editors', async () => {
    const { id } = await draftOf(creator)
    const { body: own } = await comment(creator, `articles/${id}`)
    const { body: theirs } = await comment(editor, `articles/${id}`)
    expect((await patch(editor, own.id, { body: 'Other words' })).status).toBe(403)
    expect((await patch(creator, theirs.id, { body: 'Other words' })).status).toBe(403)
    expect((await patch(creator, own.id, { body: 'Own words' })).body).toMatchObject({
      body: 'Own words',
      edited_at: expect.any(String),
    })
    const resolved = await patch(creator, theirs.id, { resolved: true })
    expect(resolved.body).toMatchObject({ resolved_by: 'Sara', edited_at: null })
    expect((await patch(editor, theirs.id, { resolved: true })).body).toEqual(resolved.body)
    expect((await patch(editor, theirs.id, { resolved: false })).body.resolved_at).toBeNull()
    expect((await remove(creator, theirs.id)).status).toBe(403)
    expect((await remove(creator, own.id)).status).toBe(204)
    expect((await remove(editor, own.id)).status).toBe(404)
    const { body: again } = await comment(creator, `articles/${id}`)
    expect((await remove(editor, again.id)).status).toBe(204)
    const [entry] = (await admin('GET', '/api/audit-log?action=comment.delete')).body.items
    expect(entry).toMatchObject({ actor: 'Erfan', entity: 'articles', entity_id: String(id) })
  })
})

describe('a creator', () => {
  test('comments only on own drafts', async () => {
    const own = await draftOf(creator)
    const foreign = await draftOf(other)
    const { body: said } = await comment(other, `articles/${foreign.id}`)
    const service = await createRecord(admin, 'services', { title: 'خدمت' })
    expect((await comment(creator, `articles/${own.id}`)).status).toBe(201)
    for (const path of [
      `articles/${foreign.id}`,
      'articles/999999',
      `services/${service.id}`,
      'site-settings/1',
      'nothing/1',
    ]) {
      expect([path, (await list(creator, path)).status]).toEqual([path, 403])
      expect([path, (await comment(creator, path)).status]).toEqual([path, 403])
      expect([path, (await creator('GET', `/api/admin/${path}/comments/people`)).status]).toEqual([path, 403])
    }
    for (const id of [said.id, 999_999]) {
      expect((await patch(creator, id, { resolved: true })).status).toBe(403)
      expect((await remove(creator, id)).status).toBe(403)
    }
    await admin('PATCH', `/api/admin/articles/${own.id}`, { body: { status: 'published' } })
    expect((await list(creator, `articles/${own.id}`)).status).toBe(403)
    expect((await comment(creator, `articles/${own.id}`)).status).toBe(403)
  })
})

describe('bad input', () => {
  test('is a 4xx with one sentence and changes nothing', async () => {
    const { id } = await draftOf(creator)
    const before = await countAll('comments')
    const anchor = { field: 'content', quote: 'a', position: 0 }
    const cases: [number, string, unknown][] = [
      [422, `articles/${id}`, {}],
      [422, `articles/${id}`, { body: '  ' }],
      [422, `articles/${id}`, { body: 'a'.repeat(10_001) }],
      [413, `articles/${id}`, { body: 'a'.repeat(4 * 1_048_576) }],
      [422, `articles/${id}`, { body: '@[999999] hello' }],
      [422, `articles/${id}`, { body: `@[${other.id}] hello` }],
      [
        422,
        `articles/${id}`,
        { body: Array.from({ length: 21 }, (_, index) => `@[${index + 1}]`).join(' ') },
      ],
      [422, `articles/${id}`, { body: 'a', anchor: { ...anchor, field: 'nothing' } }],
      [422, `articles/${id}`, { body: 'a', anchor: { ...anchor, field: 'constructor' } }],
      [422, `articles/${id}`, { body: 'a', anchor: { ...anchor, position: -1 } }],
      [422, `articles/${id}`, { body: 'a', anchor: { field: 'content' } }],
      [422, `articles/${id}`, { body: 'a', parent: 1 }],
      [422, `articles/${id}`, { body: 'a\u0000b' }],
      [404, 'articles/999999', { body: 'a' }],
      [404, 'nothing/1', { body: 'a' }],
      [404, 'seo-meta/nothing', { body: 'a' }],
    ]
    for (const [status, path, body] of cases) {
      const answer = await comment(admin, path, body)
      expect([path, JSON.stringify(body).slice(0, 80), answer.status]).toEqual([
        path,
        JSON.stringify(body).slice(0, 80),
        status,
      ])
      expect(answer.body.detail).not.toContain('\n')
    }
    expect(await countAll('comments')).toBe(before)
  })

  test('a mention of a disabled account is refused, also in an edit', async () => {
    const { id } = await draftOf(creator)
    const gone = await app.signIn('editor', 'Gone')
    const { body: said } = await comment(admin, `articles/${id}`)
    await admin('PATCH', `/api/admin/users/${gone.id}`, { body: { disabled: true } })
    expect((await comment(admin, `articles/${id}`, { body: `@[${gone.id}]` })).status).toBe(422)
    expect((await patch(admin, said.id, { body: `@[${gone.id}]` })).status).toBe(422)
    const { body } = await creator('GET', `/api/admin/articles/${id}/comments/people`)
    const names = body.items.map(({ name }: { name: string }) => name)
    expect(names).toContain('Sara')
    expect(names).toContain('Erfan')
    expect(names).not.toContain('Gone')
    expect(names).not.toContain('Omid')
  })

  test('after a thousand comments the next is 409', async () => {
    const { id } = await draftOf(creator)
    await app.deps.database.query((tx) =>
      tx.execute(sql`insert into comments (resource, record_id, author, body, created_at)
        select 'articles', ${id}::int, 'A', 'b', now() from generate_series(1, 1000)`),
    )
    expect((await comment(creator, `articles/${id}`)).status).toBe(409)
  })
})

describe('a mention', () => {
  const choose = (client: Client, mentions: string) =>
    client('PATCH', '/api/admin/notifications', { body: { mentions } })

  test('is mailed at once, with the words of the comment and a link to it', async () => {
    const { id } = await draftOf(creator)
    const { body: said } = await comment(admin, `articles/${id}`, {
      body: `@[${creator.id}] این <b>عدد</b> درست نیست.`,
    })
    const [mail, ...rest] = await app.deliver()
    expect(rest).toEqual([])
    expect(mail!.headers.subject).toBe('Admin از شما نام برد: پیش‌نویس')
    expect(mail!.text).toContain('> @Sara این <b>عدد</b> درست نیست.')
    expect(mail!.text).toContain(`https://www.example.com/admin/articles/${id}#comment-${said.id}`)
    expect(mail!.html).not.toContain('<b>عدد')
  })

  test('mails nobody twice, nor the author of the comment, nor about a comment that was deleted', async () => {
    const { id } = await draftOf(creator)
    const { body: said } = await comment(admin, `articles/${id}`, {
      body: `@[${creator.id}] @[${creator.id}]`,
    })
    await patch(admin, said.id, { body: `@[${creator.id}] and more` })
    expect(await app.deliver()).toHaveLength(1)
    await patch(admin, said.id, { body: `@[${creator.id}] @[${editor.id}]` })
    expect(await app.deliver()).toHaveLength(1)
    await comment(creator, `articles/${id}`, { body: `@[${creator.id}]` })
    const { body: regretted } = await comment(admin, `articles/${id}`, { body: `@[${editor.id}]` })
    await remove(admin, regretted.id)
    expect(await app.deliver()).toEqual([])
  })

  test('comes with all others of the day in the morning, or never, as the account has chosen', async () => {
    const reader = await app.signIn('editor', 'Reader')
    const quiet = await app.signIn('editor', 'Quiet')
    expect((await reader('GET', '/api/admin/notifications')).body).toEqual({
      mentions: 'at_once',
      reviews: 'never',
    })
    expect((await choose(reader, 'daily')).body).toEqual({ mentions: 'daily', reviews: 'never' })
    await choose(quiet, 'never')
    expect((await choose(reader, 'weekly')).status).toBe(422)
    const { id } = await draftOf(creator)
    app.setClock(new Date('2026-07-01T12:00:00Z'))
    for (const body of ['first', 'second'])
      await comment(admin, `articles/${id}`, { body: `@[${reader.id}] @[${quiet.id}] ${body}` })
    expect(await app.deliver()).toEqual([])
    app.setClock(new Date('2026-07-02T03:59:00Z'))
    expect(await app.deliver()).toEqual([])
    app.setClock(new Date('2026-07-02T04:01:00Z'))
    const [mail, ...rest] = await app.deliver()
    expect(rest).toEqual([])
    expect(mail!.headers.subject).toContain('۲ خبر')
    expect(mail!.text).toContain('first')
    expect(mail!.text).toContain('second')
  })
})

describe('with their record', () => {
  test('comments go into the trash and come back, and are gone with it', async () => {
    const { id } = await draftOf(creator)
    const { body: said } = await comment(creator, `articles/${id}`, { body: 'stays with its record' })
    const toTrash = async () => {
      await admin('DELETE', `/api/admin/articles/${id}`)
      const { body } = await admin('GET', '/api/admin/trash?resource=articles')
      return body.items.find((entry: { record_id: number }) => entry.record_id === id).id
    }
    const entry = await toTrash()
    expect((await list(admin, `articles/${id}`)).status).toBe(404)
    expect((await patch(admin, said.id, { resolved: true })).status).toBe(404)
    expect((await remove(admin, said.id)).status).toBe(404)
    await admin('POST', `/api/admin/trash/${entry}/restore`)
    expect((await list(creator, `articles/${id}`)).body.items).toMatchObject([said])
    await admin('DELETE', `/api/admin/trash/${await toTrash()}`)
    const left = await app.deps.database.query((tx) =>
      rowsOf(tx, sql`select id from comments where resource = 'articles' and record_id = ${id}`),
    )
    expect(left).toEqual([])
  })

  test('an account that is deleted leaves its comments under its name', async () => {
    const { id } = await draftOf(creator)
    const leaving = await app.signIn('editor', 'Leaving')
    await comment(leaving, `articles/${id}`)
    await admin('DELETE', `/api/admin/users/${leaving.id}`)
    expect((await list(admin, `articles/${id}`)).body.items[0]).toMatchObject({
      author: 'Leaving',
      author_id: null,
    })
  })
})
