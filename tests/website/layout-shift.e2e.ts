// Nothing on the pages of the demo website moves while they load and are scrolled, not even when the typeface is late.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/browser.ts'
import { pageAddresses, startDemoWebsite } from './demo-website.ts'

let site: Awaited<ReturnType<typeof startDemoWebsite>>
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startDemoWebsite(), launchChromium()])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const RECORD_SHIFTS = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push(value.toFixed(5) + ' ' + sources.map(({ node }) => node?.textContent.trim().slice(0, 30)).join(' | '))
  }).observe({ type: 'layout-shift', buffered: true })`

const FIRST_PAINT = `new Promise((resolve) =>
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
  }).observe({ type: 'paint', buffered: true }))`

/** Screen by screen, so that lazy images load. */
const READ_TO_END = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await document.fonts.ready
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo({ top: y, behavior: 'instant' })
    await frame()
    await frame()
  }
  await Promise.all([...document.images].map((image) => image.decode().catch(() => null)))
  await frame()
  await frame()
})()`

/** The layout shifts of a page: their scores, and the beginning of the texts that moved. */
async function shiftsOn(address: string, width: number) {
  const context = await browser.newContext({ viewport: { width, height: 844 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(RECORD_SHIFTS)
    const painted = Promise.withResolvers<void>()
    let fontCount = 0
    await page.route('**/*.woff2', async (route) => {
      fontCount++
      await painted.promise
      await route.continue()
    })
    await page.goto(site.url + address, { waitUntil: 'commit' })
    await page.evaluate(FIRST_PAINT)
    painted.resolve()
    await page.waitForLoadState('load')
    await page.evaluate(READ_TO_END)
    if (fontCount === 0) throw new Error(`${address} loaded no font`)
    return (await page.evaluate('shifts')) as string[]
  } finally {
    await context.close()
  }
}

test.each([390, 1440])('nothing moves at %i pixels when the typeface is late', async (width) => {
  for (const address of pageAddresses) {
    const shifts = await shiftsOn(address, width)
    expect({ address, shifts }).toEqual({ address, shifts: [] })
  }
})
