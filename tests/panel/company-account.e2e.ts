// Signing in with the company account, at a real identity provider.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations, hasChromium, sidewaysScroll, untilReady } from './support/panel.ts'

const WORDS = {
  en: {
    signIn: 'Sign in with Example Ltd',
    quotes: 'Quotes',
    inventory: 'Inventory',
    main: 'Main',
    menu: 'Open menu',
    noRole:
      'You have no role here yet. Ask an administrator of procurement to give you one, then sign in again.',
    refused: 'Your company’s sign-in refused. Ask its administrator for access to this panel.',
  },
  fa: {
    signIn: 'ورود با Example Ltd',
    quotes: 'استعلام‌ها',
    inventory: 'انبار',
    main: 'اصلی',
    menu: 'باز کردن فهرست',
    noRole: 'هنوز نقشی در اینجا ندارید. از مدیر تدارکات بخواهید نقشی به شما بدهد، سپس دوباره وارد شوید.',
    refused: 'سامانه ورود سازمان شما نپذیرفت. از مدیر آن بخواهید به شما اجازه ورود به این پنل را بدهد.',
  },
} as const

let provider: IdentityProvider
if (hasChromium) {
  provider = await startIdentityProvider()
  afterAll(() => provider.stop())
}

const env = (url: string) => ({ ...provider.env, SITE_URL: url, OIDC_ADMINS: 'root' })

describePanel('the company account', { env }, (panel) => {
  let hired = 0
  beforeAll(() => provider.register(panel.url))

  /** A person with these roles, who has not signed in yet. */
  async function hire(...roles: string[]) {
    const subject = `${roles[0] ?? 'guest'}-${++hired}`
    const headers = { Authorization: `Bearer ${await provider.tokenFor('root')}` }
    const { anyone } = panel.app
    const { body } = await anyone('POST', '/api/users', { body: { subject }, headers })
    for (const role of roles) await anyone('PUT', `/api/users/${body.id}/roles/${role}`, { headers })
    return subject
  }

  /** Follows the link to the provider, as it is named in a language. */
  async function signInAt(page: Page, name: string, subject: string) {
    await page.getByRole('link', { name }).click()
    await page.getByLabel('Subject').fill(subject)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${panel.url}/**`)
  }

  describe.each([
    ['en', 1_280],
    ['fa', 1_280],
    ['en', 390],
    ['fa', 390],
  ] as const)('in %s, at a width of %p', (language, width) => {
    const words = WORDS[language]

    test('leads a requester to the page that was asked for, who sees the procurement alone', async () => {
      const page = await panel.open('/quotes', { language, width, client: null })
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await signInAt(page, words.signIn, await hire('requester'))
      await page.waitForURL(`${panel.url}/admin/quotes`)
      await page.getByRole('heading', { level: 1, name: words.quotes }).waitFor()
      await untilReady(page)
      expect(await axeViolations(page)).toEqual([])
      await page.goto(`${panel.url}/admin`)
      await page.waitForURL('**/admin/quotes')
      await page.getByRole('heading', { level: 1, name: words.quotes }).waitFor()
      if (width < 640) await page.getByRole('button', { name: words.menu }).click()
      const links = page.getByRole('navigation', { name: words.main }).getByRole('link')
      await links.first().waitFor()
      expect(await links.allTextContents()).toEqual([words.quotes, words.inventory])
    })

    test('without a role is refused with a sentence that says what to do', async () => {
      const page = await panel.open('/quotes', { language, width, client: null })
      await signInAt(page, words.signIn, await hire())
      await page.getByRole('alert').getByText(words.noRole).waitFor()
      await untilReady(page)
      expect(await axeViolations(page)).toEqual([])
    })

    test('that the provider refuses is told so', async () => {
      const page = await panel.open('/quotes', { language, width, client: null })
      await signInAt(page, words.signIn, 'nobody')
      await page.getByRole('alert').getByText(words.refused).waitFor()
    })
  })

  test('with a ticket that is used or unknown begins again', async () => {
    const page = await panel.open('/sign-in?ticket=unknown&next=/quotes', { client: null })
    await page.getByRole('alert').getByText('Begin again.').waitFor()
    expect(page.url()).not.toContain('ticket')
    panel.forgive(/status of 401/)
  })
})
