// Offers in the panel: added, compared and awarded, by keyboard, on a phone and a desktop, in both languages.

import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describePanel } from './support/drive.ts'
import { axeViolations, sidewaysScroll } from './support/panel.ts'

describePanel('offers', { width: 1_280, forgives: /status of 4/ }, (panel) => {
  let quote: number
  let path: string
  let number: string
  const create = async (path: string, body: object) => (await panel.admin('POST', path, { body })).body
  const read = async () => (await panel.admin('GET', path)).body
  beforeEach(async () => {
    // With the lines of earlier quotes, which name them.
    const suppliers = sql`truncate suppliers restart identity cascade`
    await panel.app.deps.database.query((tx) => tx.execute(suppliers))
    for (const supplier of [
      { name: 'پمپ‌سازان', code: 'S-1', currency: 'EUR' },
      { name: 'Pump Makers', code: 'S-2', currency: 'USD' },
    ])
      await create('/api/suppliers', supplier)
    const created = await create('/api/quotes', {
      title: 'پمپ‌ها',
      currency: 'EUR',
      lines: [
        { description: 'پمپ خط دو', quantity: 2, unit_price: 125_000 },
        { description: 'Gate valve', quantity: 1, unit_price: 9_950 },
      ],
    })
    quote = created.id
    number = created.number
    path = `/api/quotes/${quote}`
    await create(`${path}/submit`, {})
  })
  const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')
  /** An offer with these prices of the two lines. */
  async function offer(supplier_id: number, prices: number[], terms: object = {}) {
    const { lines } = await read()
    return create(`${path}/offers`, {
      supplier_id,
      currency: 'EUR',
      lines: prices.map((unit_price, index) => ({ line_id: lines[index].id, unit_price })),
      ...terms,
    })
  }

  test.each([
    [
      'en',
      1_280,
      ['Add offers', 'Add offer', 'Supplier', 'Rate', 'Unit price', 'Lead time in days', 'Save', 'Offers'],
      ['0.9215', '1 USD = 0.9215 EUR', '1,300.00', '14', '2,395.90 EUR'],
    ],
    [
      'fa',
      390,
      [
        'افزودن پیشنهادها',
        'افزودن پیشنهاد',
        'تأمین‌کننده',
        'نرخ تبدیل',
        'بهای واحد',
        'زمان تحویل به روز',
        'ذخیره',
        'پیشنهادها',
      ],
      ['۰٫۹۲۱۵', 'هر USD برابر ۰٫۹۲۱۵ EUR', '۱۳۰۰', '۱۴', '۲٬۳۹۵٫۹۰ EUR'],
    ],
  ] as const)(
    'one is added by keyboard, in its own currency, in %s at %d pixels',
    async (language, width, [collect, add, supplier, rate, price, days, save], typed) => {
      const page = await panel.open(`/quotes/${quote}`, { language, width })
      await page.getByRole('link', { name: collect }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: add }).focus()
      await page.keyboard.press('Enter')
      await dialog(page).getByRole('combobox', { name: supplier }).focus()
      await page.keyboard.type('Pump M')
      await page.getByRole('option', { name: 'Pump Makers' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await dialog(page).getByLabel(rate).focus()
      await page.keyboard.type(typed[0])
      await dialog(page).getByText(typed[1]).waitFor()
      await dialog(page).getByLabel(price).first().focus()
      await page.keyboard.type(typed[2])
      await dialog(page).getByLabel(days).first().focus()
      await page.keyboard.type(typed[3])
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await dialog(page).getByRole('button', { name: save }).focus()
      await page.keyboard.press('Enter')
      await dialog(page).waitFor({ state: 'detached' })
      await page.getByText(typed[4]).first().waitFor()
      const [stored] = (await panel.admin('GET', `${path}/offers`)).body.items
      expect(stored).toMatchObject({
        supplier: { name: 'Pump Makers' },
        currency: 'USD',
        rate: '0.9215',
        lines: [{ unit_price: 130_000, lead_time_days: 14, quantity: null }],
      })
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    },
  )

  test('a supplier that is shown can be chosen by keyboard while others are searched', async () => {
    const page = await panel.open(`/quotes/${quote}/offers`)
    const search = /\/api\/suppliers\?(.*&)?q=/
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route(search, async (route) => {
      await answered
      // The panel has given it up when the supplier is chosen.
      await route.continue().catch(() => {})
    })
    await page.getByRole('button', { name: 'Add offer' }).click()
    const field = dialog(page).getByRole('combobox', { name: 'Supplier' })
    await field.focus()
    await page.getByRole('option', { name: 'Pump Makers' }).waitFor()
    const asked = page.waitForRequest(search)
    await page.keyboard.type('Pump M')
    await asked
    await page.getByRole('option', { name: 'پمپ‌سازان' }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    // Of an offer in the supplier's currency.
    await dialog(page).getByLabel('Rate').waitFor({ timeout: 10_000 })
    expect(await field.inputValue()).toBe('Pump Makers')
    answer()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test.each([
    ['en', 1_280, 'Award…', 'Award', 'Reason', 'Say why it is not awarded to the cheapest offer.'],
    ['fa', 390, 'انتخاب برنده…', 'ثبت برنده', 'دلیل', 'بنویسید چرا ارزان‌ترین پیشنهاد انتخاب نشد.'],
  ] as const)(
    'a quote is awarded by keyboard, with a reason where it is not the cheapest, in %s at %d pixels',
    async (language, width, open, act, reason, missing) => {
      await offer(1, [120_000, 9_000], { valid_until: '2099-03-31' })
      await offer(2, [110_000, 9_900], { shipping: 50_000 })
      const page = await panel.open(`/quotes/${quote}/offers`, { language, width })
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await page.getByRole('button', { name: open }).focus()
      await page.keyboard.press('Enter')
      const to = dialog(page).locator('.select-button').first()
      await to.getByText('پمپ‌سازان').waitFor()
      await to.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: /Pump Makers/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await dialog(page).getByRole('button', { name: act, exact: true }).focus()
      await page.keyboard.press('Enter')
      await dialog(page).getByText(missing).waitFor()
      expect(await axeViolations(page)).toEqual([])
      await dialog(page).getByLabel(reason).focus()
      await page.keyboard.type('Sooner')
      await dialog(page).getByRole('button', { name: act, exact: true }).focus()
      await page.keyboard.press('Enter')
      await dialog(page).waitFor({ state: 'detached' })
      expect(await read()).toMatchObject({
        total: 279_900,
        awards: [{ supplier: { name: 'Pump Makers' }, total: 279_900 }],
      })
      const events = (await panel.admin('GET', `${path}/events`)).body.items
      expect(events.at(-1)).toMatchObject({ event: 'awarded', note: 'Sooner' })
      // The offers are frozen.
      expect(await page.getByRole('button', { name: /Actions for|کارهای/ }).count()).toBe(0)
      expect(await axeViolations(page)).toEqual([])
    },
  )

  test('line by line, each goes to its cheapest offer at first, and the charges of both count', async () => {
    await offer(1, [120_000, 9_000], { shipping: 1_000 })
    await offer(2, [110_000, 9_900], { tax: 500 })
    const page = await panel.open(`/quotes/${quote}/offers`)
    await page.getByRole('button', { name: 'Award…' }).click()
    await dialog(page)
      .getByRole('button', { name: /Award to/ })
      .click()
    await page.getByRole('option', { name: 'Line by line' }).click()
    await dialog(page).getByText('2,305.00 EUR').waitFor()
    await dialog(page).getByRole('button', { name: 'Award', exact: true }).click()
    await dialog(page).waitFor({ state: 'detached' })
    const { total, lines } = await read()
    expect([total, lines.map(({ supplier }: any) => supplier.id)]).toEqual([230_500, [2, 1]])
    expect(await page.locator('.chip').getByText('Awarded').count()).toBe(2)
    await page.getByRole('link', { name: number }).click()
    await page.getByText('Shipping, discount and tax').waitFor()
    await page.getByRole('region', { name: 'Offers' }).getByText('2,205.00 EUR').waitFor()
  })

  test('the lowest prices are marked with words, and what cannot be awarded is', async () => {
    await offer(1, [120_000, 9_000], { valid_until: '2020-01-31' })
    await offer(2, [110_000])
    const page = await panel.open(`/quotes/${quote}/offers`)
    const row = (name: string) =>
      page.getByRole('region', { name: 'Offers', exact: true }).getByRole('row', { name })
    await row('پمپ‌سازان').getByText('Expired').waitFor()
    await row('Pump Makers').getByText('Incomplete').waitFor()
    const comparison = page.getByRole('region', { name: 'Comparison by line' })
    expect(await comparison.getByText('Lowest').count()).toBe(1)
    await comparison.getByText('Not offered').waitFor()
    await page.getByRole('button', { name: 'Award…' }).click()
    await dialog(page)
      .getByText(/Gate valve: No offer has all of this line/)
      .waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Award', exact: true }).count()).toBe(0)
  })

  test('one is changed and deleted from its menu, and an edited quote keeps what was offered', async () => {
    await offer(1, [120_000, 9_000], { valid_until: '2099-03-31' })
    const page = await panel.open(`/quotes/${quote}/offers`, { language: 'fa' })
    const choose = async (entry: string) => {
      await page.getByRole('button', { name: 'کارهای پمپ‌سازان' }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await choose('ویرایش')
    await dialog(page).getByLabel('تخفیف').fill('۱۰۰')
    await dialog(page).getByRole('button', { name: 'ذخیره' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    const stored = async () => (await panel.admin('GET', `${path}/offers`)).body.items
    expect(await stored()).toMatchObject([{ discount: 10_000, valid_until: '2099-03-31' }])

    const approver = panel.app.admin
    await approver('POST', `${path}/return`, { body: { note: 'Fewer.' } })
    const own = await panel.open(`/quotes/${quote}`)
    await own.getByRole('button', { name: 'Edit' }).click()
    await dialog(own).getByLabel('Quantity').first().fill('3')
    await dialog(own).getByRole('button', { name: 'Save' }).click()
    await dialog(own).waitFor({ state: 'detached' })
    expect((await stored())[0].lines).toHaveLength(2)
    await panel.admin('POST', `${path}/submit`)

    await page.reload()
    await choose('حذف')
    await dialog(page).getByRole('button', { name: 'حذف' }).click()
    await page.getByText('هنوز پیشنهادی نرسیده است').waitFor()
    expect(await stored()).toEqual([])
  })

  test('the comparison is exported, and printed without the rest of the panel', async () => {
    await offer(1, [120_000, 9_000])
    const page = await panel.open(`/quotes/${quote}/offers`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(await Bun.file(await download.path()).text()).toContain('2400.00')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Export' }).isVisible()).toBe(false)
    expect(await page.getByRole('region', { name: 'Comparison by line' }).isVisible()).toBe(true)
    await page.emulateMedia({ media: null })
  })

  test.each([
    ['en', 1_280, 'Purchase order', 'Our reference', '1,300.00 USD', '2,550.00 USD'],
    ['fa', 390, 'سفارش خرید', 'شمارهٔ استعلام', '۱٬۳۰۰٫۰۰ USD', '۲٬۵۵۰٫۰۰ USD'],
  ] as const)(
    'an order has its papers, in the currency of the supplier and without the panel when printed, in %s at %d pixels',
    async (language, width, papers, reference, price, total) => {
      const { id } = await offer(2, [130_000, 5_000], { currency: 'USD', rate: '0.5', discount: 10_000 })
      await create(`${path}/award`, { offer_id: id })
      const approver = await panel.signIn('admin')
      await approver('POST', `${path}/approve`)
      const [placed] = (await create(`${path}/order`, {})).orders
      const page = await panel.open(`/quotes/${quote}`, { language, width })
      await page.getByRole('link', { name: papers }).focus()
      await page.keyboard.press('Enter')
      const paper = page.getByRole('article')
      await paper.getByRole('heading', { name: placed.number }).waitFor()
      for (const text of ['Pump Makers', reference, number, price, total])
        await paper.getByText(text).first().waitFor()
      expect(await paper.getAttribute('aria-labelledby')).toBe(placed.number)
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await page.emulateMedia({ media: 'print' })
      expect(await paper.isVisible()).toBe(true)
      for (const hidden of [page.getByRole('heading', { level: 1 }), page.getByRole('button')])
        expect(await hidden.first().isVisible()).toBe(false)
      expect(await sidewaysScroll(page)).toBe(0)
      await page.emulateMedia({ media: null })
    },
  )
})
