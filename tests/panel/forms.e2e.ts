// Forms of all resources: they open clean, save only what changed, show what the service refuses, and lose nothing.

import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { type Drive, describePanel } from './support/drive.ts'
import { untilQuiet, untilReady } from './support/panel.ts'

type Body = Record<string, any>

describePanel(
  'record forms',
  { width: 1_440, saving: 'publishes', forgives: /status of 4|net::ERR_FAILED|Failed to fetch/ },
  (panel) => {
    const open: Drive['open'] = (path, view) => panel.open(path, view)
    const request: Drive['request'] = (...parts) => panel.request(...parts)
    const firstOf = async (resource: string): Promise<Body> =>
      (await request('GET', `${resource}?page=1&per_page=1`)).items[0]
    const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
    const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
    const state = (page: Page, text: string | RegExp) =>
      page.locator('.save-state', { hasText: text }).waitFor()
    const saved = (page: Page) => state(page, /^Saved \d/)

    test.each([
      ['en', 390],
      ['fa', 1_280],
    ] as const)(
      'a text that fills the screen has the title, the language, the state and Save, in %s',
      async (language, width) => {
        const { id, version } = await request('POST', 'articles', { title: 'پمپ', content: '<p>a</p>' })
        const page = await open(`/articles/${id}`, { language, width })
        await page.locator('.rich-text').first().click()
        await page.keyboard.press('Control+Shift+F')
        const screen = page.locator('.editor.is-full-screen')
        const head = screen.locator('.full-screen-head')
        await head.getByText('پمپ').waitFor()
        await head.getByText(language === 'en' ? 'Persian' : 'فارسی').waitFor()
        const patch = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH')
        await page.keyboard.type('b')
        const [byButton] = await Promise.all([
          patch(),
          head.getByRole('button', { name: language === 'en' ? 'Save' : 'ذخیره' }).click(),
        ])
        expect(byButton.status()).toBe(200)
        await head.getByText(language === 'en' ? /^Saved/ : /^ذخیره شد/).waitFor()
        await page.locator('.is-full-screen .rich-text').focus()
        await page.keyboard.type('c')
        const [byKey] = await Promise.all([patch(), page.keyboard.press('Control+s')])
        expect((await byKey.json()).version).toBeGreaterThan(version)
        expect((await head.boundingBox())!.width).toBeLessThanOrEqual(width)
      },
    )

    test('a change is saved alone, with Ctrl+S, also from a Persian keyboard', async () => {
      const { id } = await request('POST', 'services', { title: 'Before', summary: 'Stays' })
      const page = await open(`/services/${id}`)
      await field(page, 'Title (English)').fill('Pumps')
      await state(page, 'Unsaved changes')
      const sent = page.waitForRequest((one) => one.method() === 'PATCH')
      // The key of S writes another letter there.
      await page.evaluate(() =>
        dispatchEvent(
          new KeyboardEvent('keydown', { code: 'KeyS', key: 'س', ctrlKey: true, cancelable: true }),
        ),
      )
      const { title_en, ...rest } = (await sent).postDataJSON()
      expect([title_en, rest, (await sent).headers()['if-match']]).toEqual(['Pumps', {}, '"1"'])
      await saved(page)
      await panel.hear(page, 'Saved')
      expect(await request('GET', `services/${id}`)).toMatchObject({
        title_en: 'Pumps',
        summary: 'Stays',
        version: 2,
      })
    })

    test('a long line is wrapped and seen as a whole; line breaks become spaces', async () => {
      const { id } = await firstOf('faqs')
      const page = await open(`/faqs/${id}`, { width: 390 })
      const question = field(page, 'Question')
      const height = async () => (await question.boundingBox())!.height
      await question.fill('Why')
      const ofOneLine = await height()
      await question.fill(`Why\n  so ${'many words '.repeat(20)}`)
      expect(await height()).toBeGreaterThan(3 * ofOneLine)
      await question.fill('Why')
      await question.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('so?')
      await save(page)
      await saved(page)
      expect((await request('GET', `faqs/${id}`)).question).toBe('Why so?')
    })

    test('an icon is chosen by keyboard from those that the website shows, and is shown beside its name', async () => {
      const { id } = await firstOf('services')
      const page = await open(`/services/${id}`)
      const icon = field(page, 'Icon')
      await icon.fill('no-such-icon')
      await page.getByText('No icon has this name, so the website shows none.').waitFor()
      await page.getByRole('button', { name: 'Choose an icon: Icon' }).press('Enter')
      await page.getByRole('searchbox', { name: /^Search English names/ }).pressSequentially('truck')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await icon.inputValue()).toBe('truck')
      await page.locator('[data-field="icon"] .icon-preview > *').waitFor()
      await save(page)
      await saved(page)
      expect((await request('GET', `services/${id}`)).icon).toBe('truck')
      const website = await (await fetch(`${panel.url}/services?lang=en`)).text()
      expect(website).toContain('M14 18V6a2 2')
    })

    test('a new record gets its address and keeps what is typed meanwhile', async () => {
      const page = await open('/faqs/new')
      await field(page, 'Question').fill('Why?')
      await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('Because.')
      await save(page)
      await page.waitForURL(/\/admin\/faqs\/\d+$/)
      await saved(page)
      expect(await field(page, 'Question').inputValue()).toBe('Why?')
      await field(page, 'Category').fill('Orders')
      await save(page)
      await state(page, /^Saved/)
      const id = page.url().split('/').at(-1)
      expect(await request('GET', `faqs/${id}`)).toMatchObject({
        question: 'Why?',
        category: 'Orders',
        version: 2,
      })
    })

    describe('each kind of field', () => {
      test('slug: the address follows the title, and a taken slug is named', async () => {
        await request('POST', 'pages', { title: 'Terms of delivery' })
        const page = await open('/pages/new')
        await field(page, 'Title').fill('Terms of delivery')
        await page.getByText('/pages/terms-of-delivery').waitFor()
        await page.getByText('a number will be added').waitFor()
        await field(page, 'Slug').fill('terms-of-delivery')
        await page.getByText('Another record has this slug').waitFor()
      })

      test('link: a page is picked, an email becomes a link', async () => {
        const page = await open('/menu/new')
        await field(page, 'Link').fill('info@example.com')
        await field(page, 'Label').click()
        expect(await field(page, 'Link').inputValue()).toBe('mailto:info@example.com')
        await page.getByRole('button', { name: 'Choose a page: Link' }).click()
        await page.getByRole('searchbox', { name: 'Search pages' }).fill('contact')
        await page
          .getByRole('option', { name: /Contact/ })
          .first()
          .click()
        expect(await field(page, 'Link').inputValue()).toBe('/contact')
      })

      test('instants: in the Persian calendar, with the other one and the zone beside it', async () => {
        const { id } = await request('POST', 'announcements', {
          message: 'خبر',
          starts_at: '2026-03-20T20:30:00Z',
        })
        const page = await open(`/announcements/${id}`, { language: 'fa' })
        await page.getByText('شنبه ۲۱ مارس ۲۰۲۶').waitFor()
        await page.getByText('ایران').first().waitFor()
        const group = page.getByRole('group', { name: 'آغاز نمایش', exact: true })
        // The segments are loaded at the first use.
        await group.getByRole('button').first().focus()
        const day = group.getByRole('spinbutton', { name: /روز/ })
        expect(await day.getAttribute('aria-valuetext')).toMatch(/^۰?۱$/)
        await day.press('ArrowUp')
        await page.getByRole('button', { name: 'ذخیره', exact: true }).click()
        await state(page, /^ذخیره شد/)
        expect((await request('GET', `announcements/${id}`)).starts_at).toBe('2026-03-21T20:30:00.000Z')
      })

      test('switch, choice, colour and number', async () => {
        const settings = await open('/site-settings')
        await field(settings, 'Brand colour').fill('#abc')
        await settings.getByRole('button', { name: /Order of the blog/ }).click()
        await settings.getByRole('option', { name: 'By position' }).click()
        await save(settings)
        await saved(settings)
        expect(await request('GET', 'site-settings/1')).toMatchObject({
          theme_color: '#abc',
          blog_order: 'position',
        })
        const { id } = await firstOf('projects')
        const project = await open(`/projects/${id}`)
        await field(project, 'Year').fill('۲۰۲۱')
        await project.getByText('Hidden from search engines').click()
        await save(project)
        await saved(project)
        expect(await request('GET', `projects/${id}`)).toMatchObject({ year: 2021, noindex: true })
      })

      test('tags by comma, and a reference that is made on the spot', async () => {
        const { id } = await request('POST', 'articles', { title: 'Tagged', tags: ['steel'] })
        const page = await open(`/articles/${id}`)
        const tags = page.getByRole('combobox', { name: 'Tags' })
        await tags.fill('پمپ، شیر،')
        await tags.fill('')
        await tags.press('Backspace')
        await tags.press('Escape')
        await page.getByRole('button', { name: 'New: Article category' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Create' }).click()
        await dialog.getByText('Fill in this field.').waitFor()
        await dialog.getByLabel('Title', { exact: true }).fill('News')
        await dialog.getByRole('button', { name: 'Create' }).click()
        await dialog.waitFor({ state: 'detached' })
        await save(page)
        await saved(page)
        const { tags: stored, category_id } = await request('GET', `articles/${id}`)
        expect(stored).toEqual(['steel', 'پمپ'])
        expect((await request('GET', `article-categories/${category_id}`)).title).toBe('News')
      })

      test('a page below its own subpage is refused at the field, and the list does not cover the message', async () => {
        const [slug, below] = [`top-${Date.now()}`, `Below ${Date.now()}`]
        const top = await request('POST', 'pages', { title: 'Top of all', slug })
        await request('POST', 'pages', { title: below, slug: `below-${slug}`, parent_id: top.id })
        const page = await open(`/pages/${top.id}`)
        const parent = page.getByRole('combobox', { name: 'Parent page' })
        await parent.fill(below)
        await page.getByRole('option', { name: below }).click()
        await save(page)
        const message = page.locator('[data-field="parent_id"]').getByText(/leads? back to itself/)
        await message.waitFor()
        await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
        expect(await page.getByRole('listbox').count()).toBe(0)
        expect((await request('GET', `pages/${top.id}`)).parent_id).toBeNull()
        await page.getByRole('button', { name: 'Clear' }).click()
        await state(page, 'Everything is saved')
      })

      test('what is typed before the script of a field has come is kept, with its focus', async () => {
        const { id } = await request('POST', 'articles', { title: 'Early' })
        const page = await open(`/articles/${id}`)
        let release = () => {}
        const released = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route('**/assets/*.js', async (route) => {
          await released
          await route.continue()
        })
        const tags = page.getByRole('combobox', { name: 'Tags' })
        const loaded = page.locator('[data-field="tags"] .combobox[data-rac]')
        await tags.fill('left')
        await tags.press('Tab')
        await page.getByRole('button', { name: 'Remove tag left' }).waitFor()
        await tags.fill('entered')
        await tags.press('Enter')
        await page.getByRole('button', { name: 'Remove tag entered' }).waitFor()
        const category = page.getByRole('combobox', { name: 'Category' })
        await category.fill('nothing like it')
        await tags.focus()
        expect(await category.inputValue()).toBe('')
        await tags.pressSequentially('ales')
        await tags.press('Home')
        expect(await loaded.count()).toBe(0)
        release()
        await loaded.waitFor()
        await page.keyboard.type('v')
        await page.keyboard.press('End')
        await page.keyboard.type(',')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Remove tag vales' }).waitFor()
        await save(page)
        await saved(page)
        expect((await request('GET', `articles/${id}`)).tags).toEqual(['left', 'entered', 'vales'])
      })

      test('a part that cannot be loaded leaves the form as it is', async () => {
        const { id } = await request('POST', 'articles', { title: 'Parts' })
        const page = await open(`/articles/${id}`)
        await field(page, 'Title').fill('Kept')
        let refused = 0
        await page.route('**/assets/*.js', (route) => {
          refused++
          return route.abort()
        })
        await page.getByRole('textbox', { name: 'Text', exact: true }).press('Control+f')
        await page.getByRole('button', { name: 'New: Article category' }).click()
        for (let attempt = 0; attempt < 50 && refused < 2; attempt++) await page.waitForTimeout(100)
        expect(refused).toBeGreaterThanOrEqual(2)
        await page.unroute('**/assets/*.js')
        await save(page)
        await saved(page)
        expect((await request('GET', `articles/${id}`)).title).toBe('Kept')
      })

      test('lists: entries are added, moved by key with the place spoken, and removed', async () => {
        const faqs = ['One', 'Two', 'Three'].map((question) => ({ question, answer: 'Yes.' }))
        const { id } = await request('POST', 'articles', { title: 'Listed', faqs })
        const page = await open(`/articles/${id}`)
        await page.getByRole('button', { name: 'Reorder One' }).press('ArrowDown')
        await panel.hear(page, 'Moved to position 2 of 3')
        await page.waitForTimeout(100)
        expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
          'Reorder One',
        )
        await page.getByRole('button', { name: 'Remove Three' }).click()
        await page.getByRole('button', { name: 'Add: Questions and answers', exact: true }).click()
        await page.keyboard.type('Four')
        await page.keyboard.press('Tab')
        await page.keyboard.type('Also.')
        await save(page)
        await saved(page)
        const { faqs: stored } = await request('GET', `articles/${id}`)
        expect(stored.map(({ question }: Body) => question)).toEqual(['Two', 'One', 'Four'])
      })

      test('lists: entries are moved by mouse', async () => {
        const faqs = ['One', 'Two', 'Three'].map((question) => ({ question, answer: 'Yes.' }))
        const { id } = await request('POST', 'articles', { title: 'Dragged', faqs })
        const page = await open(`/articles/${id}`)
        const handle = (name: string) => page.getByRole('button', { name: `Reorder ${name}` })
        await handle('Three').scrollIntoViewIfNeeded()
        const [from, to] = [await handle('Three').boundingBox(), await handle('One').boundingBox()]
        await page.mouse.move(from!.x + 10, from!.y + 10)
        await page.mouse.down()
        await page.mouse.move(to!.x + 10, to!.y - 5, { steps: 5 })
        await page.mouse.up()
        await panel.hear(page, 'Moved to position 1 of 3')
        await save(page)
        await saved(page)
        const { faqs: stored } = await request('GET', `articles/${id}`)
        expect(stored.map(({ question }: Body) => question)).toEqual(['Three', 'One', 'Two'])
      })
    })

    test('what the service refuses stands at its field, is spoken, and marks its tab on a phone', async () => {
      const { id } = await request('POST', 'team', { name: 'Sara', job_title: 'Engineer' })
      const page = await open(`/team/${id}`, { width: 390 })
      await field(page, 'Email').fill('nobody')
      await page.getByRole('tab', { name: 'English' }).click()
      await field(page, 'Name (English)').fill('x'.repeat(301))
      await page.getByRole('tab', { name: 'Persian' }).click()
      await field(page, 'Name').fill('')
      await save(page)
      await panel.hear(page, '3 fields need your attention.')
      await page.getByText('Fill in this field.').waitFor()
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
      expect(await field(page, 'Name').evaluate((input) => input === document.activeElement)).toBe(true)
      await page.getByRole('tab', { name: /English.*has errors/ }).waitFor()
      await page.getByRole('button', { name: 'Name (English)' }).click()
      await page.getByText('Too long: at most 300 characters.').waitFor()
      await field(page, 'Name (English)').fill('Sara')
      expect(await page.getByRole('tab', { name: /has errors/ }).count()).toBe(1)
      expect(await request('GET', `team/${id}`)).toMatchObject({ name: 'Sara', version: 1 })
    })

    describe('when somebody else changes the record', () => {
      const conflicting = async (theirs: Body) => {
        const { id } = await request('POST', 'services', { title: 'As loaded', summary: 'Summary' })
        const page = await open(`/services/${id}`)
        await field(page, 'Title').fill('Mine')
        await request('PATCH', `services/${id}`, theirs)
        await save(page)
        const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
        await dialog.waitFor()
        return { id, page, dialog, stored: () => request('GET', `services/${id}`) }
      }

      test('mine is kept, and what only they changed is taken', async () => {
        const { page, dialog, stored } = await conflicting({ title: 'Theirs', summary: 'Their summary' })
        const title = dialog.getByRole('region', { name: 'Title', exact: true })
        for (const text of ['As loaded', 'Mine', 'Theirs'])
          await title.getByText(text, { exact: true }).first().waitFor()
        await title.getByRole('button', { name: 'Keep mine' }).click()
        await dialog.getByRole('button', { name: 'Save merged' }).click()
        await saved(page)
        expect(await stored()).toMatchObject({ title: 'Mine', summary: 'Their summary', version: 3 })
      })

      test('theirs is taken where I say so', async () => {
        const { page, dialog, stored } = await conflicting({ title: 'Theirs', summary: 'Their summary' })
        await dialog
          .getByRole('region', { name: 'Title', exact: true })
          .getByRole('button', { name: 'Take theirs' })
          .click()
        await dialog
          .getByRole('region', { name: 'Summary', exact: true })
          .getByRole('button', { name: 'Keep mine' })
          .click()
        await dialog.getByRole('button', { name: 'Save merged' }).click()
        await saved(page)
        expect(await stored()).toMatchObject({ title: 'Theirs', summary: 'Summary' })
      })

      test('closing the dialog saves nothing and loses nothing', async () => {
        const { page, dialog, stored } = await conflicting({ title: 'Theirs' })
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        expect(await field(page, 'Title').inputValue()).toBe('Mine')
        expect((await stored()).title).toBe('Theirs')
        await save(page)
        await dialog.waitFor()
      })

      test('a change of the order alone asks nothing', async () => {
        const { id, position } = await request('POST', 'services', { title: 'Placed' })
        const page = await open(`/services/${id}`)
        await field(page, 'Title').fill('Mine')
        await request('PATCH', `services/${id}`, { position: position + 1 })
        await save(page)
        await saved(page)
        expect(await request('GET', `services/${id}`)).toMatchObject({
          title: 'Mine',
          position: position + 1,
        })
      })

      test('a deleted record can be stored again', async () => {
        const { id } = await request('POST', 'services', { title: 'Doomed' })
        const page = await open(`/services/${id}`)
        await field(page, 'Title').fill('Mine')
        await panel.admin('DELETE', `/api/admin/services/${id}`)
        await save(page)
        await page.getByRole('button', { name: 'Save as a new record' }).click()
        await saved(page)
        const { items } = await request('GET', 'services?title=Mine&sort=-id')
        expect(items[0].id).toBeGreaterThan(id)
      })
    })

    test('a session that ends over a changed form: signing in again saves it', async () => {
      const editor = await panel.signIn('admin', 'ending')
      const { id } = await request('POST', 'services', { title: 'Before' })
      const page = await open(`/services/${id}`, { client: editor })
      await field(page, 'Title').fill('Typed')
      // A later request of the form would open the dialog over Save.
      await untilQuiet(page)
      await editor('POST', '/api/auth/logout', { body: { everywhere: true } })
      await save(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Password').fill('a password of admin')
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await saved(page)
      expect(await request('GET', `services/${id}`)).toMatchObject({ title: 'Typed', version: 2 })
    })

    test('leaving with unsaved changes asks first', async () => {
      const { id } = await request('POST', 'services', { title: 'Kept' })
      const page = await open(`/services/${id}`)
      await field(page, 'Title').fill('Typed')
      await page.getByRole('link', { name: 'Services' }).first().click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: 'Stay' }).click()
      expect(await field(page, 'Title').inputValue()).toBe('Typed')
      await page.getByRole('link', { name: 'Services' }).first().click()
      await dialog.getByRole('button', { name: 'Leave' }).click()
      await page.waitForURL(/\/admin\/services$/)
    })

    test('the Back button with unsaved changes asks first', async () => {
      const { id } = await request('POST', 'services', { title: 'Kept at Back' })
      const page = await open('/services')
      await page.getByRole('link', { name: 'Kept at Back' }).click()
      await page.waitForURL(new RegExp(`/services/${id}$`))
      await field(page, 'Title').fill('Typed')
      const dialog = page.getByRole('alertdialog')
      await page.evaluate(() => history.back())
      await dialog.getByRole('button', { name: 'Stay' }).click()
      expect([new URL(page.url()).pathname, await field(page, 'Title').inputValue()]).toEqual([
        `/admin/services/${id}`,
        'Typed',
      ])
      await page.evaluate(() => history.back())
      await dialog.getByRole('button', { name: 'Leave' }).click()
      await page.waitForURL(/\/admin\/services$/)
    })

    test('deleting moves to the trash, and Undo brings the record back', async () => {
      const { id } = await request('POST', 'services', { title: 'Short life' })
      const page = await open(`/services/${id}`)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.waitForURL(/\/admin\/services$/)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.waitForURL(new RegExp(`/admin/services/${id}$`))
      expect((await request('GET', `services/${id}`)).title).toBe('Short life')
    })

    test('a record in use stays, and the places are named', async () => {
      const { id } = await request('POST', 'article-categories', { title: 'In use' })
      await request('POST', 'articles', { title: 'The user', category_id: id })
      const page = await open(`/article-categories/${id}`)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'The user' }).waitFor()
    })

    test('publishing saves, schedules for a date to come, and takes back', async () => {
      const { id } = await request('POST', 'articles', { title: 'To publish' })
      const page = await open(`/articles/${id}`)
      await field(page, 'Excerpt').fill('Short.')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.locator('.page-title .chip', { hasText: /^Published$/ }).waitFor()
      // The form says so before the answer comes.
      await eventually(async () => (await request('GET', `articles/${id}`)).status === 'published')
      expect(await request('GET', `articles/${id}`)).toMatchObject({ status: 'published', excerpt: 'Short.' })
      await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
      await page.locator('.page-title .chip', { hasText: 'Draft' }).waitFor()
      await request('PATCH', `articles/${id}`, { published_at: '2090-01-01T00:00:00Z' })
      await page.reload()
      await untilReady(page)
      await page.getByRole('button', { name: 'Schedule', exact: true }).click()
      await page.locator('.page-title .chip', { hasText: 'Scheduled for' }).waitFor()
    })

    test('creators see their own draft without publishing, and cannot change a published one', async () => {
      const creator = await panel.signIn('creator')
      const { body: draft } = await creator('POST', '/api/admin/articles', { body: { title: 'My draft' } })
      const page = await open(`/articles/${draft.id}`, { client: creator })
      for (const name of ['Publish', 'Delete'])
        expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
      for (const name of ['Duplicate', 'History'])
        expect(await page.getByRole('button', { name, exact: true }).count()).toBe(1)
      await field(page, 'Title').fill('My better draft')
      await page.getByRole('combobox', { name: 'Category' }).click()
      await page.getByRole('option').first().click()
      await save(page)
      await saved(page)
      expect((await request('GET', `articles/${draft.id}`)).category_id).toBeGreaterThan(0)
      await request('PATCH', `articles/${draft.id}`, { status: 'published' })
      const published = await open(`/articles/${draft.id}`, { client: creator })
      await published.getByText('You can read this, but not change it.').waitFor()
      expect(await published.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
      // Nothing that tells how to change it.
      for (const hint of ['Enter or a comma adds a tag.', /Alt\+F10/])
        expect(await published.getByText(hint).count()).toBe(0)
      // Fields without entries say so.
      for (const name of ['Tags', 'Questions and answers'])
        await published.getByRole('group', { name, exact: true }).getByText('None').waitFor()
      for (const image of await published.locator('.image-field input').all())
        expect(await image.getAttribute('placeholder')).toBeNull()
    })

    test('the menu is a tree: Alt and arrow keys move entries, Undo moves them back', async () => {
      const page = await open('/menu')
      const outline = async () =>
        (await request('GET', 'menu')).items.map(({ id, parent_id }: Body) => `${id}<${parent_id ?? ''}`)
      const before = await outline()
      for (const place of ['Header', 'Footer']) await page.getByRole('treegrid', { name: place }).waitFor()
      await page.getByRole('row').nth(1).focus()
      await page.keyboard.press('Alt+ArrowRight')
      await panel.hear(page, 'Moved to position 1 of 1, level 2')
      expect(await outline()).not.toEqual(before)
      await page.getByRole('button', { name: 'Undo' }).click()
      await panel.hear(page, 'Order restored')
      expect(await outline()).toEqual(before)
    })
  },
)
