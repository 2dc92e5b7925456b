// Who may take all messages or subscribers away; what the files hold is tested in text/csv.test.ts.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { clientOf, startApp } from '../support/app.ts'

const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())
afterEach(() => app.setClock(null))

const MINUTE = 60_000
const editor = async () => clientOf(app.app, (await app.signIn('editor')).token)

describe.each(['/api/admin/messages/export.csv', '/api/admin/newsletter/export.csv'])('%s', (path) => {
  test('is for who has signed in within five minutes, or has proved since to be there', async () => {
    const client = await editor()
    const now = Date.now()
    expect((await client('GET', path)).status).toBe(200)
    app.setClock(new Date(now + 5 * MINUTE))
    for (const method of ['GET', 'HEAD']) expect((await client(method, path)).status).toBe(403)
    const { body } = await client('GET', path)
    expect([body.code, body.detail]).toEqual([
      'reauthentication_required',
      expect.stringContaining('/api/auth/reauthenticate'),
    ])
    const proof = { current_password: 'a password of editor' }
    await client('POST', '/api/auth/reauthenticate', { body: proof })
    expect((await client('GET', path)).status).toBe(200)
    app.setClock(new Date(now + 10 * MINUTE))
    expect((await client('GET', path)).status).toBe(403)
  })

  test('is for an API token with its scope, however long ago it was made', async () => {
    const expires_at = '2099-01-01T00:00:00Z'
    const made = await app.admin('POST', '/api/admin/tokens', {
      body: { name: 'Export', scopes: ['inbox'], expires_at },
    })
    app.setClock(new Date(Date.now() + 60 * MINUTE))
    const { status } = await clientOf(app.app, made.body.token)('GET', path)
    expect(status).toBe(200)
  })
})
