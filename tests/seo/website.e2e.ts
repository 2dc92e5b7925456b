// Every page of the demo website in a real browser: accessibility (axe), no overflow at 320 pixels, no console messages, and
// valid HTML, in both languages and both colour schemes.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { withPage } from '../support/browser.ts'
import { inEnglish, pageAddresses, startDemoWebsite } from './demo-website.ts'
import { htmlProblems } from './html-problems.ts'

setDefaultTimeout(300_000)

const addresses = [...pageAddresses, '/nothing', inEnglish('/nothing')]

let site: Awaited<ReturnType<typeof startDemoWebsite>>
beforeAll(async () => {
  site = await startDemoWebsite()
})
afterAll(() => site?.stop())

const AXE = join(import.meta.dir, '../../node_modules/axe-core/axe.min.js')

type Found = { id: string; nodes: { target: string[] }[] }

async function findings(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Found[] }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

test.each([
  ['light', 320],
  ['dark', 320],
  ['light', 1280],
  ['dark', 1280],
] as const)('every page is accessible and fits, %s at %i pixels', async (colorScheme, width) => {
  // Scripts of the test run in pages whose policy allows none.
  const axe = await Bun.file(AXE).text()
  await withPage(async (page) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    for (const address of addresses) {
      const messages: string[] = []
      page.on('console', (message) => messages.push(message.text()))
      page.on('pageerror', (error) => messages.push(String(error)))
      await page.goto(site.url + address)
      page.removeAllListeners('console')
      page.removeAllListeners('pageerror')
      await page.evaluate(axe)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      // The browser itself reports the status of the 404 page.
      const unexpected = messages.filter((text) => !(address.startsWith('/nothing') && text.includes('404')))
      expect({ address, overflow, unexpected, found: await findings(page) }).toEqual({
        ...{ address, overflow: 0, unexpected: [], found: [] },
      })
    }
  })
})

test('every page is valid HTML', async () => {
  for (const address of addresses) {
    const response = await fetch(site.url + address, {
      headers: { Accept: 'text/html' },
    })
    expect({ address, problems: await htmlProblems(await response.text()) }).toEqual({
      address,
      problems: [],
    })
  }
})

/** How many lines the text of an element takes. */
const linesOf = (page: Page, selector: string) =>
  page.evaluate(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('${selector}'))
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })()`)

/** The number of elements, and of the lines that they stand in. */
const rowsOf = (page: Page, selector: string) =>
  page.evaluate(`(() => {
    const tops = [...document.querySelectorAll('${selector}')].map((element) => element.getBoundingClientRect().top)
    return { count: tops.length, rows: new Set(tops).size }
  })()`)

test('on a phone the name and the breadcrumb take one line', async () => {
  await withPage(async (page) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/blog/sizing-pumps-right', inEnglish('/blog/sizing-pumps-right')]) {
      await page.goto(site.url + path)
      expect(await linesOf(page, '.site-header .brand > span:last-child')).toBe(1)
      expect(await rowsOf(page, '.crumbs li')).toEqual({ count: 3, rows: 1 })
    }
  })
})

test('on a tablet three cards stand in one row', async () => {
  await withPage(async (page) => {
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.goto(site.url)
    for (const band of ['projects', 'testimonials', 'blog'])
      expect(await rowsOf(page, `#${band} .band-head + ul > li`)).toEqual({ count: 3, rows: 1 })
  })
})

test('in the dark scheme no announcement is a bright bar', async () => {
  await withPage(async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(site.url)
    for (const level of ['info', 'success', 'warning']) {
      const background = (await page.evaluate(`(() => {
        const bar = document.querySelector('.announcement')
        bar.className = 'announcement ${level}'
        const canvas = document.createElement('canvas').getContext('2d')
        canvas.fillStyle = getComputedStyle(bar).backgroundColor
        canvas.fillRect(0, 0, 1, 1)
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
      })()`)) as number[]
      expect({ level, isDark: Math.max(...background) < 100 }).toEqual({ level, isDark: true })
    }
  })
})
