// Releases in the panel: made of drafts, looked at as a site, published, scheduled, undone; and drafts seen together.
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describePanel } from './support/drive.ts'
import { axeViolations, sidewaysScroll, untilReady } from './support/panel.ts'

type Body = Record<string, any>

const WORDS = {
  en: {
    new: 'New release',
    name: 'Name',
    create: 'Create',
    addDrafts: 'Add drafts…',
    add: 'Add',
    search: 'Search drafts',
    all: 'All of these',
    preview: 'Preview as a site',
    more: 'More about the release',
    later: 'Publish at…',
    schedule: 'Schedule',
    planned: 'Scheduled',
    endTime: 'Cancel the time',
    now: 'Publish now',
    undo: 'Undo',
    undone: 'Undone',
    hero: 'Page hero',
  },
  fa: {
    new: 'بستهٔ جدید',
    name: 'نام',
    create: 'ساختن',
    addDrafts: 'افزودن پیش‌نویس…',
    add: 'افزودن',
    search: 'جست‌وجوی پیش‌نویس‌ها',
    all: 'همهٔ این‌ها',
    preview: 'پیش‌نمایش کل سایت',
    more: 'کارهای دیگر بسته',
    later: 'انتشار در زمان…',
    schedule: 'زمان‌بندی انتشار',
    planned: 'زمان‌بندی‌شده',
    endTime: 'لغو زمان',
    now: 'انتشار همین حالا',
    undo: 'برگرداندن',
    undone: 'برگردانده‌شده',
    hero: 'بنر بالای صفحه',
  },
} as const

describePanel('releases', { width: 1_280, forgives: /status of 4/ }, (panel) => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const fromMenu = async (page: Page, menu: string, entry: string) => {
    await button(page, menu).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const state = (page: Page, text: string) => page.locator('.page-title .chip', { hasText: text }).waitFor()
  const patch = (place: string, body: Body) => panel.request('PATCH', `${place}/draft`, body)
  const release = (id: string | number) => panel.request('GET', `releases/${id}`)
  const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!
  const publicSite = async () => (await panel.app.anyone('GET', '/api/site')).body

  let made = 0
  /** A service with a draft. */
  async function drafted(title = `طرح ${++made}`, changes: Body = {}) {
    const { id } = await panel.request('POST', 'services', { title: `زنده ${title}` })
    await patch(`services/${id}`, { title, title_en: `Plan ${title}`, ...changes })
    return { resource: 'services', id: id as number }
  }
  const create = (name: string, items: Body[] = [], more: Body = {}) =>
    panel.request('POST', 'releases', { name, items, ...more })

  test.each([
    ['en', 1_280],
    ['fa', 1_280],
    ['en', 390],
    ['fa', 390],
  ] as const)(
    'a new home page is prepared unseen, looked at as a whole, scheduled as one, and published and undone, in %s at %p pixels',
    async (language, width) => {
      const words = WORDS[language]
      const key = `${language}-${width}`
      const [hero = await panel.request('POST', 'heroes', { page_key: 'home', title: 'سلام' })] =
        await panel.stored('heroes')
      const service = await panel.request('POST', 'services', { title: `خدمت ${key}`, slug: `offer-${key}` })
      const menu = await panel.request('POST', 'menu', { label: `دیروز ${key}`, url: '/about' })
      const place = { title: `صفحه ${key}`, slug: `page-${key}`, hidden: true }
      const free = await panel.request('POST', 'pages', place)
      const person = await panel.request('POST', 'team', { name: `همکار ${key}` })
      await patch(`heroes/${hero.id}`, { title: `نوروز ${key}`, title_en: `Nowruz ${key}` })
      await patch(`services/${service.id}`, { title: `پیشنهاد ${key}`, title_en: `Offer ${key}` })
      await patch(`menu/${menu.id}`, {
        label: `بهار ${key}`,
        label_en: `Spring ${key}`,
        url: `/pages/page-${key}`,
      })
      await patch(`pages/${free.id}`, { hidden: false, body: `<p>تازه ${key}</p>` })
      await patch(`team/${person.id}`, { name: `مدیر ${key}` })
      const secrets = [`نوروز ${key}`, `پیشنهاد ${key}`, `بهار ${key}`, `تازه ${key}`, `مدیر ${key}`]
      const seen = async () => {
        const site = JSON.stringify(await publicSite())
        return secrets.filter((secret) => site.includes(secret))
      }

      const page = await panel.open('/releases', { language, width })
      await button(page, words.new).first().click()
      await page.getByLabel(words.name, { exact: false }).fill(`بهار ${key}`)
      await button(page, words.create).click()
      await page.waitForURL(/\/releases\/\d+$/)
      await button(page, words.addDrafts).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('searchbox', { name: words.search }).fill(key)
      await dialog.getByRole('listitem').nth(3).waitFor()
      expect(await dialog.getByRole('listitem').count()).toBe(4)
      await dialog.getByText(words.all).click()
      await dialog.getByRole('searchbox', { name: words.search }).fill(words.hero)
      await dialog.getByRole('listitem').filter({ hasText: words.hero }).locator('label').click()
      await button(page, words.add).click()
      await page.locator('.plain-table tbody tr').nth(4).waitFor()
      await dialog.waitFor({ state: 'detached' })

      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        button(page, words.preview).click(),
      ])
      await tab.waitForURL(/\/\?preview=/)
      await tab
        .getByText(language === 'en' ? `نوروز ${key}` : `نوروز ${key}`)
        .first()
        .waitFor()
      const link = tab.locator(`a[href*="/pages/page-${key}"]`).first()
      expect(await link.getAttribute('href')).toContain('preview=')
      await tab.goto(new URL((await link.getAttribute('href'))!, tab.url()).href)
      await tab.getByText(`تازه ${key}`).waitFor()
      await tab.close()
      expect(await seen()).toEqual([])

      await fromMenu(page, words.more, words.later)
      await button(page, words.schedule).click()
      await state(page, words.planned)
      expect(Date.parse((await release(idOf(page))).publish_at)).toBeGreaterThan(Date.now())
      expect(await seen()).toEqual([])
      await fromMenu(page, words.more, words.endTime)
      await page.locator('.chip', { hasText: words.planned }).waitFor({ state: 'detached' })

      await button(page, words.now).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.now }).click()
      await button(page, words.undo).waitFor()
      expect(await seen()).toEqual(secrets)
      await button(page, words.undo).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.undo }).click()
      await state(page, words.undone)
      expect(await seen()).toEqual([])
      expect((await release(idOf(page))).state).toBe('undone')
    },
  )

  describe.each([
    ['en', 'light', 1_280],
    ['fa', 'dark', 1_280],
    ['fa', 'light', 390],
    ['en', 'dark', 320],
  ] as const)('in %s, %s, at %p', (language, scheme, width) => {
    test('the list, a release and its dialog are accessible and fit', async () => {
      const { id } = await create('بسته با نامی بلند', [
        await drafted(),
        await drafted('بی‌عنوان', { slug: '' }),
      ])
      const page = await panel.open('/releases', { language, scheme, width })
      await page.locator('.plain-table').waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await page.goto(`${panel.url}/admin/releases/${id}`)
      await untilReady(page)
      await page.locator('.plain-table').waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await drafted()
      await button(page, WORDS[language].addDrafts).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    })
  })

  test('shows why a scheduled release was refused, and leads to the draft that has to be mended', async () => {
    const item = await drafted('ناقص', { title: '' })
    const { id } = await create('ناقص', [item], {
      publish_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    panel.app.setClock(new Date(Date.now() + 7_200_000))
    await panel.app.deps.scheduledPublications.run()
    panel.app.setClock(null)
    const page = await panel.open(`/releases/${id}`)
    await state(page, 'Not published')
    await page.getByText(/^The release could not be published on /).waitFor()
    const row = page.locator('.plain-table tbody tr')
    await row.getByText(/^Title: /).waitFor()
    await row.getByRole('link').click()
    await page.waitForURL(new RegExp(`/services/${item.id}$`))
    const persian = await panel.open(`/releases/${id}`, { language: 'fa' })
    await state(persian, 'منتشر نشد')
    await persian.getByText('عنوان:').waitFor()
  })

  test('says where a draft is already, and what somebody else has changed', async () => {
    const [taken, free] = [await drafted('گرفته'), await drafted('رها')]
    await create('دیگری', [taken])
    const { id } = await create('این', [free])
    const page = await panel.open(`/releases/${id}`)
    await button(page, 'Add drafts…').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill('گرفته')
    await dialog.getByRole('listitem').getByText('Plan گرفته').click()
    await button(page, 'Add').click()
    await dialog.getByText('Some of these drafts are in another release.').waitFor()
    await button(page, 'Cancel').click()
    await panel.request('PATCH', `releases/${id}`, { name: 'نام تازه' })
    await button(page, 'Remove “Plan رها” from the release').click()
    await panel.hear(page, 'Somebody else has changed this release.')
    await page.getByRole('heading', { level: 1, name: 'نام تازه' }).waitFor()
    await button(page, 'Remove “Plan رها” from the release').click()
    await panel.hear(page, 'Removed from the release; the draft is kept')
    await page.getByText('Nothing in this release yet').waitFor()
    await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
    await button(page, 'Remove “Plan رها” from the release').waitFor()
  })

  test('is renamed and deleted by the keyboard alone; its drafts stay', async () => {
    const item = await drafted('ماندنی')
    const { id } = await create('پیشین', [item])
    const page = await panel.open(`/releases/${id}`)
    await button(page, 'More about the release').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Rename…' }).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Spring')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button(page, 'More about the release').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete release' }).waitFor()
    await page.keyboard.press('d')
    await page.keyboard.press('Enter')
    const confirm = page.getByRole('alertdialog', { name: 'Delete “Spring”?' })
    await confirm.waitFor()
    await confirm.getByRole('button', { name: 'Delete release' }).focus()
    await page.keyboard.press('Enter')
    await panel.hear(page, 'Release deleted')
    await page.waitForURL(/\/admin\/releases$/)
    expect((await panel.request('GET', `services/${item.id}/draft`)).title).toBe('ماندنی')
  })

  test('the overview shows the site with all drafts, and adds some to a release', async () => {
    const item = await drafted('از نمای کلی')
    const page = await panel.open('/')
    await button(page, 'Preview the site with drafts…').click()
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('dialog').getByRole('button', { name: 'Preview', exact: true }).click(),
    ])
    await tab.waitForURL(/\/\?preview=/)
    await tab.goto(`${new URL(tab.url()).origin}/services${new URL(tab.url()).search}`)
    await tab.getByText('از نمای کلی').first().waitFor()
    await tab.close()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button(page, 'Add to release…').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Release$/ }).click()
    await page.getByRole('option', { name: 'New release' }).click()
    await dialog.getByLabel('Name').fill('از نما')
    await dialog.getByRole('searchbox').fill('از نمای کلی')
    await dialog.getByRole('listitem').getByText('Plan از نمای کلی').click()
    await button(page, 'Add').click()
    await panel.hear(page, 'Added to “از نما”')
    await page.locator('.toasts').getByRole('button', { name: 'Open' }).click()
    await page.waitForURL(/\/releases\/\d+$/)
    expect((await release(idOf(page))).items).toMatchObject([item])
  })

  test('is for admins and editors; creators have no such page', async () => {
    const editor = await panel.app.signIn('editor')
    const page = await panel.open('/', { client: editor })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
    await page.getByRole('heading', { level: 1, name: 'Releases' }).waitFor()
    const creator = await panel.app.signIn('creator')
    const other = await panel.open('/', { client: creator })
    expect(await other.getByRole('link', { name: 'Releases' }).count()).toBe(0)
  })
})
