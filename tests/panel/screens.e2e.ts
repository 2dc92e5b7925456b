// Every screen, in both languages and both colour schemes: no policy violation, console error, axe violation or sideways
// scrolling, and no word of the other language. `PANEL_VIEWS=all` pairs each language with each scheme.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { fieldsOf } from '../../src/content/describe-resource.ts'
import { resources } from '../../src/content/resource-registry.ts'
import { en } from '../../src/panel/words/en/index.ts'
import { fa } from '../../src/panel/words/fa/index.ts'
import {
  axeViolations,
  hasChromium,
  type Language,
  type Panel,
  sidewaysScroll,
  startPanel,
  untilReady,
} from './support/panel.ts'

const SCREENS = [
  ...[
    '/',
    '/account',
    '/calendar',
    '/media',
    '/messages',
    '/newsletter',
    '/users',
    '/trash',
    '/quotes',
    '/inventory',
  ],
  ...['/people', '/audit', '/status', '/no-such-page', '/articles/1/history'],
  ...resources.map(({ name }) => `/${name}`),
  ...resources.filter(({ singleton }) => !singleton).map(({ name }) => `/${name}/new`),
  ...['/articles/1', '/services/1', '/menu/1'],
]

/** Texts of the interface that are also contents of the demo site, names of accounts or of languages. */
const DATA = new Set(['Admin', 'سال', 'سفارش', 'English', 'فارسی'])

/** The texts of the interface that belong to one language only. */
function textsOf(language: Language): string[] {
  const [own, other] = language === 'fa' ? [fa, en] : [en, fa]
  const values = (rooms: object) => Object.values(rooms).flatMap((words: object) => Object.values(words))
  const labels = resources.flatMap((resource) => fieldsOf(resource).map(({ label }) => label))
  const others = new Set([...values(other), ...labels.map((label) => label[language === 'fa' ? 'en' : 'fa'])])
  const texts = [...values(own), ...labels.map((label) => label[language])] as string[]
  return [...new Set(texts)].filter(
    (text) => text.length > 2 && !text.includes('{') && !others.has(text) && !DATA.has(text),
  )
}

/** The sideways scrolling once the screen has followed the new width, within two seconds. */
async function settledScroll(page: Page): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if ((await sidewaysScroll(page)) === 0) return 0
    await page.waitForTimeout(100)
  }
  return sidewaysScroll(page)
}

describe.skipIf(!hasChromium)('every screen', () => {
  let panel: Panel
  beforeAll(async () => {
    panel = await startPanel()
    const { admin } = panel.app
    const item = await admin('POST', '/api/inventory/items', {
      body: { sku: 'P-40', name: 'پمپ', unit: 'عدد' },
    })
    await admin('POST', '/api/quotes', {
      body: {
        title: 'پمپ خط دو',
        currency: 'EUR',
        lines: [{ item_id: item.body.id, description: 'پمپ', quantity: 2, unit_price: 125_000 }],
      },
    })
    await panel.app.anyone('POST', '/api/contact', {
      body: { name: 'سارا', email: 'sara@example.com', subject: 'پمپ', message: 'سلام' },
    })
  }, 120_000)
  afterAll(() => panel?.[Symbol.asyncDispose]())

  const views = [
    ['fa', 'light'],
    ['en', 'dark'],
    ['fa', 'dark'],
    ['en', 'light'],
  ] as const

  test.each(process.env.PANEL_VIEWS === 'all' ? views : views.slice(0, 2))(
    'in %s, %s',
    async (language, scheme) => {
      const { page, problems, context } = await panel.open('/', { language, scheme, width: 1280 })
      const foreign = textsOf(language === 'fa' ? 'en' : 'fa')
      const found: string[] = []
      for (const path of [...SCREENS, '/quotes/1']) {
        const before = problems.length
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(`${panel.url}/admin${path === '/' ? '' : path}`)
        await untilReady(page)
        const note = (texts: string[]) => found.push(...texts.map((text) => `${path}: ${text}`))
        note(await axeViolations(page))
        const shown = await page.locator('body').allInnerTexts()
        const texts = shown.flatMap((text) => text.split('\n')).map((text) => text.trim())
        note(foreign.filter((text) => texts.includes(text)).map((text) => `"${text}" is not translated`))
        await page.setViewportSize({ width: 320, height: 800 })
        const scroll = await settledScroll(page)
        if (scroll > 0) note([`scrolls ${scroll} pixels sideways at 320`])
        note(problems.slice(before))
      }
      await context.close()
      expect(found).toEqual([])
    },
    400_000,
  )
})
