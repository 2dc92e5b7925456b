// The sign-in page after a reload that could not take up a session: it says why, and what mends it.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describePanel } from './support/drive.ts'
import { ADMIN, axeViolations, sidewaysScroll, untilReady } from './support/panel.ts'

describePanel('a session that a reload cannot take up', { forgives: /status of 40[13]/ }, (panel) => {
  async function signIn(page: Page) {
    await page.locator('input[name=email]').fill(ADMIN.email)
    await page.locator('input[name=password]').fill(ADMIN.password)
    await page.locator('input[name=password]').press('Enter')
    await page.getByRole('navigation').first().waitFor()
  }
  const reload = async (page: Page) => {
    await page.reload()
    await page.waitForURL('**/sign-in*')
    await untilReady(page)
  }
  const look = async (page: Page) => {
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }

  test.each([
    ['en', 1_280, 'the service does not know this address'],
    ['fa', 360, 'سرویس این نشانی را نمی‌شناسد'],
  ] as const)('behind a proxy that drops `Host`, in %s at %d pixels', async (language, width, text) => {
    const proxy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => {
        const headers = new Headers(request.headers)
        headers.set('Host', 'frontage:3000')
        return panel.app.app.fetch(new Request(request, { headers }), {})
      },
    })
    try {
      const page = await panel.open('/sign-in', { client: null, language, width })
      await page.goto(`${proxy.url.origin}/admin/services`)
      await untilReady(page)
      await signIn(page)
      await reload(page)
      const alert = page.getByRole('alert').getByText(text)
      await alert.waitFor()
      expect(await alert.textContent()).toContain(proxy.url.origin)
      await look(page)
      // It is about the session that was lost, not about the next one.
      await signIn(page)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    } finally {
      await proxy.stop(true)
    }
  })

  test('in a browser that keeps no cookies, and in one with a planted one', async () => {
    const page = await panel.open('/services', { client: null })
    await signIn(page)
    await panel.context.clearCookies()
    await reload(page)
    await page.getByRole('alert').getByText('this browser has not kept the cookie of your session').waitFor()
    await look(page)

    await signIn(page)
    await panel.context.addCookies([
      { name: 'frontage_session', value: 'planted', domain: '127.0.0.1', path: '/api' },
    ])
    await reload(page)
    const sentence = page.getByRole('alert').getByText('this browser has two cookies of a session')
    await sentence.waitFor()
    // Once: a page that is opened afterwards has lost nothing.
    await page.reload()
    await page.getByLabel('Email').waitFor()
    await untilReady(page)
    expect(await sentence.count()).toBe(0)
  })

  test('says nothing where the session was ended, or signed out', async () => {
    const page = await panel.open('/services', { client: null })
    await signIn(page)
    await panel.app.deps.database.query((tx) => tx.execute('delete from sessions'))
    await reload(page)
    expect(await page.getByRole('alert').filter({ hasText: 'signed out' }).count()).toBe(0)
    expect(await page.getByText('cookie').count()).toBe(0)
  })
})
