// The layout on phones, tablets and small desktops.

import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { describePanel } from './support/drive.ts'
import { sidewaysScroll } from './support/panel.ts'

describePanel('the layout', { width: 1_440, forgives: /status of 422/ }, (panel) => {
  test.each([
    ['en', ['Link', 'Insert picture']],
    ['fa', ['پیوند', 'درج تصویر']],
  ] as const)(
    'at 1280 pixels, links and pictures are among the first tools, in %s',
    async (language, first) => {
      const page = await panel.open('/articles/1', { language, width: 1280 })
      await page.locator('.tools-list[data-cut]').nth(1).waitFor()
      const shown = await page
        .locator('.tools-list[data-cut]')
        .evaluateAll((lists) =>
          lists.map((list) =>
            [...list.querySelectorAll('button:not([data-overflows])')].map((tool) =>
              tool.getAttribute('aria-label'),
            ),
          ),
        )
      expect(shown).toHaveLength(2)
      for (const tools of shown) expect(tools).toEqual(expect.arrayContaining([...first]))
    },
  )

  test.each(['en', 'fa'] as const)(
    'a page far down in the navigation opens at its top, and is in sight in the navigation, in %s',
    async (language) => {
      const page = await panel.open('/seo-meta/1', { language })
      const current = page.locator('.navigation [aria-current="page"]')
      await page.waitForFunction(() => document.querySelector('.navigation')!.scrollTop > 0)
      const [entry, navigation] = [
        await current.boundingBox(),
        await page.locator('.navigation').boundingBox(),
      ]
      expect(entry!.y + entry!.height).toBeLessThanOrEqual(navigation!.y + navigation!.height)
      expect(await page.evaluate(() => scrollY)).toBe(0)
    },
  )

  test('on a phone, the name of a record is between the heading and what can be done with it', async () => {
    const page = await panel.open('/articles/1', { width: 390 })
    const tops = await page
      .locator('.page-title h1, .page-description, .page-actions')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
    expect(tops).toHaveLength(3)
    expect(tops).toEqual([...new Set(tops)].toSorted((a, b) => a - b))
  })

  test.each(['en', 'fa'] as const)('on a tablet, no column of a list is cut off, in %s', async (language) => {
    const { admin } = panel.app
    await admin('PATCH', '/api/admin/articles/1', {
      body: { status: 'published', published_at: new Date(Date.now() + 86_400_000).toISOString() },
    })
    const page = await panel.open('/articles', { language, width: 820 })
    await page.getByRole('rowheader').first().waitFor()
    const cut = await page
      .locator('tbody :is(th, td, button)')
      .evaluateAll((parts) =>
        parts
          .map((part) => ({ text: part.textContent, ...part.getBoundingClientRect().toJSON() }))
          .filter(({ left, right }) => left < 0 || right > innerWidth),
      )
    expect(cut).toEqual([])
  })

  test.each(['en', 'fa'] as const)(
    'below a wide field, the calendar is as wide as its days, which stand below their names, in %s',
    async (language) => {
      const page = await panel.open('/announcements/new', { language, width: 820 })
      const field = page.locator('[data-field="starts_at"]')
      // The segments are loaded at the first use.
      await field.getByRole('button').first().focus()
      await field.locator('.date-button').click()
      const calendar = page.locator('.calendar-dialog')
      await calendar.waitFor()
      const centres = await calendar.locator('tr:nth-last-child(2) .calendar-cell, th').evaluateAll((cells) =>
        cells.map((cell) => {
          const { left, width } = cell.getBoundingClientRect()
          return left + width / 2
        }),
      )
      expect(centres).toHaveLength(14)
      for (const [index, centre] of centres.slice(0, 7).entries())
        expect(Math.abs(centre - centres[index + 7]!)).toBeLessThan(3)
      expect((await calendar.boundingBox())!.width).toBeLessThan(340)
    },
  )

  test.each([390, 820])(
    'at %p pixels, the tools of a long text stand below the top bar, and at the top of a full screen',
    async (width) => {
      const content = '<p>A line of a long text.</p>'.repeat(80)
      const { id } = await panel.request('POST', 'articles', { title: 'Long', content })
      const page = await panel.open(`/articles/${id}`, { width })
      const text = page.getByRole('textbox', { name: 'Text', exact: true })
      await text.waitFor()
      await text.evaluate((element) => {
        const { top, height } = element.getBoundingClientRect()
        scrollTo({ top: scrollY + top + height / 2, behavior: 'instant' })
      })
      const bar = (await page.locator('.frame-top').boundingBox())!
      const tools = page.locator('[data-field="content"] .editor-head')
      expect(Math.abs((await tools.boundingBox())!.y - bar.height)).toBeLessThanOrEqual(1)
      await text.focus()
      await page.keyboard.press('Control+Shift+F')
      await page.locator('.editor.is-full-screen').waitFor()
      const head = (await page.locator('.full-screen-head').boundingBox())!
      expect([head.y, (await tools.boundingBox())!.y]).toEqual([0, head.height])
    },
  )

  test.each(['fa', 'en'] as const)(
    'on a phone, the buttons of a scheduled article stand in one line, in %s',
    async (language) => {
      const { id } = await panel.request('POST', 'articles', {
        title: 'Later',
        status: 'published',
        published_at: '2090-01-01T00:00:00Z',
      })
      const page = await panel.open(`/articles/${id}`, { language, width: 390 })
      await page.locator('.form-bar .button-quiet').first().waitFor()
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const tops = await page
          .locator('.form-bar .button:not(.button-quiet)')
          .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)))
        expect([width, tops.length, new Set(tops).size]).toEqual([width, 3, 1])
      }
    },
  )

  test.each([
    ['en', 'Publish'],
    ['fa', 'انتشار'],
  ] as const)(
    'on a phone, the text of a notice with two buttons is read in lines, in %s',
    async (language, name) => {
      const { id } = await panel.request('POST', 'articles', { title: 'Notice' })
      const page = await panel.open(`/articles/${id}`, { language, width: 390 })
      await page.getByRole('button', { name, exact: true }).first().click()
      const text = page
        .locator('.toast')
        .filter({ has: page.locator('a') })
        .locator('.toast-text')
      await text.waitFor()
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const lines = await text.evaluate((shown) => {
          const range = document.createRange()
          range.selectNodeContents(shown)
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        })
        expect([width, lines <= 2]).toEqual([width, true])
      }
      expect(await sidewaysScroll(page)).toBe(0)
    },
  )

  test.each([
    ['fa', 'right'],
    ['en', 'start'],
  ] as const)('numbers stand at the start of a form, in %s', async (language, align) => {
    const { items } = await panel.request('GET', 'offices')
    const page = await panel.open(`/offices/${items[0].id}`, { language })
    const number = page.locator('.input[inputmode="decimal"]').first()
    await number.waitFor()
    expect(await number.evaluate((input) => getComputedStyle(input).textAlign)).toBe(align)
  })

  test.each(['fa', 'en'] as const)(
    'on a phone, the error of a long text stands above the bar of the form, in %s',
    async (language) => {
      const page = await panel.open('/faqs/new', { language, width: 390 })
      await page.locator('[data-field="answer"] [contenteditable]').waitFor()
      await page.locator('[data-field="question"] :is(input, textarea)').fill('x')
      await page.keyboard.press('Control+s')
      await page.locator('[data-field="answer"] .field-error').waitFor()
      await page.locator('.save-state[data-unsaved]').waitFor()
      const bar = page.locator('.form-bar')
      const error = page.locator('[data-field="answer"] .field-error')
      const bottom = () => error.evaluate((error) => error.getBoundingClientRect().bottom)
      // The field is scrolled to once the error is there.
      await eventually(async () => (await bottom()) <= (await bar.boundingBox())!.y)
    },
  )

  test('with reduced motion, a new colour scheme is there at once', async () => {
    const page = await panel.open('/services')
    const transitions = await page.evaluateHandle(() => {
      const seen: string[] = []
      document.addEventListener('transitionrun', ({ propertyName }) => seen.push(propertyName))
      return seen
    })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForTimeout(300)
    expect(await transitions.jsonValue()).toEqual([])
  })

  test.each(['en', 'fa'] as const)(
    'on a phone, a question about a long name keeps its buttons in sight, in %s',
    async (language) => {
      const email = `${'a-rather-long-name.'.repeat(3)}of.somebody@${language}.subdomain.example.com`
      await panel.app.anyone('POST', '/api/newsletter', { body: { email } })
      const page = await panel.open('/newsletter', { language, width: 390 })
      await page.locator('.plain-actions button').first().click()
      const buttons = page.getByRole('alertdialog').getByRole('button')
      await buttons.last().waitFor()
      for (const button of await buttons.all()) {
        const { x, width } = (await button.boundingBox())!
        expect([x >= 0, x + width <= 390]).toEqual([true, true])
      }
    },
  )

  test.each([1_440, 820])('in Persian, long titles do not widen the calendar, at %d', async (width) => {
    const { admin } = panel.app
    const body = {
      title: 'مقاله‌ای با عنوانی که در یک روز تقویم جا نمی‌شود '.repeat(4).trim(),
      status: 'published',
      published_at: new Date(Date.now() + 60_000).toISOString(),
    }
    expect((await admin('POST', '/api/admin/articles', { body })).status).toBe(201)
    const page = await panel.open('/calendar', { language: 'fa', width })
    await page.locator('.calendar-entry').first().waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
  })

  test('in Persian, a message of a long name shows the beginning of the name', async () => {
    await panel.app.anyone('POST', '/api/contact', {
      body: { name: 'A person with a very long name indeed', email: 'a@example.com', message: 'Text' },
    })
    const page = await panel.open('/messages', { language: 'fa', width: 390 })
    const sender = page.locator('.inbox-sender')
    await sender.waitFor()
    const layout = await sender.evaluate((name) => {
      const { direction, textAlign } = getComputedStyle(name)
      return { direction, textAlign }
    })
    expect(layout).toEqual({ direction: 'ltr', textAlign: 'right' })
    const item = page.locator('.inbox-item')
    expect(await item.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})
