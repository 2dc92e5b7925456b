// A sign-in at the provider as a proof of identity: somebody has signed in there since they were sent, and the provider says so. Who
// sits at an open browser, where the provider still knows its owner, can leave out of the address that it is to ask again.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { open } from '../../../src/accounts/sealed-text.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { createLog } from '../../../src/platform/log.ts'
import { tokenIn } from '../../mail/mail-app.ts'
import { type Answer, clientOf, startApp, type TestApp } from '../../support/app.ts'
import { startIdentityProvider } from '../../support/identity-provider.ts'
import { ticketIn, WebBrowser } from '../../support/web-browser.ts'

const PASSWORD = 'a long enough password'
const lines: string[] = []

async function start(options?: Parameters<typeof startIdentityProvider>[0]) {
  const provider = await startIdentityProvider(options)
  const log = createLog('info', { write: (text: string) => lines.push(text), flushSync() {} })
  const service = await startApp(
    { ...provider.env, OIDC_ADMINS: 'root', OIDC_ID_TOKEN_HINT: 'true' },
    { log },
  )
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await provider.stop()
  })
  return { provider, service }
}
const asking = await start()
const casdoor = await start({ asksAgain: false })
afterEach(() => {
  asking.service.setClock(null)
  lines.length = 0
})

let count = 0
const problemOf = ({ status, body }: Answer) => [status, body.code]
const placeOf = ({ status, headers }: Answer) => [status, headers.get('Location')]
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const reasons = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ problem }) => problem === 'not_confirmed')
    .map(({ reason }) => reason)

async function addAccount({ service }: { service: TestApp }, fields: object) {
  const email = `account-${++count}@example.com`
  const body = { email, name: 'Somebody', role: 'editor', ...fields }
  const { id } = (await service.admin('POST', '/api/admin/users', { body })).body
  return { id: id as number, email }
}

/** Somebody who signs in at the provider alone, and has done so in this browser. */
async function signedIn({ service }: { service: TestApp }) {
  const subject = `somebody-${++count}`
  const { id } = await addAccount({ service }, { provider_subject: subject })
  const web = new WebBrowser(service.app)
  const { token } = (await web.signIn(subject)).body
  return { subject, id, web, token: token as string }
}

/** Goes to the provider from an address that somebody has changed, and comes back. */
async function comeBack(web: WebBrowser, subject: string, change: (url: URL) => void) {
  const { headers } = await web.request('GET', '/api/auth/oidc/start?reauth=1&return_to=/admin/account')
  const url = new URL(headers.get('Location')!)
  expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0'])
  change(url)
  return web.request('GET', await web.signInAt(url.href, subject))
}
const PLACE = [303, '/admin/sign-in?problem=not_confirmed&next=%2Faccount&reauth=1']

const cutAll = ({ searchParams }: URL) => {
  searchParams.delete('prompt')
  searchParams.delete('max_age')
}
const cutPrompt = ({ searchParams }: URL) => {
  searchParams.delete('prompt')
  searchParams.set('max_age', '86400')
}

describe('a proof at an open browser, whose owner is signed in at the provider', () => {
  test('that cuts out of the address what asks for the password proves nothing, and begins no session', async () => {
    const { web, subject, token } = await signedIn(asking)
    expect(placeOf(await comeBack(web, subject, cutAll))).toEqual(PLACE)
    const { body } = await web.request('POST', '/api/auth/totp', { headers: bearer(token) })
    expect(body.code).toBe('reauthentication_required')
    expect(reasons()).toEqual(['auth_time of the ID token is before the start, or missing'])
  })

  test.each([
    [5, true],
    [6, false],
  ])('with a sign-in there %p s before the start counts: %p', async (seconds, counts) => {
    const { web, subject, token } = await signedIn(asking)
    await comeBack(web, subject, () => {})
    const { auth, database } = asking.service.deps
    const [waiting] = await database.query((tx) =>
      rowsOf<{ data: any }>(tx, sql`delete from sign_in_tickets returning data`),
    )
    const { personId, signOutHint } = waiting!.data
    const hint = JSON.parse(open(signOutHint, auth, { use: 'sign-out hint', owner: `person ${personId}` })!)
    const signedInAt = decodeJwt(hint.id_token_hint).auth_time as number
    asking.service.setClock(new Date((signedInAt + seconds) * 1_000))
    const back = await comeBack(web, subject, cutPrompt)
    if (!counts) {
      expect(placeOf(back)).toEqual(PLACE)
      return
    }
    const body = { provider_ticket: ticketIn(back.headers) }
    const proved = await web.request('POST', '/api/auth/reauthenticate', { body, headers: bearer(token) })
    expect(proved.status).toBe(200)
  })

  test('does not connect their company account with an account of somebody else', async () => {
    const { subject, web } = await signedIn(asking)
    const { email } = await addAccount(asking, { password: PASSWORD })
    const login = await web.request('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
    const proof = { current_password: PASSWORD }
    const headers = bearer(login.body.token)
    const begun = await web.request('POST', '/api/auth/oidc/link', { body: proof, headers })
    const url = new URL(begun.body.url)
    cutAll(url)
    expect(placeOf(await web.request('GET', await web.signInAt(url.href, subject)))).toEqual([
      303,
      '/admin/sign-in?problem=failed&next=%2Faccount&reauth=1',
    ])
  })

  test('counts once the provider has asked again', async () => {
    const { web, subject, token } = await signedIn(asking)
    const body = { provider_ticket: ticketIn((await comeBack(web, subject, () => {})).headers) }
    const headers = bearer(token)
    expect((await web.request('POST', '/api/auth/reauthenticate', { body, headers })).status).toBe(200)
  })
})

describe('a provider that asks nobody again, and does not say when they signed in', () => {
  test('proves nothing', async () => {
    const { web, subject } = await signedIn(casdoor)
    expect(placeOf(await comeBack(web, subject, () => {}))).toEqual(PLACE)
    expect(reasons()).toEqual(['the provider writes no auth_time into ID tokens'])
  })

  test('signs people in, and connects accounts, which confirm changes by their password', async () => {
    const { service } = casdoor
    const subject = `owner-${++count}`
    const { email } = await addAccount(casdoor, { password: PASSWORD })
    const web = new WebBrowser(service.app)
    const login = await web.request('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
    const proof = { current_password: PASSWORD }
    expect((await web.connect(login.body.token, subject, proof)).status).toBe(200)
    await expectProof(await new WebBrowser(service.app).signIn(subject))
  })

  test('lets an account without a password choose one by an invitation, with which it confirms', async () => {
    const { service } = casdoor
    const { subject, id } = await signedIn(casdoor)
    const { link } = (await service.admin('POST', `/api/admin/users/${id}/invitation`)).body
    await service.anyone('POST', '/api/auth/accept-invitation', {
      body: { token: tokenIn(link), password: PASSWORD },
    })
    await expectProof(await new WebBrowser(service.app).signIn(subject))
  })

  async function expectProof({ body }: Answer) {
    const client = clientOf(casdoor.service.app, body.token)
    const prove = (proof: object) => client('POST', '/api/auth/reauthenticate', { body: proof })
    expect(problemOf(await prove({}))).toEqual([403, 'reauthentication_required'])
    expect(problemOf(await prove({ current_password: PASSWORD }))).toEqual([200, undefined])
  }
})
