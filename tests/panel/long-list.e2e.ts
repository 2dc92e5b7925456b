// A list of 10,000 articles, on a processor that is four times slower than this one.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { hasChromium, type Panel, startPanel } from './support/panel.ts'

const COUNT = 10_000
const SLOWDOWN = 4
/** From the navigation until the first page of the list can be used. */
const MAX_MS = 1_000
/** The quickest counts: what else the machine does can only add to it. */
const VISITS = 6
const PER_PAGE = 25

describe.skipIf(!hasChromium)('a list of 10,000 articles', () => {
  let panel: Panel
  beforeAll(async () => {
    panel = await startPanel()
    await panel.app.deps.database.transaction((tx) =>
      tx.execute(sql`
        insert into articles (slug, title, title_en, excerpt, status, published_at, position)
        select 'long-' || n, 'مقاله ' || n, 'Article ' || n, 'چکیده', 'published', now(), 100 + n
        from generate_series(1, ${COUNT}) n`),
    )
  }, 60_000)
  afterAll(() => panel?.[Symbol.asyncDispose]())

  /** The milliseconds of each visit, from its beginning until the list has been painted. */
  async function visit(begin: (page: Page) => Promise<void>, back: (page: Page) => Promise<void>) {
    const { page, problems, context } = await panel.open('/services')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const times: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      await page.evaluate(watchForRows, PER_PAGE)
      await begin(page)
      await page.waitForFunction(() => 'shownAfter' in globalThis, null, { polling: 200 })
      times.push(await page.evaluate(() => (globalThis as unknown as { shownAfter: number }).shownAfter))
      expect(await page.getByText(/of 10,00\d/).count()).toBe(1)
      await back(page)
    }
    expect(problems).toEqual([])
    await context.close()
    console.log(`10,000 articles at ${SLOWDOWN} × slowdown: ${times.map(Math.round).join(', ')} ms`)
    return times
  }

  test(`shows its first page within ${MAX_MS} ms of following its link`, async () => {
    const follow = (page: Page, name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).press('Enter')
    const times = await visit(
      (page) => follow(page, 'Articles'),
      async (page) => {
        await follow(page, 'Services')
        await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor()
      },
    )
    expect(Math.min(...times)).toBeLessThanOrEqual(MAX_MS)
  }, 60_000)
})

/** In the page: sets `shownAfter` to the milliseconds between the next press of Enter and the paint with the rows. */
function watchForRows(count: number) {
  const page = globalThis as unknown as { shownAfter?: number }
  delete page.shownAfter
  let began = 0
  addEventListener('keydown', () => (began = performance.now()), { once: true, capture: true })
  const look = () => {
    const isShown =
      began > 0 &&
      location.pathname.endsWith('/articles') &&
      'ready' in document.documentElement.dataset &&
      document.querySelectorAll('th[scope=row]').length === count &&
      !document.querySelector('.list-waiting')
    const done = () => {
      page.shownAfter = performance.now() - began
    }
    requestAnimationFrame(isShown ? done : look)
  }
  look()
}
