// Second factors: setting them up, signing in with them, and resetting a colleague's.

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { createUser } from '../../src/accounts/admin-users.ts'
import { clientOf } from '../support/app.ts'
import { addPasskey, codeAt, setUpTotp } from '../support/factors.ts'
import { confirmIdentity, identityQuestion } from './support/confirm-identity.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations, sidewaysScroll, untilReady } from './support/panel.ts'

const PASSWORD = 'a long enough password'
const STEP = 30_000

describePanel('second factors', { forgives: /status of 4/ }, (panel) => {
  let accounts = 0
  async function account(role = 'creator') {
    const email = `factors-${++accounts}@example.com`
    const body = { email, name: `Somebody ${accounts}`, role, password: PASSWORD }
    const { id } = await createUser(panel.app.deps.auth, { kind: 'system', name: 'test' }, body)
    const credentials = { email, password: PASSWORD }
    const { body: grant } = await panel.app.anyone('POST', '/api/auth/login', { body: credentials })
    return { id, email, client: clientOf(panel.app.app, grant.token) }
  }
  const proof = { current_password: PASSWORD }
  let now = Date.now()
  /** A code works once: the clock is moved to the next step. */
  const nextStep = () => {
    now += STEP
    panel.app.setClock(new Date(now))
    return new Date(now)
  }
  /** Proofs count for five minutes. */
  const nextProof = () => {
    now += 5 * 60_000
    panel.app.setClock(new Date(now))
  }
  const nextCode = (secret: string) => codeAt(secret, nextStep())

  /** Passkeys need a host name: the panel at localhost, with an authenticator that recognizes its user. */
  async function withAuthenticator(page: Page) {
    const url = panel.url.replace('127.0.0.1', 'localhost')
    panel.app.deps.auth.secondFactor.origin = url
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    const recognize = (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    return { url, recognize }
  }
  const enterPassword = async (page: Page, email: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const look = async (page: Page) => {
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }

  test.each([1_280, 320])(
    'an authenticator app is set up, used to sign in and removed, at %d pixels',
    async (width) => {
      const { email, client } = await account()
      const page = await panel.open('/account', { client, width })
      const card = page.getByRole('region', { name: 'Authenticator app' })
      await card.getByRole('button', { name: 'Set up an authenticator app' }).click()
      const question = await identityQuestion(page)
      await look(page)
      await question.getByLabel('Your password').fill('wrong')
      await question.getByRole('button', { name: 'Confirm' }).click()
      await question.getByText('The password is wrong.').waitFor()
      await confirmIdentity(page, PASSWORD)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('img', { name: 'QR code' }).waitFor()
      await look(page)
      const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '')
      await dialog.getByLabel('Code of the authenticator app').fill('000000')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await dialog.getByText('That was not accepted.').waitFor()
      await dialog.getByLabel('Code of the authenticator app').fill(nextCode(secret))
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor()
      const codes = await dialog.locator('li').allInnerTexts()
      expect(codes).toHaveLength(10)
      await look(page)
      await dialog.getByRole('button', { name: 'I have kept them' }).click()
      await card.getByText('10 recovery codes are left.').waitFor()

      const other = await panel.open('/sign-in', { client: null, width })
      await enterPassword(other, email)
      await other.getByLabel('Code of the authenticator app').fill('000000')
      await other.keyboard.press('Enter')
      await other.getByRole('alert').getByText('That was not accepted.').waitFor()
      await look(other)
      await other.getByLabel('Code of the authenticator app').fill(nextCode(secret))
      await other.keyboard.press('Enter')
      await other.waitForURL(/\/admin\/?$/)
      await untilReady(other)

      // The proof of the set-up counts for this, too.
      await card.getByRole('button', { name: 'Remove the authenticator app' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await page.locator('.toast').getByText('Authenticator app removed').waitFor()
      await card.getByRole('button', { name: 'Set up an authenticator app' }).waitFor()
    },
  )

  test('the last factor of a role that needs one stays, with a sentence on the card', async () => {
    const { client } = await account()
    await setUpTotp(client, nextStep(), proof)
    const page = await panel.open('/account', { client })
    panel.app.deps.auth.secondFactor.required = 'all'
    try {
      const card = page.getByRole('region', { name: 'Authenticator app' })
      await card.getByRole('button', { name: 'Remove the authenticator app' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await card.getByText('Your role needs a second factor').waitFor()
      expect(await page.getByRole('alertdialog').count()).toBe(0)
      await look(page)
    } finally {
      panel.app.deps.auth.secondFactor.required = null
    }
  })

  test('a recovery code signs in, in Persian on a phone', async () => {
    const { email, client } = await account()
    const { codes } = await setUpTotp(client, nextStep(), proof)
    const page = await panel.open('/sign-in', { client: null, language: 'fa', width: 320 })
    await page.getByLabel('ایمیل').fill(email)
    await page.getByLabel('گذرواژه').fill(PASSWORD)
    await page.getByRole('button', { name: 'ورود', exact: true }).click()
    await page.getByRole('button', { name: 'ورود با کد بازیابی' }).click()
    await look(page)
    await page.getByLabel('کد بازیابی').fill(codes[0]!)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/?$/)
  })

  test('a required factor is set up before anything else', async () => {
    const { email } = await account()
    panel.app.deps.auth.secondFactor.required = 'all'
    try {
      const page = await panel.open('/articles', { client: null })
      await enterPassword(page, email)
      await page.getByText('Your role needs a second factor').waitFor()
      await look(page)
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
      await page.getByRole('img', { name: 'QR code' }).waitFor()
      const secret = (await page.locator('form code').textContent())!.replaceAll(' ', '')
      await page.getByLabel('Code of the authenticator app').fill(nextCode(secret))
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
      await look(page)
      await page.getByRole('button', { name: 'I have kept them' }).click()
      await page.waitForURL('**/admin/articles')
    } finally {
      panel.app.deps.auth.secondFactor.required = null
    }
  })

  test.each([
    ['en', 'your password was entered again in another tab'],
    ['fa', 'گذرواژهٔ شما در زبانهٔ دیگری دوباره وارد شد'],
  ] as const)(
    'a step that the password has begun anew in another tab says so, in %s',
    async (language, text) => {
      const { email } = await account()
      panel.app.deps.auth.secondFactor.required = 'all'
      try {
        const page = await panel.open('/articles', { client: null, language })
        const [signIn, setUp] =
          language === 'en' ? ['Sign in', 'Set up an authenticator app'] : ['ورود', 'راه‌اندازی برنامهٔ رمزساز']
        const other = await page.context().newPage()
        await other.goto(page.url())
        for (const tab of [page, other]) {
          await tab.locator('input[name=email]').fill(email)
          await tab.locator('input[name=password]').fill(PASSWORD)
          await tab.getByRole('button', { name: signIn, exact: true }).click()
          await tab.getByRole('button', { name: setUp }).waitFor()
        }
        await page.getByRole('button', { name: setUp }).click()
        await page.getByRole('alert').getByText(text, { exact: false }).waitFor()
        await other.getByRole('button', { name: setUp }).click()
        await other.locator('form code').waitFor()
      } finally {
        panel.app.deps.auth.secondFactor.required = null
      }
    },
  )

  test('a passkey is added, signs in alone and as second factor, and is removed', async () => {
    const { email } = await account()
    const page = await panel.open('/sign-in', { client: null })
    const { url, recognize } = await withAuthenticator(page)
    await page.goto(`${url}/admin/account`)
    await untilReady(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('alert').getByText('No passkey of localhost was accepted').waitFor()
    await enterPassword(page, email)
    const card = page.getByRole('region', { name: 'Passkeys' })
    await card.getByText('A passkey works only at localhost').waitFor()
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await confirmIdentity(page, PASSWORD)
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await card.getByText('Chrome, Linux').waitFor()
    await look(page)

    const signOut = async () => {
      await page.getByRole('button', { name: 'Sign out here' }).click()
      await page.getByLabel('Email').waitFor()
    }
    await signOut()
    await page.goto(`${url}/admin/account`)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await card.getByText('Last used').waitFor()

    await signOut()
    await page.goto(`${url}/admin/account`)
    await enterPassword(page, email)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await card.getByText('Last used').waitFor()

    await recognize(false)
    await card.getByRole('button', { name: 'Remove the passkey “Chrome, Linux”' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await dialog.getByText('No passkey of localhost was accepted').waitFor()
    await recognize(true)
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await page.locator('.toast').getByText('Passkey removed').waitFor()
    await card.getByText('Chrome, Linux').waitFor({ state: 'detached' })
  })

  test('a passkey that cannot be added says why', async () => {
    const { email } = await account()
    const page = await panel.open('/sign-in', { client: null })
    const { url, recognize } = await withAuthenticator(page)
    await page.goto(`${url}/admin/account`)
    await untilReady(page)
    await enterPassword(page, email)
    const card = page.getByRole('region', { name: 'Passkeys' })
    const add = () => card.getByRole('button', { name: 'Add a passkey' }).click()
    const says = (text: string) => card.getByRole('alert').getByText(text).waitFor()
    await recognize(false)
    await add()
    await confirmIdentity(page, PASSWORD)
    await says('No passkey was added: it was cancelled, the PIN was wrong, or the security key is full.')
    await recognize(true)
    await add()
    await page.getByRole('dialog').getByRole('button', { name: 'I have kept them' }).click()
    await card.getByText('Chrome, Linux').waitFor()
    await add()
    await says('This device has a passkey of your account already.')
    await look(page)
    // Chromium waits for another device as long as nobody chooses the one that cannot keep a passkey.
    await page.evaluate(() => {
      navigator.credentials.create = () => Promise.reject(new DOMException('', 'ConstraintError'))
    })
    await add()
    await says('This device cannot keep a passkey.')
  })

  test.each([
    ['en', 1_280, 'Use a passkey at', 'Passkeys work only at', 'Go on at'],
    ['fa', 360, 'استفاده از کلید عبور در', 'کلیدهای عبور فقط در', 'ادامه در'],
  ] as const)(
    'at an address where no passkey works, the panel leads to the right one, in %s at %d pixels',
    async (language, width, useThere, works, goOn) => {
      const { client } = await account()
      const page = await panel.open('/services', { client: null, language, width })
      const { url } = await withAuthenticator(page)
      const host = new URL(url).host
      await page.reload()
      const link = page.getByRole('link', { name: `${useThere} ${host}` })
      await link.waitFor()
      await look(page)
      await link.click()
      await page.waitForURL(`${url}/admin/sign-in?next=%2Fservices`)
      expect(await page.getByRole('link', { name: useThere }).count()).toBe(0)

      const ownAccount = await panel.open('/account', { client, language, width })
      await ownAccount.getByText(`${works} ${url}`).waitFor()
      await look(ownAccount)
      await ownAccount.getByRole('link', { name: `${goOn} ${host}` }).click()
      await ownAccount.waitForURL(`${url}/admin/**`)
    },
  )

  test('at such an address, the second step and a confirmation say where a passkey works; the keyboard gets there', async () => {
    const { secondFactor } = panel.app.deps.auth
    secondFactor.origin = 'http://localhost:3000'
    const { email, client } = await account()
    await addPasskey(client, proof)
    const sentence = 'Passkeys work only at http://localhost:3000, and this page is at another address.'

    const page = await panel.open('/sign-in', { client: null })
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('link', { name: 'Use a passkey at localhost:3000' }).waitFor()
    for (const name of ['Sign in', 'Use a passkey at localhost:3000']) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name)
    }
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText(sentence).waitFor()
    const link = page.getByRole('link', { name: 'Go on at localhost:3000' })
    expect(await link.getAttribute('href')).toBe('http://localhost:3000/admin/sign-in')
    expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
    await look(page)

    const own = await panel.open('/account', { client })
    const card = own.getByRole('region', { name: 'Authenticator app' })
    // The set-up of the passkey was confirmed in this session.
    nextProof()
    await card.getByRole('button', { name: 'Set up an authenticator app' }).press('Enter')
    const question = await identityQuestion(own)
    await question.getByText(sentence).waitFor()
    expect(await question.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
    await look(own)
    await own.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
  })

  test('where SITE_URL has no HTTPS, the card says what passkeys need', async () => {
    const { client } = await account()
    panel.app.deps.auth.secondFactor.origin = 'http://www.office.lan'
    const page = await panel.open('/account', { client })
    const card = page.getByRole('region', { name: 'Passkeys' })
    await card
      .getByText('sets the address of the panel as SITE_URL; it is http://www.office.lan now.')
      .waitFor()
    expect(await card.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
    await look(page)
    const other = await panel.open('/sign-in', { client: null })
    await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await untilReady(other)
    expect(await other.getByText('passkey').count()).toBe(0)
  })

  test('where the address of the panel is a number, pressing the button says what passkeys need', async () => {
    const { secondFactor } = panel.app.deps.auth
    const before = { ...secondFactor }
    Object.assign(secondFactor, { origin: panel.url, siteName: '127.0.0.1' })
    try {
      const page = await panel.open('/sign-in', { client: null })
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByRole('alert').getByText('Passkeys need a host name with HTTPS.').waitFor()
    } finally {
      Object.assign(secondFactor, before)
    }
  })

  test.each([
    [
      'en',
      'The code is right, but the clock of the service ran fast',
      'The service can no longer check codes',
    ],
    ['fa', 'کد درست است، ولی ساعت سرویس جلو بود', 'سرویس دیگر نمی‌تواند کدهای برنامهٔ شما را بررسی کند'],
  ] as const)('a code that cannot count says why, in %s', async (language, isSetBack, isUnreadable) => {
    const { id, email, client } = await account()
    const { secret } = await setUpTotp(client, nextStep(), proof)
    const database = panel.app.deps.database
    await database.query((tx) =>
      tx.execute(`update totp_factors set last_step = last_step + 120 where account_id = ${id}`),
    )
    const page = await panel.open('/sign-in', { client: null, language, width: 360 })
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.locator('input[name=password]').press('Enter')
    const field = page.locator('input[autocomplete=one-time-code]')
    const enter = async () => {
      await field.fill(nextCode(secret))
      await field.press('Enter')
    }
    await field.waitFor()
    await enter()
    await page.getByRole('alert').getByText(isSetBack).waitFor()
    await look(page)
    await database.query((tx) =>
      tx.execute(`update totp_factors set secret = 'of another key' where account_id = ${id}`),
    )
    await enter()
    await page.getByRole('alert').getByText(isUnreadable).waitFor()
    await look(page)
  })

  test('an admin resets the second factor of a colleague', async () => {
    const { email, client } = await account()
    await setUpTotp(client, nextStep(), proof)
    const page = await panel.open('/users')
    const name = `Somebody ${accounts}`
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
    const dialog = page.getByRole('alertdialog')
    await look(page)
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await page.locator('.toast').getByText('Second factor reset').waitFor()
    const body = { email, password: PASSWORD }
    expect((await panel.app.anyone('POST', '/api/auth/login', { body })).status).toBe(200)
  })
})
