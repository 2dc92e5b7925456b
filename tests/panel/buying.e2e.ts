// Deliveries and returns of an order, approval limits and substitutes in the panel, by keyboard, on a phone and a desktop.

import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations, sidewaysScroll } from './support/panel.ts'

const WORDS = {
  en: {
    receive: 'Receive',
    come: 'Quantity delivered',
    back: 'Quantity to return',
    goBack: 'Return goods…',
    close: 'Close order…',
    reason: 'Reason',
    partly: 'Partly received',
    received: 'Received',
    upTo: 'Enter a whole number up to 10.',
    sayWhy: 'Say why it goes back.',
    why: 'Say why.',
    three: '3',
    tooMany: '11',
  },
  fa: {
    receive: 'تحویل',
    come: 'تعداد تحویلی',
    back: 'تعداد مرجوعی',
    goBack: 'مرجوع کردن کالا…',
    close: 'بستن سفارش…',
    reason: 'دلیل',
    partly: 'تحویل ناقص',
    received: 'تحویل‌شده',
    upTo: 'عدد صحیحی تا ۱۰ وارد کنید.',
    sayWhy: 'بنویسید چرا مرجوع می‌شود.',
    why: 'دلیل را بنویسید.',
    three: '۳',
    tooMany: '۱۱',
  },
} as const

describePanel('buying', { width: 1_280, forgives: /status of 4/ }, (panel) => {
  const dialog = (page: Page) => page.getByRole('dialog')
  const create = async (path: string, body: object) => (await panel.admin('POST', path, { body })).body
  const read = async (id: number) => (await panel.admin('GET', `/api/quotes/${id}`)).body
  const chip = (page: Page, text: string) =>
    page.locator('.page-title .chip').getByText(text, { exact: true }).waitFor()
  async function pressed(page: Page, name: string, within: 'page' | 'dialog' = 'page') {
    const scope = within === 'page' ? page : dialog(page)
    await scope.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }

  async function ordered() {
    const { id } = await create('/api/quotes', {
      title: 'پمپ‌ها',
      currency: 'EUR',
      lines: [
        { description: 'Gate valve', quantity: 10, unit_price: 9_950 },
        { description: 'Transport', quantity: 1, unit_price: 5_000 },
      ],
    })
    // Nobody but an admin signs in here, who may not approve their own quote.
    const { database } = panel.app.deps
    await database.query((tx) => tx.execute(sql`update quotes set status = 'ordered' where id = ${id}`))
    return id as number
  }

  test.each([
    ['en', 390],
    ['fa', 1_280],
  ] as const)(
    'an order comes in parts, some of it goes back, and the rest is cancelled, in %s at %d pixels',
    async (language, width) => {
      const words = WORDS[language]
      const id = await ordered()
      const page = await panel.open(`/quotes/${id}`, { language, width })
      await pressed(page, words.receive)
      const come = dialog(page).getByLabel(words.come)
      await come.first().fill(words.tooMany)
      await pressed(page, words.receive, 'dialog')
      await dialog(page).getByText(words.upTo).waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await come.first().fill(words.three)
      await come.nth(1).fill('')
      await pressed(page, words.receive, 'dialog')
      await chip(page, words.partly)
      await dialog(page).waitFor({ state: 'detached' })
      expect((await read(id)).lines.map(({ received }: any) => received)).toEqual([3, 0])

      await pressed(page, words.goBack)
      await dialog(page).getByLabel(words.back).fill('1')
      await pressed(page, words.goBack, 'dialog')
      await dialog(page).getByText(words.sayWhy).waitFor()
      await dialog(page).getByLabel(words.reason).fill('Leaks')
      await pressed(page, words.goBack, 'dialog')
      await dialog(page).waitFor({ state: 'detached' })
      expect((await read(id)).lines.map(({ received }: any) => received)).toEqual([2, 0])

      await pressed(page, words.close)
      await pressed(page, words.close, 'dialog')
      await dialog(page).getByText(words.why, { exact: true }).waitFor()
      await dialog(page).getByLabel(words.reason).fill('Sold out')
      await pressed(page, words.close, 'dialog')
      await chip(page, words.received)
      expect(await read(id)).toMatchObject({ status: 'received', closed_short: true })
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    },
  )

  test.each([
    ['en', 390, ['Approval limits', 'Currency', 'One person up to', 'Two people up to', 'Save'], '1,000.00'],
    ['fa', 1_280, ['سقف‌های تأیید', 'واحد پول', 'یک نفر تا', 'دو نفر تا', 'ذخیره'], '۱۰۰۰'],
  ] as const)(
    'an admin sets the limits of a currency, in %s at %d pixels',
    async (language, width, [open, currency, one, two, save], amount) => {
      await panel.admin('PUT', '/api/approval-limits', { body: { EUR: [] } })
      const page = await panel.open('/quotes', { language, width })
      await pressed(page, open)
      const limit = dialog(page).getByLabel(one)
      if ((await limit.count()) === 0)
        await dialog(page)
          .getByRole('button', { name: language === 'en' ? 'Add currency' : 'افزودن واحد پول' })
          .click()
      const name = dialog(page).getByRole('combobox', { name: currency })
      await name.fill('EUR')
      await page.getByRole('option', { name: /^EUR/ }).click()
      await limit.fill(amount)
      await dialog(page).getByLabel(two).fill('500')
      await pressed(page, save, 'dialog')
      await dialog(page).locator('.field-error').first().waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await dialog(page).getByLabel(two).fill('')
      await pressed(page, save, 'dialog')
      await dialog(page).waitFor({ state: 'detached' })
      expect((await panel.admin('GET', '/api/approval-limits')).body).toEqual({ EUR: [100_000] })
    },
  )

  test.each([
    ['en', 390, 'Substitutes', 'Approver', 'Substitute', 'Add substitute', /^End: /],
    ['fa', 1_280, 'جانشین‌ها', 'تأییدکننده', 'جانشین', 'افزودن جانشین', /^پایان: /],
  ] as const)(
    'an admin chooses a substitute and ends it again, in %s at %d pixels',
    async (language, width, open, approver, substitute, add, end) => {
      const people = await Promise.all(
        ['Sara Ahmadi', 'Ben Berg'].map(async (name) => {
          const { body } = await panel.admin('POST', '/api/admin/users', {
            body: {
              email: `${crypto.randomUUID()}@example.com`,
              name,
              role: 'creator',
              password: 'long enough, this one',
            },
          })
          return (await create('/api/users', { subject: `local:${body.id}` })).id as number
        }),
      )
      await panel.admin('PUT', `/api/users/${people[0]}/roles/approver`)
      const page = await panel.open('/quotes', { language, width })
      await pressed(page, open)
      await pressed(page, add, 'dialog')
      await dialog(page).locator('.field-error').nth(1).waitFor()
      await dialog(page).getByRole('button', { name: approver }).click()
      await page.getByRole('option', { name: 'Sara Ahmadi' }).first().click()
      const name = dialog(page).getByRole('combobox', { name: substitute })
      await name.focus()
      await page.keyboard.type('Ben')
      await page.getByRole('option', { name: 'Ben Berg' }).first().click()
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await pressed(page, add, 'dialog')
      await dialog(page).getByRole('button', { name: end }).waitFor()
      const { items } = (await panel.admin('GET', '/api/substitutes')).body
      expect(items).toMatchObject([{ approver_name: 'Sara Ahmadi', substitute_name: 'Ben Berg' }])
      await dialog(page).getByRole('button', { name: end }).press('Enter')
      await eventually(async () => (await panel.admin('GET', '/api/substitutes')).body.total === 0)
    },
  )
})
