// The links in mails, followed in Chromium: forgotten password, invitation, newsletter.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newsletterSubscribers } from '../../src/platform/db/schema/forms.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { linkIn, type Mail, readMail } from '../mail/read-mail.ts'
import { proved } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { describePanel } from './support/drive.ts'
import { ADMIN, axeViolations, sidewaysScroll, untilReady } from './support/panel.ts'

const SITE = 'https://www.example.com'

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.stop())

describePanel(
  'links in mails',
  { env: () => ({ SMTP_URL: server.url, SITE_URL: SITE }), forgives: /status of 422/ },
  (panel) => {
    async function nextMail(): Promise<Mail> {
      // The answer to a forgotten password does not wait for its mail to be written. Notices of Chromium as a new device are
      // not what these tests are about.
      let mail: Mail | undefined
      await eventually(async () => {
        await panel.app.deps.mail.worker!.deliverDue()
        mail = server.mails
          .splice(0, 1)
          .map(({ source }) => readMail(source))
          .find(({ text }) => !text.includes('Chrome, Linux'))
        return mail !== undefined
      })
      return mail!
    }
    /** The path of a link, below the panel's. */
    const inPanel = (link: string) => link.replace(`${SITE}/admin`, '')

    test('a forgotten password is replaced from the sign-in screen on', async () => {
      const page = await panel.open('/sign-in', { client: null, width: 320 })
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
      expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
      await page.getByLabel('Email').fill(ADMIN.email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByRole('heading', { name: 'Look at your inbox' }).waitFor()

      const link = linkIn(await nextMail(), '/admin/reset-password')
      const reset = await panel.open(inPanel(link), { client: null, language: 'fa', width: 320 })
      expect([await axeViolations(reset), await sidewaysScroll(reset)]).toEqual([[], 0])
      await reset.getByLabel('گذرواژهٔ جدید').fill('short')
      await reset.getByRole('button', { name: 'ثبت گذرواژه' }).click()
      await reset.getByText('دست‌کم ۱۰ نویسه بنویسید.').waitFor()
      expect(await reset.getByText('دست‌کم ۱۰ نویسه.', { exact: true }).count()).toBe(0)
      await reset.locator('input:focus').and(reset.getByLabel('گذرواژهٔ جدید')).waitFor()
      const password = 'a new long password'
      await reset.getByLabel('گذرواژهٔ جدید').fill(password)
      await reset.getByLabel('تکرار گذرواژه').fill(password)
      await reset.keyboard.press('Enter')
      await reset.getByRole('heading', { name: 'گذرواژهٔ شما ثبت شد' }).waitFor()
      await reset.getByRole('link', { name: 'ورود' }).click()
      await reset.getByLabel('ایمیل').fill(ADMIN.email)
      await reset.getByLabel('گذرواژه').fill(password)
      await reset.keyboard.press('Enter')
      await reset.getByRole('heading', { name: 'نمای کلی' }).waitFor()
      await nextMail()

      const again = await panel.open(inPanel(link), { client: null })
      await again.getByLabel('New password').fill(password)
      await again.getByLabel('Repeat the password').fill(password)
      await again.keyboard.press('Enter')
      await again.getByRole('alert').getByText('invalid or has expired').waitFor()
      await again.getByRole('link', { name: 'Ask for a new link' }).waitFor()
    })

    test('an invitation leads to the first sign-in', async () => {
      const current_password = 'a new long password'
      const login = await panel.app.anyone('POST', '/api/auth/login', {
        body: { email: ADMIN.email, password: current_password },
      })
      const invited = await panel.app.anyone('POST', '/api/admin/users', {
        body: {
          email: 'sara@example.com',
          name: 'Sara',
          role: 'creator',
          current_password,
        },
        headers: { Authorization: `Bearer ${login.body.token}` },
      })
      expect(invited.status).toBe(201)
      const page = await panel.open(inPanel(linkIn(await nextMail(), '/admin/accept-invitation')), {
        client: null,
      })
      await page.getByLabel('New password').fill('the password of Sara')
      await page.getByLabel('Repeat the password').fill('the password of Sara')
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.waitForURL('**/admin/sign-in')
      await untilReady(page)
      await page.getByLabel('Email').fill('sara@example.com')
      await page.getByLabel('Password').fill('the password of Sara')
      await page.keyboard.press('Enter')
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      await untilReady(page)
    })

    test('an admin invites somebody, again, and takes the invitation back', async () => {
      const client = await proved(await panel.signIn('admin'), 'a password of admin')
      const page = await panel.open('/users', { client })
      await page.getByRole('button', { name: 'New' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Mina')
      await dialog.getByLabel('Email').fill('mina@example.com')
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      const row = page.getByRole('row').filter({ hasText: 'mina@example.com' })
      await row.getByText('Invited').waitFor()
      expect((await nextMail()).headers.to).toBe('mina@example.com')
      await row.getByRole('button', { name: 'Actions for Mina' }).click()
      await page.getByRole('menuitem', { name: 'Invite again…' }).click()
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      const link = linkIn(await nextMail(), '/admin/accept-invitation')
      await row.getByRole('button', { name: 'Actions for Mina' }).click()
      await page.getByRole('menuitem', { name: 'Take the invitation back' }).click()
      await page.getByRole('status').getByText('Invitation taken back').waitFor()
      const token = link.split('token=')[1]
      const body = { token, password: 'the password of Mina' }
      expect((await panel.app.anyone('POST', '/api/auth/accept-invitation', { body })).status).toBe(422)
    })

    test.each(['en', 'fa'] as const)(
      'a newsletter is confirmed and ended without JavaScript (%s)',
      async (locale) => {
        const words = {
          en: ['Confirm the subscription', 'Unsubscribe'],
          fa: ['تأیید عضویت', 'لغو عضویت در خبرنامه'],
        }[locale]
        await panel.app.anyone('POST', '/api/newsletter', {
          body: { email: `${locale}@example.com`, locale },
        })
        const context = await panel.panel.browser.newContext({
          javaScriptEnabled: false,
          viewport: { width: 320, height: 700 },
        })
        const page = await context.newPage()
        const press = async (link: string, name: string) => {
          await page.goto(link.replace(SITE, panel.url))
          await page.getByRole('main').getByRole('button', { name }).click()
          await page.waitForLoadState()
          expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
        }
        await press(linkIn(await nextMail(), '/newsletter/confirm'), words[0]!)
        await press(linkIn(await nextMail(), '/newsletter/unsubscribe'), words[1]!)
        const { email, state } = newsletterSubscribers
        const [row] = await panel.app.deps.database.query((tx) =>
          tx
            .select({ state })
            .from(newsletterSubscribers)
            .where(eq(email, `${locale}@example.com`)),
        )
        expect(row!.state).toBe('unsubscribed')
      },
    )
  },
)
