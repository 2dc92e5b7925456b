// OIDC_ONLY in the panel: the company account signs in, a password of one's own confirms, and one that was set on the server is the way in
// while the provider is away.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { passwordAllowedUntil } from '../../src/accounts/provider-only.ts'
import { sign_in as en } from '../../src/panel/app/words/en/sign-in.ts'
import { sign_in as fa } from '../../src/panel/app/words/fa/sign-in.ts'
import { addAccount } from '../support/accounts.ts'
import { ADMIN, clientOf, tokenOf } from '../support/app.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { allWords } from './support/all-words.ts'
import { confirmIdentity, identityQuestion } from './support/confirm-identity.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations, hasChromium, type Language, sidewaysScroll, untilReady } from './support/panel.ts'

let provider: IdentityProvider
if (hasChromium) {
  provider = await startIdentityProvider()
  afterAll(() => provider.stop())
}
const env = (url: string) => ({ ...provider.env, SITE_URL: url, OIDC_ADMINS: 'root', OIDC_ONLY: 'true' })

const PASSWORD = 'a password of my own'
const SIGN_IN = { en, fa }
const VIEWS = [
  ['en', 1_280, 'light'],
  ['fa', 390, 'dark'],
] as const

/** A word with what it names. */
const named = (text: string) => text.replace('{name}', 'Example Ltd')

async function enter(page: Page, language: Language, email: string, password: string) {
  const words = SIGN_IN[language]
  const { company_account } = await allWords(language)
  // The keyboard goes on in the form.
  await page.getByRole('button', { name: company_account.with_password }).press('Enter')
  await page.locator('input:focus').and(page.getByLabel(words.email)).waitFor()
  await page.getByText(company_account.with_password_text).waitFor()
  await page.getByLabel(words.email).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

// A way in that is switched off is 403, and so is the first answer to a change that needs a proof; an account that is not taken is 4xx.
describePanel(
  'where the company account alone signs in',
  { env, forgives: /status of 4(?:03|09|22)/ },
  (panel) => {
    let count = 0
    beforeAll(() => provider.register(panel.url))

    /** A person whose account has no password. */
    async function newWriter() {
      const subject = `only-writer-${++count}`
      const fields = {
        email: `${subject}@example.com`,
        name: 'Writer',
        role: 'editor',
        provider_subject: subject,
      }
      expect((await panel.app.admin('POST', '/api/admin/users', { body: fields })).status).toBe(201)
      return subject
    }

    async function signInAt(page: Page, name: string, subject: string) {
      await page.getByRole('link', { name }).click()
      await page.getByLabel('Subject').fill(subject)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(`${panel.url}/**`)
    }

    test.each(VIEWS)(
      'in %s at %p: a password that was set on the server opens the panel, any other is refused with a sentence',
      async (language, width, scheme) => {
        const words = SIGN_IN[language]
        const { account, company_account, factors } = await allWords(language)
        const other = { email: `other-${++count}@example.com`, password: PASSWORD }
        await addAccount(panel.app.deps.auth, { ...other, name: 'Other', role: 'editor' })
        const page = await panel.open('/account', { client: null, language, width, scheme })
        await page.getByRole('link', { name: named(company_account.sign_in_with) }).waitFor()
        await page.getByRole('button', { name: company_account.with_password }).waitFor()
        expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
        expect(await page.getByRole('link', { name: words.forgot_password }).count()).toBe(0)
        await enter(page, language, other.email, other.password)
        await page.getByRole('alert').getByText(words.company_alone).waitFor()
        expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
        expect(await page.getByRole('button', { name: factors.use_passkey }).count()).toBe(0)
        await page.getByLabel(words.email).fill(ADMIN.email)
        await page.getByLabel(words.password, { exact: true }).fill(ADMIN.password)
        await page.keyboard.press('Enter')
        await page.waitForURL('**/admin/account')
        await untilReady(page)
        await page.getByText(account.tokens_need_connection).waitFor()
        expect(await page.getByRole('button', { name: account.new_token }).isDisabled()).toBe(true)
      },
    )

    test.each(VIEWS)(
      'in %s at %p: the owner of an account without a password chooses one, and confirms with it',
      async (language, width, scheme) => {
        const { account: words, company_account, factors } = await allWords(language)
        const subject = await newWriter()
        const page = await panel.open('/account', { client: null, language, width, scheme })
        await signInAt(page, named(company_account.sign_in_with), subject)
        await page.waitForURL('**/admin/account')
        await untilReady(page)
        await page.getByText(words.choose_to_confirm).waitFor()
        expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
        expect(await page.getByLabel(words.current_password).count()).toBe(0)
        await page.getByText(named(company_account.connected_alone)).waitFor()
        expect(await page.getByRole('button', { name: company_account.disconnect }).count()).toBe(0)

        const choose = async () => {
          await page.getByLabel(words.new_password, { exact: true }).fill(PASSWORD)
          await page.getByLabel(words.repeat_password).fill(PASSWORD)
          await page.getByRole('button', { name: words.choose_password }).click()
        }
        await choose()
        const question = await identityQuestion(page, language)
        await question.getByRole('link', { name: named(factors.confirm_with) }).waitFor()
        expect(await question.getByLabel(factors.your_password).count()).toBe(0)
        expect(await axeViolations(page)).toEqual([])
        // Declined, nothing is said and nothing is lost.
        await page.keyboard.press('Escape')
        await question.waitFor({ state: 'detached' })
        const button = page.getByRole('button', { name: words.choose_password })
        await button.locator('.spinner').waitFor({ state: 'detached' })
        expect(await page.getByLabel(words.repeat_password).inputValue()).toBe(PASSWORD)
        expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
        await button.click()
        await signInAt(page, named(factors.confirm_with), subject)
        await untilReady(page)
        await choose()
        await page.getByText(words.password_chosen).first().waitFor()
        await page.getByLabel(words.current_password).waitFor()
        await page.getByText(words.password_confirms).waitFor()

        panel.app.setClock(new Date(Date.now() + 10 * 60_000))
        await page.getByRole('button', { name: factors.set_up_app }).click()
        await confirmIdentity(page, PASSWORD, language)
        await page.getByRole('dialog').getByRole('img', { name: factors.qr_code }).waitFor()
        panel.app.setClock(null)
      },
    )

    test('a forgotten password is replaced by nothing: the pages of both links say where to sign in', async () => {
      const words = (await allWords('en')).account_links
      for (const path of ['/forgot-password', '/reset-password#token=x']) {
        const page = await panel.open(path, { client: null })
        await page.getByText(words.passwords_off).waitFor()
        await page.getByRole('link', { name: words.to_sign_in }).waitFor()
        expect(await page.getByRole('textbox').count()).toBe(0)
      }
    })

    test('an invitation leads to a password that confirms, and says so', async () => {
      const { account_links: words } = await allWords('fa')
      const fields = { email: `invited-${++count}@example.com`, name: 'Invited', role: 'editor' }
      const { body } = await panel.app.admin('POST', '/api/admin/users', { body: fields })
      const link = new URL(body.invitation.link)
      const path = link.pathname.replace('/admin', '') + link.hash
      const page = await panel.open(path, { client: null, language: 'fa', width: 390 })
      await page.getByText(words.accept_to_confirm).waitFor()
      expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
      await page.getByLabel(words.new_password).fill(PASSWORD)
      await page.getByLabel(words.repeat_password).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByText(words.done_to_confirm).waitFor()
    })

    test('a session of a password that ends is begun again with one, or with the company account', async () => {
      const words = await allWords('en')
      const owner = { email: 'reset@example.com', password: PASSWORD }
      const { app, deps } = panel.app
      const password_allowed_until = passwordAllowedUntil(new Date())
      await addAccount(deps.auth, { ...owner, name: 'Reset', role: 'editor', password_allowed_until })
      const client = clientOf(app, await tokenOf(app, owner))
      const page = await panel.open('/account', { client })
      panel.forgive(/status of 401/)
      await client('POST', '/api/auth/logout', { body: { everywhere: true } })
      // The page asks for everything anew, unless its stream has told it before that the session is over.
      await page.evaluate(() => {
        new BroadcastChannel('frontage-events').postMessage({ event: 'reset', id: null })
      })
      const dialog = page.getByRole('dialog', { name: words.session.session_ended })
      await dialog.getByRole('link', { name: named(words.company_account.sign_in_with) }).waitFor()
      await dialog.getByRole('button', { name: words.company_account.with_password }).click()
      expect(await axeViolations(page)).toEqual([])
      await dialog.getByLabel(en.password, { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    })

    test('an admin makes an account for somebody by their subject, and no other way in is offered', async () => {
      const { common, people: words, procurement } = await allWords('en')
      const taken = await newWriter()
      const page = await panel.open('/users')
      await page.getByRole('button', { name: 'New' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(common.name, { exact: true }).fill('Nasrin')
      await dialog.getByLabel(common.email).fill('nasrin@example.com')
      await dialog.getByLabel(procurement.subject).waitFor()
      expect(await dialog.getByText(words.first_password).count()).toBe(0)
      const create = async (subject: string) => {
        await dialog.getByLabel(procurement.subject).fill(subject)
        await dialog.getByRole('button', { name: words.create }).click()
      }
      await create('ناشناس')
      await dialog.getByText(procurement.enter_subject).waitFor()
      await create(taken)
      await dialog.getByText(words.subject_taken).waitFor()
      expect(await axeViolations(page)).toEqual([])
      await create('nasrin')
      await page.locator('.toast').getByText(words.created).waitFor()
      await page
        .getByRole('row', { name: /Nasrin/ })
        .getByText(words.active)
        .waitFor()
    })
  },
)
