// The preview beside the form, and links to share.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describePanel } from './support/drive.ts'
import { ADMIN, axeViolations, sidewaysScroll } from './support/panel.ts'

const previewButton = (page: Page, name = 'Preview') => page.getByRole('button', { name, exact: true })
const frameOf = (page: Page) => page.frameLocator('.preview-page')
const untilWidthInFrame = (page: Page, width: number) =>
  page.waitForFunction((wanted) => document.querySelector('.preview-page')?.clientWidth === wanted, width)

describePanel('the preview', { width: 1_440, forgives: /status of 404/ }, (panel) => {
  let id: number
  beforeAll(async () => {
    const body = { title: 'پمپ', title_en: 'Pumps', content: '<p>متن</p>', content_en: '<p>Text</p>' }
    id = (await panel.request('POST', 'articles', body)).id
  })
  test('shows the draft beside the form, at three widths and in both languages', async () => {
    const page = await panel.open(`/articles/${id}`)
    await previewButton(page).click()
    await frameOf(page).locator('h1', { hasText: 'پمپ' }).waitFor()
    expect(await previewButton(page).getAttribute('aria-pressed')).toBe('true')
    for (const [name, width] of [
      ['Phone', 390],
      ['Tablet', 820],
      ['Desktop', 1_280],
    ] as const) {
      await page.locator('.preview-tools').getByRole('radio', { name, exact: true }).click()
      await untilWidthInFrame(page, width)
    }
    expect(await sidewaysScroll(page)).toBe(0)
    await page.locator('.preview-tools').getByRole('radio', { name: 'English' }).click()
    await frameOf(page).locator('h1', { hasText: 'Pumps' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('follows every save, and keeps its place', async () => {
    const long = '<p>متن</p>'.repeat(200)
    const { id, version } = await panel.request('POST', 'articles', { title: 'یک', content: long })
    expect(version).toBe(1)
    const page = await panel.open(`/articles/${id}`)
    await previewButton(page).click()
    await frameOf(page).locator('h1', { hasText: 'یک' }).waitFor()
    const scroll = () =>
      page.locator('.preview-page').evaluate((frame) => (frame as HTMLIFrameElement).contentWindow!.scrollY)
    await page
      .locator('.preview-page')
      .evaluate((frame) => (frame as HTMLIFrameElement).contentWindow!.scrollTo(0, 1_000))
    const before = await scroll()
    expect(before).toBeGreaterThan(500)
    await page.getByLabel('Title', { exact: true }).fill('دو')
    await page.keyboard.press('Control+s')
    await frameOf(page).locator('h1', { hasText: 'دو' }).waitFor()
    await page.waitForFunction(
      (top) => document.querySelector<HTMLIFrameElement>('.preview-page')!.contentWindow!.scrollY === top,
      before,
    )
    const links = (await panel.request('GET', `articles/${id}/preview`)).items
    expect(links.length).toBe(1)
  })

  test('shows the draft of a live record, after each save of it', async () => {
    const { id } = await panel.request('POST', 'services', { title: 'یک' })
    const page = await panel.open(`/services/${id}`)
    await previewButton(page).click()
    await frameOf(page).locator('h1', { hasText: 'یک' }).waitFor()
    for (const title of ['دو', 'سه']) {
      await page.getByLabel('Title', { exact: true }).fill(title)
      await page.keyboard.press('Control+s')
      await frameOf(page).locator('h1', { hasText: title }).waitFor()
    }
    expect((await panel.request('GET', `services/${id}`)).title).toBe('یک')
  })

  test('opens other pages in a tab, since only previews may be framed', async () => {
    const page = await panel.open(`/articles/${id}`)
    await previewButton(page).click()
    await frameOf(page).locator('h1').waitFor()
    const targets = await page
      .locator('.preview-page')
      .evaluate((frame) =>
        [...(frame as HTMLIFrameElement).contentDocument!.querySelectorAll('a[href]')]
          .filter((link) => !/^#|[?&]preview=/.test(link.getAttribute('href')!))
          .map((link) => link.getAttribute('target')),
      )
    expect(targets.length).toBeGreaterThan(3)
    expect(new Set(targets)).toEqual(new Set(['_blank']))
    const opened = panel.context.waitForEvent('page')
    await page.getByRole('link', { name: 'Open in a new tab' }).click()
    await (await opened).locator('h1', { hasText: 'پمپ' }).waitFor()
  })

  test.each([
    ['en', 'light', 'Preview', 'Close'],
    ['fa', 'dark', 'پیش‌نمایش', 'بستن'],
  ] as const)('is a dialog on a phone, in %s', async (language, scheme, name, close) => {
    const page = await panel.open(`/articles/${id}`, { language, scheme, width: 320 })
    await previewButton(page, name).click()
    const dialog = page.getByRole('dialog', { name })
    await frameOf(page).locator('h1').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: close, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForFunction((label) => document.activeElement?.textContent === label, name)
  })

  describe('a link to share', () => {
    test('is made for the chosen time, works without an account, and ends when revoked', async () => {
      const page = await panel.open(`/articles/${id}`)
      await panel.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await panel.request('DELETE', `articles/${id}/preview`)
      await previewButton(page).click()
      await page.getByRole('button', { name: 'Share link…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Share a preview' })
      await dialog.getByRole('button', { name: /^Expires after|1 day/ }).click()
      await page.getByRole('option', { name: '7 days' }).click()
      await dialog.getByRole('button', { name: 'Create link' }).click()
      await panel.hear(page, 'The link is ready')
      await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
      await panel.hear(page, 'Link copied')
      const url = new URL(await page.evaluate(() => navigator.clipboard.readText()))
      expect(url.href).toBe(await dialog.getByLabel('New link').inputValue())
      const visit = async () => (await fetch(panel.url + url.pathname + url.search)).status
      expect(await visit()).toBe(200)
      const week = 7 * 86_400_000
      const { items } = await panel.request('GET', `articles/${id}/preview`)
      const [link] = items
      expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBeGreaterThan(week - 2_000)
      expect(items.length).toBe(2)
      await dialog.getByText('of your open preview').waitFor()
      expect(await axeViolations(page)).toEqual([])
      await dialog.getByRole('listitem').filter({ hasText: 'New link' }).getByRole('button').click()
      await panel.hear(page, 'The link no longer works')
      expect(await visit()).toBe(404)
    })

    test('when all are revoked, the open preview gets a new one', async () => {
      const page = await panel.open(`/articles/${id}`)
      await panel.request('DELETE', `articles/${id}/preview`)
      await panel.request('POST', `articles/${id}/preview`, { expires_in: 3_600 })
      await previewButton(page).click()
      await frameOf(page).locator('h1').waitFor()
      const before = await page.locator('.preview-page').getAttribute('src')
      await page.getByRole('button', { name: 'Share link…' }).click()
      await page.getByRole('button', { name: 'Revoke all links' }).click()
      await panel.hear(page, 'None of the links works any more')
      await page.waitForFunction(
        (src) => document.querySelector('.preview-page')?.getAttribute('src') !== src,
        before,
      )
      await frameOf(page).locator('h1', { hasText: 'پمپ' }).waitFor()
    })
  })
})

const build = await mkdtemp(join(tmpdir(), 'frontage-frontend-'))
await Bun.write(
  join(build, 'index.html'),
  '<!doctype html><html><head><title>x</title><script>top.reached = true</script></head><body><div id="root"></div></body></html>',
)
afterAll(() => rm(build, { recursive: true }))

describePanel(
  'in the index.html of a frontend, the preview',
  { width: 1_440, forgives: /sandboxed/, env: () => ({ SPA_DIR: build }) },
  (panel) => {
    test('runs none of its scripts, which would share the origin of the panel', async () => {
      const { id } = await panel.request('POST', 'articles', { title: 'Pumps' })
      const isReached = (page: Page) => page.evaluate(() => 'reached' in globalThis)
      // No session is kept here: see shared-host.e2e.ts.
      const page = await panel.open(`/articles/${id}`, { client: null })
      await page.getByLabel('Email').fill(ADMIN.email)
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.getByLabel('Password').press('Enter')
      await previewButton(page).click()
      await frameOf(page).locator('h1', { hasText: 'Pumps' }).waitFor()
      expect(await isReached(page)).toBe(false)
      const opened = panel.context.waitForEvent('page')
      await page.getByRole('link', { name: 'Open in a new tab' }).click()
      const alone = await opened
      await alone.locator('h1', { hasText: 'Pumps' }).waitFor()
      expect(await isReached(alone)).toBe(true)
    })
  },
)

const frontend = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) =>
    new Response(`<!doctype html><title>x</title><h1>${new URL(url).searchParams.get('path')}</h1>`, {
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    }),
})
afterAll(() => frontend.stop(true))

describePanel(
  'with PREVIEW_URL, the preview',
  { width: 1_440, env: () => ({ PREVIEW_URL: `${frontend.url.origin}/preview?path={path}&token={token}` }) },
  (panel) => {
    test('has the look of the frontend, after each save too', async () => {
      const { id, slug } = await panel.request('POST', 'articles', { title: 'Pumps' })
      const page = await panel.open(`/articles/${id}`)
      await previewButton(page).click()
      await frameOf(page)
        .locator('h1', { hasText: `/blog/${slug}` })
        .waitFor()
      await page.getByText('If nothing appears here').waitFor()
      await page.getByLabel('Slug', { exact: true }).fill('better-pumps')
      await page.keyboard.press('Control+s')
      await frameOf(page).locator('h1', { hasText: '/blog/better-pumps' }).waitFor()
    })
  },
)
