// Signing in, in both languages.

import { describe, expect, test } from 'bun:test'
import { describePanel } from './support/drive.ts'
import { ADMIN, axeViolations, PEER_HEADER, sidewaysScroll, untilReady } from './support/panel.ts'

const WORDS = {
  en: {
    email: 'Email',
    password: 'Password',
    signIn: 'Sign in',
    wrong: 'Wrong email or password.',
    wait: /^Too many wrong passwords\. Try again in 1[45]:\d\d\.$/,
    soon: 'Too many wrong passwords. Try again in 0:0',
    home: 'Overview',
  },
  fa: {
    email: 'ایمیل',
    password: 'گذرواژه',
    signIn: 'ورود',
    wrong: 'ایمیل یا گذرواژه نادرست است.',
    wait: /^گذرواژه چند بار نادرست وارد شد\. ۱[۴۵]:[۰-۹]{2} دیگر دوباره تلاش کنید\.$/,
    soon: 'گذرواژه چند بار نادرست وارد شد. ۰:۰',
    home: 'نمای کلی',
  },
} as const

describePanel('signing in', {}, (panel) => {
  describe.each(['en', 'fa'] as const)('in %s', (language) => {
    const words = WORDS[language]

    test('a wrong password is refused with a message, the right one leads to the page that was asked for', async () => {
      const page = await panel.open('/services', { language, client: null })
      expect(await page.evaluate(() => location.pathname)).toBe('/admin/sign-in')
      expect(await page.getAttribute('html', 'lang')).toBe(language)
      expect(await page.getAttribute('html', 'dir')).toBe(language === 'fa' ? 'rtl' : 'ltr')
      await page.getByRole('button', { name: words.signIn }).click()
      await page.locator('input:focus[aria-invalid=true]').and(page.getByLabel(words.email)).waitFor()
      await page.getByLabel(words.email).fill(ADMIN.email)
      await page.getByLabel(words.password).fill('not the password')
      await page.getByRole('button', { name: words.signIn }).click()
      await page.getByRole('alert').getByText(words.wrong).waitFor()
      expect(await axeViolations(page)).toEqual([])
      await page.getByLabel(words.password).fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/admin/services')
      await untilReady(page)
      panel.forgive(/status of 401/)
    })

    test('after five wrong passwords it says how long to wait, and then signs in', async () => {
      const page = await panel.open('/sign-in', { language, width: 390, client: null })
      await panel.context.setExtraHTTPHeaders({
        [PEER_HEADER]: language === 'en' ? '203.0.113.1' : '203.0.113.2',
      })
      const start = Date.now()
      panel.app.setClock(new Date(start))
      await page.clock.install({ time: start })
      const button = page.getByRole('button', { name: words.signIn })
      const alert = page.getByRole('alert')
      // Other accounts: the wrong passwords of one slow its sign-ins down.
      for (let count = 1; count <= 6; count++) {
        await page.getByLabel(words.email).fill(`nobody-${count}@example.com`)
        await page.getByLabel(words.password).fill('not the password')
        const answer = page.waitForResponse('**/api/auth/login')
        await button.click()
        expect((await answer).status()).toBe(count <= 5 ? 401 : 429)
      }
      await alert.getByText(words.wait).waitFor()
      expect(await button.isDisabled()).toBe(true)
      expect(await axeViolations(page)).toEqual([])
      await page.getByLabel(words.email).fill(ADMIN.email)
      await page.getByLabel(words.password).fill(ADMIN.password)
      panel.app.setClock(new Date(start + 15 * 60_000))
      await page.clock.fastForward('14:55')
      await alert.getByText(words.soon).waitFor()
      await page.clock.fastForward('00:10')
      await alert.getByText(/./).waitFor({ state: 'detached' })
      await button.click()
      await page.waitForURL(/\/admin\/?$/)
      await page.getByRole('heading', { level: 1, name: words.home }).waitFor()
      panel.forgive(/status of 4(01|29)/)
      panel.app.setClock(null)
    })

    test('the form fits a phone of 320 pixels and passes axe in both schemes', async () => {
      for (const scheme of ['light', 'dark'] as const) {
        const page = await panel.open('/sign-in', {
          language,
          scheme,
          width: 320,
          client: null,
        })
        expect(await sidewaysScroll(page)).toBe(0)
        expect(await axeViolations(page)).toEqual([])
      }
    })
  })

  test('on a device whose clock is a day ahead, the session outlasts a reload', async () => {
    const page = await panel.open('/sign-in', { client: null })
    await panel.context.addInitScript(() => {
      const now = Date.now
      Date.now = () => now() + 86_400_000
    })
    await page.reload()
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(await page.getByRole('timer').count()).toBe(0)
  })
})
