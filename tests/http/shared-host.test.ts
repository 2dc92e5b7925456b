// A frontend whose scripts run on the host of the panel, since that has none of its own (`ADMIN_HOST`).
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { ADMIN, clientOf, peerOfTest, startApp } from '../support/app.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { codeAt, setUpTotp } from '../support/factors.ts'
import { startIdentityProvider } from '../support/identity-provider.ts'
import { WebBrowser } from '../support/web-browser.ts'

const frontend = await mkdtemp(join(tmpdir(), 'frontage-frontend-'))
const PAGE = '<!doctype html><html><head><title>x</title></head><body><div id="root"></div></body></html>'
await Bun.write(join(frontend, 'index.html'), PAGE)
await Bun.write(join(frontend, 'help.html'), PAGE)
await Bun.write(join(frontend, 'app.js'), 'steal()')
const provider = await startIdentityProvider()
const service = await startApp({ ...provider.env, SPA_DIR: frontend })
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider.stop()
  await rm(frontend, { recursive: true })
})

const PANEL = { 'X-Frontage-Panel': '1', Host: 'localhost:3000' }
// The document describes no files of a frontend.
const visitor = clientOf(createApp(service.deps, peerOfTest), null)
const get = (path: string) => visitor('GET', path)
const policyOf = (headers: Headers) => headers.get('Cross-Origin-Opener-Policy')

describe('where scripts of a frontend share the panel’s host', () => {
  test('no way to sign in gives the panel a cookie', async () => {
    const account = await service.signIn('editor')
    const client = clientOf(service.app, account.token)
    const { email } = (await client('GET', '/api/auth/me')).body
    const credentials = { email, password: 'a password of editor' }
    const post = (path: string, body: object) => service.anyone('POST', path, { body, headers: PANEL })
    const expectSession = ({ status, headers, body }: Awaited<ReturnType<typeof post>>) => {
      expect([status, body.token]).toEqual([200, expect.any(String)])
      expect(headers.get('Set-Cookie')).toBeNull()
    }
    expectSession(await post('/api/auth/login', credentials))

    const proof = { body: { current_password: credentials.password } }
    await client('POST', '/api/auth/reauthenticate', proof)
    const { body: options } = await client('POST', '/api/auth/passkeys/options')
    const authenticator = createAuthenticator()
    await client('POST', '/api/auth/passkeys', { body: { passkey: authenticator.register(options) } })
    const { body: challenge } = await service.anyone('POST', '/api/auth/passkey/options', { body: {} })
    expectSession(await post('/api/auth/passkey/verify', { passkey: authenticator.answer(challenge) }))

    const now = new Date()
    const { secret } = await setUpTotp(client, now, {})
    const web = new WebBrowser(service.app)
    const { body: step } = await web.request('POST', '/api/auth/login', { body: credentials })
    const next = new Date(now.getTime() + 30_000)
    service.setClock(next)
    const second = { ticket: step.ticket, totp: codeAt(secret, next) }
    expectSession(await web.request('POST', '/api/auth/second-factor', { body: second }))
    service.setClock(null)

    const subject = 'somebody'
    const person = { email: 'person@example.com', name: 'Person', role: 'editor', provider_subject: subject }
    expect((await service.admin('POST', '/api/admin/users', { body: person })).status).toBe(201)
    expectSession(await web.signIn(subject))
  })

  test('a cookie from before gets no token, and goes', async () => {
    const apart = { ...service.deps, config: { ...service.deps.config } }
    apart.config.site = { ...apart.config.site, isPanelShared: false }
    const before = clientOf(createApp(apart, peerOfTest), null)
    const signedIn = await before('POST', '/api/auth/login', { body: ADMIN, headers: PANEL })
    const headers = { ...PANEL, Cookie: signedIn.headers.get('Set-Cookie')!.split(';')[0]! }
    expect((await before('POST', '/api/auth/token', { headers })).status).toBe(200)
    const answer = await service.anyone('POST', '/api/auth/token', { headers })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect(answer.body.detail).toContain('ADMIN_HOST')
    expect(answer.headers.get('Set-Cookie')).toStartWith('frontage_session=; Max-Age=0')
  })

  test('with a host of its own the panel has its cookie', async () => {
    await using apart = await startApp({
      SITE_URL: 'https://www.example.com',
      ADMIN_HOST: 'admin.example.com',
      SPA_DIR: frontend,
    })
    const headers = { 'X-Frontage-Panel': '1', Host: 'admin.example.com' }
    const signedIn = await apart.anyone('POST', '/api/auth/login', { body: ADMIN, headers })
    expect(signedIn.headers.get('Set-Cookie')).toStartWith('__Host-frontage_session=')
  })

  test('no page of the website can frame the panel, or reach a window that it opens with it', async () => {
    for (const path of ['/admin', '/admin/articles']) {
      const { headers } = await get(path)
      expect(policyOf(headers)).toBe('same-origin')
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    }
    // Equal policies would keep the two windows together.
    for (const path of ['/', '/blog', '/help.html', '/only-the-frontend-knows', '/services?lang=en'])
      expect([path, policyOf((await get(path)).headers)]).toEqual([path, 'same-origin-allow-popups'])
  })
})
