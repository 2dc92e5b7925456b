// The audit log: its filter takes the names that the log shows.

import { expect, test } from 'bun:test'
import { ADMIN, clientOf } from '../support/app.ts'
import { QUOTE } from '../support/procurement.ts'
import { describePanel } from './support/drive.ts'

describePanel('the audit log', { width: 1_440 }, (panel) => {
  test('is filtered by the names of the accounts and of the parts of the service', async () => {
    const { id } = await panel.request('POST', 'services', { title: 'بازرسی' })
    await panel.request('DELETE', `services/${id}`)
    const page = await panel.open('/audit', { language: 'fa' })
    const who = page.getByRole('combobox', { name: 'انجام‌دهنده' })
    const rows = page.locator('tbody tr')
    const filter = page.getByRole('button', { name: 'فیلتر', exact: true })
    await who.fill('محتوای نمونه')
    await filter.click()
    await page.waitForURL(/actor=demo/)
    expect(await who.inputValue()).toBe('محتوای نمونه')
    expect(await rows.count()).toBe(0)
    await who.fill('')
    // The list of the field, shown anew, is loaded.
    await page.locator('button.combobox-button').waitFor()
    await who.press('ArrowDown')
    const name = page.getByRole('option').last()
    const account = (await name.textContent())!
    await name.click()
    await filter.click()
    await page.waitForURL((url) => url.searchParams.get('actor') === account)
    await rows.first().waitFor()
    expect(await rows.first().textContent()).toContain(account)
  })

  test.each([
    ['en', 'Who', 'Signed in', 'Session', 'with the API token “Shop”'],
    ['fa', 'انجام‌دهنده', 'ورود', 'نشست', 'با توکن دسترسی «Shop»'],
  ] as const)(
    'names sign-ins, and the API token that acted, in %s',
    async (language, who, signedIn, session, token) => {
      const expires_at = new Date(Date.now() + 3_600_000).toISOString()
      const body = { name: 'Shop', scopes: ['procurement'], expires_at, current_password: ADMIN.password }
      const { body: made } = await panel.admin('POST', '/api/admin/tokens', { body })
      const shop = clientOf(panel.app.app, made.token)
      const { body: quote } = await shop('POST', '/api/quotes', { body: QUOTE })
      await shop('POST', `/api/quotes/${quote.id}/cancel`)
      const page = await panel.open('/audit', { language })
      const row = page.locator('tbody tr').filter({ hasText: token }).first()
      await row.locator(`[data-label="${who}"]`).filter({ hasText: 'Admin' }).waitFor()
      await row.getByText('Cancelled a quote').or(row.getByText('لغو استعلام')).waitFor()
      await page.goto(`${panel.url}/admin/audit?action=session.begin`)
      const began = page.locator('tbody tr').first()
      await began.getByText(signedIn).waitFor()
      await began.getByText(session).waitFor()
      const history = await panel.open(`/quotes/${quote.id}`, { language })
      const events = history.locator('.card-list li').filter({ hasText: token })
      await events.first().waitFor()
      expect(await events.count()).toBe(2)
    },
  )

  test.each(['en', 'fa'] as const)(
    'on a phone, what changed stays inside of its card, in %s',
    async (language) => {
      const page = await panel.open('/audit', { language, width: 390 })
      await page.locator('summary').first().click()
      const box = await page
        .locator('pre')
        .first()
        .evaluate((text) => {
          const card = text.closest('.card')!.getBoundingClientRect()
          const { left, right } = text.getBoundingClientRect()
          return {
            isInside: left >= card.left && right <= card.right,
            hidden: text.scrollWidth - text.clientWidth,
          }
        })
      expect(box).toEqual({ isInside: true, hidden: 0 })
    },
  )
})
