// Every screen, in both languages and both colour schemes, on a desktop and a phone: no policy violation, console error, axe
// violation or sideways scrolling, no word of the other language, and no form that is changed before anybody has changed it.
// `PANEL_VIEWS=all` pairs each language with each scheme.

import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { fieldsOf } from '../../src/content/describe-resource.ts'
import { resources } from '../../src/content/resources/resource-registry.ts'
import { SCREENS, SECTIONS } from '../../src/panel/screens/screen-table.ts'
import { allWords } from './support/all-words.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations, type Language, sidewaysScroll, untilQuiet, untilReady } from './support/panel.ts'

const PATHS = [
  ...SCREENS.map(({ path }) => path).filter((path) => !path.includes(':')),
  '/no-such-page',
  '/articles/1/history',
  ...resources.filter(({ singleton }) => !singleton).map(({ name }) => `/${name}`),
  '/articles/new',
  '/menu/new',
  '/quotes/1',
  '/quotes/1/offers',
  '/quotes/2/order',
  '/articles?status=published&sort=-title',
]

const [en, fa] = [await allWords('en'), await allWords('fa')]

const SAVED = { en: 'Everything is saved', fa: 'همه‌چیز ذخیره شده است' }

/** Texts of the interface that are also contents of the demo site, names of accounts or of languages. */
const DATA = new Set(['Admin', 'Newsletter', 'خبرنامه', 'سال', 'سفارش', 'تأمین‌کننده', 'English', 'فارسی'])

/** The texts of the interface that belong to one language only. */
function textsOf(language: Language): string[] {
  const [own, other] = language === 'fa' ? [fa, en] : [en, fa]
  const values = (rooms: object) => Object.values(rooms).flatMap((words: object) => Object.values(words))
  const labels = [
    ...resources.flatMap((resource) => fieldsOf(resource).map(({ label }) => label)),
    ...SCREENS.map(({ title }) => title),
    ...SECTIONS.flatMap(({ label }) => label ?? []),
  ]
  const others = new Set([...values(other), ...labels.map((label) => label[language === 'fa' ? 'en' : 'fa'])])
  const texts = [...values(own), ...labels.map((label) => label[language])] as string[]
  return [...new Set(texts)].filter(
    (text) => text.length > 2 && !text.includes('{') && !others.has(text) && !DATA.has(text),
  )
}

/** Latin words that the Persian interface has, in headings, buttons and labels. */
// `Admin` is the name of the signed-in account.
const LATIN = /CSV|SEO|Admin|[\w.]+@[\w.]+/g

/** The sideways scrolling once the screen has followed the new width, within two seconds. */
async function settledScroll(page: Page): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if ((await sidewaysScroll(page)) === 0) return 0
    await page.waitForTimeout(100)
  }
  return sidewaysScroll(page)
}

describePanel('every screen', {}, (panel) => {
  beforeAll(async () => {
    const { admin } = panel.app
    const item = await admin('POST', '/api/inventory/items', {
      body: { sku: 'P-40', name: 'پمپ', unit: 'عدد' },
    })
    const quote = await admin('POST', '/api/quotes', {
      body: {
        title: 'پمپ خط دو',
        currency: 'EUR',
        lines: [{ item_id: item.body.id, description: 'پمپ', quantity: 2, unit_price: 125_000 }],
      },
    })
    await admin('POST', '/api/suppliers', {
      body: { name: 'پمپ‌سازان', code: 'S-1', contacts: [{ name: 'سارا' }], active: false },
    })
    const supplier = await admin('POST', '/api/suppliers', { body: { name: 'شیرسازان' } })
    await admin('POST', '/api/quotes/1/submit')
    await admin('POST', '/api/quotes/1/offers', {
      body: {
        supplier_id: supplier.body.id,
        currency: 'IRR',
        rate: '0.0000014',
        lines: [{ line_id: quote.body.lines[0].id, unit_price: 90_000_000, lead_time_days: 14 }],
      },
    })
    await admin('POST', '/api/quotes/1/copy')
    await admin('POST', '/api/quotes/2/submit')
    const approver = await panel.signIn('admin', 'مهدی')
    await approver('POST', '/api/quotes/2/approve')
    expect((await admin('POST', '/api/quotes/2/order')).status).toBe(200)
    await panel.app.anyone('POST', '/api/contact', {
      body: { name: 'سارا', email: 'sara@example.com', subject: 'پمپ', message: 'سلام' },
    })
    await panel.app.anyone('POST', '/api/newsletter', { body: { email: 'sara@example.com' } })
    await admin('DELETE', '/api/admin/faqs/1')
  })
  /** The path of the form of the first record. */
  async function formOf({ name, singleton }: (typeof resources)[number]) {
    if (singleton) return `/${name}`
    const { body } = await panel.admin('GET', `/api/admin/${name}?page=1&per_page=1`)
    return `/${name}/${body.items[0].id}`
  }

  const views = [
    ['fa', 'light', 1440],
    ['en', 'dark', 320],
    ['fa', 'dark', 320],
    ['en', 'light', 1440],
  ] as const

  test.each(process.env.PANEL_VIEWS === 'all' ? views : views.slice(0, 2))(
    'in %s, %s, at %d pixels',
    async (language, scheme, width) => {
      const page = await panel.open('/', { language, scheme, width })
      const foreign = textsOf(language === 'fa' ? 'en' : 'fa')
      const found: string[] = []
      const note = (path: string, texts: string[]) => found.push(...texts.map((text) => `${path}: ${text}`))
      async function visit(path: string, expectMore = async () => {}) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${panel.url}/admin${path === '/' ? '' : path}`)
        await untilReady(page)
        await expectMore()
        note(path, await axeViolations(page))
        const shown = await page.locator('body').allInnerTexts()
        const texts = shown.flatMap((text) => text.split('\n')).map((text) => text.trim())
        const untranslated = foreign.filter((text) => texts.includes(text))
        if (language === 'fa') {
          const words = await page
            .locator('main :is(h1:not(.record-form h1), button, label, th[scope=col])')
            .allTextContents()
          untranslated.push(...words.filter((text) => /[A-Za-z]{3,}/.test(text.replaceAll(LATIN, ''))))
        }
        note(
          path,
          untranslated.map((text) => `"${text}" is not translated`),
        )
        for (const other of new Set([width, 820, 320])) {
          await page.setViewportSize({ width: other, height: 900 })
          const scroll = await settledScroll(page)
          if (scroll > 0) note(path, [`scrolls ${scroll} pixels sideways at ${other}`])
        }
        note(path, panel.problems.splice(0))
      }
      for (const path of PATHS) await visit(path)
      for (const resource of resources) {
        const path = await formOf(resource)
        await visit(path, async () => {
          // The editors of long texts come later.
          await untilQuiet(page)
          const heading = await page.locator('h1').textContent()
          const state = await page.locator('.save-state').textContent()
          // Records are named by their titles.
          if ((heading === resource.labels.one[language === 'fa' ? 0 : 1]) !== resource.singleton)
            note(path, [`its heading is "${heading}"`])
          if (state !== SAVED[language]) note(path, [`"${state}" stands beside Save`])
        })
      }
      expect(found).toEqual([])
    },
  )
})
