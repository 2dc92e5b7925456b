// The media library and the picker in Chromium.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { axeViolations, hasChromium, type Panel, sidewaysScroll, startPanel } from './support/panel.ts'

describe.skipIf(!hasChromium)('the media library', () => {
  let panel: Panel
  beforeAll(async () => {
    panel = await startPanel()
  }, 60_000)
  afterAll(() => panel?.[Symbol.asyncDispose]())

  test.each([
    ['en', 'light', 1280],
    ['fa', 'dark', 320],
  ] as const)(
    '%s, %s, %d pixels: the list and a file pass axe and fit',
    async (language, scheme, width) => {
      for (const path of ['/media', '/media?file=1']) {
        const { page, problems, context } = await panel.open(path, { language, scheme, width })
        await page
          .locator(path === '/media' ? '.media-item' : '.media-details')
          .first()
          .waitFor()
        expect(await axeViolations(page)).toEqual([])
        expect(await sidewaysScroll(page)).toBe(0)
        expect(problems).toEqual([])
        await context.close()
      }
    },
    60_000,
  )

  test('a file is uploaded, described by keyboard, and deleted; one in use says where', async () => {
    const { page, problems, context } = await panel.open('/media')
    const png = await Bun.file('src/panel/design/icon.svg').bytes()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'no.svg', mimeType: 'image/png', buffer: Buffer.from(png) })
    await page.getByRole('button', { name: 'Dismiss: no.svg' }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('solar')
    await page.getByText('1–1 of 1').waitFor()
    await page.locator('.media-item').first().press('Enter')
    const dialog = page.getByRole('dialog', { name: 'solar-field.jpg' })
    await dialog.getByLabel('Alt text').fill('Rows of panels')
    await dialog.getByRole('button', { name: /^Focal point/ }).press('ArrowRight')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Focal point: 52% from the left, 50% from the top' }).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'This file is in use' }).getByRole('link').first().waitFor()
    expect(problems.filter((text) => !/status of (?:409|415)/.test(text))).toEqual([])
    await context.close()
  }, 60_000)

  test('a picture of the library is put into an article', async () => {
    const { page, problems, context } = await panel.open('/articles/1')
    const insert = page.getByRole('button', { name: 'Insert picture' }).first()
    await insert.click()
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    await picker.locator('.media-item').first().click()
    await picker.getByLabel('Alt text for this place').fill('Chosen here')
    await picker.getByRole('button', { name: 'Use this picture' }).click()
    await page.locator('.rich-text img[alt="Chosen here"]').waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)
})
