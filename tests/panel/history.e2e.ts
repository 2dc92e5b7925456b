// Earlier states of an article: what changed, by words, and the way back; and how its texts are rated while typing.

import { beforeAll, describe, expect, test } from 'bun:test'
import { describePanel } from './support/drive.ts'
import { axeViolations, sidewaysScroll } from './support/panel.ts'

const WORDS = {
  en: {
    history: 'History',
    restore: 'Restore',
    compare: 'Compare with',
    seo: 'Search engines and readability',
    keyphrase: 'Focus keyphrase',
  },
  fa: {
    history: 'تاریخچه',
    restore: 'بازیابی',
    compare: 'مقایسه با',
    seo: 'موتورهای جستجو و خوانایی',
    keyphrase: 'عبارت کلیدی',
  },
} as const

describePanel('the history of an article', {}, (panel) => {
  let id: number
  beforeAll(async () => {
    const { admin } = panel.app
    const made = await admin('POST', '/api/admin/articles', {
      body: { title: 'قیمت فولاد', content: '<p>قیمت فولاد دیروز بالا رفت.</p>' },
    })
    id = made.body.id
    await admin('PATCH', `/api/admin/articles/${id}`, {
      body: { title: 'قیمت آهن', content: '<p>قیمت فولاد امروز بالا رفت.</p>' },
    })
  })
  describe.each(['en', 'fa'] as const)('in %s', (language) => {
    const words = WORDS[language]

    test.each(['light', 'dark'] as const)('shows the changed words in %s', async (scheme) => {
      const view = { language, scheme, width: 320 }
      const page = await panel.open(`/articles/${id}/history`, view)
      expect(await page.locator('h1').textContent()).toBe(words.history)
      await page.locator('.change-text ins', { hasText: 'امروز' }).waitFor()
      expect(await page.locator('.change-text del', { hasText: 'دیروز' }).count()).toBe(1)
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    })
  })

  test.each([
    ['en', 'History of', 'Show autosaves (1)', 'Title', 'Slug'],
    ['fa', 'تاریخچهٔ', 'نمایش ذخیره‌های خودکار (۱)', 'عنوان', 'نامک'],
  ] as const)(
    'of a deleted article is reached from the trash, autosaves folded, in %s',
    async (language, link, autosaves, title, slug) => {
      const { admin } = panel.app
      const { body } = await admin('POST', '/api/admin/articles', { body: { title: `حذفی ${language}` } })
      const path = `/api/admin/articles/${body.id}`
      await admin('PATCH', `${path}?autosave=true`, { body: { excerpt: 'میانه' } })
      await admin('PATCH', path, { body: { excerpt: 'پایان', image: '/media/2024/05/solar-field.jpg' } })
      expect((await admin('DELETE', path)).status).toBe(204)
      const page = await panel.open('/trash', { language })
      await page.getByRole('link', { name: `${link} حذفی ${language}` }).press('Enter')
      await page.locator('.change-text ins', { hasText: 'پایان' }).waitFor()
      expect(await page.locator('.change .value-image').count()).toBe(1)
      expect(await page.getByRole('option').count()).toBe(2)
      await page.getByText(autosaves, { exact: true }).click()
      expect(await page.getByRole('option').count()).toBe(3)
      // The fields are in the order of the form, not in that of the stored state.
      await page.getByRole('option').last().click()
      await page.locator('.change-field', { hasText: slug }).waitFor()
      expect(await page.locator('.change-field').first().textContent()).toBe(title)
      // Nothing is restored from here: the trash itself does that.
      expect(await page.locator('.revision-bar .button-primary').count()).toBe(0)
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    },
  )

  test('an earlier state is restored, and becomes the newest one', async () => {
    const page = await panel.open(`/articles/${id}/history`)
    await page.getByRole('option').last().click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restored', { exact: true }).first().waitFor()
    const { body } = await panel.admin('GET', `/api/admin/articles/${id}`)
    expect(body).toMatchObject({ title: 'قیمت فولاد', status: 'draft' })
    await page.waitForFunction(() => document.querySelectorAll('.revision').length === 3)
  })

  test.each(['en', 'fa'] as const)('the texts are rated while typing, in %s', async (language) => {
    // One of its own: the form stores a draft while it is open.
    const { body } = await panel.admin('POST', '/api/admin/articles', {
      body: { title: 'قیمت آهن', content: '<p>قیمت فولاد امروز بالا رفت.</p>' },
    })
    const page = await panel.open(`/articles/${body.id}`, { language })
    const card = page.getByRole('region', { name: WORDS[language].seo })
    await card.getByRole('meter').waitFor()
    const before = await card.getByRole('meter').getAttribute('aria-valuenow')
    await page.getByLabel(WORDS[language].keyphrase, { exact: true }).fill('قیمت فولاد')
    await page.waitForFunction(
      (old) => document.querySelector('[role="meter"]')?.getAttribute('aria-valuenow') !== old,
      before,
    )
    expect(await axeViolations(page)).toEqual([])
  })
})
