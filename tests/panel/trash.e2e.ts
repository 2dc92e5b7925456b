// The trash.

import { beforeAll, expect, test } from 'bun:test'
import { describePanel } from './support/drive.ts'

describePanel('the trash', {}, (panel) => {
  beforeAll(async () => {
    const { admin } = panel.app
    for (const resource of ['services', 'faqs']) {
      const [first, second] = (await admin('GET', `/api/admin/${resource}`)).body.items
      for (const { id } of [first, second]) await admin('DELETE', `/api/admin/${resource}/${id}`)
    }
  })
  const entries = async () =>
    (await panel.admin('GET', '/api/admin/trash')).body.items as {
      label: string
      label_en: string | null
    }[]

  test('a record is restored, and the notice leads to it', async () => {
    const page = await panel.open('/trash?resource=services')
    expect(await page.getByRole('button', { name: /^Restore / }).count()).toBe(2)
    expect(await page.getByText('30 days left').count()).toBe(2)
    const button = page.getByRole('button', { name: /^Restore / }).first()
    const name = (await button.getAttribute('aria-label'))!.slice('Restore '.length)
    expect((await entries()).map(({ label_en }) => label_en)).toContain(name)
    await button.click()
    await page.locator('.toast').getByText('Restored to Services.').waitFor()
    expect((await entries()).map(({ label_en }) => label_en)).not.toContain(name)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.waitForURL(/\/admin\/services\/\d+$/)
  })

  test('a record is deleted for good after a question', async () => {
    const page = await panel.open('/trash')
    const before = (await entries()).length
    await page
      .getByRole('button', { name: /for good$/ })
      .first()
      .click()
    await page
      .getByRole('alertdialog', { name: 'Delete for good?' })
      .getByRole('button', { name: 'Delete for good' })
      .click()
    await page.locator('.toast').getByText('Deleted for good').waitFor()
    expect((await entries()).length).toBe(before - 1)
  })

  test('words and kinds narrow it down, and are in the address', async () => {
    const page = await panel.open('/trash')
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like this')
    await page.getByText('Nothing matches').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('nothing like this')
  })
})
