// The publishing calendar: what appears when, and moving scheduled entries by mouse and by keyboard.

import { beforeEach, expect, test } from 'bun:test'
import { parseDate } from '@internationalized/date'
import type { Page } from 'playwright-core'
import { onDay } from '../../src/panel/screens/calendar/month-grid.ts'
import { type Drive, describePanel } from './support/drive.ts'
import { axeViolations, sidewaysScroll } from './support/panel.ts'

const ZONE = 'Asia/Tehran'
const DAY_MS = 86_400_000

/** The Gregorian date of a day from now, on the clocks of the drives. */
const dateIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date(Date.now() + days * DAY_MS))

describePanel('the calendar', { width: 1_440, forgives: /status of 412/ }, (panel) => {
  let id: number
  let at: string
  beforeEach(async () => {
    if (id) await panel.request('DELETE', `articles/${id}`)
    at = onDayOf(2)
    const body = { title: 'پمپ', title_en: 'Pumps', status: 'published', published_at: at }
    id = (await panel.request('POST', 'articles', body)).id
  })

  /** Nine in the morning in Tehran. */
  const onDayOf = (days: number) => new Date(`${dateIn(days)}T09:00:00+03:30`).toISOString()
  const cell = (page: Page, days: number) => page.locator(`[data-date="${dateIn(days)}"]`)
  const entry = (page: Page) => page.locator(`[data-entry="articles ${id}"]`)
  const stored = async () => (await panel.request('GET', `articles/${id}`)).published_at
  /** Days near the end of a month are in the weeks that it shows, or in the next month. */
  async function openMonthWith(days: number, view: Parameters<Drive['open']>[1] = {}) {
    const page = await panel.open('/calendar', view)
    if ((await cell(page, days).count()) === 0) await page.getByRole('button', { name: 'Next month' }).click()
    await cell(page, days).waitFor()
    return page
  }
  /** The months of the two calendars end on different days, so one of them shows neighbouring days together. */
  async function openWith(...days: number[]) {
    const page = await panel.open('/calendar')
    const isShown = async () =>
      (await Promise.all(days.map((one) => cell(page, one).count()))).every((count) => count > 0)
    if (!(await isShown())) await page.getByRole('radio', { name: 'Persian' }).click()
    for (const one of days) await cell(page, one).waitFor()
    await entry(page).waitFor()
    return page
  }
  const drag = async (page: Page, days: number) => {
    const target = cell(page, days)
    await entry(page)
      .locator('time')
      .dragTo(target, { targetPosition: { x: 12, y: 90 } })
  }

  test.each([
    ['en', 'light', 1_440],
    ['fa', 'dark', 1_440],
    ['fa', 'light', 320],
    ['en', 'dark', 320],
  ] as const)('is accessible and fits, in %s, %s, at %d', async (language, scheme, width) => {
    const page = await panel.open('/calendar', { language, scheme, width })
    await page.locator('.month-table, .agenda, .agenda-empty').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })

  test('begins weeks on Saturday in Persian and on Monday in English, in either calendar', async () => {
    const first = (page: Page) => page.locator('.month-table th').first().getAttribute('abbr')
    const english = await panel.open('/calendar', { language: 'en' })
    expect(await first(english)).toBe('Monday')
    await english.getByRole('radio', { name: 'Persian' }).click()
    await english.locator('.calendar-tools h2', { hasText: /^(Aban|Azar|Dey|\p{L}+) \d+/u }).waitFor()
    expect(await first(english)).toBe('Monday')
    const persian = await panel.open('/calendar', { language: 'fa' })
    expect(await first(persian)).toBe('شنبه')
  })

  test('the mouse drags a scheduled entry to another day, and "Undo" takes it back', async () => {
    const page = await openMonthWith(3)
    await drag(page, 3)
    await panel.hear(page, '“Pumps” moved to')
    await cell(page, 3).locator(`[data-entry="articles ${id}"]`).waitFor()
    expect(await stored()).toBe(onDay(at, parseDate(dateIn(3)), ZONE))
    await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
    await panel.hear(page, '“Pumps” is back on')
    expect(await stored()).toBe(at)
  })

  test('the keyboard alone moves it, and the result is spoken', async () => {
    const page = await openMonthWith(2)
    await page.locator('.month-table .calendar-entry a').first().focus()
    const isOnButton = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') === 'Move “Pumps” to another date…',
      )
    for (let step = 0; step < 80 && !(await isOnButton()); step++) await page.keyboard.press('Tab')
    expect(await isOnButton()).toBe(true)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move “Pumps”' })
    await dialog.waitFor()
    // The date becomes a field when it gets the focus.
    const isOnDate = () =>
      dialog.locator('.instant-field').evaluate((field) => field.contains(document.activeElement))
    for (let step = 0; step < 6 && !(await isOnDate()); step++) await page.keyboard.press('Tab')
    await dialog.locator('[role="spinbutton"]:focus').waitFor()
    const isOnYear = () => page.evaluate(() => document.activeElement?.getAttribute('data-type') === 'year')
    for (let step = 0; step < 12 && !(await isOnYear()); step++) await page.keyboard.press('Tab')
    expect(await isOnYear()).toBe(true)
    await page.keyboard.press('ArrowUp')
    const isOnMove = () => page.evaluate(() => document.activeElement?.textContent === 'Move')
    for (let step = 0; step < 12 && !(await isOnMove()); step++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await panel.hear(page, '“Pumps” moved to')
    const later = new Date(at)
    later.setUTCFullYear(later.getUTCFullYear() + 1)
    expect(await stored()).toBe(later.toISOString())
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('a day that has passed takes nothing, and published entries stay', async () => {
    const page = await openWith(-1, 2)
    await drag(page, -1)
    expect(await stored()).toBe(at)
    const published = await panel.request('POST', 'articles', { title: 'Public', status: 'published' })
    await page.reload()
    const item = page.locator(`[data-entry="articles ${published.id}"]`)
    await item.waitFor()
    expect([await item.getAttribute('draggable'), await item.getByRole('button').count()]).toEqual([
      'false',
      0,
    ])
    await item.getByRole('link').click()
    await page.waitForURL(`**/admin/articles/${published.id}`)
    await panel.request('DELETE', `articles/${published.id}`)
  })

  test('a time that has passed today is refused in words', async () => {
    const minuteAgo = new Date(Date.now() + 2 * DAY_MS - 60_000).toISOString()
    await panel.request('PATCH', `articles/${id}`, { published_at: minuteAgo })
    const page = await openWith(0, 2)
    await drag(page, 0)
    await panel.hear(page, 'has passed. Choose a later day')
    expect(await stored()).toBe(minuteAgo)
  })

  test('what others changed meanwhile is not overwritten', async () => {
    const page = await openMonthWith(3)
    // So late that no event tells the page of it before it writes.
    await page.route(`**/api/admin/articles/${id}`, async (route) => {
      if (route.request().method() === 'PATCH')
        await panel.request('PATCH', `articles/${id}`, { published_at: onDayOf(4) })
      await route.continue()
    })
    await drag(page, 3)
    await panel.hear(page, 'Somebody else has changed “Pumps”')
    expect(await stored()).toBe(onDayOf(4))
  })

  test('a day lists all of its entries', async () => {
    const ids: number[] = []
    for (const title of ['One', 'Two', 'Three', 'Four'])
      ids.push((await panel.request('POST', 'articles', { title, status: 'published', published_at: at })).id)
    const page = await openMonthWith(2)
    await cell(page, 2).getByRole('button', { name: '2 more' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('.calendar-entry').nth(4).waitFor()
    expect(await dialog.locator('.calendar-entry').count()).toBe(5)
    expect(await axeViolations(page)).toEqual([])
    for (const one of ids) await panel.request('DELETE', `articles/${one}`)
  })

  test('is a list of days on a phone, where a date is chosen', async () => {
    const page = await panel.open('/calendar', { width: 390 })
    if ((await entry(page).count()) === 0) await page.getByRole('button', { name: 'Next month' }).click()
    await entry(page).getByRole('button', { name: 'Move “Pumps” to another date…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move “Pumps”' })
    await dialog.getByText('Iran Standard Time').waitFor()
    // The segments are loaded at the first use.
    await dialog.locator('.date-still').focus()
    await dialog.getByRole('spinbutton', { name: /year/i }).press('ArrowDown')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog.getByText('Choose a time that is still to come.').waitFor()
    expect(await stored()).toBe(at)
    expect(await axeViolations(page)).toEqual([])
  })
})
