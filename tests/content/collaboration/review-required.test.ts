// `REVIEW_REQUIRED`: nobody publishes alone what needs four eyes, also not beside other requests.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, startApp, type TestApp } from '../../support/app.ts'

type Account = Client & { id: number }

let all: TestApp
let creators: TestApp
beforeAll(async () => {
  all = await startApp({ REVIEW_REQUIRED: 'all' })
  creators = await startApp({ REVIEW_REQUIRED: 'creators' })
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
  await creators?.[Symbol.asyncDispose]()
})

const draft = async (client: Client, fields: object = {}) =>
  (await client('POST', '/api/admin/articles', { body: { title: 'Draft', ...fields } })).body
const patch = (client: Client, id: number, body: object) =>
  client('PATCH', `/api/admin/articles/${id}`, { body })
const publish = (client: Client, id: number, rest: object = {}) =>
  patch(client, id, { status: 'published', ...rest })
const step = (client: Client, id: number, action: string) =>
  client('POST', `/api/admin/articles/${id}/review`, { body: { action } })
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const REFUSED = [403, 'review_required']

describe('with `all`', () => {
  let editor: Account
  let other: Account
  beforeAll(async () => {
    editor = await all.signIn('editor')
    other = await all.signIn('editor')
  })

  test('a draft is published once somebody else has approved it, unchanged', async () => {
    const { id } = await draft(editor)
    expect(refusal(await publish(editor, id))).toEqual(REFUSED)
    expect(refusal(await publish(other, id))).toEqual(REFUSED)
    await step(editor, id, 'request')
    expect(refusal(await step(editor, id, 'approve'))).toEqual(REFUSED)
    expect((await step(other, id, 'approve')).status).toBe(200)
    expect(refusal(await publish(editor, id, { title: 'Other words' }))).toEqual(REFUSED)
    expect((await patch(editor, id, {})).status).toBe(200)
    expect((await publish(editor, id)).status).toBe(200)
  })

  test('nobody approves what they wrote a word of, an admin neither, nor after the request was withdrawn', async () => {
    const { id } = await draft(editor)
    await patch(all.admin, id, { excerpt: 'A word' })
    await step(editor, id, 'request')
    expect(refusal(await step(all.admin, id, 'approve'))).toEqual(REFUSED)
    await step(editor, id, 'withdraw')
    await step(other, id, 'request')
    for (const client of [editor, other, all.admin])
      expect(refusal(await step(client, id, 'approve'))).toEqual(REFUSED)
  })

  test('an edit ends the approval, whoever makes it', async () => {
    const { id } = await draft(editor)
    await step(editor, id, 'request')
    await step(other, id, 'approve')
    await patch(other, id, { excerpt: 'A last word' })
    expect(refusal(await publish(editor, id))).toEqual(REFUSED)
    expect((await step(other, id, 'approve')).status).toBe(409)
  })

  test('what visitors see changes by no other way', async () => {
    const { id } = await draft(editor)
    await step(editor, id, 'request')
    await step(other, id, 'approve')
    const batch = (operations: object[]) =>
      other('POST', '/api/admin/articles/batch', { body: { operations } })
    expect((await batch([{ op: 'publish', id }])).status).toBe(200)
    const second = await draft(editor)
    const settings = await editor('GET', '/api/admin/site-settings/1')
    const attempts: [string, () => ReturnType<Client>][] = [
      ['patch', () => patch(other, id, { title: 'Changed' })],
      ['unpublish', () => patch(other, id, { status: 'draft' })],
      ['delete', () => other('DELETE', `/api/admin/articles/${id}`)],
      ['batch', () => batch([{ op: 'patch', id, data: { title: 'Changed' } }])],
      ['batch delete', () => batch([{ op: 'delete', id }])],
      ['reorder', () => other('POST', '/api/admin/articles/reorder', { body: [second.id, id] })],
      [
        'create',
        () => other('POST', '/api/admin/articles', { body: { title: 'Live', status: 'published' } }),
      ],
      ['singleton', () => other('PATCH', '/api/admin/site-settings/1', { body: { site_name: 'Other' } })],
      ['upsert', () => other('PUT', '/api/admin/seo-meta/home', { body: { title: 'Home' } })],
    ]
    for (const [name, attempt] of attempts) {
      const answer = await attempt()
      expect([name, ...refusal(answer)]).toEqual([name, ...REFUSED])
    }
    const after = await other('GET', `/api/admin/articles/${id}`)
    expect(after.body.title).toBe('Draft')
    expect((await editor('GET', '/api/admin/site-settings/1')).body).toEqual(settings.body)
  })

  test('the review says beforehand whether an account needs an approval', async () => {
    const path = '/api/admin/about/1'
    const needs = async (client: Client, of = path) =>
      (await client('GET', `${of}/review`)).body.needs_approval
    // What is not written yet would be a change of what visitors see.
    expect(await needs(editor)).toBe(true)
    await editor('PATCH', `${path}/draft`, { body: { intro: 'New' } })
    expect([await needs(editor), await needs(other)]).toEqual([true, true])
    await editor('POST', `${path}/review`, { body: { action: 'request' } })
    const answer = await other('POST', `${path}/review`, { body: { action: 'approve' } })
    expect([answer.body.needs_approval, await needs(editor)]).toEqual([false, false])
    await editor('DELETE', `${path}/draft`)
    const article = await draft(editor)
    expect(await needs(editor, `/api/admin/articles/${article.id}`)).toBe(true)
    const hidden = await editor('POST', '/api/admin/services', { body: { title: 'Unseen', hidden: true } })
    expect(await needs(editor, `/api/admin/services/${hidden.body.id}`)).toBe(false)
  })

  test('a working copy is published once somebody else has approved it, unchanged, and a later one needs its own', async () => {
    const service = (await all.admin('GET', '/api/admin/contact-info/1')).body
    const path = '/api/admin/contact-info/1'
    const change = (client: Client, phone: string) => client('PATCH', `${path}/draft`, { body: { phone } })
    const review = (client: Client, action: string) => client('POST', `${path}/review`, { body: { action } })
    const publishCopy = (client: Client) => client('POST', `${path}/draft/publish`)
    await change(editor, '1')
    expect(refusal(await publishCopy(editor))).toEqual(REFUSED)
    await review(editor, 'request')
    const waiting = (await other('GET', '/api/admin/reviews?state=requested&mine=false')).body.items
    expect(waiting).toContainEqual(
      expect.objectContaining({ resource: 'contact-info', path: 'contact-info' }),
    )
    expect(refusal(await review(editor, 'approve'))).toEqual(REFUSED)
    expect((await review(other, 'approve')).status).toBe(200)
    expect((await editor('GET', `${path}/draft`)).body.draft.review.state).toBe('approved')
    await change(editor, '2')
    expect((await editor('GET', `${path}/draft`)).body.draft.review).toBeNull()
    expect(refusal(await publishCopy(editor))).toEqual(REFUSED)
    await review(editor, 'request')
    await review(other, 'approve')
    expect((await publishCopy(editor)).body).toMatchObject({ phone: '2', version: service.version + 1 })
    // Another copy with the same version as the one that was approved.
    await change(editor, '3')
    await change(editor, '4')
    expect(refusal(await publishCopy(editor))).toEqual(REFUSED)
    await review(editor, 'request')
    await review(other, 'approve')
    await editor('DELETE', `${path}/draft`)
    await change(editor, '5')
    await change(editor, '6')
    expect(refusal(await publishCopy(editor))).toEqual(REFUSED)
    await editor('DELETE', `${path}/draft`)
  })

  test('a schedule without an approval is refused at its time, and told', async () => {
    const path = '/api/admin/about/1'
    const at = new Date(Date.now() + 3_600_000)
    await editor('PATCH', `${path}/draft`, { body: { title: 'New', publish_at: at.toISOString() } })
    all.setClock(new Date(at.getTime() + 1_000))
    await all.deps.scheduledPublications.run()
    all.setClock(null)
    const { body } = await editor('GET', `${path}/draft`)
    expect(body.draft.refusal.detail).toContain('approve')
    await editor('DELETE', `${path}/draft`)
  })

  test('an approval, an edit and a publication of a working copy at once never publish what nobody else has approved', async () => {
    const rounds = all.url ? 60 : 12
    const path = '/api/admin/site-settings/1'
    for (let round = 0; round < rounds; round++) {
      await editor('PATCH', `${path}/draft`, { body: { site_name: `Seen ${round}` } })
      const asked = await editor('POST', `${path}/review`, { body: { action: 'request' } })
      const headers = { 'If-Match': asked.body.etag }
      await Promise.all([
        other('POST', `${path}/review`, { body: { action: 'approve' }, headers }),
        editor('PATCH', `${path}/draft`, { body: { site_name: `Unseen ${round}` } }),
        editor('POST', `${path}/draft/publish`),
      ])
      await editor('POST', `${path}/draft/publish`)
      const { site_name } = (await editor('GET', path)).body
      expect(site_name).not.toBe(`Unseen ${round}`)
      await editor('DELETE', `${path}/draft`)
    }
  })

  test('an approval, an edit and a publication at once never publish words that nobody else has approved', async () => {
    const rounds = all.url ? 60 : 12
    for (let round = 0; round < rounds; round++) {
      const { id } = await draft(editor, { title: 'Seen' })
      await step(editor, id, 'request')
      await Promise.all([
        step(other, id, 'approve'),
        patch(editor, id, { title: 'Unseen' }),
        publish(editor, id),
        step(other, id, 'approve'),
        publish(other, id),
      ])
      await publish(editor, id)
      const { body } = await editor('GET', `/api/admin/articles/${id}`)
      if (body.status !== 'published') continue
      const { items } = (await all.admin('GET', `/api/audit-log?entity=articles&entity_id=${id}`)).body
      const approvals = items.filter(({ action }: { action: string }) => action === 'review.approve')
      // The publication itself raised the version by one.
      expect([
        round,
        approvals.map(({ changes }: { changes: { version: number } }) => changes.version),
      ]).toEqual([round, [body.version - 1]])
    }
  })

  test('somebody who writes while approving is not counted as another person', async () => {
    const rounds = all.url ? 60 : 12
    for (let round = 0; round < rounds; round++) {
      const { id } = await draft(editor)
      await step(editor, id, 'request')
      const [written, approved] = await Promise.all([
        patch(other, id, { excerpt: 'Mine' }),
        step(other, id, 'approve'),
      ])
      expect(written.status).toBe(200)
      // Either the approval came first, and the edit ended it, or it was refused.
      expect([200, 403]).toContain(approved.status)
      expect([round, ...refusal(await publish(editor, id))]).toEqual([round, ...REFUSED])
    }
  })
})

describe('with `creators`', () => {
  test('the publication by an editor is the approval, and editors publish their own', async () => {
    const editor = await creators.signIn('editor')
    const creator = await creators.signIn('creator')
    const { id } = await draft(creator)
    const { body } = await editor('GET', `/api/admin/articles/${id}/review`)
    expect(body).toEqual({ review: null, etag: '"1"', needs_approval: false })
    expect((await publish(editor, id)).status).toBe(200)
    const own = await draft(editor)
    expect((await publish(editor, own.id)).status).toBe(200)
    expect((await patch(editor, own.id, { title: 'Changed' })).status).toBe(200)
    expect((await editor('DELETE', `/api/admin/articles/${own.id}`)).status).toBe(204)
  })

  test('a creator who became an editor does not publish alone what they wrote before', async () => {
    const editor = await creators.signIn('editor')
    const creator = await creators.signIn('creator', 'Rising')
    const { id } = await draft(creator)
    const { body: account } = await creators.admin('GET', `/api/admin/users/${creator.id}`)
    await creators.admin('PATCH', `/api/admin/users/${creator.id}`, {
      body: { role: 'editor', password: 'a password of an editor' },
    })
    const { body } = await creators.anyone('POST', '/api/auth/login', {
      body: { email: account.email, password: 'a password of an editor' },
    })
    const headers = { Authorization: `Bearer ${body.token}` }
    const risen = (method: string, path: string, rest: object) =>
      creators.anyone(method, path, { body: rest, headers })
    expect(refusal(await risen('PATCH', `/api/admin/articles/${id}`, { status: 'published' }))).toEqual(
      REFUSED,
    )
    await risen('POST', `/api/admin/articles/${id}/review`, { action: 'request' })
    expect(refusal(await risen('POST', `/api/admin/articles/${id}/review`, { action: 'approve' }))).toEqual(
      REFUSED,
    )
    expect((await step(editor, id, 'approve')).status).toBe(200)
    expect((await risen('PATCH', `/api/admin/articles/${id}`, { status: 'published' })).status).toBe(200)
  })
})
