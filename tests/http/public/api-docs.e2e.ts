// GET /api/docs in Chromium: `bun run proof browser`.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ADMIN, startApp, type TestApp } from '../../support/app.ts'
import { chromiumPath, withPage } from '../../support/browser.ts'
import { apiDocument } from '../../support/conformance.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

describe.skipIf(!chromiumPath)('in Chromium', () => {
  /** The page in a browser, which must log nothing and contact no other host. */
  async function open(use: (page: Page) => Promise<void>) {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.app.fetch })
    const origin = `http://127.0.0.1:${server.port}`
    try {
      await withPage(async (page) => {
        const messages: string[] = []
        const urls: string[] = []
        page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
        page.on('pageerror', (error) => messages.push(String(error)))
        page.on('request', (request) => urls.push(request.url()))
        await page.goto(`${origin}/api/docs`)
        await page.waitForSelector('.opblock-tag')
        await use(page)
        expect(messages).toEqual([])
        expect(urls.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([])
      })
    } finally {
      await server.stop(true)
    }
  }

  test('the page lists all tags in their order and sends a request', async () => {
    await open(async (page) => {
      const tags = await page.locator('.opblock-tag').evaluateAll((all) => all.map((tag) => tag.dataset.tag))
      expect(tags).toEqual((apiDocument as any).tags.map(({ name }: { name: string }) => name))
      expect(tags.slice(0, 3)).toEqual(['Signing in', 'Second factors', 'Site'])
      await page.click('#operations-tag-services')
      await page.click('#operations-services-createService .opblock-summary-control')
      await page.waitForSelector('#operations-services-createService .example')
      expect(await page.textContent('#operations-services-createService')).toContain('Industrial procurement')
      await page.click('#operations-tag-Operations')
      await page.click('#operations-Operations-getApiLiveness .opblock-summary-control')
      await page.click('#operations-Operations-getApiLiveness .try-out__btn')
      await page.click('#operations-Operations-getApiLiveness .execute')
      await page.waitForSelector('#operations-Operations-getApiLiveness .live-responses-table')
      expect(await page.textContent('#operations-Operations-getApiLiveness .live-responses-table')).toContain(
        '"ok"',
      )
    })
  })

  test('three steps sign in, read and write, and the token outlives a reload in this tab', async () => {
    const output = (page: Page, step: string) => page.locator(`li:has(#${step}) [role=status]`)
    const run = async (page: Page, step: string, expected: string) => {
      await page.click(`#${step} button[type=submit]`)
      await output(page, step).filter({ hasText: expected }).waitFor()
    }
    await open(async (page) => {
      await run(page, 'write', 'Sign in first')
      await run(page, 'read', '"site_name"')
      await page.fill('[name=email]', ADMIN.email)
      await page.fill('[name=password]', ADMIN.password)
      await run(page, 'sign-in', 'Signed in with role admin')
      expect(await page.inputValue('[name=password]')).toBe('')
      await run(page, 'write', '"site_name_en": "My Company"')
      // Swagger UI has the token as well.
      await page.click('#operations-tag-Trash')
      await page.click('#operations-Trash-listTrash .opblock-summary-control')
      await page.click('#operations-Trash-listTrash .try-out__btn')
      await page.click('#operations-Trash-listTrash .execute')
      await page
        .locator('#operations-Trash-listTrash .live-responses-table', { hasText: '"items"' })
        .waitFor()
      expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
      await page.click('#sign-out')
      await output(page, 'sign-in').filter({ hasText: 'Signed out' }).waitFor()
      await run(page, 'write', 'Sign in first')
    })
  })
})
