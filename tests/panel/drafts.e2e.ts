// Working copies in the forms of live records: typed into unseen, published, scheduled, discarded, merged.
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { png } from '../support/images.ts'
import { describePanel } from './support/drive.ts'
import { KeyboardVisitor } from './support/keyboard-visitor.ts'
import { listenToSpeech, untilReady } from './support/panel.ts'

type Body = Record<string, any>

const WORDS = {
  en: {
    title: 'Title',
    clean: 'Everything is saved',
    publish: 'Publish changes',
    letPublish: 'Let Save publish at once',
    saveAsDraft: 'Save as draft',
    saved: /^Saved \d/,
    stored: /^Saved as draft \d\d:\d\d; visitors still see the version of /,
    save: 'Save',
    show: 'Show changes',
    close: 'Close',
    published: 'Published',
    mark: 'Unpublished changes',
  },
  fa: {
    title: 'عنوان',
    clean: 'همه‌چیز ذخیره شده است',
    publish: 'انتشار تغییرات',
    letPublish: '«ذخیره» بی‌درنگ منتشر کند',
    saveAsDraft: 'ذخیره به‌عنوان پیش‌نویس',
    saved: /^ذخیره شد/,
    stored: /^پیش‌نویس ساعت .* ذخیره شد؛ بازدیدکنندگان هنوز نسخهٔ .* را می‌بینند/,
    save: 'ذخیره',
    show: 'نمایش تغییرات',
    close: 'بستن',
    published: 'منتشر شد',
    mark: 'تغییرات منتشرنشده',
  },
}

describePanel('working copies', { width: 1_280, forgives: /status of 4/ }, (panel) => {
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const state = (page: Page, text: string | RegExp) =>
    page.locator('.save-state', { hasText: text }).waitFor()
  const service = (body: Body = {}) => panel.request('POST', 'services', { title: 'زنده', ...body })
  const live = (id: number) => panel.request('GET', `services/${id}`)
  const draft = (id: number) => panel.request('GET', `services/${id}/draft`)
  const patch = (page: Page) => page.waitForResponse((answer) => answer.request().method() === 'PATCH')

  test.each([
    ['en', 1_280],
    ['fa', 1_280],
    ['en', 390],
    ['fa', 390],
  ] as const)(
    'a change is kept unseen while it is typed, shown by words, and published, in %s at %p pixels',
    async (language, width) => {
      const words = WORDS[language]
      const { id } = await service({ title: 'پمپ آب' })
      const page = await panel.open(`/services/${id}`, { language, width })
      await state(page, words.clean)
      await button(page, words.save).waitFor()
      for (const name of [words.publish, words.show])
        expect([name, await button(page, name).count()]).toEqual([name, 0])
      const chooseFromMenu = async (name: string) => {
        await page.locator('.form-bar [aria-haspopup=menu]').click()
        await page.getByRole('menuitem', { name }).click()
      }
      await field(page, words.title).fill('پمپ')
      const [first] = await Promise.all([patch(page), page.keyboard.press('Control+s')])
      expect(first.request().headers()['if-match']).toBe('"1"')
      await state(page, words.stored)
      const typed = patch(page)
      await field(page, words.title).fill('پمپ بزرگ')
      const request = (await typed).request()
      expect(request.headers()['if-match']).toBe('"d1"')
      expect(request.postDataJSON()).toEqual({ title: 'پمپ بزرگ' })
      await state(page, words.stored)
      expect([(await live(id)).title, (await draft(id)).title]).toEqual(['پمپ آب', 'پمپ بزرگ'])
      await page.reload()
      await untilReady(page)
      await listenToSpeech(page)
      expect(await field(page, words.title).inputValue()).toBe('پمپ بزرگ')
      if (width > 1_100) await button(page, words.show).click()
      else await chooseFromMenu(words.show)
      const dialog = page.getByRole('dialog')
      await dialog.locator('del', { hasText: 'آب' }).waitFor()
      await dialog.locator('ins', { hasText: 'بزرگ' }).waitFor()
      await button(page, words.close).last().click()
      await dialog.waitFor({ state: 'detached' })
      await button(page, words.publish).click()
      await panel.hear(page, words.published)
      await button(page, words.publish).waitFor({ state: 'detached' })
      expect((await live(id)).title).toBe('پمپ بزرگ')
      expect(await page.evaluate(() => document.activeElement?.className)).toContain('button-primary')
    },
  )

  /** A service with a working copy, opened in its form. */
  async function opened(body: Body, changes: Body, language: 'en' | 'fa' = 'en') {
    const { id } = await service(body)
    await panel.request('PATCH', `services/${id}/draft`, changes)
    const page = await panel.open(`/services/${id}`, { language })
    return { id, page }
  }

  describe('when a colleague changes the live record', () => {
    const BOTH = { title: 'As it was', summary: 'Summary', icon: 'truck' }

    test('the form says which fields, and what one side has changed is taken without a question', async () => {
      const { id, page } = await opened(BOTH, { title: 'In the draft' })
      await panel.request('PATCH', `services/${id}`, { summary: 'Live' })
      await page.reload()
      await untilReady(page)
      await listenToSpeech(page)
      await page.getByText('has changed since this draft began: Summary.').waitFor()
      await button(page, 'Publish changes').click()
      await panel.hear(page, 'Published')
      expect(await live(id)).toMatchObject({ title: 'In the draft', summary: 'Live', version: 3 })
      expect(await field(page, 'Summary').inputValue()).toBe('Live')
    })

    test('fields that both have changed are asked for, and the decision is published', async () => {
      const { id, page } = await opened(BOTH, { title: 'In the draft', summary: 'Mine' })
      await panel.request('PATCH', `services/${id}`, { title: 'Live', summary: 'Theirs', icon: 'ship' })
      await button(page, 'Publish changes').click()
      const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
      const title = dialog.getByRole('region', { name: 'Title', exact: true })
      for (const text of ['As it was', 'In the draft', 'Live']) await title.getByText(text).first().waitFor()
      expect(await dialog.getByRole('region').count()).toBe(2)
      await dialog
        .getByRole('region', { name: 'Summary', exact: true })
        .getByRole('button', { name: 'Take theirs' })
        .click()
      await dialog.getByRole('button', { name: 'Save merged' }).click()
      await button(page, 'Publish changes').waitFor({ state: 'detached' })
      expect(await live(id)).toMatchObject({ title: 'In the draft', summary: 'Theirs', icon: 'ship' })
    })

    test('closing the question publishes nothing, and the draft saves itself as before', async () => {
      const { id, page } = await opened(BOTH, { title: 'In the draft' })
      await panel.request('PATCH', `services/${id}`, { title: 'Live' })
      await button(page, 'Publish changes').click()
      const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await state(page, WORDS.en.stored)
      await Promise.all([patch(page), field(page, 'Summary').fill('More')])
      await state(page, WORDS.en.stored)
      expect([(await live(id)).title, (await draft(id)).summary]).toEqual(['Live', 'More'])
    })
  })

  test('a copy that a colleague has begun stays out of what is saved at once', async () => {
    const { id } = await service({ title: 'As it was', summary: 'Summary' })
    const page = await panel.open(`/services/${id}`, { saving: 'publishes', isNew: true })
    await field(page, 'Title').fill('Mine')
    await panel.request('PATCH', `services/${id}/draft`, { title: 'Of the copy', summary: 'Of the copy' })
    await panel.request('PATCH', `services/${id}`, { title: 'Live' })
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
    await dialog.getByText('Live', { exact: true }).waitFor()
    expect(await dialog.getByText('Of the copy').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Save merged' }).click()
    await state(page, /^Saved \d/)
    expect(await live(id)).toMatchObject({ title: 'Mine', summary: 'Summary' })
    expect(await draft(id)).toMatchObject({ title: 'Of the copy', summary: 'Of the copy' })
  })

  test('a colleague works in the same copy: both changes are in it', async () => {
    const { id, page } = await opened({}, { title: 'Draft' })
    // Typed first: a form that is untouched follows the colleague without a word.
    const held = Promise.withResolvers<void>()
    await page.route('**/draft', async (route) => {
      if (route.request().method() === 'PATCH') await held.promise
      await route.continue()
    })
    await field(page, 'Title').fill('By me')
    await panel.request('PATCH', `services/${id}/draft`, { summary: 'By a colleague' })
    held.resolve()
    await panel.hear(page, 'Changes by somebody else were taken in: Summary')
    await state(page, WORDS.en.stored)
    expect(await draft(id)).toMatchObject({ title: 'By me', summary: 'By a colleague' })
  })

  test('what is typed while a colleague publishes the copy begins the next one, and is not public', async () => {
    const { id, page } = await opened({}, { title: 'Draft' })
    await panel.request('POST', `services/${id}/draft/publish`)
    await field(page, 'Summary').fill('Typed')
    await state(page, WORDS.en.stored)
    expect(await live(id)).toMatchObject({ title: 'Draft', summary: null })
    expect(await draft(id)).toMatchObject({ title: 'Draft', summary: 'Typed' })
  })

  test('what a copy lacks is said at the field, and nothing is published', async () => {
    const { id, page } = await opened({ title: 'Live' }, { title: '' })
    await button(page, 'Publish changes').click()
    await page.locator('[data-field="title"]').getByText('Fill in this field.').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    expect((await live(id)).title).toBe('Live')
    await field(page, 'Title').fill('Mended')
    await button(page, 'Publish changes').click()
    await panel.hear(page, 'Published')
    expect((await live(id)).title).toBe('Mended')
  })

  test('a reload in the middle of a word keeps it, and it is offered', async () => {
    const { id, page } = await opened({}, { title: 'Draft' })
    await page.route('**/draft', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    panel.forgive(/net::ERR_FAILED|Failed to fetch/)
    await field(page, 'Title').fill('Half a wo')
    await state(page, 'kept on this device')
    await page.reload()
    await untilReady(page)
    await page.unroute('**/draft')
    await button(page, 'Restore').click()
    expect(await field(page, 'Title').inputValue()).toBe('Half a wo')
    await state(page, WORDS.en.stored)
    expect([(await draft(id)).title, (await live(id)).title]).toEqual(['Half a wo', 'زنده'])
  })

  test('by keyboard alone: begun, typed into, scheduled, the schedule ended, discarded', async () => {
    const { id } = await service({ title: 'Live' })
    const page = await panel.open(`/services/${id}`)
    await button(page, 'Save').waitFor()
    await field(page, 'Title').focus()
    const visitor = await KeyboardVisitor.at(page)
    await visitor.type(' and more')
    await visitor.press('Tab')
    await state(page, WORDS.en.stored)
    await visitor.reach('button', 'Schedule')
    await visitor.press('Enter')
    await page.getByRole('dialog', { name: 'Publish the changes later' }).waitFor()
    await visitor.reach('button', 'Schedule')
    await visitor.press('Enter')
    await visitor.reads(/^This draft will be published on /)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(Date.parse((await draft(id)).draft.publish_at)).toBeGreaterThan(Date.now())
    await visitor.reach('button', 'Cancel the schedule', 'Shift+Tab')
    await visitor.press('Enter')
    await page.getByText(/^This draft will be published on /).waitFor({ state: 'detached' })
    await visitor.reach('button', 'Discard changes')
    await visitor.press('Enter')
    await page.getByRole('alertdialog', { name: 'Discard the changes?' }).waitFor()
    await visitor.reach('button', 'Discard changes')
    await visitor.press('Enter')
    await visitor.hears('Changes discarded')
    expect(await field(page, 'Title').inputValue()).toBe('Live')
    await visitor.findsFocusOn('button', 'Save')
    expect((await panel.admin('GET', `/api/admin/services/${id}/draft`)).status).toBe(404)
  })

  test.each(['en', 'fa'] as const)(
    'a publication that was refused is told with its reason, in %s',
    async (language) => {
      const { id } = await service()
      const publish_at = new Date(Date.now() + 60_000).toISOString()
      await panel.request('PATCH', `services/${id}/draft`, { title: '', publish_at })
      panel.app.setClock(new Date(Date.now() + 120_000))
      await panel.app.deps.scheduledPublications.run()
      panel.app.setClock(null)
      const page = await panel.open(`/services/${id}`, { language })
      const [refused, reason] = {
        en: ['The draft could not be published on', 'Title: Fill in this field.'],
        fa: ['پیش‌نویس در', 'عنوان: این فیلد را پر کنید.'],
      }[language]
      await page.getByText(refused!).first().waitFor()
      await page.getByText(reason!).waitFor()
      expect(await button(page, language === 'en' ? 'Cancel the schedule' : 'لغو زمان‌بندی').count()).toBe(0)
    },
  )

  test('one click publishes what was just typed', async () => {
    const { id } = await service({ title: 'Live' })
    const page = await panel.open(`/services/${id}`)
    await field(page, 'Title').fill('At once')
    await button(page, 'Publish changes').click()
    await panel.hear(page, 'Published')
    expect(await live(id)).toMatchObject({ title: 'At once', version: 2 })
    expect((await panel.admin('GET', `/api/admin/services/${id}/draft`)).status).toBe(404)
    await button(page, 'Publish changes').waitFor({ state: 'detached' })
    await field(page, 'Summary').fill('The next draft')
    await state(page, WORDS.en.stored)
    expect([(await live(id)).summary, (await draft(id)).summary]).toEqual([null, 'The next draft'])
  })

  test('a change that is undone by hand leaves no draft', async () => {
    const { id } = await service({ title: 'Live' })
    const page = await panel.open(`/services/${id}`)
    await field(page, 'Title').fill('Accident')
    await state(page, WORDS.en.stored)
    await field(page, 'Title').fill('Live')
    await button(page, 'Publish changes').waitFor({ state: 'detached' })
    expect((await panel.admin('GET', `/api/admin/services/${id}/draft`)).status).toBe(404)
    expect(await live(id)).toMatchObject({ title: 'Live', version: 1 })
  })

  test('leaving stores the draft without a question', async () => {
    const { id } = await service({ title: 'Live' })
    const page = await panel.open(`/services/${id}`)
    await field(page, 'Title').fill('Typed and left')
    await page.getByRole('link', { name: 'Services' }).first().click()
    await page.waitForURL(/\/admin\/services$/)
    expect([(await live(id)).title, (await draft(id)).title]).toEqual(['Live', 'Typed and left'])
  })

  test('a new record can be made hidden, and its draft says that it will be shown', async () => {
    const page = await panel.open('/services/new')
    await field(page, 'Title').fill('In preparation')
    await page.getByText('Hidden', { exact: true }).click()
    await button(page, 'Save').click()
    await page.waitForURL(/\/admin\/services\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    expect(await live(id)).toMatchObject({ title: 'In preparation', hidden: true })
    await page.getByText('Hidden', { exact: true }).click()
    await state(page, /^Saved as draft .*; will be shown to visitors when published$/)
    expect(await live(id)).toMatchObject({ hidden: true, version: 1 })
    await button(page, 'Publish changes').click()
    await panel.hear(page, 'Published')
    expect(await live(id)).toMatchObject({ hidden: false })
  })

  test.each([
    ['en', 1_280],
    ['fa', 390],
  ] as const)(
    'an account may let Save publish a resource: with Ctrl+S too, for it alone, in %s at %p pixels',
    async (language, width) => {
      const words = WORDS[language]
      const { id } = await service({ title: 'Live' })
      const page = await panel.open(`/services/${id}`, { language, width })
      await page.locator('.form-bar [aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: words.letPublish }).click()
      const { saveAsDraft } = words
      if (width > 1_100) await button(page, saveAsDraft).waitFor()
      await field(page, words.title).fill('By key')
      await page.keyboard.press('Control+s')
      await state(page, words.saved)
      expect((await live(id)).title).toBe('By key')
      await page.reload()
      await untilReady(page)
      await field(page, words.title).fill('By button')
      await button(page, words.save).click()
      await state(page, words.saved)
      expect((await live(id)).title).toBe('By button')
      await field(page, words.title).fill('Unseen')
      if (width > 1_100) await button(page, saveAsDraft).click()
      else {
        await page.locator('.form-bar [aria-haspopup=menu]').click()
        await page.getByRole('menuitem', { name: saveAsDraft }).click()
      }
      await state(page, words.stored)
      expect([(await live(id)).title, (await draft(id)).title]).toEqual(['By button', 'Unseen'])
      const [step] = await panel.stored('work-steps')
      await page.goto(`${panel.url}/admin/work-steps/${step!.id}`)
      await untilReady(page)
      await field(page, words.title).fill('Kept')
      await button(page, words.publish).waitFor()
    },
  )

  test('a published article is changed unseen, its date too; an unpublished one has no copy', async () => {
    const body = { title: 'Article', status: 'published', published_at: '2026-01-02T03:04:05.000Z' }
    const { id } = await panel.request('POST', 'articles', body)
    const page = await panel.open(`/articles/${id}`, { width: 1_440 })
    await field(page, 'Title').fill('Changed')
    await state(page, WORDS.en.stored)
    const stored = async () => panel.request('GET', `articles/${id}`)
    expect(await stored()).toMatchObject(body)
    await button(page, 'Publish changes').click()
    await panel.hear(page, 'Published')
    expect(await stored()).toMatchObject({ ...body, title: 'Changed' })
    await field(page, 'Title').fill('The next draft')
    await state(page, WORDS.en.stored)
    await button(page, 'Unpublish').click()
    await panel.hear(page, 'No longer public')
    expect(await stored()).toMatchObject({ title: 'Changed', status: 'draft' })
    expect((await panel.request('GET', `articles/${id}/draft`)).title).toBe('The next draft')
    await button(page, 'Undo').click()
    // The form says so before the answer comes.
    await eventually(async () => (await stored()).status === 'published')
    expect(await stored()).toMatchObject({ title: 'Changed' })
    const unpublished = await panel.request('POST', 'articles', { title: 'Draft' })
    await page.goto(`${panel.url}/admin/articles/${unpublished.id}`)
    await field(page, 'Title').fill('Still a draft')
    await state(page, /^Saved \d/)
    expect(await button(page, 'Save as draft').count()).toBe(0)
  })

  test.each([
    ['site-settings', 'Site name', 'site_name'],
    ['seo-meta', 'Title', 'title'],
    ['menu', 'Label', 'label'],
  ])('%s: the copy is found again', async (resource, label, name) => {
    const [record] = resource === 'site-settings' ? [{ id: 1 }] : await panel.stored(resource)
    const path = resource === 'site-settings' ? '/site-settings' : `/${resource}/${record!.id}`
    const page = await panel.open(path)
    await field(page, label).fill('In the copy')
    if (resource !== 'menu') await button(page, 'Save as draft').click()
    await state(page, WORDS.en.stored)
    await page.reload()
    await untilReady(page)
    expect(await field(page, label).inputValue()).toBe('In the copy')
    const { items } = await panel.request('GET', `drafts?resource=${resource}`)
    expect(items).toMatchObject([{ resource, id: record!.id }])
    await button(page, 'Publish changes').click()
    await button(page, 'Publish changes').waitFor({ state: 'detached' })
    const [stored] = await panel.stored(resource, `id=${record!.id}`).catch(() => [])
    if (stored) expect(stored[name]).toBe('In the copy')
  })

  test.each(['en', 'fa'] as const)(
    'lists and the overview show what is not published, in %s',
    async (language) => {
      const { id } = await service({ title: 'Pumps', title_en: 'Pumps' })
      await panel.request('PATCH', `services/${id}/draft`, { summary: 'New' })
      // Those of the tests before may fill more than one page.
      const page = await panel.open('/services?per_page=100', { language })
      const marked = page.getByRole('row', { name: /Pumps/ }).filter({ hasText: WORDS[language].mark })
      await marked.first().waitFor()
      expect(await page.getByText(WORDS[language].mark).count()).toBe(
        (await panel.request('GET', 'drafts?resource=services')).total,
      )
      const overview = await panel.open('/', { language, isNew: true })
      const card = overview.locator('.card', { hasText: WORDS[language].mark })
      await card.getByRole('link', { name: 'Pumps' }).first().click()
      await overview.waitForURL(`**/admin/services/${id}`)
      await untilReady(overview)
      await button(overview, WORDS[language].publish).waitFor()
      await overview.goto(`${panel.url}/admin`)
      await untilReady(overview)
      await panel.request('DELETE', `services/${id}`)
    },
  )

  test('the library says which files only a draft uses', async () => {
    const page = await panel.open('/media')
    const upload = { name: 'draft-only.png', mimeType: 'image/png', buffer: await png() }
    await page.locator('input[type=file]').first().setInputFiles(upload)
    const row = page.getByRole('row', { name: 'draft-only.png' })
    await row.waitFor()
    const [file] = await panel.stored('media', 'search=draft-only')
    const { id } = await service({ title: 'Illustrated', title_en: 'Illustrated' })
    await panel.request('PATCH', `services/${id}/draft`, { image: file!.url })
    await row.press('Enter')
    await page.getByRole('link', { name: 'Illustrated' }).waitFor()
    await page.getByText('in a draft only').waitFor()
  })

  test('authors see nothing of working copies', async () => {
    const creator = await panel.signIn('creator')
    const page = await panel.open('/articles/new', { client: creator })
    await field(page, 'Title').fill('Mine')
    await page.keyboard.press('Tab')
    await state(page, /^Saved \d/)
    expect(await page.getByText('draft', { exact: true }).count()).toBe(0)
    expect(await button(page, 'Save as draft').count()).toBe(0)
  })
})
