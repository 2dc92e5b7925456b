// Publishing from the form: the card with status, date and checklist.

import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Drive, describePanel } from './support/drive.ts'
import { axeViolations, sidewaysScroll, type View } from './support/panel.ts'

const DAY_MS = 86_400_000

const english = {
  button: 'Schedule…',
  title: 'Schedule 3 records',
  left: /One of the selected records is public/,
  every: 'One every',
  confirm: 'Schedule',
  done: '3 records scheduled',
  undo: 'Undo',
  undone: 'Undone for 3 records',
}
const persian = {
  button: 'زمان‌بندی…',
  title: 'زمان‌بندی ۳ مورد',
  left: /یکی از موارد انتخاب‌شده منتشر شده/,
  every: 'یکی در هر',
  confirm: 'زمان‌بندی انتشار',
  done: '۳ مورد زمان‌بندی شد',
  undo: 'برگرداندن',
  undone: '۳ مورد به حالت پیشین برگشت',
}

describePanel('publishing', { width: 1_440 }, (panel) => {
  const open = (path: string, view?: View) => panel.open(path, view)
  const request: Drive['request'] = (...parts) => panel.request(...parts)
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const card = (page: Page, name = 'Publishing') => page.getByRole('region', { name, exact: true })
  describe('the checklist', () => {
    test('names what is open, leads to the fields, and follows what is typed', async () => {
      const image = (await request('GET', 'media?page=1&per_page=1')).items[0].url
      const { id } = await request('POST', 'articles', {
        title: 'پمپ',
        content: `<p><a href="/blog/no-such-article">اینجا</a> <a href="/blog">وبلاگ</a></p><img src="${image}" alt="">`,
      })
      const page = await open(`/articles/${id}`)
      const list = card(page).locator('.checklist')
      for (const text of [
        'Search engines get no description.',
        'One image has no alternative text.',
        '2 fields are missing in English.',
        /SEO score \d+; 80 and more is good/,
        'One link leads nowhere:/blog/no-such-article',
      ])
        await list.locator('li[data-state=open]', { hasText: text }).waitFor()
      await card(page).getByText('5 points are open').waitFor()
      await list.getByRole('button', { name: 'Go to Title (English)' }).click()
      await page.waitForFunction(() => document.activeElement?.closest('[data-field="title_en"]') !== null)
      await page.keyboard.type('Pumps')
      await list.locator('li', { hasText: 'One field is missing in English.' }).waitFor()
      await page.getByLabel('Excerpt', { exact: true }).fill('خلاصه')
      await list.locator('li[data-state=done]', { hasText: 'Has a description' }).waitFor()
      expect(await axeViolations(page)).toEqual([])
    })

    test('does not hold up publishing, and the result says what is open', async () => {
      const { id } = await request('POST', 'articles', { title: 'Open points' })
      const page = await open(`/articles/${id}`)
      await card(page)
        .getByText(/points are open/)
        .waitFor()
      await button(page, 'Publish').click()
      await panel.hear(page, 'open points on the checklist')
      expect(await request('GET', `articles/${id}`)).toMatchObject({ status: 'published' })
      await button(page, 'Show them').click()
      await page.waitForFunction(() => document.activeElement?.closest('.checklist') !== null)
    })
  })

  describe('the card', () => {
    const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

    test('publishes at once what was to appear later', async () => {
      const { id } = await request('POST', 'articles', {
        title: 'Later',
        status: 'published',
        published_at: TOMORROW,
      })
      const page = await open(`/articles/${id}`)
      await card(page).getByText('Scheduled', { exact: true }).waitFor()
      await card(page)
        .getByText(/^Appears on /)
        .waitFor()
      await button(page, 'Publish').click()
      await card(page)
        .getByText(/^Public since /)
        .waitFor()
      const { published_at, updated_at } = await request('GET', `articles/${id}`)
      expect(Date.parse(published_at)).toBeLessThanOrEqual(Date.parse(updated_at))
      expect(await button(page, 'Publish').count()).toBe(0)
    })

    test('publishes now by the clock of the service, where that of the browser is ahead', async () => {
      const { id } = await request('POST', 'articles', {
        title: 'Ahead',
        status: 'published',
        published_at: TOMORROW,
      })
      const page = await open(`/articles/${id}`)
      await button(page, 'Publish').waitFor()
      await page.clock.setSystemTime(Date.now() + 600_000)
      await button(page, 'Publish').click()
      await panel.hear(page, 'Published')
      const { published_at } = await request('GET', `articles/${id}`)
      expect(Date.parse(published_at)).toBeLessThanOrEqual(Date.now())
    })

    test('schedules a draft for the date in the form, and says when', async () => {
      const { id } = await request('POST', 'articles', { title: 'Draft', published_at: TOMORROW })
      const page = await open(`/articles/${id}`)
      await button(page, 'Publish').waitFor()
      await button(page, 'Schedule').click()
      await panel.hear(page, 'Scheduled for')
      expect(await request('GET', `articles/${id}`)).toMatchObject({
        status: 'published',
        published_at: TOMORROW,
      })
    })

    test('takes a public article back, and puts it back on "Undo"', async () => {
      const { id } = await request('POST', 'articles', { title: 'Public', status: 'published' })
      const page = await open(`/articles/${id}`)
      await button(page, 'Unpublish').click()
      await panel.hear(page, 'No longer public')
      await card(page).getByText('Visitors cannot see it.').waitFor()
      await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
      await card(page)
        .getByText(/^Public since /)
        .waitFor()
      expect(await request('GET', `articles/${id}`)).toMatchObject({ status: 'published' })
    })

    test.each([
      ['en', 'light', 'Publishing', 'Publish'],
      ['fa', 'dark', 'انتشار', 'انتشار'],
    ] as const)(
      'on a phone in %s, the buttons are at the lower edge',
      async (language, scheme, name, publish) => {
        const { id } = await request('POST', 'articles', { title: 'Phone' })
        const page = await open(`/articles/${id}`, { width: 320, language, scheme })
        await card(page, name).locator('.checklist li').first().waitFor()
        await page.locator('.form-bar').getByRole('button', { name: publish, exact: true }).waitFor()
        expect(await card(page, name).getByRole('button', { name: publish, exact: true }).count()).toBe(0)
        expect(await sidewaysScroll(page)).toBe(0)
        expect(await axeViolations(page)).toEqual([])
      },
    )

    test('of a creator has the checklist but no buttons', async () => {
      const client = await panel.signIn('creator', 'card-creator')
      const { body } = await client('POST', '/api/admin/articles', { body: { title: 'Mine' } })
      const page = await open(`/articles/${body.id}`, { client })
      await card(page).locator('.checklist li').first().waitFor()
      for (const name of ['Publish', 'Schedule', 'Unpublish'])
        expect(await button(page, name).count()).toBe(0)
    })
  })

  describe('several articles', () => {
    test.each([
      ['en', 'light', 1_440],
      ['fa', 'dark', 320],
    ] as const)(
      'get dates with an interval, shown before, in %s, %s, at %d',
      async (language, scheme, width) => {
        const drafts: number[] = []
        for (const title of ['one', 'two', 'three'])
          drafts.push((await request('POST', 'articles', { title: `series${language} ${title}` })).id)
        const live = await request('POST', 'articles', {
          title: `series${language} four`,
          status: 'published',
        })
        const ids = [...drafts, live.id]
        const page = await open(`/articles?q=series${language}`, { language, scheme, width })
        const words = language === 'en' ? english : persian
        for (const id of ids) await page.locator(`[data-key="${id}"] .checkbox`).click()
        await button(page, words.button).click()
        const dialog = page.getByRole('dialog', { name: words.title })
        await dialog.getByText(words.left).waitFor()
        await dialog.getByLabel(words.every).fill('2')
        await dialog.getByLabel(words.every).press('Tab')
        await dialog.locator('.schedule-dates li').nth(2).waitFor()
        expect(await sidewaysScroll(page)).toBe(0)
        expect(await axeViolations(page)).toEqual([])
        await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
        await panel.hear(page, words.done)
        const stored = await Promise.all(drafts.map((id) => request('GET', `articles/${id}`)))
        const times = stored.map(({ published_at }) => Date.parse(published_at))
        expect(stored.map(({ status }) => status)).toEqual(drafts.map(() => 'published'))
        expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual([DAY_MS * 2, DAY_MS * 2])
        expect(new Date(times[0]!).toISOString()).toEndWith('T05:30:00.000Z')
        expect(times[0]).toBeGreaterThan(Date.now())
        expect((await request('GET', `articles/${live.id}`)).published_at).toBe(live.published_at)
        await page.locator('.toasts').getByRole('button', { name: words.undo }).click()
        await panel.hear(page, words.undone)
        const back = await Promise.all(drafts.map((id) => request('GET', `articles/${id}`)))
        expect(back.map(({ status, published_at }) => [status, published_at])).toEqual(
          drafts.map(() => ['draft', null]),
        )
      },
    )
  })
})
