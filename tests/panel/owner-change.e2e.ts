// Somebody else signs in while pages are open: in another tab, or over the page. Nobody's typing is saved in the name of another.
import { expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import type { Client } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { setUpTotp } from '../support/factors.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations, type Language, sidewaysScroll, untilQuiet } from './support/panel.ts'

type Body = Record<string, any>
type Account = { client: Client; email: string; name: string }

/** Of accounts that `signIn` makes. */
const PASSWORD = 'a password of editor'
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** As sentences have names, whose direction may be another. */
const isolated = (name: string) => `\u2068${name}\u2069`

const OPTIONS = { width: 1_440, saving: 'publishes' as const, forgives: /status of 401/ }

describePanel('a page that is open', OPTIONS, (panel) => {
  let count = 0
  async function account(name: string): Promise<Account> {
    const client = await panel.signIn('editor', `${name} ${++count}`)
    const { body } = await client('GET', '/api/auth/me')
    return { client, email: body.email, name: body.name }
  }

  /** Signs in as another account in a new tab of the browser. */
  async function signInApart(browser: Page, other: Account) {
    const tab = await browser.context().newPage()
    await tab.goto(`${panel.url}/admin/forgot-password`)
    // As the sign-in page does, which a browser with a session does not show.
    await tab.evaluate(
      async (body) => {
        await fetch('/api/auth/login', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Frontage-Panel': '1' },
          body: JSON.stringify(body),
        })
        new BroadcastChannel('frontage-session').postMessage('began')
      },
      { email: other.email, password: PASSWORD },
    )
    return tab
  }
  const question = (page: Page, name: string | RegExp = 'Somebody else has signed in') =>
    page.getByRole('dialog', { name })
  const title = (page: Page) => page.getByLabel('Title', { exact: true })
  const leftovers = (page: Page) => page.locator('.notice-text', { hasText: /^Unsaved changes of/ })
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const owns = (page: Page, { name }: Account) =>
    page.getByRole('button', { name: new RegExp(`^Account menu.*${name}`) }).waitFor()
  const continueAs = (page: Page, { name }: Account) =>
    question(page)
      .getByRole('button', { name: `Continue as ${isolated(name)}` })
      .press('Enter')

  async function typingInto(owner: Account) {
    const { id } = await panel.request('POST', 'services', { title: 'Pumps', title_en: 'Pumps' })
    const page = await panel.open(`/services/${id}`, { client: owner.client, isNew: true })
    await title(page).fill('Pumps of my own')
    const stored = async () => (await panel.request('GET', `services/${id}`)).title
    const savedBy = async () =>
      (await panel.request('GET', `services/${id}/revisions`)).items.map(({ actor }: Body) => actor)
    /** Begins to save; the function it resolves with ends the wait for an answer with 401, as of a session that has ended meanwhile. */
    async function save() {
      const held = Promise.withResolvers<Route>()
      let isHeld = false
      await page.route(`**/api/admin/services/${id}`, (route) => {
        const isFirst = !isHeld && route.request().method() === 'PATCH'
        if (!isFirst) return route.continue()
        isHeld = true
        return held.resolve(route)
      })
      await page.keyboard.press('Control+s')
      const route = await held.promise
      return () => route.fulfill({ status: 401, json: { code: 'unauthenticated' } })
    }
    return { page, stored, savedBy, save }
  }

  test('saves nothing when somebody else signs in in another tab, keeps what was typed, and goes on with its owner', async () => {
    const [owner, other] = [await account('Sara'), await account('Omid')]
    const { page, stored, savedBy, save } = await typingInto(owner)
    const before = await savedBy()
    const refuseSave = await save()
    await signInApart(page, other)
    await question(page).waitFor()
    await question(page)
      .getByText(`${isolated(`${other.name} (${other.email})`)} has signed in with this browser`)
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await refuseSave()
    expect([await title(page).inputValue(), await stored()]).toEqual(['Pumps of my own', 'Pumps'])

    await question(page).getByLabel('Password').fill(PASSWORD)
    await question(page).getByLabel('Password').press('Enter')
    await question(page).waitFor({ state: 'detached' })
    await eventually(async () => (await stored()) === 'Pumps of my own')
    expect(await savedBy()).toEqual([owner.name, ...before])
    await owns(page, owner)
  })

  test('is the other one’s when they say so, without what was typed, which its owner finds again', async () => {
    const [owner, other] = [await account('Sara'), await account('Omid')]
    const { page, stored, savedBy, save } = await typingInto(owner)
    const before = await savedBy()
    await page.locator('.save-state', { hasText: 'kept on this device' }).waitFor()
    const refuseSave = await save()
    await signInApart(page, other)
    await question(page).waitFor()
    await refuseSave()
    await continueAs(page, other)
    await owns(page, other)
    expect(await title(page).inputValue()).toBe('Pumps')
    await title(page).fill('Pumps of another')
    // Whoever has chosen nothing works in drafts.
    await page.locator('.save-state', { hasText: 'Saved as draft' }).waitFor()
    await page.getByRole('button', { name: 'Publish changes' }).press('Enter')
    await eventually(async () => (await stored()) === 'Pumps of another')
    // The page may ask for the draft just when it is published.
    panel.forgive(/status of 404 .*\/draft\)/)
    expect(await savedBy()).toEqual([other.name, ...before])
    expect(await leftovers(page).count()).toBe(0)

    await signInApart(page, owner)
    await continueAs(page, owner)
    await leftovers(page).waitFor()
    await owns(page, owner)
  })

  test('sends nothing of its owner again in the name of the other one, and asks them nothing', async () => {
    const [owner, other] = [await account('Sara'), await account('Omid')]
    const { page, stored, savedBy, save } = await typingInto(owner)
    const before = await savedBy()
    const refuseSave = await save()
    await signInApart(page, other)
    await continueAs(page, other)
    await owns(page, other)
    await refuseSave()
    await title(page).fill('Pumps of another')
    await page.locator('.save-state', { hasText: 'Saved as draft' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect([await stored(), await savedBy()]).toEqual(['Pumps', before])
  })

  test('asks where its session had ended, too', async () => {
    const [owner, other] = [await account('Sara'), await account('Omid')]
    const { page, save } = await typingInto(owner)
    // Before the page knows.
    const refuseSave = await save()
    await owner.client('POST', '/api/auth/logout', { body: { everywhere: true } })
    await refuseSave()
    await question(page, 'Your session has ended').waitFor()
    await signInApart(page, other)
    await question(page).waitFor()
    expect(await title(page).inputValue()).toBe('Pumps of my own')
    // The owner comes back in another tab.
    await signInApart(page, owner)
    await question(page, /./).waitFor({ state: 'detached' })
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor()
  })

  test.each([
    ['en', 'Somebody else has signed in', 'Continue as'],
    ['fa', 'شخص دیگری وارد شده است', 'ادامه با نام'],
  ] as const)('asks where nothing was typed, on a phone, in %s', async (language: Language, name, button) => {
    const [owner, other] = [await account('Sara'), await account('Omid')]
    const page = await panel.open('/services', { client: owner.client, isNew: true, language, width: 390 })
    await signInApart(page, other)
    const dialog = question(page, name)
    await dialog.waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await dialog.getByRole('button', { name: `${button} ${isolated(other.name)}` }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('rowheader').first().waitFor()
  })

  test('uploads nothing in the name of the other one', async () => {
    const [owner, other] = [await account('Sara'), await account('Omid')]
    const page = await panel.open('/media', { client: owner.client, isNew: true })
    const sent: string[] = []
    await page.route('**/api/admin/upload', (route) => void sent.push(route.request().url()))
    const names = Array.from({ length: 6 }, (_, index) => `upload-${index}.png`)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(names.map((name) => ({ name, mimeType: 'image/png', buffer: PNG })))
    await eventually(async () => sent.length === 4)
    await signInApart(page, other)
    await continueAs(page, other)
    await owns(page, other)
    await untilQuiet(page)
    expect([sent.length, await page.getByRole('region', { name: 'Uploads' }).count()]).toEqual([4, 0])
  })

  test('shows the other one no notice of what its owner did, whose "Undo" would be theirs', async () => {
    const [owner, other] = [await account('Sara'), await account('Omid')]
    const page = await panel.open('/services', { client: owner.client, isNew: true })
    const notice = page.locator('.toast').getByText(/^Moved to position 2/)
    await page
      .getByRole('button', { name: /^Reorder / })
      .first()
      .focus()
    await page.keyboard.press('Alt+ArrowDown')
    await notice.waitFor()
    await signInApart(page, other)
    await question(page).waitFor()
    expect(await notice.count()).toBe(1)
    await continueAs(page, other)
    await owns(page, other)
    expect(await notice.count()).toBe(0)
  })

  test('asks nothing of whoever signs in after signing out', async () => {
    const [owner, other] = [await account('Sara'), await account('Omid')]
    const page = await panel.open('/services', { client: owner.client, isNew: true })
    await page.getByRole('button', { name: /^Account menu/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).press('Enter')
    await page.getByLabel('Email').fill(other.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Password').press('Enter')
    await owns(page, other)
    expect(await question(page).count()).toBe(0)
  })

  test('stays its owner’s when an address brings the ticket of a stranger', async () => {
    const [owner, stranger] = [await account('Sara'), await account('Eve')]
    const { page } = await typingInto(owner)
    const { secondFactor } = panel.app.deps.auth
    secondFactor.required = 'all'
    const body = { email: stranger.email, password: PASSWORD }
    const { ticket } = (await panel.app.anyone('POST', '/api/auth/login', { body })).body
    secondFactor.required = null
    const withTicket: Client = Object.assign(
      (method: string, path: string, options: { body?: unknown } = {}) =>
        panel.app.anyone(method, path, { ...options, headers: { Authorization: `Ticket ${ticket}` } }),
      { token: null },
    )
    await setUpTotp(withTicket, new Date(), {})

    const tab = await page.context().newPage()
    await tab.goto(`${panel.url}/admin/sign-in?ticket=${ticket}&next=/projects`)
    await heading(tab, 'Projects')
    await owns(tab, owner)
    expect(await question(page).count()).toBe(0)
    const alone = await panel.open(`/sign-in?ticket=${ticket}`, { client: null })
    await alone.getByRole('alert').getByText('took too long', { exact: false }).waitFor()
    // It works where it was begun: by a program.
    expect((await panel.app.anyone('POST', '/api/auth/ticket', { body: { ticket } })).status).toBe(200)
  })
})
