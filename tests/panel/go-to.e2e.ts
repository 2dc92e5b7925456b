// "Go to", opened by its shortcut before its script is there.

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { describePanel } from './support/drive.ts'
import { untilReady } from './support/panel.ts'

describePanel('"Go to"', { width: 1_440, forgives: /net::ERR_FAILED|Failed to fetch/ }, (panel) => {
  /** Holds scripts back until the function that it returns is called. */
  async function holdScripts(page: Page) {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/admin/assets/*.js', async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }

  test('has what was typed before it was loaded, which reached nothing else', async () => {
    const page = await panel.open('/services')
    const loadScripts = await holdScripts(page)
    const search = page.getByRole('searchbox', { name: 'Search', exact: true })
    await search.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('artx')
    await page.keyboard.press('Backspace')
    loadScripts()
    const field = page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')
    await field.waitFor()
    await page.keyboard.type('icles')
    expect(await field.inputValue()).toBe('articles')
    expect(await search.inputValue()).toBe('')
    await page.getByRole('option', { name: /^Articles/ }).waitFor()
  })

  test('is given up by Escape before it was loaded', async () => {
    const page = await panel.open('/services')
    const loadScripts = await holdScripts(page)
    const search = page.getByRole('searchbox', { name: 'Search', exact: true })
    await search.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('a')
    await page.keyboard.press('Escape')
    await page.keyboard.type('b')
    expect(await search.inputValue()).toBe('b')
    loadScripts()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')
    await field.waitFor()
    expect(await field.inputValue()).toBe('')
  })

  test('says that it is missing where its script could not be loaded, and opens once the page was reloaded', async () => {
    const page = await panel.open('/services')
    await page.route('**/admin/assets/*.js', (route) => route.abort())
    const refused = page.waitForEvent('requestfailed')
    await page.keyboard.press('Control+k')
    await refused
    const search = page.getByRole('searchbox', { name: 'Search', exact: true })
    await search.focus()
    // Keys are kept for "Go to" until it has given up.
    await eventually(async () => {
      await page.keyboard.type('x')
      return (await search.inputValue()).endsWith('x')
    })
    await page.unroute('**/admin/assets/*.js')
    const notice = page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' })
    await notice.getByRole('button', { name: 'Reload' }).press('Enter')
    await notice.waitFor({ state: 'detached' })
    await untilReady(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').waitFor()
  })

  test.each([
    ['en', 'right equipment', /^Home\s*Page hero$/],
    ['fa', 'تجهیزات درست', /^خانه\s*بنر بالای صفحه$/],
  ] as const)('names records as their lists do, in %s', async (language, words, name) => {
    const page = await panel.open('/services', { language })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(words)
    await page.getByRole('option', { name }).waitFor()
  })
})
