// Accounts of the panel.

import { expect, test } from 'bun:test'
import { clientOf, tokenOf } from '../support/app.ts'
import { allWords } from './support/all-words.ts'
import { confirmIdentity, identityQuestion, newAdmin } from './support/confirm-identity.ts'
import { describePanel } from './support/drive.ts'
import { ADMIN, axeViolations, sidewaysScroll } from './support/panel.ts'

describePanel('accounts', { forgives: /status of 4/ }, (panel) => {
  test('one is created with a generated password, changed, disabled and deleted', async () => {
    const page = await panel.open('/users')
    await page.getByRole('button', { name: 'New' }).click()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.locator('input:focus[aria-invalid=true]').and(page.getByLabel('Name')).waitFor()
    await page.getByLabel('Name').fill('Nasrin')
    await page.getByLabel('In English').fill('Nasrin Rad')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByRole('button', { name: /First password/ }).click()
    await page.getByRole('option', { name: 'Set it now' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page
      .getByText('Another account has this email.')
      .or(page.getByText('Enter 10 to 200 characters.'))
      .first()
      .waitFor()
    await page.getByLabel('Email').fill('nasrin@example.com')
    await page.getByRole('button', { name: 'Generate' }).click()
    const password = await page.getByRole('textbox', { name: 'Password' }).inputValue()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('.toast').getByText('Account created').waitFor()
    const row = page.getByRole('row', { name: /Nasrin/ })
    await row.getByText('Never').waitFor()
    const nasrin = clientOf(
      panel.app.app,
      await tokenOf(panel.app.app, { email: 'nasrin@example.com', password }),
    )
    const status = async () => (await nasrin('GET', '/api/auth/me')).status
    expect(await status()).toBe(200)
    const { body: found } = await panel.app.admin('GET', '/api/admin/users?q=Rad')
    expect(found.items).toMatchObject([{ name: 'Nasrin', name_en: 'Nasrin Rad' }])
    await page.reload()
    await row.getByText('now').waitFor()
    const choose = async (item: string) => {
      await row.getByRole('button', { name: 'Actions for Nasrin' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose('Disable')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await row.getByText('Disabled').waitFor()
    expect(await status()).toBe(401)
    await choose('Enable')
    await row.getByText('Active').waitFor()
    await choose('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.locator('.toast').getByText('Account deleted').waitFor()
    await row.waitFor({ state: 'detached' })
  })

  test('the last active admin stays, with a sentence that says what to do', async () => {
    const page = await panel.open('/users')
    for (const item of ['Delete', 'Disable']) {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: item }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: item }).click()
      await dialog.getByText(/Make another account an admin first/).waitFor()
      expect(await page.locator('.toast').count()).toBe(0)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
    expect((await panel.admin('GET', '/api/auth/me')).status).toBe(200)
  })

  test('without HTTPS, where browsers hide the clipboard, a link is copied too', async () => {
    const page = await panel.open('/users')
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'))
    expect(await page.evaluate(() => 'clipboard' in navigator)).toBe(false)
    await page.getByRole('button', { name: 'New' }).click()
    await page.getByLabel('Name').fill('Sara')
    await page.getByLabel('Email').fill('sara@example.com')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.locator('.toast').getByText('Link copied').waitFor()
    await page.getByRole('dialog').locator('.dialog-actions').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('Control+V')
    expect(await page.getByRole('searchbox').inputValue()).toContain('/admin/accept-invitation#')
  })

  test('without mail, the link of an invitation is copied', async () => {
    const page = await panel.open('/users', { width: 390 })
    await panel.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'New' }).click()
    await page.getByLabel('Name').fill('Mina')
    await page.getByLabel('Email').fill('mina@example.com')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    const copied = page.locator('.toast').getByText('Link copied')
    await copied.waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/admin/accept-invitation#')
    const close = page.getByRole('dialog').locator('.dialog-actions').getByRole('button', { name: 'Close' })
    const [below, above] = await Promise.all([close.boundingBox(), copied.boundingBox()])
    expect(above!.y + above!.height).toBeLessThan(below!.y)
  })

  test.each([
    ['en', 1_280, 'light'],
    ['fa', 320, 'dark'],
  ] as const)(
    'another password shows the API tokens of the account before it revokes them, in %s at %d pixels (%s)',
    async (language, width, scheme) => {
      const words = await allWords(language)
      const holder = await panel.app.signIn('editor', `holder-${language}`)
      const current_password = 'a password of editor'
      const addToken = async (name: string) => {
        const body = { name, scopes: ['read'], expires_at: '2099-01-01T00:00:00Z', current_password }
        const made = await holder('POST', '/api/admin/tokens', { body })
        return clientOf(panel.app.app, made.body.token)
      }
      const [first, second] = [await addToken('Website build'), await addToken('Import')]
      const statusOf = async (token: typeof first) => (await token('GET', '/api/admin/articles')).status
      const page = await panel.open('/users', { language, width, scheme })
      const { promise: isTyped, resolve: answer } = Promise.withResolvers<void>()
      await page.route('**/api/admin/tokens?user_id=*', (route) => isTyped.then(() => route.continue()))
      const openDialog = async () => {
        const name = words.people.actions_for.replace('{name}', `holder-${language}`)
        await page.getByRole('button', { name, exact: true }).click()
        await page.getByRole('menuitem', { name: words.people.reset_password }).click()
        return page.getByRole('dialog')
      }
      const choose = async (password: string) => {
        const dialog = await openDialog()
        await dialog.getByRole('textbox', { name: words.people.password }).fill(password)
        await page.keyboard.press('Enter')
        return dialog
      }
      const dialog = await choose('a password that an admin sets')
      answer()
      // They were not shown yet, so that nothing has happened.
      const box = dialog.getByRole('checkbox', {
        name: words.people.end_tokens.replace('{count}', language === 'fa' ? '۲' : '2'),
      })
      await box.waitFor()
      await dialog.getByText('Website build').waitFor()
      await panel.hear(page, words.people.tokens_first)
      expect(await box.isChecked()).toBe(true)
      expect((await holder('GET', '/api/auth/me')).status).toBe(200)
      expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
      await box.press('Space')
      await page.keyboard.press('Enter')
      await panel.hear(page, words.people.password_changed)
      expect((await holder('GET', '/api/auth/me')).status).toBe(401)
      for (const token of [first, second]) expect(await statusOf(token)).toBe(200)

      const again = await openDialog()
      await again.getByText('Website build').waitFor()
      await again.getByRole('textbox', { name: words.people.password }).fill('another one that they set')
      await page.keyboard.press('Enter')
      await again.waitFor({ state: 'detached' })
      for (const token of [first, second]) expect(await statusOf(token)).toBe(401)
    },
  )

  test('menus and choices are named', async () => {
    const page = await panel.open('/users?q=admin')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menu').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New' }).click()
    await page.getByRole('button', { name: /Role/ }).click()
    await page.getByRole('listbox').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  // Last, since there are more admins afterwards.
  test.each([
    ['en', 1_280, 'light'],
    ['fa', 320, 'dark'],
  ] as const)(
    'changing them asks once who is there, with the keyboard alone, in %s at %d pixels (%s)',
    async (language, width, scheme) => {
      const words = await allWords(language)
      const client = await newAdmin(panel.app, `asked-${language}`)
      const page = await panel.open('/users', { client, language, width, scheme, isNew: true })
      await page.getByRole('button', { name: words.shell.new }).click()
      const form = page.getByRole('dialog', { name: words.people.new_title })
      await form.getByLabel(words.common.name, { exact: true }).fill('Colleague')
      await form.getByLabel(words.common.email).fill(`colleague-${language}@example.com`)
      await page.keyboard.press('Enter')

      const question = await identityQuestion(page, language)
      await question.getByText(words.factors.confirm_text).waitFor()
      expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(await form.getByLabel(words.common.email).inputValue()).toBe(`colleague-${language}@example.com`)
      expect(await page.locator('.toast').count()).toBe(0)

      await form.getByLabel(words.common.email).press('Enter')
      await page.locator('input:focus').and(question.getByLabel(words.factors.your_password)).waitFor()
      await page.keyboard.type('wrong')
      await page.keyboard.press('Enter')
      await question.getByText(words.factors.wrong_password).waitFor()
      await confirmIdentity(page, client.password, language)
      await page.locator('.toast').getByText(words.people.invited).waitFor()
      // Without mail, the link is shown. Dialogs that close are still there for a moment.
      const link = page.getByRole('dialog').filter({ hasText: words.people.invitation_link_text })
      await link.getByRole('button', { name: words.shell.close }).last().click()
      await link.waitFor({ state: 'detached' })

      const row = page.getByRole('row', { name: new RegExp(`colleague-${language}`) })
      await row.getByRole('button').click()
      await page.getByRole('menuitem', { name: words.shell.delete }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.shell.delete }).click()
      await row.waitFor({ state: 'detached' })
    },
  )

  test('a question that was left open with the session does not hold up the next one', async () => {
    const client = await newAdmin(panel.app, 'leaving')
    const page = await panel.open('/account', { client, isNew: true })
    const setUp = page.getByRole('button', { name: 'Set up an authenticator app' })
    const question = await identityQuestion(page)
    await setUp.click()
    await question.waitFor()
    // As another tab that signs out.
    await page.evaluate(() => new BroadcastChannel('frontage-session').postMessage('ended'))
    await page.getByLabel('Email').fill('leaving@example.com')
    await page.getByLabel('Password').fill(client.password)
    await page.keyboard.press('Enter')
    await setUp.click()
    await confirmIdentity(page, client.password)
    await page.getByRole('dialog').getByRole('img', { name: 'QR code' }).waitFor()
  })
})
