// Sessions across tabs and at their end, and the panel without its service.

import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import type { Page, Response } from 'playwright-core'
import { sessions } from '../../src/platform/db/schema/auth.ts'
import { eventually } from '../support/eventually.ts'
import { allWords } from './support/all-words.ts'
import { describePanel } from './support/drive.ts'
import {
  ADMIN,
  axeViolations,
  listenToSpeech,
  sidewaysScroll,
  spoken,
  untilQuiet,
  untilReady,
} from './support/panel.ts'

const MINUTE = 60_000
/** Of accounts that `signIn` makes. */
const PASSWORD = 'a password of admin'

describePanel('a session', {}, (panel) => {
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const goTo = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).press('Enter')

  test('ends in all tabs with signing out, and begins in all of them with signing in', async () => {
    const page = await panel.open('/services', { client: null })
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByLabel('Password').press('Enter')
    await heading(page, 'Services')
    const other = await panel.context.newPage()
    await other.goto(`${panel.url}/admin/articles`)
    await heading(other, 'Articles')

    await page.getByRole('button', { name: /^Account menu/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).press('Enter')
    await other.waitForURL('**/sign-in?next=%2Farticles')
    await page.waitForURL('**/sign-in*')

    await other.getByLabel('Email').fill(ADMIN.email)
    await other.getByLabel('Password').fill(ADMIN.password)
    await other.getByLabel('Password').press('Enter')
    await heading(other, 'Articles')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  test('is not in reach of other scripts of its origin, in no storage and no message, and lasts over a restart', async () => {
    const page = await panel.open('/services', { client: null })
    const other = await panel.context.newPage()
    await other.goto(`${panel.url}/health`)
    await other.evaluate(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new BroadcastChannel('frontage-session').onmessage = ({ data }) => seen.push(JSON.stringify(data))
    })
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByLabel('Password').press('Enter')
    await heading(page, 'Services')
    const found = () =>
      other.evaluate(() => {
        const { seen } = globalThis as unknown as { seen: string[] }
        return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, seen, document.cookie])
      })
    while (!(await found()).includes('began')) await other.waitForTimeout(50)
    expect(await found()).not.toMatch(/eyJ|frontage_session=/)
    // Not with the cookie either, but for the header that only the panel sends from its own origin.
    await page.close()
    const again = await panel.context.newPage()
    await again.goto(`${panel.url}/admin/services`)
    await heading(again, 'Services')
  })

  test.each([
    ['en', 1_280, 'light'],
    ['fa', 390, 'dark'],
  ] as const)(
    'stands first in a list with pages, whose last page goes when it is empty: %s at %p',
    async (language, width, scheme) => {
      const { account, lists } = await allWords(language)
      const client = await panel.signIn('editor')
      const { database } = panel.app.deps
      const beginning = sql`insert into sessions
          (id, account_id, token_version, method, address, user_agent, created_at, last_seen_at, expires_at)
        select gen_random_uuid(), account_id, token_version, method, '192.0.2.9', 'curl/8.5.0',
          created_at, last_seen_at, expires_at
        from sessions, generate_series(1, 20) where id = ${decodeJwt(client.token!).jti!}::uuid`
      await database.query((tx) => tx.execute(beginning))
      const page = await panel.open('/account', { client, language, width, scheme })
      const card = page.getByRole('region', { name: account.sessions, exact: true })
      const sessionsShown = async (count: number) => {
        await eventually(async () => (await card.getByRole('listitem').count()) === count)
      }
      await sessionsShown(20)
      await card.getByRole('listitem').first().getByText(account.this_session).waitFor()
      await card.getByRole('button', { name: lists.next_page }).press('Enter')
      await sessionsShown(1)
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await card
        .getByRole('button', { name: account.end_session_of.replace('{device}', 'curl') })
        .press('Enter')
      await sessionsShown(20)
      await card.getByRole('listitem').first().getByText(account.this_session).waitFor()
      await card.getByRole('navigation').waitFor({ state: 'detached' })
    },
  )

  test('says five minutes before its end that it ends, and goes on after signing in again', async () => {
    // Signing in again ends the session before, which must not be the one of the other tests.
    const client = await panel.signIn('admin')
    // The stream of events may come back with its token before the new one is there.
    panel.forgive(/status of 401.*\/api\/admin\/events/)
    const page = await panel.open('/services', { client })
    const { jti } = decodeJwt(client.token!)
    const expires_at = new Date(Date.now() + 15 * MINUTE)
    const { database } = panel.app.deps
    await database.query((tx) => tx.update(sessions).set({ expires_at }).where(eq(sessions.id, jti!)))
    await page.clock.install()
    await page.reload()
    await untilReady(page)
    const notice = page.getByRole('timer')
    expect(await notice.count()).toBe(0)
    await listenToSpeech(page)
    await page.clock.fastForward(expires_at.getTime() - (await page.evaluate(() => Date.now())) - 5 * MINUTE)
    await notice.getByText(/^Your session ends in (?:5:00|4:\d\d)\.$/).waitFor()
    await eventually(async () => (await spoken(page)).join('\n').includes('Your session ends in 5 minutes'))
    await page.getByRole('button', { name: 'Sign in again' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password').fill(PASSWORD)
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByLabel('Password').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await notice.waitFor({ state: 'detached' })
  })

  test('that the service refuses from the first request on: asks to sign in, then shows the page', async () => {
    const page = await panel.open('/services', { client: await panel.signIn('admin') })
    await page.route('**/api/auth/token', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), token: 'refused' } })
    })
    // The frame waits for its texts, which come later than the answers to the first requests.
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch()
      if ((await response.text()).includes('Your session has ended')) await Bun.sleep(500)
      await route.fulfill({ response })
    })
    await page.goto(`${panel.url}/admin/projects`)
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByLabel('Password').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('rowheader').first().waitFor()
    panel.forgive(/status of 401/)
  })

  describe('goes on with a new password, and asks nobody to sign in', () => {
    const NEXT = 'the next password of theirs'
    const isRefused = (response: Response) =>
      response.status() === 401 && response.url().includes('/api/admin/messages')
    async function changePassword(page: Page) {
      await page.getByLabel('Current password').fill('a password of editor')
      await page.getByLabel('New password', { exact: true }).fill(NEXT)
      await page.getByLabel(/^Repeat/).fill(NEXT)
      await page.keyboard.press('Enter')
    }
    const isLoaded = (response: Response) =>
      response.status() === 200 && response.url().includes('/api/admin/messages')
    /** Loads what is shown again, as after an event that another tab has passed on. */
    const loadAgain = (page: Page) =>
      page.evaluate(() => new BroadcastChannel('frontage-events').postMessage({ event: 'reset', id: null }))
    async function refusedAgain(page: Page) {
      const refused = page.waitForResponse(isRefused)
      await loadAgain(page)
      await refused
    }

    test('where its answer comes after a request that the service refused', async () => {
      const page = await panel.open('/account', {
        client: await panel.signIn('editor', 'Early'),
        isNew: true,
      })
      let dialogs = -1
      await page.route('**/api/auth/change-password', async (route) => {
        const response = await route.fetch()
        // The first one would have asked by the second.
        for (let times = 0; times < 2; times++) await refusedAgain(page)
        dialogs = await page.getByRole('dialog').count()
        await route.fulfill({ response })
      })
      const loaded = page.waitForResponse(isLoaded)
      await changePassword(page)
      await panel.hear(page, 'Password changed.')
      await loaded
      expect([dialogs, await page.getByRole('dialog').count()]).toEqual([0, 0])
      panel.forgive(/status of 401/)
    })

    test('where its answer comes before the refusal of a request that was sent with the former token', async () => {
      const page = await panel.open('/account', { client: await panel.signIn('editor', 'Late'), isNew: true })
      const changed = Promise.withResolvers<void>()
      const refused = Promise.withResolvers<void>()
      await page.route('**/api/admin/messages*', async (route) => {
        const response = await route.fetch()
        if (response.status() === 401) {
          refused.resolve()
          await changed.promise
        }
        await route.fulfill({ response })
      })
      await page.route('**/api/auth/change-password', async (route) => {
        const response = await route.fetch()
        await loadAgain(page)
        await refused.promise
        await route.fulfill({ response })
      })
      await changePassword(page)
      await panel.hear(page, 'Password changed.')
      const loaded = page.waitForResponse(isLoaded)
      changed.resolve()
      await loaded
      expect(await page.getByRole('dialog').count()).toBe(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      panel.forgive(/status of 401/)
    })
  })

  test('says at once that the network is gone, and takes it back with the network', async () => {
    panel.forgive(/net::ERR_INTERNET_DISCONNECTED/)
    const page = await panel.open('/services')
    await panel.context.setOffline(true)
    const notice = page.getByText('The service cannot be reached. Your work stays on this page.')
    await notice.waitFor()
    await panel.context.setOffline(false)
    await notice.waitFor({ state: 'detached' })
  })

  test('stays when the service cannot be reached: a notice says so, and what is missing is loaded afterwards', async () => {
    const page = await panel.open('/services')
    const fetched = new Set<string>()
    page.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname))
    const list = await page.locator('meta[name="assets"]').getAttribute('content')
    const assets: string[] = await (await fetch(panel.url + list)).json()
    expect(assets.length).toBeGreaterThan(100)
    await eventually(() => assets.every((path) => fetched.has(path)))
    await panel.context.setOffline(true)
    await goTo(page, 'Projects')
    await page.getByText('The service cannot be reached. Your work stays on this page.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).first().press('Enter')
    await page.getByText('The service cannot be reached. Your work stays on this page.').waitFor()
    // A screen that has not been opened yet.
    await goTo(page, 'Users')
    await heading(page, 'Users')
    await panel.context.setOffline(false)
    await page.getByRole('rowheader').first().waitFor()
    await goTo(page, 'Projects')
    await page.getByRole('rowheader').first().waitFor()
    expect(await page.getByText('The service cannot be reached.').count()).toBe(0)
    panel.forgive(/net::ERR_INTERNET_DISCONNECTED/)
  })

  test('loads the page again where the script of a screen could not be loaded at first', async () => {
    const page = await panel.open('/services')
    let scripts = 0
    // All but the first of what the screen needs are missing.
    await page.route('**/admin/assets/*.js', (route) => (++scripts === 1 ? route.continue() : route.abort()))
    await goTo(page, 'Users')
    await heading(page, 'This page could not be shown')
    expect(scripts).toBeGreaterThan(1)
    const tryAgain = page.getByRole('alert').getByRole('button', { name: 'Try again' })
    // The page stays while the service could not send it.
    await panel.context.setOffline(true)
    await tryAgain.last().press('Enter')
    await page.getByText('The service cannot be reached. Your work stays on this page.').waitFor()
    await heading(page, 'This page could not be shown')
    await panel.context.setOffline(false)
    await page.unroute('**/admin/assets/*.js')
    await tryAgain.last().press('Enter')
    await heading(page, 'Users')
    panel.forgive(/net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  })

  test('says what is missing where the script of a part could not be loaded, once the service can be reached', async () => {
    const page = await panel.open('/services')
    const missing = page.getByText('A part of this page could not be loaded. Reload the page.')
    const account = page.getByRole('button', { name: /^Account menu/ })
    await untilQuiet(page)
    await page.route('**', (route) => route.abort())
    await account.press('Enter')
    await page.getByText('The service cannot be reached. Your work stays on this page.').waitFor()
    expect(await missing.count()).toBe(0)
    await page.unroute('**')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).press('Enter')
    await missing.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('alert').getByRole('button', { name: 'Reload' }).press('Enter')
    await missing.waitFor({ state: 'detached' })
    await account.press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).waitFor()
    panel.forgive(/net::ERR_FAILED|Failed to fetch/)
  })

  test('fetches scripts ahead, but not in a browser that saves data', async () => {
    const asksAfterAWhile = async (savesData: boolean) => {
      const page = await panel.open('/services', { isNew: true })
      await page.addInitScript((saveData) => {
        Object.defineProperty(navigator, 'connection', { value: { saveData } })
      }, savesData)
      const list = (await page.locator('meta[name="assets"]').getAttribute('content'))!
      const waited = page.waitForRequest('**/after-the-wait')
      let asks = 0
      page.on('request', (request) => {
        if (request.url().endsWith(list)) asks++
      })
      await page.clock.install()
      await page.reload()
      await untilReady(page)
      await untilQuiet(page)
      await page.clock.runFor(6_000)
      await page.evaluate(() => void fetch('/after-the-wait'))
      await waited
      return asks
    }
    expect(await asksAfterAWhile(false)).toBe(1)
    expect(await asksAfterAWhile(true)).toBe(0)
    panel.forgive(/status of 404/)
  })

  test.each([
    ['en', 'Page not found', 'Go to the overview', 'Overview'],
    ['fa', 'صفحه پیدا نشد', 'رفتن به نمای کلی', 'نمای کلی'],
  ] as const)('leads on from an address without a page, in %s', async (language, title, way, overview) => {
    for (const path of ['/no-such-page', '/services/99999', '/services/none']) {
      const page = await panel.open(path, { language })
      await heading(page, title)
      await page.getByRole('link', { name: way }).press('Enter')
      await heading(page, overview)
      panel.forgive(/status of 404/)
    }
  })

  test('shows the request id of a failed request, and loads the screen when asked again', async () => {
    const page = await panel.open('/services')
    await page.route('**/api/admin/projects?*', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'X-Request-Id': 'req-4711' },
        json: { error: { code: 'internal', message: 'Internal error.', request_id: 'req-4711' } },
      }),
    )
    await page.goto(`${panel.url}/admin/projects`)
    const notice = page.getByRole('alert').filter({ hasText: 'req-4711' })
    await notice.waitFor()
    await page.unroute('**/api/admin/projects?*')
    await notice.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByRole('rowheader').first().waitFor()
    panel.forgive(/status of 500/)
  })

  test.each([
    ['en', 'The service is not available at the moment (503).'],
    ['fa', 'سرویس اکنون در دسترس نیست (۵۰۳).'],
  ] as const)(
    'says that the service is not available when a proxy answers for it, in %s',
    async (language, sentence) => {
      const page = await panel.open('/services', { language })
      await page.route('**/api/admin/projects?*', (route) =>
        route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }),
      )
      await page.goto(`${panel.url}/admin/projects`)
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
      panel.forgive(/status of 503/)
    },
  )
})
