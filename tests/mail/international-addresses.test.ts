// Addresses with a domain of any letters, at every door: stored as entered, sent in ASCII, found in both forms.
import { afterAll, expect, test } from 'bun:test'
import { findResource } from '../../src/content/resources/resource-registry.ts'
import { type Client, configOf } from '../support/app.ts'
import { minimalOf } from '../support/samples.ts'
import { contact, startMailApp } from './mail-app.ts'

const SHOWN = 'مثال.ایران'
const SENT = 'xn--mgbh0fb.xn--mgba3a4f16a'
const app = await startMailApp({ MAIL_FROM: `سایت <no-reply@${SHOWN}>`, CONTACT_NOTIFY: `desk@${SHOWN}` })
afterAll(() => app[Symbol.asyncDispose]())

const post = (client: Client, path: string, body: unknown) => client('POST', path, { body })

test('a message: the reply and the notice', async () => {
  expect((await contact(app.anyone, { email: `ali@${SHOWN}` })).status).toBe(201)
  const { body } = await app.admin('GET', '/api/admin/messages')
  expect(body.items[0].email).toBe(`ali@${SHOWN}`)
  const [notice] = await app.deliver()
  expect(notice!.headers.to).toBe(`desk@${SENT}`)
  expect(notice!.headers).toMatchObject({
    'reply-to': `علی رضایی <ali@${SENT}>`,
    from: `سایت <no-reply@${SENT}>`,
  })
  expect(notice!.headers['message-id']).toEndWith(`@${SENT}>`)
  expect(notice!.html).toContain(`ali@${SHOWN}`)
})

test('the list of addresses in the site settings', async () => {
  const settings = await app.admin('PATCH', '/api/admin/site-settings/1', {
    body: { contact_notify: `one@${SHOWN}، two@example.com` },
  })
  expect([settings.status, settings.body.contact_notify]).toEqual([200, `one@${SHOWN}، two@example.com`])
  await contact(app.anyone)
  expect((await app.deliver()).map(({ headers }) => headers.to).toSorted()).toEqual([
    `one@${SENT}`,
    'two@example.com',
  ])
})

test('the newsletter: both forms are one subscriber', async () => {
  for (const domain of [SHOWN, SENT])
    expect((await post(app.anyone, '/api/newsletter', { email: `reader@${domain}` })).status).toBe(201)
  expect((await app.deliver()).map(({ headers }) => headers.to)).toEqual([`reader@${SENT}`])
  const { body } = await app.admin('GET', '/api/admin/newsletter')
  expect(body.items.map(({ email }: { email: string }) => email)).toEqual([`reader@${SHOWN}`])
})

test('an account: an invitation, signing in and a forgotten password in both forms', async () => {
  const create = (email: string, more = {}) =>
    post(app.admin, '/api/admin/users', { email, name: 'Sara', role: 'creator', ...more })
  expect((await create(`new@${SHOWN}`)).body.email).toBe(`new@${SHOWN}`)
  expect((await app.deliver())[0]!.headers.to).toBe(`new@${SENT}`)
  for (const [name, domain] of [
    ['sara', SHOWN],
    ['reza', SENT],
  ]) {
    const password = `the password of ${name}`
    expect((await create(`${name}@${domain}`, { password })).body.email).toBe(`${name}@${SHOWN}`)
    const other = domain === SHOWN ? SENT : SHOWN
    expect((await create(`${name!.toUpperCase()}@${other}`)).status).toBe(409)
    await app.deliver()
    await post(app.anyone, '/api/auth/forgot-password', { email: `${name}@${other}` })
    expect((await app.deliver()).map(({ headers }) => headers.to)).toEqual([`${name}@${SENT}`])
    for (const form of [SHOWN, SENT]) {
      const credentials = { email: `${name!.toUpperCase()}@${form}`, password }
      expect((await post(app.anyone, '/api/auth/login', credentials)).status).toBe(200)
    }
  }
})

test('records, and people of procurement', async () => {
  const office = await post(app.admin, '/api/admin/offices', {
    ...minimalOf(findResource('offices')!, 1),
    email: `office@${SHOWN}`,
  })
  expect([office.status, office.body.email]).toEqual([201, `office@${SHOWN}`])
  const person = await post(app.admin, '/api/users', { subject: 'reza', email: `reza@${SHOWN}` })
  expect([person.status, person.body.email]).toEqual([201, `reza@${SHOWN}`])
})

test('the settings of the environment', () => {
  const config = configOf({
    SMTP_URL: 'smtp://mail.example.com',
    OPS_NOTIFY: `ops@${SHOWN}`,
    ADMIN_EMAIL: `admin@${SENT}`,
    ADMIN_PASSWORD: 'a long password',
    MAIL_FROM: `no-reply@${SHOWN}`,
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_AUDIENCE: 'frontage',
    OIDC_ADMINS: `boss@${SENT}`,
  })
  expect(JSON.stringify(config)).toContain(`"ops@${SHOWN}"`)
  expect(JSON.stringify(config)).toContain(`"admin@${SHOWN}"`)
  expect(config.identity!.admins.emails).toEqual(new Set([`boss@${SHOWN}`]))
})
