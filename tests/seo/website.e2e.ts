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
