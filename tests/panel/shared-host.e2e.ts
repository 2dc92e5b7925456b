// The panel where scripts of a frontend run on its host, since it has none of its own (`ADMIN_HOST`).
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { revokedTokens, sessions } from '../../src/platform/db/schema/auth.ts'
import { clientOf } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { allWords } from './support/all-words.ts'
import { identityQuestion } from './support/confirm-identity.ts'
import { describePanel } from './support/drive.ts'
import { ADMIN, axeViolations, hasChromium, sidewaysScroll } from './support/panel.ts'

const frontend = await mkdtemp(join(tmpdir(), 'frontage-frontend-'))
const PAGE = '<!doctype html><html><head><title>x</title></head><body><div id="root"></div></body></html>'
await Bun.write(join(frontend, 'index.html'), PAGE)
afterAll(() => rm(frontend, { recursive: true }))

let provider: IdentityProvider
if (hasChromium) {
  provider = await startIdentityProvider()
  afterAll(() => provider.stop())
}

const env = (url: string) => ({
  ...provider.env,
  SITE_URL: url,
  OIDC_ADMINS: 'root',
  SPA_DIR: frontend,
})

// Each tab asks for a token of its own session alone, and gets none of another.
describePanel(
  'a session on a host with scripts of a frontend',
  { env, forgives: /status of 40[13]/ },
  (panel) => {
    beforeAll(() => provider.register(panel.url))

    const heading = (page: Page, name: string) =>
      page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

    async function signIn(page: Page) {
      await page.getByLabel('Email').fill(ADMIN.email)
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.getByLabel('Password').press('Enter')
    }

    /** A signed-in page, and the token that its requests carry. */
    async function openSignedIn(path: string) {
      const page = await panel.open(path, { client: null })
      const answer = page.waitForResponse('**/api/auth/login')
      await signIn(page)
      return { page, token: (await (await answer).json()).token as string }
    }
    const isLive = async (token: string) =>
      (await clientOf(panel.app.app, token)('GET', '/api/auth/me')).status === 200

    test('lasts as long as its tab, and ends with a reload', async () => {
      const { page, token } = await openSignedIn('/services')
      await heading(page, 'Services')
      expect(await isLive(token)).toBe(true)
      const other = await panel.context.newPage()
      await other.goto(`${panel.url}/admin/articles`)
      await heading(other, 'Sign in to manage the website')
      await page.reload()
      await heading(page, 'Sign in to manage the website')
      // Nobody has its token any more.
      await eventually(async () => !(await isLive(token)))
      await signIn(page)
      await heading(page, 'Services')
    })

    test('is its tab’s alone: signing in and out elsewhere does not touch it', async () => {
      const { page } = await openSignedIn('/services')
      const other = await panel.context.newPage()
      await other.goto(`${panel.url}/admin/articles`)
      await signIn(other)
      await heading(other, 'Articles')
      await other.getByRole('button', { name: /^Account menu/ }).press('Enter')
      await other.getByRole('menuitem', { name: 'Sign out', exact: true }).press('Enter')
      await heading(other, 'Sign in to manage the website')
      await page.getByRole('link', { name: 'Projects', exact: true }).click()
      await page.getByRole('rowheader').first().waitFor()
    })

    test('is out of reach of those scripts: no token, no frame, no window, nothing that is kept or told', async () => {
      const site = await (await panel.open('/services', { client: null })).context().newPage()
      await site.goto(`${panel.url}/`)
      await site.evaluate(() => {
        const heard: unknown[] = []
        Object.assign(globalThis, { heard })
        for (const name of ['frontage-session', 'frontage-events'])
          new BroadcastChannel(name).onmessage = ({ data }) => heard.push(data)
      })
      const token = () =>
        fetch('/api/auth/token', { method: 'POST', headers: { 'X-Frontage-Panel': '1' } }).then(
          ({ status }) => status,
        )
      expect(await site.evaluate(token)).toBe(403)

      await site.evaluate(() => {
        const frame = Object.assign(document.createElement('iframe'), { src: '/admin' })
        document.body.append(frame)
        return new Promise((resolve) => (frame.onload = resolve))
      })
      expect(await site.evaluate(() => document.querySelector('iframe')!.contentDocument)).toBeNull()

      const opening = site.context().waitForEvent('page')
      await site.evaluate(() => Object.assign(globalThis, { opened: open('/admin/services') }))
      const window = await opening
      await heading(window, 'Sign in to manage the website')
      await signIn(window)
      await heading(window, 'Services')
      const reached = () => {
        const { opened } = globalThis as unknown as { opened: Window }
        return opened.closed ? 'nothing' : opened.document.body.textContent
      }
      expect(await site.evaluate(reached)).toBe('nothing')
      expect(await window.evaluate(() => window.opener)).toBeNull()

      await panel.request('POST', 'services', { title: 'Seen by the panel' })
      await window.getByRole('rowheader', { name: 'Seen by the panel' }).waitFor()
      const found = await site.evaluate(() => {
        const { heard } = globalThis as unknown as { heard: unknown[] }
        return JSON.stringify([{ heard }, { ...localStorage }, { ...sessionStorage }, document.cookie])
      })
      expect(found).toContain('"heard":[]')
      expect(found).not.toMatch(/eyJ|frontage_session|session-ends/)
      panel.forgive(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/)
    })

    test.each([
      ['en', 1_280, 'light'],
      ['fa', 1_280, 'dark'],
      ['en', 390, 'dark'],
      ['fa', 390, 'light'],
    ] as const)(
      'is explained by the sign-in page, which names ADMIN_HOST, in %s, %p wide, %s',
      async (language, width, scheme) => {
        const page = await panel.open('/services', { client: null, language, width, scheme })
        const { tab_alone } = (await allWords(language)).tab_session
        expect(tab_alone).toContain('ADMIN_HOST')
        await page.getByText(tab_alone).waitFor()
        expect(await axeViolations(page)).toEqual([])
        expect(await sidewaysScroll(page)).toBe(0)
      },
    )

    test('of a person is left for the provider to confirm a change, and begins again with the proof', async () => {
      const page = await panel.open('/people', { client: null })
      const signInAt = async (name: string) => {
        await page.getByRole('link', { name }).click()
        await page.getByLabel('Subject').fill('root')
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.waitForURL(`${panel.url}/**`)
      }
      await signInAt('Sign in with Example Ltd')
      await page.getByRole('button', { name: 'New person' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Subject').fill('somebody')
      await dialog.getByLabel('Display name').fill('Somebody')
      await dialog.getByRole('button', { name: 'Add' }).click()
      const disabled = page.getByRole('switch', { name: /^Disabled.*Somebody/ })
      await disabled.click()
      await signInAt('Confirm with Example Ltd')
      await page.locator('.toast').getByText('Confirmed with Example Ltd').waitFor()
      expect(new URL(page.url()).pathname).toBe('/admin/people')
      await disabled.click()
      await page.locator('.toast').getByText('Somebody may not sign in any more').waitFor()
    })

    test('of an account is left for the provider to connect it, and begins again to finish that', async () => {
      const { factors, company_account } = await allWords('en')
      const { page } = await openSignedIn('/account')
      await page.getByRole('button', { name: company_account.connect }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: company_account.connect }).click()
      const question = await identityQuestion(page)
      await question.getByLabel(factors.your_password).fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await page.getByLabel('Subject').fill('owner')
      await page.getByRole('button', { name: 'Continue' }).click()
      await heading(page, 'Sign in to manage the website')
      await signIn(page)
      // In a new session the proof of the one before counts for nothing.
      await question.getByLabel(factors.your_password).fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await page.locator('.toast').getByText(company_account.connected_now).waitFor()
      expect(page.url()).toBe(`${panel.url}/admin/account`)
      await page
        .getByRole('region', { name: company_account.company_account })
        .getByText(company_account.connected.replace('{name}', 'Example Ltd'))
        .waitFor()
    })

    test('of a person that has ended leads to the provider and back to the page', async () => {
      const page = await panel.open('/people', { client: null })
      await page.getByRole('link', { name: 'Sign in with Example Ltd' }).click()
      await page.getByLabel('Subject').fill('root')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'New person' }).waitFor()
      const headers = { Authorization: `Bearer ${await provider.tokenFor('root')}` }
      const { body } = await panel.app.anyone('GET', '/api/users', { headers })
      const { id } = body.items.find(({ subject }: { subject: string }) => subject === 'root')
      const { database } = panel.app.deps
      await database.query((tx) =>
        tx
          .insert(revokedTokens)
          .select(
            tx
              .select({ jti: sessions.id, expires_at: sessions.expires_at })
              .from(sessions)
              .where(eq(sessions.person_id, id)),
          )
          .onConflictDoNothing(),
      )
      await page.getByRole('link', { name: 'Quotes', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.getByText('You leave this page to sign in, and come back to it.').waitFor()
      await dialog.getByRole('link', { name: 'Sign in with Example Ltd' }).click()
      // The provider still knows them.
      await page.waitForURL(`${panel.url}/admin/quotes`)
      await heading(page, 'Quotes')
    })
  },
)
