// What the identity provider can answer: the sentence on the sign-in page, and what the log says would mend it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { ClientError } from 'openid-client'
import { toProviderSignInError } from '../../../src/accounts/oidc/provider-problem.ts'
import { createLog } from '../../../src/platform/log.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  BROWSER_CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../../support/identity-provider.ts'
import { WebBrowser } from '../../support/web-browser.ts'

const TOKEN = '/api/login/oauth/access_token'
const DISCOVERY = '/.well-known/openid-configuration'
const ADDRESS = expect.stringContaining('OIDC_ISSUER')
const SECRET = expect.stringContaining('OIDC_CLIENT_SECRET')
const KEYS = expect.stringContaining('a key that it publishes')

let provider: IdentityProvider
let service: TestApp
const lines: string[] = []
const start = (env: Record<string, string> = {}) =>
  startApp(
    { ...provider.env, OIDC_ADMINS: 'ada', ...env },
    { log: createLog('info', { write: (text: string) => lines.push(text), flushSync() {} }) },
  )

beforeAll(async () => {
  provider = await startIdentityProvider()
  service = await start()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider.stop()
})
afterEach(() => {
  for (const path of [TOKEN, DISCOVERY]) provider.answerAt(path, null)
  lines.length = 0
})

const problemOf = ({ headers }: { headers: Headers }) =>
  new URL(headers.get('Location')!, 'http://localhost:3000').searchParams.get('problem')
const logged = () =>
  lines
    .filter((line) => line.includes('sign-in at the identity provider refused'))
    .map((line) => JSON.parse(line))

/** Goes to the provider, and comes back with this in the address, and with this answer to the code. */
async function comeBack(app: TestApp['app'], { query, answer }: { query?: string; answer?: Answer } = {}) {
  const web = new WebBrowser(app)
  const { headers } = await web.request('GET', '/api/auth/oidc/start')
  const place = headers.get('Location')!
  const state = new URL(place, 'http://localhost:3000').searchParams.get('state')
  if (!state) return { headers }
  const iss = query?.includes('iss=') ? '' : `&iss=${encodeURIComponent(provider.issuer)}`
  const back = query
    ? `/api/auth/oidc/callback?state=${state}${iss}&${query}`
    : await web.signInAt(place, 'ada')
  if (answer) provider.answerAt(TOKEN, answer)
  return web.request('GET', back)
}
type Answer = Parameters<IdentityProvider['answerAt']>[1]

describe('in the address of the way back', () => {
  test.each<[string, string, unknown]>([
    ['error=access_denied&error_description=No', 'provider_refused', undefined],
    ['error=login_required', 'provider_refused', undefined],
    ['error=temporarily_unavailable', 'provider_unavailable', undefined],
    ['error=server_error', 'provider_unavailable', undefined],
    ['error=unauthorized_client', 'misconfigured', expect.stringContaining('authorization code flow')],
    ['error=invalid_scope', 'misconfigured', expect.stringContaining('OIDC_SCOPES')],
    ['error=invalid_request', 'misconfigured', expect.stringContaining('redirect address')],
    ['error=toString', 'provider_refused', undefined],
    ['error=something_of_its_own', 'provider_refused', undefined],
  ])('%s is %s', async (query, problem, mend) => {
    expect(problemOf(await comeBack(service.app, { query }))).toBe(problem)
    const [line] = logged()
    expect([line.level, line.problem, line.mend]).toEqual(['warn', problem, mend])
    expect(line.reason).toStartWith(new URLSearchParams(query).get('error')!)
  })

  test('a long description is cut in the log', async () => {
    await comeBack(service.app, { query: `error=access_denied&error_description=${'x'.repeat(3_000)}` })
    expect(logged()[0].reason).toHaveLength(300)
  })

  test('another issuer', async () => {
    const back = await comeBack(service.app, { query: 'code=x&iss=https://evil.example' })
    expect([problemOf(back), logged()[0].mend]).toEqual(['misconfigured', ADDRESS])
  })
})

describe('for the code', () => {
  const json = (status: number, body: object) => ({ status, body })
  test.each<[string, Answer, string, string, unknown]>([
    ['invalid_client', json(401, { error: 'invalid_client' }), 'misconfigured', 'invalid_client', SECRET],
    [
      'invalid_client as 400',
      json(400, { error: 'invalid_client' }),
      'misconfigured',
      'invalid_client',
      SECRET,
    ],
    [
      'a challenge',
      { ...json(401, {}), headers: { 'WWW-Authenticate': 'Basic realm="x", error="invalid_client"' } },
      'misconfigured',
      'status 401',
      SECRET,
    ],
    ['invalid_grant', json(400, { error: 'invalid_grant' }), 'failed', 'invalid_grant', undefined],
    [
      'unauthorized_client',
      json(400, { error: 'unauthorized_client' }),
      'misconfigured',
      'unauthorized_client',
      expect.stringContaining('flow'),
    ],
    ['server_error', json(500, { error: 'server_error' }), 'provider_unavailable', 'status 500', undefined],
    ['an error of its own with 429', json(429, { error: 'busy' }), 'provider_unavailable', 'busy', undefined],
    ['an error of its own with 400', json(400, { error: 'odd' }), 'failed', 'odd', undefined],
    ['502', json(502, {}), 'provider_unavailable', 'status 502', undefined],
    ['429', json(429, {}), 'provider_unavailable', 'status 429', undefined],
    ['404', json(404, {}), 'misconfigured', 'status 404', undefined],
    [
      'a page',
      { status: 200, body: '<!doctype html>', headers: { 'Content-Type': 'text/html' } },
      'misconfigured',
      'status 200 for a token: unexpected response content-type',
      undefined,
    ],
    ['no ID token', json(200, { access_token: 'x', token_type: 'Bearer' }), 'failed', '', undefined],
    ['no token', json(200, {}), 'failed', '', undefined],
    ['no JSON', { status: 200, body: '{' }, 'failed', 'failed to parse', undefined],
  ])('%s', async (_, answer, problem, reason, mend) => {
    expect(problemOf(await comeBack(service.app, { answer }))).toBe(problem)
    const [line] = logged()
    expect([line.problem, line.mend]).toEqual([problem, mend])
    expect(line.reason).toStartWith(reason)
  })

  test('a wrong secret, told by the provider itself, is nothing that the person can mend', async () => {
    await using wrong = await start({ OIDC_CLIENT_SECRET: 'expired' })
    expect(problemOf(await comeBack(wrong.app))).toBe('misconfigured')
    expect(logged()[0]).toMatchObject({ reason: expect.stringContaining('invalid_client'), mend: SECRET })
  })

  test.each<[string, object, object, string, unknown]>([
    ['of another issuer', { iss: 'https://id.example.com/' }, {}, 'misconfigured', ADDRESS],
    ['of another client', { aud: 'another' }, {}, 'misconfigured', expect.stringContaining('OIDC_CLIENT_ID')],
    ['that has expired', { exp: 1_700_000_000 }, {}, 'clock', expect.stringContaining('clock')],
    ['with another nonce', { nonce: 'x' }, {}, 'failed', undefined],
    ['signed with a key that is not published', {}, { kid: 'unknown' }, 'misconfigured', KEYS],
  ])('an ID token %s', async (_, claims, header, problem, mend) => {
    const web = new WebBrowser(service.app)
    const { headers } = await web.request('GET', '/api/auth/oidc/start')
    const place = headers.get('Location')!
    const nonce = new URL(place).searchParams.get('nonce')
    const person = { sub: 'ada', email: 'ada@example.com', name: 'Ada Lovelace' }
    const id_token = await provider.forge(
      { aud: BROWSER_CLIENT.client_id, nonce, ...person, ...claims },
      header,
      Object.keys(header).length > 0 ? await provider.newKey() : undefined,
    )
    const back = await web.signInAt(place, 'ada')
    provider.answerAt(TOKEN, json(200, { access_token: 'x', token_type: 'Bearer', id_token }))
    expect(problemOf(await web.request('GET', back))).toBe(problem)
    expect(logged()[0].mend).toEqual(mend)
    for (const part of [person.email, person.name, ...id_token.split('.').slice(1)])
      expect(lines.join()).not.toContain(part)
  })

  test('a subject that is none has a sentence of its own', async () => {
    const web = new WebBrowser(service.app)
    const { headers } = await web.request('GET', '/api/auth/oidc/start')
    const back = await web.request('GET', await web.signInAt(headers.get('Location')!, 'سارا'))
    expect(problemOf(back)).toBe('unusable_subject')
    expect(logged()[0].mend).toContain('subject')
    expect(lines.join()).not.toContain('سارا')
  })
})

test('an error without a cause is no fault of its own', () => {
  const { explanation } = toProviderSignInError(new ClientError('something'))
  expect(explanation).toEqual({ problem: 'failed', reason: 'something', mend: null })
})

describe('before the way there', () => {
  const discovery = (change: object) => ({
    issuer: provider.issuer,
    jwks_uri: `${provider.issuer}/jwks`,
    ...change,
  })
  test.each<[string, () => Answer, string, unknown]>([
    [
      'the provider names itself with a slash',
      () => ({ status: 200, body: discovery({ issuer: `${provider.issuer}/` }) }),
      'misconfigured',
      ADDRESS,
    ],
    ['there is no such document', () => ({ status: 404, body: {} }), 'misconfigured', ADDRESS],
    ['it has no keys', () => ({ status: 200, body: { issuer: provider.issuer } }), 'misconfigured', ADDRESS],
    ['it has no endpoint for tokens', () => ({ status: 200, body: discovery({}) }), 'misconfigured', ADDRESS],
    ['the provider is busy', () => ({ status: 503, body: {} }), 'provider_unavailable', undefined],
  ])('%s', async (_, answer, problem, mend) => {
    provider.answerAt(DISCOVERY, answer())
    expect(problemOf(await comeBack(service.app))).toBe(problem)
    expect([logged()[0].problem, logged()[0].mend]).toEqual([problem, mend])
  })
})

test('connecting an account says the same of a provider that is away, and of one that is not set up', async () => {
  const password = 'a long enough password'
  const body = { email: 'ed@example.com', name: 'Ed', role: 'editor', password }
  await service.admin('POST', '/api/admin/users', { body })
  const web = new WebBrowser(service.app)
  const { token } = (await web.request('POST', '/api/auth/login', { body: { email: body.email, password } }))
    .body
  const headers = { Authorization: `Bearer ${token}` }
  const link = async () =>
    (await web.request('POST', '/api/auth/oidc/link', { body: { current_password: password }, headers })).body
      .detail
  provider.answerAt(DISCOVERY, { status: 503, body: {} })
  expect(await link()).toContain('cannot be reached')
  provider.answerAt(DISCOVERY, { status: 404, body: {} })
  expect(await link()).toContain('not set up correctly')
})
