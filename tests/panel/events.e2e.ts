// Working beside others: lists and forms show what others save without being asked, and who is in which record.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { announce } from '../../src/content/events/event-types.ts'
import { eventually } from '../support/eventually.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations, type Language } from './support/panel.ts'

describePanel('events', { width: 1_280 }, (panel) => {
  test.each([
    ['en', 'A mail could not be sent.', 'Status'],
    ['fa', 'ایمیلی فرستاده نشد.', 'وضعیت'],
  ] as const)('an admin hears of a mail that could not be sent, in %s', async (language, text, link) => {
    const page = await panel.open('/services', { language })
    const toast = page.locator('.toast', { hasText: text })
    // The page begins to follow the events some time after it can be used.
    for (let n = 0; (await toast.count()) === 0; n++) {
      const failure = { id: `${language} ${n}`, kind: 'news' }
      await panel.app.deps.database.query((tx) => announce(tx, 'mail_failed', failure))
      await page.waitForTimeout(200)
    }
    await toast.first().getByRole('link', { name: link }).click()
    await page.waitForURL('**/admin/status')
  })

  const service = (title: string) => panel.request('POST', 'services', { title, title_en: title })
  const row = (page: Page, title: string) => page.locator('tr', { hasText: title })
  const SENTENCE = {
    en: 'Parisa is editing this now',
    fa: 'Parisa اکنون این را ویرایش می‌کند',
  } satisfies Record<Language, string>

  test('a list shows what another editor creates, changes and deletes', async () => {
    const page = await panel.open('/services')
    const { id } = await service('Made meanwhile')
    await row(page, 'Made meanwhile').waitFor()
    await panel.request('PATCH', `services/${id}`, {
      title: 'Renamed meanwhile',
      title_en: 'Renamed meanwhile',
    })
    await row(page, 'Renamed meanwhile').waitFor()
    await panel.request('DELETE', `services/${id}`)
    await row(page, 'Renamed meanwhile').waitFor({ state: 'detached' })
  })

  test('a form without changes shows what another editor saves, and the badge what the inbox receives', async () => {
    const { id } = await service('A form')
    const page = await panel.open(`/services/${id}`)
    await panel.request('PATCH', `services/${id}`, { title_en: 'Saved by somebody else' })
    await page.locator('h1', { hasText: 'Saved by somebody else' }).waitFor()
    const badge = page.locator('.navigation .badge')
    const before = await badge.count()
    const body = { name: 'N', email: 'n@example.com', message: 'M' }
    expect((await panel.app.anyone('POST', '/api/contact', { body })).status).toBe(201)
    if (before === 0) await badge.waitFor()
  })

  test.each<Language>(['en', 'fa'])('two browsers see each other in form and list (%s)', async (language) => {
    const { id } = await service(`Together ${language}`)
    const parisa = await panel.signIn('editor', 'Parisa')
    const form = await panel.open(`/services/${id}`, { language })
    const list = await panel.open('/services', { language, isNew: true })
    const hers = await panel.open(`/services/${id}`, { client: parisa, language, isNew: true })
    const note = form.locator('.page-title [role="status"]', { hasText: SENTENCE[language] })
    await note.waitFor()
    const mark = row(list, `Together ${language}`).getByRole('img', { name: SENTENCE[language] })
    await mark.waitFor()
    // Nobody is told of themselves.
    expect(await hers.getByText(SENTENCE[language]).count()).toBe(0)
    expect(await axeViolations(list)).toEqual([])
    expect(await axeViolations(form)).toEqual([])
    if (Bun.env.SCREENSHOTS) {
      for (const width of [1_280, 390]) {
        await form.setViewportSize({ width, height: 800 })
        await list.setViewportSize({ width, height: 800 })
        await form.screenshot({ path: `${Bun.env.SCREENSHOTS}/form-${language}-${width}.png` })
        await list.screenshot({ path: `${Bun.env.SCREENSHOTS}/list-${language}-${width}.png` })
      }
    }
    await hers.goto(`${panel.url}/health`)
    await note.waitFor({ state: 'detached' })
    await mark.waitFor({ state: 'detached' })
  })

  test('all tabs of a browser share one connection, which the next one takes over', async () => {
    const first = await panel.open('/services', { isNew: true })
    // A failed expectation of pages themselves would print all of Playwright.
    const streams: string[] = []
    first.context().on('request', (request) => {
      if (!request.url().endsWith('/api/admin/events')) return
      streams.push(request.frame().page() === first ? 'first' : 'second')
    })
    await first.reload()
    await eventually(() => streams.length > 0)
    const second = await first.context().newPage()
    await second.goto(`${panel.url}/admin/services`)
    await service('For both tabs')
    for (const page of [first, second]) await row(page, 'For both tabs').waitFor()
    expect(streams).toEqual(['first'])
    await first.close()
    await service('For the one that is left')
    await row(second, 'For the one that is left').waitFor()
    expect(streams).toEqual(['first', 'second'])
  })
})
