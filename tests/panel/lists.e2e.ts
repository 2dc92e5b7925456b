// Lists of records, driven by their visible names.

import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describePanel } from './support/drive.ts'
import { axeViolations, spoken, untilQuiet, untilReady } from './support/panel.ts'

const handles = (page: Page) => page.getByRole('button', { name: /^Reorder / })
const order = (page: Page) =>
  handles(page).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')!.slice(8)))
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
/** The title in the English interface. */
const shownTitle = ({ title, title_en }: Record<string, any>): string => title_en || title
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
const toast = (page: Page, text: string | RegExp) => page.locator('.toast').getByText(text).waitFor()
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last().click()
const select = async (page: Page, ...indexes: number[]) => {
  for (const index of indexes) await rows(page).nth(index).locator('label').click()
}

describePanel('lists', { forgives: /status of 4(?:04|09|12)/ }, (panel) => {
  const { stored } = panel
  const storedOrder = async () => (await stored('services')).map(shownTitle)

  describe('the order', () => {
    test('changes by keyboard with the handle, is spoken, saved, and taken back', async () => {
      const page = await panel.open('/services')
      const before = await order(page)
      await handles(page).first().focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      expect((await spoken(page)).at(-1)).toBe('Position 3 of 5')
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      expect((await spoken(page)).at(-1)).toBe('Not moved')
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      expect(await focusedName(page)).toBe(`Reorder ${before[0]}`)
      await page.keyboard.press('Enter')
      await toast(page, 'Moved to position 3 of 5')
      const after = [before[1]!, before[2]!, before[0]!, before[3]!, before[4]!]
      expect(await order(page)).toEqual(after)
      expect(await storedOrder()).toEqual(after)
      expect(await spoken(page)).toContain('Moved to position 3 of 5')
      await undo(page)
      await toast(page, 'The previous order is back')
      expect(await storedOrder()).toEqual(before)
    })

    test('changes by dragging the handle with the mouse', async () => {
      const page = await panel.open('/services')
      const before = await order(page)
      const from = (await handles(page).first().boundingBox())!
      const to = (await rows(page).nth(3).boundingBox())!
      await page.mouse.move(from.x + 8, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(from.x + 10, from.y + 30, { steps: 5 })
      await page.mouse.move(from.x + 10, to.y + to.height - 4, { steps: 10 })
      await page.mouse.up()
      await toast(page, 'Moved to position 4 of 5')
      expect(await storedOrder()).toEqual([...before.slice(1, 4), before[0]!, before[4]!])
      await undo(page)
      await toast(page, 'The previous order is back')
    })

    test('changes by Alt and an arrow key, and the focus stays on the row', async () => {
      const page = await panel.open('/services')
      const before = await order(page)
      await handles(page).nth(1).focus()
      await page.keyboard.press('Alt+ArrowUp')
      await toast(page, 'Moved to position 1 of 5')
      await page.waitForTimeout(200)
      expect(await focusedName(page)).toBe(`Reorder ${before[1]}`)
      await undo(page)
      await toast(page, 'The previous order is back')
      expect(await storedOrder()).toEqual(before)
    })

    test('changes by "Move to position…", which refuses what is no position', async () => {
      const page = await panel.open('/services')
      const before = await order(page)
      await page.getByRole('button', { name: `Actions for ${before[0]}` }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Move to position…' }).click()
      await page.getByLabel('Position').fill('6')
      await page.keyboard.press('Enter')
      await page.getByText('Enter a whole number from 1 to 5.').waitFor()
      await page.getByLabel('Position').fill('5')
      await page.keyboard.press('Enter')
      await toast(page, 'Moved to position 5 of 5')
      expect((await storedOrder()).at(-1)).toBe(before[0])
      await undo(page)
      await toast(page, 'The previous order is back')
    })

    test('of an older move is taken back, and the newer one stays', async () => {
      const page = await panel.open('/services')
      const before = await order(page)
      await handles(page).nth(0).focus()
      await page.keyboard.press('Alt+ArrowDown')
      await toast(page, 'Moved to position 2 of 5')
      // The focus goes to the moved row once the list is loaded again.
      await untilQuiet(page)
      await handles(page).last().focus()
      await page.keyboard.press('Alt+ArrowUp')
      await toast(page, 'Moved to position 4 of 5')
      await page.getByRole('button', { name: 'Undo' }).first().click()
      await toast(page, 'Back where it was; other moves stay')
      expect(await storedOrder()).toEqual([...before.slice(0, 3), ...before.slice(3).toReversed()])
      expect(await order(page)).toEqual(await storedOrder())
      await undo(page)
      await page.locator('.toast').getByText('other moves stay').nth(1).waitFor()
      expect(await storedOrder()).toEqual(before)
      expect(await order(page)).toEqual(before)
    })

    test('that somebody else changed meanwhile is shown instead of being overwritten', async () => {
      const page = await panel.open('/services')
      const records = await stored('services')
      const ids = records.map(({ id }) => id)
      // So late that no event tells the page of it before it writes.
      await page.route('**/api/admin/services/reorder', async (route) => {
        await panel.admin('POST', '/api/admin/services/reorder', { body: { ids: ids.toReversed() } })
        await route.continue()
      })
      await handles(page).first().focus()
      await page.keyboard.press('Alt+ArrowDown')
      await toast(page, /changed by someone else/)
      await page.waitForFunction(
        (name) =>
          document.querySelector('button[data-handle]')?.getAttribute('aria-label') === `Reorder ${name}`,
        shownTitle(records.at(-1)!),
      )
      expect(await storedOrder()).toEqual(records.map(shownTitle).toReversed())
      await panel.admin('POST', '/api/admin/services/reorder', { body: { ids } })
    })

    test('reaches across pages, and cannot be changed in a filtered list', async () => {
      const operations = Array.from({ length: 30 }, (_, index) => ({
        op: 'create',
        data: { question: `Q ${index}`, answer: 'A' },
      }))
      const batch = await panel.admin('POST', '/api/admin/faqs/batch', { body: { operations } })
      const total = (await stored('faqs')).length
      const page = await panel.open('/faqs?page=2')
      const [first] = await order(page)
      await page.getByRole('button', { name: `Actions for ${first}` }).click()
      await page.getByRole('menuitem', { name: 'Move to position…' }).click()
      await page.getByLabel('Position').fill('2')
      await page.keyboard.press('Enter')
      await toast(page, `Moved to position 2 of ${total}`)
      expect((await stored('faqs'))[1]!.question).toBe(first)
      await undo(page)
      await toast(page, 'The previous order is back')
      expect((await stored('faqs'))[25]!.question).toBe(first)
      await page.goto(`${panel.url}/admin/faqs?q=Q`)
      await untilReady(page)
      expect(await handles(page).count()).toBe(0)
      await page.getByText('Remove search, filters and sorting to move records.').waitFor()
      const made = batch.body.items.map(({ id }: { id: number }) => ({ op: 'delete', id }))
      await panel.admin('POST', '/api/admin/faqs/batch', { body: { operations: made } })
    })
  })

  test('search, filters, sorting and columns are in the address, and "back" takes them back', async () => {
    const page = await panel.open('/articles')
    const count = await rows(page).count()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter by Status' })
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByText('Choose at least one value.').waitFor()
    await dialog.getByText('Draft', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL('**/admin/articles?status=draft')
    await page.getByText('Status: Draft').waitFor()
    await page.waitForFunction(() => document.querySelectorAll('th[scope=row]').length === 1)
    await page.getByRole('columnheader', { name: 'Title' }).click()
    await page.waitForURL('**/admin/articles?status=draft&sort=title')
    await page.reload()
    await page.getByText('Sorted by Title, ascending').waitFor()
    await page.goBack()
    await page.waitForURL('**/admin/articles?status=draft')
    await page.getByRole('button', { name: 'Remove filter: Status: Draft' }).click()
    await page.waitForURL('**/admin/articles')
    await page.waitForFunction((all) => document.querySelectorAll('th[scope=row]').length === all, count)
    await page.getByRole('searchbox', { name: 'Search' }).fill('اینکوترمز')
    await page.waitForURL(/\/admin\/articles\?q=/)
    await page.waitForFunction(() => document.querySelectorAll('th[scope=row]').length === 1)
    await page.goBack()
    await page.waitForURL('**/admin/articles')
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Last changed' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Last changed' }).waitFor()
    expect(new URL(page.url()).searchParams.get('columns')).toEndWith(',updated_at')
  })

  test('articles stand as in the blog, and can be moved only where that shows', async () => {
    const names = async () =>
      (await rows(page).getByRole('link').allTextContents()).map((name) => name.trim())
    const page = await panel.open('/articles')
    const newest = (await stored('articles', 'sort=-dated_at')).map(shownTitle)
    const byPosition = (await stored('articles')).map(shownTitle)
    expect(byPosition).not.toEqual(newest)
    expect([await names(), await handles(page).count()]).toEqual([newest, 0])
    await page.getByText('Newest first, as on the blog.').waitFor()
    await panel.request('PATCH', 'site-settings/1', { blog_order: 'position' })
    await page.reload()
    await handles(page).first().waitFor()
    expect([await names(), await order(page)]).toEqual([byPosition, byPosition])
    await panel.request('PATCH', 'site-settings/1', { blog_order: 'newest' })
  })

  test('tabs show how many records each status has, besides the other filters', async () => {
    const page = await panel.open('/articles')
    const all = (await stored('articles')).length
    const drafts = await stored('articles', 'status=draft')
    const tab = (name: string) => page.getByRole('radio', { name })
    await tab(`All (${all})`).waitFor()
    await tab(`Published (${all - drafts.length})`).waitFor()
    await tab('Scheduled (0)').waitFor()
    await tab(`All (${all})`).press('ArrowLeft')
    await page.waitForURL('**/admin/articles?status=draft')
    await page.getByText(`1–${drafts.length} of ${drafts.length}`).waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('اینکوترمز')
    await tab('All (1)').waitFor()
    await tab('Draft (0)').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('"Not translated" finds what has no English text, and the filters are saved under a name', async () => {
    const { id } = await panel.request('POST', 'articles', { title: 'بی‌ترجمه', title_en: 'بی‌ترجمه' })
    const page = await panel.open('/articles')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Not translated' }).click()
    await page.waitForURL('**/admin/articles?untranslated=en')
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'بی‌ترجمه' }).waitFor()
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('menuitem', { name: 'Save these filters…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save these filters' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByLabel('Name').fill('To translate')
    await page.keyboard.press('Enter')
    await toast(page, 'Filters saved as “To translate”')
    await page.goto(`${panel.url}/admin/articles`)
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('menuitem', { name: 'To translate' }).click()
    await page.waitForURL('**/admin/articles?untranslated=en')
    await page.getByRole('button', { name: 'To translate', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete “To translate”' }).click()
    await toast(page, 'Filters “To translate” deleted')
    await page.getByRole('button', { name: 'Remove filter: Not translated' }).click()
    await page.waitForURL('**/admin/articles')
    expect(await page.getByRole('button', { name: 'Saved filters' }).count()).toBe(0)
    await panel.request('DELETE', `articles/${id}`)
  })

  test('the menu of a row duplicates a record, and shows its preview in a tab', async () => {
    const page = await panel.open('/articles')
    const [draft] = await stored('articles', 'status=draft')
    const choose = async (action: string) => {
      await page
        .getByRole('button', { name: `Actions for ${shownTitle(draft!)}` })
        .first()
        .click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    const opened = page.context().waitForEvent('page')
    await choose('Preview')
    const preview = await opened
    await preview.getByRole('heading', { level: 1, name: draft!.title }).waitFor()
    await preview.close()
    const count = (await stored('articles')).length
    await choose('Duplicate')
    await page.locator('.toast').getByRole('button', { name: 'Open' }).click()
    await page.waitForURL(/\/admin\/articles\/\d+$/)
    const copy = Number(page.url().split('/').at(-1))
    expect((await stored('articles')).length).toBe(count + 1)
    await panel.request('DELETE', `articles/${copy}`)
  })

  test('the menu of a row leads to the page of the record, on the origin of the website', async () => {
    const page = await panel.open('/services')
    const [service] = await stored('services')
    // As where the panel has a host of its own.
    await page.evaluate(() => {
      document.documentElement.dataset.website = 'https://www.example.com'
      window.open = (url) => {
        document.title = String(url)
        return null
      }
    })
    await page.getByRole('button', { name: `Actions for ${shownTitle(service!)}` }).click()
    await page.getByRole('menuitem', { name: 'View on the website' }).click()
    expect(await page.title()).toBe(`https://www.example.com/services/${service!.slug}?lang=en`)
  })

  test('menus and lists of choices that are open have a name', async () => {
    const page = await panel.open('/articles')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await select(page, 0)
    await page.getByRole('button', { name: 'Set a field…' }).click()
    await page.getByRole('button', { name: /Field$/ }).click()
    await page.getByRole('option').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('a button that shows only an icon has a tooltip, by pointer and by keyboard', async () => {
    const page = await panel.open('/services')
    await select(page, 0)
    const button = page.getByRole('button', { name: 'Clear selection' })
    await button.hover()
    await page.locator('.tooltip').getByText('Clear selection').waitFor()
    await page.mouse.move(0, 0)
    await page.locator('.tooltip').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete', exact: true }).focus()
    await page.keyboard.press('Tab')
    await page.locator('.tooltip').getByText('Clear selection').waitFor()
  })

  test('the scroll position comes back with "back"', async () => {
    const page = await panel.open('/articles')
    await page.setViewportSize({ width: 900, height: 320 })
    const link = rows(page).last().getByRole('link')
    // Scrolls as a click will, and again for a row that is drawn anew.
    await link.hover()
    await page.waitForTimeout(400)
    const position = await page.evaluate(() => scrollY)
    expect(position).toBeGreaterThan(50)
    await link.click()
    await page.waitForURL(/\/admin\/articles\/\d+$/)
    await page.goBack()
    await page.waitForFunction((wanted) => Math.abs(scrollY - wanted) < 4, position)
  })

  describe('a batch', () => {
    test('publishes what is not published, and is taken back to what it was', async () => {
      const page = await panel.open('/articles')
      const before = await stored('articles', 'fields=status,published_at')
      const drafts = before.filter(({ status }) => status === 'draft').length
      await page.getByText('Select all').or(page.locator('th[scope=col] label')).first().click()
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await toast(page, drafts === 1 ? '1 record published' : `${drafts} records published`)
      const published = await stored('articles', 'fields=status')
      expect(published.every(({ status }) => status === 'published')).toBe(true)
      await undo(page)
      await toast(page, /^Undone for/)
      const state = (records: Record<string, any>[]) =>
        records.map(({ id, status, published_at }) => [id, status, published_at])
      expect(state(await stored('articles', 'fields=status,published_at'))).toEqual(state(before))
    })

    test('deletes after a question, and restores from the trash', async () => {
      const page = await panel.open('/testimonials')
      const before = await stored('testimonials', 'fields=author_name')
      await select(page, 0, 1)
      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Move 2 records to the trash?' })
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await toast(page, '2 records moved to the trash')
      expect((await stored('testimonials')).length).toBe(before.length - 2)
      await undo(page)
      await toast(page, 'Undone for 2 records')
      const names = (records: Record<string, any>[]) => records.map(({ author_name }) => author_name)
      expect(names(await stored('testimonials', 'fields=author_name'))).toEqual(names(before))
    })

    test('sets a field of all selected records', async () => {
      const page = await panel.open('/articles')
      await select(page, 0, 1)
      await page.getByRole('button', { name: 'Set a field…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Set a field of 2 records' })
      await dialog.getByRole('button', { name: /Field$/ }).click()
      await page.getByRole('option', { name: 'Hidden from search engines' }).click()
      await dialog.getByRole('button', { name: /Value$/ }).click()
      await page.getByRole('option', { name: 'Yes' }).click()
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await toast(page, '2 records changed')
      const hidden = async () => (await stored('articles', 'noindex=true')).length
      expect(await hidden()).toBe(2)
      await undo(page)
      await toast(page, 'Undone for 2 records')
      expect(await hidden()).toBe(0)
    })

    test('that fails changes nothing and names the record with the problem; the others can go on', async () => {
      const page = await panel.open('/article-categories')
      const before = (await stored('article-categories')).length
      const unused = await panel.admin('POST', '/api/admin/article-categories', {
        body: { title: 'Unused' },
      })
      await page.reload()
      await page.getByRole('link', { name: 'Unused' }).waitFor()
      const names = await rows(page).getByRole('rowheader').allTextContents()
      await select(page, 0, names.indexOf('Unused'))
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      const failed = page.getByRole('alertdialog', { name: 'Nothing was changed' })
      await failed.getByRole('link', { name: names[0]! }).waitFor()
      await failed.getByText('is used by other records').first().waitFor()
      expect(await failed.getByText('is used by other records').count()).toBe(1)
      expect((await stored('article-categories')).length).toBe(before + 1)
      await failed.getByRole('button', { name: 'Do it for the others (1)' }).click()
      await toast(page, '1 record moved to the trash')
      expect((await panel.admin('GET', `/api/admin/article-categories/${unused.body.id}`)).status).toBe(404)
    })
  })

  test('a creator sees own articles only, without batches, order and deletion', async () => {
    const creator = await panel.signIn('creator', 'Writer')
    await creator('POST', '/api/admin/articles', { body: { title: 'Mine' } })
    const page = await panel.open('/articles', { client: creator })
    expect(await rows(page).count()).toBe(1)
    await page.getByRole('link', { name: 'Mine' }).waitFor()
    await page.getByRole('link', { name: 'New', exact: true }).waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await handles(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Actions for Mine' }).click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Open', 'Preview', 'Duplicate'])
    await page.goto(`${panel.url}/admin/services`)
    await untilReady(page)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('Services')
    await panel.admin('DELETE', `/api/admin/articles/${(await stored('articles', 'q=Mine'))[0]!.id}`)
  })

  test('the test box of the redirects says where a path leads', async () => {
    const page = await panel.open('/redirects')
    await page.getByLabel('Path or address').fill('/portfolio')
    await page.keyboard.press('Enter')
    await page.getByText('A public page.').waitFor()
    await page.getByLabel('Path or address').fill('/blog/no-such-article')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText(/No public record has this address/).waitFor()
  })

  test('an empty list says what to do', async () => {
    const ids = (await stored('announcements')).map(({ id }) => ({ op: 'delete', id }))
    if (ids.length > 0)
      await panel.admin('POST', '/api/admin/announcements/batch', { body: { operations: ids } })
    const page = await panel.open('/announcements')
    await page.getByText('Nothing here yet').waitFor()
    expect(await page.getByRole('link', { name: 'New', exact: true }).count()).toBe(2)
  })
})
