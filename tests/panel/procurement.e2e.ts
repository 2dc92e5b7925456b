// Quotes, inventory and people of the procurement.

import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describePanel } from './support/drive.ts'

describePanel('the procurement', { width: 1_440, forgives: /status of 4/ }, (panel) => {
  let quote: number
  beforeAll(async () => {
    const { admin } = panel.app
    const item = await admin('POST', '/api/inventory/items', {
      body: { sku: 'P-40', name: 'پمپ', unit: 'عدد' },
    })
    const book = (type: string, quantity: number) =>
      admin('POST', '/api/inventory/transactions', {
        body: { item_id: item.body.id, type, quantity },
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      })
    await book('receipt', 10)
    await book('issue', 3)
    const lines = [
      { description: 'پمپ خط دو', quantity: 2, unit_price: 125_000 },
      { description: 'Gate valve', quantity: 1, unit_price: 9_950 },
    ]
    const created = await admin('POST', '/api/quotes', { body: { title: 'پمپ‌ها', currency: 'EUR', lines } })
    quote = created.body.id
  })
  const dialog = (page: Page) => page.getByRole('dialog')

  test('on a phone, a quote that is not complete leads to the first field that is missing', async () => {
    const page = await panel.open('/quotes', { width: 390 })
    await page.getByRole('button', { name: 'New quote' }).click()
    for (let line = 0; line < 3; line++) await dialog(page).getByRole('button', { name: 'Add line' }).click()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    const title = dialog(page).getByLabel('Title')
    await page.locator('input:focus').and(title).waitFor()
    const box = (await title.boundingBox())!
    expect(box.y).toBeGreaterThan((await dialog(page).boundingBox())!.y)
  })

  test.each([
    ['en', 390, 'New quote', 'Title', 'Unit price', 'Stay', 'Leave', 'Continue it', '1,250.50 EUR'],
    ['fa', 1_280, 'استعلام جدید', 'عنوان', 'بهای واحد', 'ماندن', 'ترک صفحه', 'ادامه دادن', '۱٬۲۵۰٫۵۰ EUR'],
  ] as const)(
    'a half-written quote is asked about before it closes, and offered again, in %s',
    async (language, width, open, title, price, stay, leave, restore, amount) => {
      const page = await panel.open('/quotes', { language, width })
      await page.getByRole('button', { name: open }).click()
      await dialog(page).getByLabel(title).fill('Pumps')
      await dialog(page).getByLabel(price).fill('1250,50')
      await dialog(page).getByText(amount).first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').getByRole('button', { name: stay }).click()
      expect(await dialog(page).getByLabel(title).inputValue()).toBe('Pumps')
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').getByRole('button', { name: leave }).click()
      await dialog(page).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: open }).click()
      await dialog(page).getByRole('button', { name: restore }).click()
      expect(await dialog(page).getByLabel(price).inputValue()).toBe('1250,50')
    },
  )

  test('the fields of a line stay beside each other where some of them have a message', async () => {
    const page = await panel.open('/quotes', { width: 820 })
    await page.getByRole('button', { name: 'New quote' }).click()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('Describe what to buy.').waitFor()
    const tops = await dialog(page)
      .locator('.quote-line .input')
      .evaluateAll((inputs) => inputs.map((input) => input.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
  })

  test.each([
    ['en', 'left', 1_440],
    ['fa', 'right', 1_440],
    ['en', 'left', 390],
    ['fa', 'right', 390],
  ] as const)('the lines of a quote begin at the same side, in %s', async (language, side, width) => {
    const page = await panel.open(`/quotes/${quote}`, { language, width })
    await page.locator('tbody th').first().waitFor()
    const edges = await page
      .locator('tbody th > bdi')
      .evaluateAll((names, side) => names.map((name) => name.getBoundingClientRect()[side]), side)
    expect(edges.length).toBe(2)
    expect(Math.abs(edges[0]! - edges[1]!)).toBeLessThan(1)
  })

  test('an issue is listed as what it takes away', async () => {
    const page = await panel.open('/inventory')
    await page.getByRole('tab', { name: 'Transactions' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Issue' })
    await row.waitFor()
    expect(await row.locator('.number').allTextContents()).toEqual(['-3', '7'])
  })

  test('what the service refuses is said at its field, in Persian', async () => {
    const page = await panel.open('/inventory', { language: 'fa' })
    await page.getByRole('button', { name: 'کالای جدید' }).click()
    await dialog(page).getByLabel('کد کالا').fill('p-40')
    await dialog(page).getByLabel('نام').fill('پمپ دیگر')
    await dialog(page).getByLabel('واحد').fill('عدد')
    await dialog(page).getByRole('button', { name: 'ذخیره' }).click()
    await dialog(page).getByText('کالای دیگری این کد را دارد.').waitFor()
    await page.locator('input:focus').and(dialog(page).getByLabel('کد کالا')).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'ثبت: پمپ' }).click()
    await dialog(page).getByRole('button', { name: /نوع/ }).click()
    await page.getByRole('option', { name: 'حواله' }).click()
    await dialog(page).getByLabel('تعداد').fill('۸')
    await dialog(page).getByRole('button', { name: 'ثبت' }).click()
    await dialog(page).getByText('موجودی انبار کمتر از این است.').waitFor()
    expect(await dialog(page).getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'ویرایش: پمپ' }).click()
    await dialog(page).getByLabel('واحد').fill('کیلوگرم')
    await dialog(page).getByRole('button', { name: 'ذخیره' }).click()
    await dialog(page)
      .getByText(/^واحد را دیگر نمی‌توان تغییر داد/)
      .waitFor()
  })

  test('without an identity provider, an account is given a role and sees its rooms', async () => {
    const creator = await panel.signIn('creator', 'Sara Ahmadi')
    const page = await panel.open('/people')
    await page.getByRole('button', { name: 'New person' }).click()
    await dialog(page)
      .getByRole('button', { name: /Account/ })
      .click()
    await page.getByRole('option', { name: /Sara Ahmadi/ }).click()
    await dialog(page).getByRole('button', { name: 'Add' }).click()
    const person = page.getByRole('listitem').filter({ hasText: 'Sara Ahmadi' })
    await person.getByLabel('Storekeeper').click()
    await panel.hear(page, 'Sara Ahmadi is now: Storekeeper')
    const own = await panel.open('/', { client: creator })
    const links = own.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await links.filter({ hasText: 'Inventory' }).click()
    await own.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor()
    expect(await links.allTextContents()).toEqual(['Overview', 'Articles', 'Quotes', 'Inventory'])
  })

  test('a transition that came too late is made on the present state at the next attempt', async () => {
    const page = await panel.open(`/quotes/${quote}`)
    const { admin } = panel.app
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    const path = `/api/quotes/${quote}`
    const etag = (await admin('GET', path)).headers.get('ETag')!
    await admin('PATCH', path, { body: { title: 'Pumps' }, headers: { 'If-Match': etag } })
    await dialog(page).getByRole('button', { name: 'Submit', exact: true }).click()
    await dialog(page).getByRole('alert').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Pumps', includeHidden: true }).waitFor()
    await dialog(page).getByRole('button', { name: 'Submit', exact: true }).click()
    await page.locator('.toast').getByText('Submitted').waitFor()
  })
})
