// Signing in with the company account, at a real identity provider.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { rowsOf } from '../../src/platform/db/database.ts'
import { type Client, clientOf } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { codeAt, setUpTotp } from '../support/factors.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { allWords } from './support/all-words.ts'
import { identityQuestion, newAdmin } from './support/confirm-identity.ts'
import { type Drive, describePanel } from './support/drive.ts'
import { axeViolations, hasChromium, type Language, sidewaysScroll, untilReady } from './support/panel.ts'

const WORDS = {
  en: {
    signIn: 'Sign in with Example Ltd',
    quotes: 'Quotes',
    inventory: 'Inventory',
    connect: 'Connect company account',
    disconnect: 'Disconnect company account',
    card: 'Company account',
    connected: 'Connected.',
    asleep: 'Connected, but not in this session:',
    connectAgain: 'Connect again',
    password: 'Your password',
    wrong: 'The password is wrong.',
    sessions: 'Sessions',
    thisOne: 'This one',
    main: 'Main',
    menu: 'Open menu',
    noRole:
      'You have no role here yet. Ask an administrator of procurement to give you one, then sign in again.',
    misconfigured:
      'Signing in with the company account is not set up correctly. Tell whoever runs this service; its log says what to change.',
    refused: 'Your company’s sign-in refused. Ask its administrator for access to this panel.',
  },
  fa: {
    signIn: 'ورود با Example Ltd',
    quotes: 'استعلام‌ها',
    inventory: 'انبار',
    connect: 'وصل کردن حساب سازمانی',
    disconnect: 'قطع حساب سازمانی',
    card: 'حساب سازمانی',
    connected: 'وصل است.',
    asleep: 'وصل است، ولی نه در این نشست:',
    connectAgain: 'وصل کردن دوباره',
    password: 'گذرواژهٔ شما',
    wrong: 'گذرواژه نادرست است.',
    sessions: 'نشست‌ها',
    thisOne: 'همین نشست',
    main: 'اصلی',
    menu: 'باز کردن منو',
    noRole: 'هنوز نقشی در اینجا ندارید. از مدیر تدارکات بخواهید نقشی به شما بدهد، سپس دوباره وارد شوید.',
    misconfigured:
      'ورود با حساب سازمانی درست تنظیم نشده است. به مسئول این سرویس خبر دهید؛ گزارش سرویس می‌گوید چه چیزی باید تغییر کند.',
    refused:
      'سامانهٔ ورود سازمان شما درخواست را نپذیرفت. از مدیر آن بخواهید به شما اجازهٔ ورود به این پنل را بدهد.',
  },
} as const

let provider: IdentityProvider
if (hasChromium) {
  provider = await startIdentityProvider()
  afterAll(() => provider.stop())
}

const env = (url: string) => ({ ...provider.env, SITE_URL: url, OIDC_ADMINS: 'root' })

/** From the provider's page for signing out to the sign-in page of the panel. */
async function comeBackSignedOut(panel: Drive, page: Page) {
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.waitForURL(`${panel.url}/admin/sign-in`)
  await page.getByRole('link', { name: WORDS.en.signIn }).waitFor()
  // The provider's own page lacks an icon and has a font from elsewhere; what the panel was still loading is refused.
  panel.forgive(/ERR_NAME_NOT_RESOLVED|status of 401/)
  panel.forgive(new RegExp(RegExp.escape(provider.issuer)))
}

const envWithHint = (url: string) => ({ ...env(url), OIDC_ID_TOKEN_HINT: 'true' })

describePanel('a provider that asks for the ID token', { env: envWithHint }, (panel) => {
  beforeAll(() => provider.register(panel.url))

  test('gets it from the service when somebody signs out, and no script does', async () => {
    const page = await panel.open('/people', { client: null })
    await page.getByRole('link', { name: WORDS.en.signIn }).click()
    await page.getByLabel('Subject').fill('root')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${panel.url}/admin/people`)
    await page.getByRole('button', { name: /^Account menu/ }).click()
    const answer = page.waitForResponse('**/api/auth/logout')
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    expect((await answer).headers()['sign-out-at']).toStartWith(`${panel.url}/api/auth/oidc/sign-out?ticket=`)
    await page.waitForURL(`${provider.issuer}/**`)
    expect(new URL(page.url()).searchParams.get('id_token_hint')).toMatch(/^ey/)
    await comeBackSignedOut(panel, page)
  })
})

// The first answer to a change that needs a proof is 403.
describePanel('the company account', { env, forgives: /status of 403/ }, (panel) => {
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

  async function personOf(subject: string): Promise<number> {
    const headers = { Authorization: `Bearer ${await provider.tokenFor('root')}` }
    const { body } = await panel.app.anyone('GET', '/api/users', { headers })
    return body.items.find((user: { subject: string }) => user.subject === subject).id
  }

  /** Signs out a person everywhere, as an admin does. */
  async function endSessionsOf(subject: string) {
    const headers = { Authorization: `Bearer ${await provider.tokenFor('root')}` }
    const id = await personOf(subject)
    for (const disabled of [true, false])
      await panel.app.anyone('PATCH', `/api/users/${id}`, { body: { disabled }, headers })
  }

  async function fillQuote(form: Locator, title: string, language: Language = 'en') {
    const words = (await allWords(language)).procurement
    await form.getByLabel(words.title).fill(title)
    await form.getByLabel(words.description).fill('Gate valve')
    await form.getByLabel(words.quantity).fill('2')
    await form.getByLabel(words.unit_price).fill('99.50')
  }

  /** Follows the link to the provider, as it is named in a language. */
  async function signInAt(page: Page, name: string, subject: string) {
    await page.getByRole('link', { name }).click()
    await page.getByLabel('Subject').fill(subject)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${panel.url}/**`)
  }

  // First, while the list of people has one page.
  test('is not begun by a page of another site, which uses up no limit; its link leads to the sign-in page', async () => {
    const start = `${panel.url}/api/auth/oidc/start?return_to=/admin/quotes`
    const options = `${panel.url}/api/auth/passkey/options`
    const html = `<!doctype html><title>Another site</title><a href="${start}">Quotes</a><iframe src="${start}"></iframe>
      ${'<img>'.repeat(320)}<script>
      document.querySelectorAll('img').forEach((image, index) => { image.src = ${JSON.stringify(start)} + '&' + index })
      for (let index = 0; index < 320; index++) void fetch(${JSON.stringify(options)}, { method: 'POST', mode: 'no-cors' }).catch(() => {})
      </script>`
    // Another site than `127.0.0.1`.
    await using site = Bun.serve({
      hostname: 'localhost',
      port: 0,
      fetch: () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
    })
    const page = await panel.open('/', { client: null })
    panel.forgive(/ERR_BLOCKED_BY|frame-ancestors/)
    const refused = async () => {
      const { body } = await panel.app.anyone('GET', '/metrics')
      const counts = [...(body as string).matchAll(/^http_requests_total\{.*?"403".*?\} (\d+)$/gm)]
      return counts
        .filter(([line]) => line.includes('/api/auth/'))
        .reduce((sum, [, count]) => sum + Number(count), 0)
    }
    const counted = () =>
      panel.app.deps.database.query((tx) => rowsOf(tx, sql`select bucket, hits from rate_limits order by 1`))
    const [before, limits] = [await refused(), await counted()]
    await page.goto(`http://localhost:${site.port}/`)
    await eventually(async () => (await refused()) === before + 641)
    expect(await counted()).toEqual(limits)

    await page.getByRole('link', { name: 'Quotes' }).click()
    await page.waitForURL(`${panel.url}/admin/sign-in?next=%2Fquotes`)
    await page.getByRole('link', { name: WORDS.en.signIn }).click()
    await page.waitForURL(`${provider.issuer}/**`)
    await page.getByLabel('Subject').fill(await hire('requester'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${panel.url}/admin/quotes`)
    await untilReady(page)

    // Who is signed in gets there without a click.
    await page.goto(`http://localhost:${site.port}/`)
    await page.getByRole('link', { name: 'Quotes' }).click()
    await page.waitForURL(`${panel.url}/admin/quotes`)
    await page.getByRole('heading', { level: 1, name: WORDS.en.quotes }).waitFor()
  })

  test('an admin of procurement adds somebody by their subject, and disables them', async () => {
    const subject = `added-${++hired}`
    const page = await panel.open('/people', { client: null })
    await signInAt(page, WORDS.en.signIn, 'root')
    await page.getByRole('button', { name: 'New person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Subject').fill('local:1')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText(/do not begin with “local:”/).waitFor()
    await dialog.getByLabel('Subject').fill(subject)
    await dialog.getByLabel('Display name').fill(subject)
    await dialog.getByRole('button', { name: 'Add' }).click()
    const disabled = page.getByRole('switch', { name: new RegExp(`^Disabled.*${subject}`) })
    await disabled.click()
    // Who has no password proves at the provider to be there, and makes the change then.
    const question = await identityQuestion(page)
    await question.waitFor()
    expect(await question.getByLabel('Your password').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await signInAt(page, 'Confirm with Example Ltd', 'root')
    await page.locator('.toast').getByText('Confirmed with Example Ltd').waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/people')
    await disabled.click()
    await page.locator('.toast').getByText(`${subject} may not sign in any more`).waitFor()
  })

  test('is not offered what an account of the same number has typed in this browser', async () => {
    // Persons and accounts are counted apart.
    const admin = async (path: string, body: object) => (await panel.admin('POST', path, { body })).body
    const newAccount = (name: string) => panel.signIn('editor', name)
    const newPerson = async () => {
      const subject = await hire('requester')
      return { subject, id: await personOf(subject) }
    }
    let [account, person] = [await newAccount('Sara'), await newPerson()]
    while (account.id !== person.id)
      if (account.id < person.id) account = await newAccount('Sara')
      else person = await newPerson()
    await admin('/api/admin/users', {
      email: 'person@example.com',
      name: 'Person',
      role: 'editor',
      provider_subject: person.subject,
    })

    const { id } = await admin('/api/admin/services', { title: 'Pumps' })
    const page = await panel.open(`/services/${id}`, { client: account, isNew: true, saving: 'publishes' })
    const title = page.getByLabel('Title', { exact: true })
    const kept = page.locator('.save-state', { hasText: 'kept on this device' })
    await title.fill('Typed by the account')
    await kept.waitFor()
    const choice = `frontage-saving person ${person.id} services`
    await page.evaluate((key) => localStorage.setItem(key, 'publishes'), choice)
    await page.context().clearCookies()
    panel.forgive(/status of 401/)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${panel.url}/admin/services/${id}`)
    await signInAt(page, WORDS.en.signIn, person.subject)
    await untilReady(page)
    await title.fill('Typed by the person')
    await kept.waitFor()
    await page.reload()
    const offer = page.locator('.notice-text', { hasText: /^Unsaved changes of/ })
    await offer.first().waitFor()
    await page.getByRole('button', { name: 'Restore' }).first().press('Enter')
    await eventually(async () => (await title.inputValue()) === 'Typed by the person')
    await offer.waitFor({ state: 'detached' })
  })

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

    test('whom a provider that is not set up right keeps out is told whom to tell', async () => {
      const subject = await hire('requester')
      provider.answerAt('/api/login/oauth/access_token', { status: 401, body: { error: 'invalid_client' } })
      try {
        const page = await panel.open('/quotes', { language, width, client: null })
        await signInAt(page, words.signIn, subject)
        await page.getByRole('alert').getByText(words.misconfigured).waitFor()
        expect(await sidewaysScroll(page)).toBe(0)
      } finally {
        provider.answerAt('/api/login/oauth/access_token', null)
      }
    })
  })

  test('renews a session that ended over an open form, in a tab of its own, and nothing is lost', async () => {
    const subject = await hire('requester')
    const page = await panel.open('/quotes', { client: null })
    await signInAt(page, WORDS.en.signIn, subject)
    await page.getByRole('button', { name: 'New quote' }).click()
    const form = page.getByRole('dialog', { name: 'New quote' })
    await fillQuote(form, 'Pumps of line two')
    await endSessionsOf(subject)
    await form.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Your session has ended' })
    const link = question.getByRole('link', { name: WORDS.en.signIn })
    await link.waitFor()
    expect(await question.getByLabel('Password').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    const opened = panel.context.waitForEvent('page')
    await link.click()
    await (await opened).waitForURL('**/admin/account')
    await question.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Pumps of line two' }).waitFor()
    panel.forgive(/status of 401/)
  })

  test.each([
    ['en', 1_280],
    ['fa', 1_280],
    ['en', 390],
    ['fa', 390],
  ] as const)(
    'four people take a quote from draft to received, in %s, at a width of %p',
    async (language, width) => {
      const { shell, procurement: words } = await allWords(language)
      const people = await Promise.all(
        ['requester', 'approver', 'buyer', 'storekeeper'].map((role) => hire(role)),
      )
      const [requester, approver, buyer, storekeeper] = people
      let page = await panel.open('/quotes', { client: null, width, language })
      await signInAt(page, WORDS[language].signIn, requester!)
      await page.getByRole('button', { name: words.new_quote }).click()
      await fillQuote(page.getByRole('dialog'), `Valves ${language} ${width}`, language)
      await page.getByRole('dialog').getByRole('button', { name: shell.save }).click()
      await page.waitForURL(/quotes\/\d+$/)
      const path = new URL(page.url()).pathname.slice('/admin'.length)
      await move(words.submit, words.submitted)
      const steps = [
        [approver, words.approve, words.approved],
        [buyer, words.order, words.ordered],
        [storekeeper, words.receive, words.received],
      ] as const
      for (const [subject, verb, state] of steps) {
        page = await panel.open(path, { client: null, width, language })
        await signInAt(page, WORDS[language].signIn, subject!)
        await move(verb, state)
      }
      expect(await sidewaysScroll(page)).toBe(0)

      async function move(verb: string, state: string) {
        await page.getByRole('main').getByRole('button', { name: verb, exact: true }).click()
        await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()
        await page.getByRole('main').locator('.page-title').getByText(state).waitFor()
      }
    },
  )

  test('with a ticket that is used or unknown begins again', async () => {
    const page = await panel.open('/sign-in?ticket=unknown&next=/quotes', { client: null })
    await page.getByRole('alert').getByText('Begin again.').waitFor()
    expect(page.url()).not.toContain('ticket')
    panel.forgive(/status of 401/)
  })

  describe.each(['en', 'fa'] as const)('on the account page, in %s', (language) => {
    const words = WORDS[language]

    test.each([1_280, 390])('is connected and disconnected, at a width of %p', async (width) => {
      const subject = await hire('buyer')
      const client = await newAdmin(panel.app, subject)
      const page = await panel.open('/quotes', { client, language, width, isNew: true })
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('link', { name: words.connect }).click()
      const card = page.getByRole('region', { name: words.card })
      await card.getByRole('button', { name: words.connect }).click()
      const agree = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
      await agree(words.connect)
      const question = await identityQuestion(page, language)
      await question.getByLabel(words.password).fill('not the password')
      await page.keyboard.press('Enter')
      await question.getByText(words.wrong).waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await question.getByLabel(words.password).fill(client.password)
      await page.keyboard.press('Enter')
      await page.getByLabel('Subject').fill(subject)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL('**/admin/account')
      await card.getByText(words.connected).waitFor()
      await page.getByRole('region', { name: words.sessions }).getByText(words.thisOne).waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)

      // The proof still counts.
      await card.getByRole('button', { name: words.disconnect }).click()
      await agree(words.disconnect)
      await card.getByRole('button', { name: words.connect }).waitFor()
      panel.forgive(/status of 422/)
    })
  })

  test.each([
    ['en', 1_280],
    ['fa', 390],
  ] as const)(
    'that sleeps after an admin set the password says so, and is connected again, in %s at a width of %p',
    async (language, width) => {
      const words = WORDS[language]
      const { account } = await allWords(language)
      const subject = await hire('buyer')
      const editor = await panel.signIn('editor', subject)
      await connectAs(editor, 'a password of editor', subject)
      const password = 'a password that an admin has set'
      await panel.app.admin('PATCH', `/api/admin/users/${editor.id}`, { body: { password } })
      const { email } = (await panel.app.admin('GET', `/api/admin/users/${editor.id}`)).body
      const { body } = await panel.app.anyone('POST', '/api/auth/login', { body: { email, password } })
      const client = clientOf(panel.app.app, body.token)
      const page = await panel.open('/account', { client, language, width, isNew: true })
      const card = page.getByRole('region', { name: words.card })
      await card.getByText(words.asleep).waitFor()
      await card.getByRole('button', { name: words.disconnect }).waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)

      const own = 'a password of the owner again'
      await page.getByLabel(account.current_password).fill(password)
      await page.getByLabel(account.new_password, { exact: true }).fill(own)
      await page.getByLabel(account.repeat_password).fill(own)
      await page.keyboard.press('Enter')
      await panel.hear(page, account.password_changed)
      await card.getByRole('button', { name: words.connectAgain }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.connect }).click()
      const question = await identityQuestion(page, language)
      await question.getByLabel(words.password).fill(own)
      await page.keyboard.press('Enter')
      await page.getByLabel('Subject').fill(subject)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL('**/admin/account')
      await card.getByText(words.connected).waitFor()
      await card.getByRole('button', { name: words.connectAgain }).waitFor({ state: 'detached' })
      // The page of before, whose session ended with the new password.
      panel.forgive(/status of 401/)
    },
  )

  test.each([
    ['en', 1_280],
    ['fa', 390],
  ] as const)(
    'is disconnected by an admin, alone or with the second factors, in %s at a width of %p',
    async (language, width) => {
      const { people } = await allWords(language)
      const isConnected = async (id: number) =>
        (await panel.app.admin('GET', `/api/admin/users/${id}`)).body.is_connected
      const choose = async (page: Page, name: string, item: string) => {
        const label = people.actions_for.replace('{name}', name)
        await page.getByRole('button', { name: label, exact: true }).click()
        await page.getByRole('menuitem', { name: item }).click()
        return page.getByRole('alertdialog')
      }
      const connected = async (name: string) => {
        const editor = await panel.signIn('editor', name)
        await connectAs(editor, 'a password of editor', await hire('buyer'))
        return editor
      }
      const [left, lost] = [await connected(`left-${language}`), await connected(`lost-${language}`)]
      await setUpTotp(lost, new Date(), { current_password: 'a password of editor' })
      // Their own pages, whose sessions end.
      panel.forgive(/status of 401/)
      const page = await panel.open('/users', { language, width })
      const question = await choose(page, `left-${language}`, people.disconnect_menu)
      await question.getByText(people.disconnect_text).waitFor()
      expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
      await question.getByRole('button', { name: people.disconnect }).click()
      await panel.hear(page, people.disconnected)
      await question.waitFor({ state: 'detached' })
      expect([await isConnected(left.id), (await left('GET', '/api/auth/me')).status]).toEqual([false, 401])

      const reset = await choose(page, `lost-${language}`, people.reset_factors)
      const box = reset.getByRole('checkbox', { name: people.end_connection })
      expect([await box.isChecked(), await reset.getByRole('checkbox').count()]).toEqual([true, 1])
      expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
      await box.press('Space')
      await reset.getByRole('button', { name: people.reset }).click()
      await panel.hear(page, people.factors_reset)
      expect(await isConnected(lost.id)).toBe(true)
    },
  )

  test('that is connected with another account is refused with a sentence', async () => {
    const subject = await hire('buyer')
    await connectAs(await panel.signIn('editor', 'first'), 'a password of editor', subject)
    const page = await connectAs(await panel.signIn('editor', 'second'), 'a password of editor', subject)
    await page
      .getByRole('region', { name: 'Company account' })
      .getByText('Disconnect it there first.')
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    panel.forgive(/status of 409/)
  })

  test('on the way to the provider that it refuses comes back to the account page, and is told so', async () => {
    const page = await panel.open('/account', { client: await newAdmin(panel.app, 'refused'), isNew: true })
    await page.getByRole('button', { name: WORDS.en.connect }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: WORDS.en.connect }).click()
    await (await identityQuestion(page)).getByLabel('Your password').fill('a password of admin')
    await page.keyboard.press('Enter')
    await page.getByLabel('Subject').fill('nobody')
    await page.getByRole('button', { name: 'Continue' }).click()
    const refused = page.getByRole('dialog', { name: 'Example Ltd did not confirm it' })
    await refused.getByText(WORDS.en.refused).waitFor()
    expect(page.url()).toBe(`${panel.url}/admin/account`)
    await page.keyboard.press('Escape')
    await page
      .getByRole('region', { name: WORDS.en.card })
      .getByRole('button', { name: WORDS.en.connect })
      .waitFor()
  })

  // Persons and accounts are counted apart, and content names accounts.
  describe('content is written by the account of whoever signed in', () => {
    async function writer(role: 'admin' | 'creator', name: string) {
      const subject = `writer-${++hired}`
      const { body: account } = await panel.admin('POST', '/api/admin/users', {
        body: { email: `${subject}@example.com`, name, role, provider_subject: subject },
      })
      provider.setClaims(subject, { displayName: name })
      return { subject, id: account.id as number }
    }

    const signInAs = async (path: string, subject: string) => {
      const page = await panel.open(path, { client: null, isNew: true })
      await signInAt(page, WORDS.en.signIn, subject)
      await untilReady(page)
      return page
    }

    test("a creator's own drafts are found, and can be changed", async () => {
      const { subject, id } = await writer('creator', 'Nika')
      const article = { title: 'Pipes under water', author_id: id, content: '<p>Words.</p>' }
      const { body: draft } = await panel.admin('POST', '/api/admin/articles', { body: article })
      const page = await signInAs('/', subject)
      expect(await personOf(subject)).not.toBe(id)
      await page
        .getByRole('region', { name: 'Your drafts' })
        .getByRole('link', { name: 'Pipes under water' })
        .click()
      await page.getByLabel('Title', { exact: true }).fill('Pipes under the sea')
      const stored = async () => (await panel.admin('GET', `/api/admin/articles/${draft.id}`)).body.title
      await eventually(async () => (await stored()) === 'Pipes under the sea')
      await page.getByRole('textbox', { name: 'Comment' }).fill('Done.')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('button', { name: 'Edit the comment of Nika' }).waitFor()
      await page.getByRole('button', { name: 'Ask for review' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Ask for review' }).click()
      await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    })

    test('an admin is told of others in a record only, finds messages assigned to them, and is "You"', async () => {
      const { subject, id } = await writer('admin', 'Omid')
      const { body: pump } = await panel.admin('POST', '/api/admin/services', { body: { title: 'A pump' } })
      const page = await signInAs(`/services/${pump.id}`, subject)
      await panel.open(`/services/${pump.id}`, { client: await panel.signIn('editor', 'Pari'), isNew: true })
      await page.getByText('is editing this now').waitFor()
      expect(await page.getByText('is editing this now').textContent()).toBe('Pari is editing this now')

      const form = {
        name: 'Sara',
        email: 'sara@example.com',
        subject: 'A question',
        message: 'How much is it?',
      }
      await panel.app.anyone('POST', '/api/contact', { body: form })
      const { body: messages } = await panel.admin('GET', '/api/admin/messages?page=1&per_page=1')
      const assigned = { body: { assignee_id: id } }
      await panel.admin('PATCH', `/api/admin/messages/${messages.items[0].id}`, assigned)
      await page.goto(`${panel.url}/admin/messages?box=mine`)
      await page.getByRole('main').getByText('A question').first().waitFor()
      await page.goto(`${panel.url}/admin/users`)
      await page.getByRole('row', { name: /Omid/ }).getByText('You', { exact: true }).waitFor()
    })
  })

  test('confirms a change of an account that has no password', async () => {
    const subject = `writer-${++hired}`
    const body = {
      email: `${subject}@example.com`,
      name: 'Writer',
      role: 'editor',
      provider_subject: subject,
    }
    await panel.app.admin('POST', '/api/admin/users', { body })
    const page = await panel.open('/account', { client: null })
    await signInAt(page, WORDS.en.signIn, subject)
    await page.getByText('With one you can also sign in with your email').waitFor()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const question = await identityQuestion(page)
    await question.getByRole('link', { name: 'Confirm with Example Ltd' }).waitFor()
    expect(await question.getByLabel(WORDS.en.password).count()).toBe(0)
    expect(await question.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
    await signInAt(page, 'Confirm with Example Ltd', subject)
    await untilReady(page)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await page
      .getByRole('dialog')
      .getByRole('img', { name: 'QR code with the secret of the account' })
      .waitFor()
  })

  test('an admin makes an account without a password for the person of a subject', async () => {
    const page = await panel.open('/users')
    await page.getByRole('button', { name: 'New' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Nasrin')
    await dialog.getByLabel('Email').fill('nasrin@example.com')
    await dialog.getByRole('button', { name: /First password/ }).click()
    await page.getByRole('option', { name: 'None: signs in with Example Ltd' }).click()
    await dialog.getByLabel('Subject').fill(`nasrin-${++hired}`)
    await page.keyboard.press('Enter')
    await page.locator('.toast').getByText('Account created').waitFor()
    const { body } = await panel.app.admin('GET', '/api/admin/users?q=nasrin@example.com')
    expect(body.items).toMatchObject([
      { has_password: false, is_connected: true, invitation_expires_at: null },
    ])
  })

  test('a session is listed with its device, and can be ended from another', async () => {
    const client = await panel.signIn('creator')
    const email = (await client('GET', '/api/auth/me')).body.email
    await panel.app.anyone('POST', '/api/auth/login', {
      body: { email, password: 'a password of creator' },
      headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
    const page = await panel.open('/account', { client })
    const end = page.getByRole('button', { name: 'End: Firefox, Windows' })
    await end.click()
    await panel.hear(page, 'Session ended')
    await end.waitFor({ state: 'detached' })
  })

  test('signing out ends the session at the provider too', async () => {
    const page = await panel.open('/quotes', { client: null })
    await signInAt(page, WORDS.en.signIn, await hire('requester'))
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(`${provider.issuer}/**`)
    await comeBackSignedOut(panel, page)
  })

  /** Connects an account with a person; the page is then the account page. */
  async function connectAs(client: Client, password: string, subject: string) {
    const page = await panel.open('/account', { client, isNew: true })
    const connect = { name: 'Connect company account' }
    await page.getByRole('button', connect).click()
    await page.getByRole('alertdialog').getByRole('button', connect).click()
    await (await identityQuestion(page)).getByLabel('Your password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByLabel('Subject').fill(subject)
    const finished = page.waitForResponse('**/api/auth/oidc/link/confirm')
    await page.getByRole('button', { name: 'Continue' }).click()
    await finished
    return page
  }
})

let silent: IdentityProvider
if (hasChromium) {
  silent = await startIdentityProvider({ asksAgain: false })
  afterAll(() => silent.stop())
}
const silentEnv = (url: string) => ({ ...silent.env, SITE_URL: url, OIDC_ADMINS: 'root' })

describePanel(
  'a provider that does not say when people signed in',
  { env: silentEnv, forgives: /status of 403/ },
  (panel) => {
    beforeAll(() => silent.register(panel.url))
    const NAME = 'Example Ltd'

    async function signInAs(page: Page, language: Language, subject: string) {
      const { company_account } = await allWords(language)
      await page.getByRole('link', { name: filled(company_account.sign_in_with) }).click()
      await page.getByLabel('Subject').fill(subject)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(`${panel.url}/**`)
    }
    const filled = (text: string) => text.replace('{name}', NAME)

    test.each([
      ['en', 1_280, 'light'],
      ['fa', 390, 'dark'],
    ] as const)(
      'confirms no change of somebody without an account, who is told how to get one, in %s, %p wide, %s',
      async (language, width, scheme) => {
        const { factors } = await allWords(language)
        const headers = { Authorization: `Bearer ${await silent.tokenFor('root')}` }
        const subject = `stays-${language}`
        const { anyone } = panel.app
        const { body } = await anyone('POST', '/api/users', {
          body: { subject, display_name: subject },
          headers,
        })
        const page = await panel.open('/people', { client: null, language, width, scheme })
        await signInAs(page, language, 'root')
        const disabled = page.getByRole('switch', { name: new RegExp(subject) })
        await disabled.click()
        const question = await identityQuestion(page, language)
        // The provider knows who they are, and sends them back at once.
        await question.getByRole('link', { name: filled(factors.confirm_with) }).click()
        const refused = page.getByRole('dialog', { name: filled(factors.way_failed) })
        await refused.getByText(filled(factors.cannot_confirm)).waitFor()
        await refused.getByText(factors.needs_account).waitFor()
        expect(new URL(page.url()).pathname).toBe('/admin/people')
        expect(await axeViolations(page)).toEqual([])
        expect(await sidewaysScroll(page)).toBe(0)
        await page.keyboard.press('Escape')

        await disabled.click()
        await question.getByText(factors.needs_account).waitFor()
        expect(await question.getByRole('link').count()).toBe(0)
        expect(await question.getByRole('textbox').count()).toBe(0)
        expect(await axeViolations(page)).toEqual([])
        const { body: after } = await anyone('GET', `/api/users/${body.id}`, { headers })
        expect(after.disabled ?? false).toBe(false)
      },
    )

    test.each([
      ['en', 390, 'dark'],
      ['fa', 1_280, 'light'],
    ] as const)(
      'leaves an account its password, the app and passkeys, in %s, %p wide, %s',
      async (language, width, scheme) => {
        const { factors, company_account } = await allWords(language)
        const client = await newAdmin(panel.app, `with-app-${language}`)
        const now = new Date()
        const { secret } = await setUpTotp(client, now, { current_password: client.password })
        const page = await panel.open('/account', { client, language, width, scheme, isNew: true })
        const card = page.getByRole('region', { name: company_account.company_account })
        await card.getByRole('button', { name: company_account.connect }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: company_account.connect }).click()
        await page.getByLabel('Subject').fill(`with-app-${language}`)
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.locator('.toast').getByText(company_account.connected_now).waitFor()
        expect(page.url()).toBe(`${panel.url}/admin/account`)
        await card.getByText(filled(company_account.connected)).waitFor()

        // The proof of before is over.
        const { database } = panel.app.deps
        await database.query((tx) => tx.execute(sql`update sessions set proved_at = null`))
        await page.getByRole('button', { name: factors.replace_app }).click()
        const question = await identityQuestion(page, language)
        await question.getByRole('link', { name: filled(factors.confirm_with) }).click()
        const refused = page.getByRole('dialog', { name: filled(factors.way_failed) })
        await refused.getByText(factors.other_proof).waitFor()
        await page.keyboard.press('Escape')
        await refused.waitFor({ state: 'detached' })

        await page.getByRole('button', { name: factors.replace_app }).click()
        await question.getByText(factors.other_proof).waitFor()
        await question.getByLabel(factors.your_password).fill('not the password')
        await page.keyboard.press('Enter')
        await question.getByText(factors.wrong_password).waitFor()
        await question.getByRole('button', { name: factors.confirm_with_code }).click()
        await question.getByText(factors.wrong_password).waitFor({ state: 'detached' })
        expect(await question.getByLabel(factors.app_code).getAttribute('aria-invalid')).not.toBe('true')
        await page.keyboard.press('Enter')
        await question.getByText(factors.enter_code).waitFor()
        const code = question.getByLabel(factors.app_code)
        await code.fill('000000')
        await page.keyboard.press('Enter')
        await question.getByText(factors.wrong_factor).waitFor()
        expect(await axeViolations(page)).toEqual([])
        expect(await sidewaysScroll(page)).toBe(0)
        await code.fill(codeAt(secret, now.getTime() + 30_000))
        await page.keyboard.press('Enter')
        await page.getByRole('dialog', { name: factors.set_up_app }).waitFor()
        panel.forgive(/status of 422/)
      },
    )
  },
)
