// The pages in a real browser, in both languages: direction, styles, no console messages.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { fillWithDemo } from '../../src/content/demo/load-demo.ts'
import { addDemoImages } from '../../src/media/demo-images.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { chromiumPath, withPage } from '../support/browser.ts'

if (!chromiumPath) console.log('skipped: pages in Chromium (Chromium is not installed)')

const ARTICLE = '/blog/pre-shipment-inspection-checklist'
const PROJECT = '/projects/east-treatment-plant-pumps'

type Layout = {
  direction: string
  brand: string
  styled: boolean
  accent: string
  scrolls: boolean
  heading: string
}

describe.skipIf(!chromiumPath)('in Chromium', () => {
  let site: TestApp
  let server: Bun.Server<undefined>
  beforeAll(async () => {
    site = await startApp()
    const { database, clock, config } = site.deps
    await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
    await addDemoImages(site.deps.media)
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: site.app.fetch })
  })
  afterAll(async () => {
    await server?.stop(true)
    await site?.[Symbol.asyncDispose]()
  })

  /** Opens the page and returns the console messages and errors. */
  async function openPage(page: Page, path: string) {
    const messages: string[] = []
    page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => messages.push(String(error)))
    await page.goto(`http://127.0.0.1:${server.port}${path}`)
    page.removeAllListeners('console')
    page.removeAllListeners('pageerror')
    return messages
  }

  const measureLayout = `(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect()
    return {
      direction: getComputedStyle(document.documentElement).direction,
      brand: box('.brand > :first-child').left > innerWidth / 2 ? 'right' : 'left',
      styled: getComputedStyle(document.querySelector('.menu ul')).listStyleType === 'none',
      accent: getComputedStyle(document.querySelector('main a')).color,
      scrolls: document.documentElement.scrollWidth > innerWidth,
      heading: document.querySelector('h1').textContent,
    }
  })()`

  const pages = ['/blog', ARTICLE, '/projects', PROJECT]
  const widths = [1280, 360]

  test('every page is laid out correctly in both languages, on desktop and phone', async () => {
    await withPage(async (page) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        for (const path of pages) {
          for (const english of [false, true]) {
            const address = english ? `${path}?lang=en` : path
            const messages = await openPage(page, address)
            const { heading, accent, ...layout } = (await page.evaluate(measureLayout)) as Layout
            expect({ address, width, messages, ...layout }).toEqual({
              address,
              width,
              messages: [],
              direction: english ? 'ltr' : 'rtl',
              brand: english ? 'left' : 'right',
              styled: true,
              scrolls: false,
            })
            expect(heading).toMatch(english ? /[a-z]/ : /[آ-ی]/)
            // The site's colour is applied: the policy allows its style element.
            expect(accent).not.toBe('rgb(31, 78, 121)')
          }
        }
      }
    })
  })

  test('the menu opens, and the language link switches the language', async () => {
    await withPage(async (page) => {
      await page.setViewportSize({ width: 390, height: 800 })
      await openPage(page, ARTICLE)
      expect(await page.isVisible('.menu')).toBe(false)
      await page.click('.burger')
      expect(await page.isVisible('.menu')).toBe(true)
      await page.click('summary')
      expect(await page.isVisible('details > div')).toBe(true)
      await page.click('.language')
      expect(new URL(page.url()).search).toBe('?lang=en')
      expect(await page.textContent('h1')).toBe('Pre-shipment inspection: the checklist that saves trouble')
    })
  })

  test('the scripts of a frontend run in its template, injected scripts do not', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'frontage-spa-'))
    const SPA_INDEX = join(directory, 'index.html')
    writeFileSync(
      SPA_INDEX,
      '<!doctype html><html><head><link rel="icon" href="data:,"><script>\r\nwindow.began = "&amp;"\r\n</script></head>' +
        `<body onload="window.loaded = &quot;yes&quot;"><div id="app"></div></body></html>`,
    )
    await using other = await startApp({ SPA_INDEX })
    const service = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: other.app.fetch })
    try {
      await withPage(async (page) => {
        const messages: string[] = []
        page.on('console', (message) => messages.push(message.text()))
        await page.goto(`http://127.0.0.1:${service.port}/blog`)
        expect(await page.evaluate('[window.began, window.loaded]')).toEqual(['&amp;', 'yes'])
        expect(messages).toEqual([])
        await page.evaluate(`{
          const script = document.createElement('script')
          script.textContent = 'window.injected = true'
          document.querySelector('#app').append(script)
        }`)
        expect(await page.evaluate('window.injected')).toBeUndefined()
        expect(messages.join()).toContain('Content Security Policy')
      })
    } finally {
      await service.stop(true)
      rmSync(directory, { recursive: true })
    }
  })
})
