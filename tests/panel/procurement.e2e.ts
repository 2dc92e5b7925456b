// Quotes, inventory and people of the procurement.

import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
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

  test('a quote is found by its number with "Go to"', async () => {
    const { number } = (await panel.admin('GET', `/api/quotes/${quote}`)).body
    const page = await panel.open('/quotes')
    await page.keyboard.press('Control+k')
    await dialog(page).getByRole('combobox').fill(number)
    await page.getByRole('option', { name: new RegExp(number) }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/quotes/${quote}`)
  })

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

  test('what is typed before the settings have come is in the default currency', async () => {
    const page = await panel.open('/quotes')
    const { promise: typed, resolve: letCome } = Promise.withResolvers<void>()
    await page.route('**/api/client-config', async (route) => {
      await typed
      await route.continue()
    })
    await page.getByRole('button', { name: 'New quote' }).click()
    await dialog(page).getByLabel('Title').fill('Valves')
    await dialog(page).getByLabel('Unit price').fill('12')
    letCome()
    await dialog(page).getByText('12.00 EUR').first().waitFor()
    await dialog(page).getByLabel('Description').fill('Valve')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/quotes\/\d+$/)
  })

  test.each([
    [
      'en',
      390,
      'New quote',
      'Title',
      'Description',
      'Unit price',
      'Stay',
      'Leave',
      'Continue it',
      '1,250.50 EUR',
    ],
    ['fa', 1_280, 'استعلام جدید', 'عنوان', 'شرح', 'بهای واحد', 'ماندن', 'ترک صفحه', 'ادامه', '۱٬۲۵۰٫۵۰ EUR'],
  ] as const)(
    'a half-written quote is asked about before it closes, and offered again, in %s',
    async (language, width, open, title, description, price, stay, leave, restore, amount) => {
      const page = await panel.open('/quotes', { language, width })
      await page.getByRole('button', { name: open }).click()
      await dialog(page).getByLabel(title).fill('Pumps')
      await dialog(page).getByLabel(price).fill('1250,50')
      await dialog(page).getByText(amount).first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').getByRole('button', { name: stay }).click()
      // The next Escape would be for the question while it is there.
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      expect(await dialog(page).getByLabel(title).inputValue()).toBe('Pumps')
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').getByRole('button', { name: leave }).click()
      await dialog(page).waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('button', { name: open }).click()
      await dialog(page).getByRole('button', { name: restore }).click()
      expect(await dialog(page).getByLabel(price).inputValue()).toBe('1250,50')
      await dialog(page).getByLabel(description).fill('Pump')
      await dialog(page).locator('button[type=submit]').click()
      await page.waitForURL(/quotes\/\d+$/)
      await page.goto(`${panel.url}/admin/quotes`)
      await page.getByRole('button', { name: open }).click()
      await dialog(page).getByLabel(title).fill('Pumps')
      expect(await dialog(page).getByRole('button', { name: restore }).count()).toBe(0)
    },
  )

  test.each([
    ['en', 390, 'New quote', 'Currency', 'rial', 'IRR Iranian Rial', '250,000 IRR'],
    ['fa', 1_280, 'استعلام جدید', 'واحد پول', 'ریال', 'IRR ریال ایران', '۲۵۰٬۰۰۰ IRR'],
  ] as const)(
    'a quote begins with the currency of the service, and others are found by name, in %s',
    async (language, width, open, label, typed, option, amount) => {
      const page = await panel.open('/quotes', { language, width })
      await page.getByRole('button', { name: open }).click()
      const currency = dialog(page).getByRole('combobox', { name: label })
      await eventually(async () => (await currency.inputValue()) === 'EUR')
      await currency.click()
      await page.keyboard.press('Escape')
      // Nothing was changed, so nothing is asked.
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: open }).click()
      // In one task, before the script of the list can have arrived.
      await currency.evaluate((input: HTMLInputElement, text) => {
        input.focus()
        input.select()
        document.execCommand('insertText', false, text)
      }, typed)
      await page.getByRole('option', { name: option }).click()
      await dialog(page)
        .getByLabel(language === 'fa' ? 'بهای واحد' : 'Unit price')
        .fill('250000')
      await dialog(page).getByText(amount).first().waitFor()
    },
  )

  test('an item of 400 is found by a search or further down in its list, by keyboard, and cleared', async () => {
    await panel.app.deps.database.transaction((tx) =>
      tx.execute(sql`insert into inventory_items (sku, name, unit)
        select 'bolt-' || lpad(n::text, 3, '0'), 'Bolt ' || n, 'piece' from generate_series(1, 400) as n`),
    )
    const page = await panel.open('/quotes')
    await page.getByRole('button', { name: 'New quote' }).click()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const item = dialog(page).getByRole('combobox', { name: 'Inventory item' })
    const description = dialog(page).getByLabel('Description')
    await item.focus()
    await page.keyboard.type('bolt 399')
    await page.getByRole('option', { name: 'Bolt 399' }).waitFor()
    await page.getByRole('option', { name: 'bolt-001' }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect([await item.inputValue(), await description.inputValue()]).toEqual(['Bolt 399', 'Bolt 399'])
    await dialog(page).getByRole('button', { name: 'Clear', exact: true }).click()
    expect(await item.inputValue()).toBe('')

    await item.click()
    for (const last of ['bolt-050', 'bolt-100', 'bolt-150'])
      await page.getByRole('option', { name: last }).scrollIntoViewIfNeeded()
    await page.getByRole('option', { name: 'bolt-151' }).click()
    expect(await item.inputValue()).toBe('Bolt 151')
    const asked = requests.filter((url) => url.includes('/api/inventory/items'))
    expect(asked.filter((url) => !url.includes('per_page=50'))).toEqual([])
    // Other tests find their item on the first page.
    await panel.app.deps.database.transaction((tx) =>
      tx.execute(sql`delete from inventory_items where sku like 'bolt-%'`),
    )
  })

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
    expect(await links.allTextContents()).toEqual([
      'Overview',
      'Articles',
      'Quotes',
      'Inventory',
      'Suppliers',
    ])
  })

  test('a transition that came too late is made on the present state at the next attempt', async () => {
    const page = await panel.open(`/quotes/${quote}`)
    const { admin } = panel.app
    const path = `/api/quotes/${quote}`
    // Whatever reads the quote again, such as a dialog that opens ten seconds later, does so after the refusal.
    const refusal = page.waitForResponse((response) => response.status() === 412)
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'GET') await refusal
      await route.continue()
    })
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    const etag = (await admin('GET', path)).headers.get('ETag')!
    await admin('PATCH', path, { body: { title: 'Pumps' }, headers: { 'If-Match': etag } })
    await dialog(page).getByRole('button', { name: 'Submit', exact: true }).click()
    await dialog(page).getByRole('alert').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Pumps', includeHidden: true }).waitFor()
    await dialog(page).getByRole('button', { name: 'Submit', exact: true }).click()
    await page.locator('.toast').getByText('Submitted').waitFor()
  })
})
