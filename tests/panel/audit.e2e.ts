// The audit log: its filter takes the names that the log shows.

import { expect, test } from 'bun:test'
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
