// Suppliers in the panel: by keyboard, on a phone and a desktop, in both languages.

import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describePanel } from './support/drive.ts'
import { axeViolations, sidewaysScroll } from './support/panel.ts'

describePanel('suppliers', { width: 1_280, forgives: /status of 4/ }, (panel) => {
  beforeEach(async () => {
    await panel.app.deps.database.query((tx) => tx.execute(sql`truncate suppliers restart identity cascade`))
    for (const supplier of [
      { name: 'پمپ‌سازان', code: 'S-1', currency: 'IRR', lead_time_days: 14 },
      { name: 'Pump Makers', code: 'S-2', contacts: [{ name: 'Ada Berg', phone: '+49 40 1' }] },
      { name: 'Pumpmakers', active: false },
    ])
      await panel.admin('POST', '/api/suppliers', { body: supplier })
  })
  const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')
  const names = (page: Page) => page.locator('tbody th').allTextContents()
  const stored = async (q: string) => (await panel.admin('GET', `/api/suppliers?q=${q}`)).body.items

  test.each([
    [
      'en',
      1_280,
      'New supplier',
      'Name',
      'Code',
      'Add contact',
      'Contact name',
      'Save',
      'Another supplier has this code.',
    ],
    [
      'fa',
      390,
      'تأمین‌کنندهٔ جدید',
      'نام',
      'کد',
      'افزودن رابط',
      'نام رابط',
      'ذخیره',
      'تأمین‌کنندهٔ دیگری این کد را دارد.',
    ],
  ] as const)(
    'one is added by keyboard, and a code that is taken is said at its field, in %s at %d pixels',
    async (language, width, open, name, code, addContact, contactName, save, taken) => {
      const page = await panel.open('/suppliers', { language, width })
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('button', { name: open }).focus()
      await page.keyboard.press('Enter')
      const field = (label: string) => dialog(page).getByLabel(label, { exact: true })
      await dialog(page).getByRole('button', { name: save }).focus()
      await page.keyboard.press('Enter')
      await page.locator('input:focus').and(field(name)).waitFor()
      await page.keyboard.type('Valves')
      await field(code).focus()
      await page.keyboard.type('s-1')
      await dialog(page).getByRole('button', { name: addContact }).focus()
      await page.keyboard.press('Enter')
      await field(contactName).fill('Sara')
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await dialog(page).getByText(taken).waitFor()
      await page.locator('input:focus').and(field(code)).waitFor()
      await field(code).fill('S-3')
      await page.keyboard.press('Enter')
      await dialog(page).waitFor({ state: 'detached' })
      await page.getByRole('rowheader', { name: 'Valves' }).waitFor()
      expect(await stored('valves')).toMatchObject([{ code: 'S-3', contacts: [{ name: 'Sara' }] }])
      expect(await sidewaysScroll(page)).toBe(0)
    },
  )

  test('the list is searched and filtered, and the address keeps both', async () => {
    const page = await panel.open('/suppliers')
    await page.getByRole('searchbox', { name: 'Search' }).fill('ada berg')
    await page.waitForURL(/q=ada/)
    await page.getByRole('rowheader', { name: 'پمپ‌سازان' }).waitFor({ state: 'detached' })
    expect(await names(page)).toEqual(['Pump Makers'])
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await page.waitForURL((url) => !url.searchParams.has('q'))
    await page.getByRole('button', { name: /State/ }).click()
    await page.getByRole('option', { name: 'Inactive' }).click()
    await page.waitForURL(/active=false/)
    await page.reload()
    await page.getByRole('rowheader', { name: 'Pumpmakers' }).waitFor()
    expect(await names(page)).toEqual(['Pumpmakers'])
  })

  test('in Persian, its form has Persian digits and saves what they mean', async () => {
    const page = await panel.open('/suppliers', { language: 'fa' })
    await page.getByRole('button', { name: 'کارهای پمپ‌سازان' }).click()
    await page.getByRole('menuitem', { name: 'ویرایش' }).click()
    const days = dialog(page).getByLabel('زمان تحویل به روز')
    expect(await days.inputValue()).toBe('۱۴')
    await days.fill('۲۱')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    expect((await stored('S-1'))[0].lead_time_days).toBe(21)
  })

  test('one is changed, deactivated, merged and deleted from its menu', async () => {
    const page = await panel.open('/suppliers')
    const choose = async (name: string, entry: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: entry, exact: true }).click()
    }
    await choose('Pump Makers', 'Edit')
    await dialog(page).getByLabel('Lead time in days').fill('21')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await stored('S-2')).toMatchObject([{ lead_time_days: 21, contacts: [{ phone: '+49 40 1' }] }])

    await choose('Pump Makers', 'Deactivate')
    await panel.hear(page, 'Pump Makers is inactive now')
    expect((await stored('S-2'))[0].active).toBe(false)

    await choose('Pumpmakers', 'Merge…')
    await dialog(page).getByRole('combobox').fill('Pump M')
    await page.getByRole('option', { name: 'Pump Makers' }).click()
    await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
    // The list is read again before the dialog closes.
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('rowheader', { name: 'Pumpmakers' }).waitFor({ state: 'detached' })

    await choose('Pump Makers', 'Delete')
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await dialog(page).getByText('The supplier is in use and cannot be deleted').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await choose('پمپ‌سازان', 'Delete')
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('rowheader', { name: 'پمپ‌سازان' }).waitFor({ state: 'detached' })
    expect(await names(page)).toEqual(['Pump Makers'])
  })

  test('the export is imported again; a file is checked before, and its wrong rows are named', async () => {
    const page = await panel.open('/suppliers')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    const csv = await Bun.file(await download.path()).text()
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const give = (text: string) =>
      dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await give(csv)
    await dialog(page).getByText('Unchanged: 3').waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)

    await give('name,currency\nA,EUR\nB,EURO\n')
    await dialog(page)
      .getByText(/^Row 3: currency/)
      .waitFor()
    expect(await axeViolations(page)).toEqual([])

    await give('name;code\nNew name;S-2\nValves;S-3\n')
    await dialog(page).getByText('Changed: 1').waitFor()
    expect(await stored('Valves')).toEqual([])
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await panel.hear(page, 'Imported: 1 new, 1 changed')
    await page.getByRole('rowheader', { name: 'Valves' }).waitFor()
    expect((await stored('S-2'))[0].name).toBe('New name')
  })
})
