// API tokens on the account page: made with scopes, kinds of content and a date, shown once, listed and revoked.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { clientOf } from '../support/app.ts'
import { confirmIdentity, identityQuestion } from './support/confirm-identity.ts'
import { describePanel } from './support/drive.ts'
import { ADMIN, axeViolations } from './support/panel.ts'

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describePanel('API tokens', { forgives: /status of 4/ }, (panel) => {
  test('one is made, used, listed with its use, and revoked', async () => {
    const page = await panel.open('/account', { client: await panel.signIn('editor', 'Maker') })
    await page.getByRole('button', { name: 'New API token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.locator('input:focus[aria-invalid=true]').and(dialog.getByLabel('Name')).waitFor()
    await dialog.getByLabel('Name').fill('Website build')
    await dialog.getByRole('button', { name: /Content/ }).click()
    await page.getByRole('option', { name: 'Chosen kinds only' }).click()
    await dialog.getByLabel('Articles', { exact: true }).check()
    await dialog.getByLabel('Write drafts').check()
    await dialog.getByRole('button', { name: /Valid for/ }).click()
    await page.getByRole('option', { name: '7 days' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    // Whoever closes the question has made no token, and lost nothing of what they have entered.
    await (await identityQuestion(page)).getByRole('button', { name: 'Cancel' }).click()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Website build')
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await confirmIdentity(page, 'a password of editor')
    const token = await dialog.getByLabel('Token', { exact: true }).inputValue()
    expect(token).toMatch(/^fr_/)
    const lines = (await dialog.locator('pre').textContent())!.split('\n')
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toContain(`curl -H 'Authorization: Bearer ${token}'`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy token' }).click()
    await page.locator('.toast').getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    const item = page.getByRole('listitem').filter({ hasText: 'Website build' })
    await item.getByText('Not used yet').waitFor()
    await item.getByText('Expires soon').waitFor()
    await item.getByText('Articles').waitFor()
    expect(await page.content()).not.toContain(token)
    const program = clientOf(panel.app.app, token)
    expect((await program('GET', '/api/admin/articles')).status).toBe(200)
    expect((await program('GET', '/api/admin/services')).status).toBe(403)
    await page.reload()
    await item.getByText('Last used').waitFor()
    await item.getByRole('button', { name: 'Revoke Website build' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.locator('.toast').getByText('API token revoked').waitFor()
    await item.waitFor({ state: 'detached' })
    expect((await program('GET', '/api/admin/articles')).status).toBe(401)
  })

  test.each(['en', 'fa'] as const)('fit a phone without violations, in %s', async (language) => {
    const expires_at = new Date(Date.now() + 40 * 86_400_000).toISOString()
    const scopes = ['read', 'write', 'publish', 'delete', 'media', 'inbox', 'export', 'procurement']
    const body = { name: 'Import', scopes, expires_at, current_password: ADMIN.password }
    await panel.admin('POST', '/api/admin/tokens', { body })
    const page = await panel.open('/account', { language, width: 320 })
    await page.getByText('Import').first().waitFor()
    expect([await axeViolations(page), await overflow(page)]).toEqual([[], 0])
    await page.getByRole('button', { name: language === 'en' ? 'New API token' : 'توکن جدید' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect([await axeViolations(page), await overflow(page)]).toEqual([[], 0])
    await dialog.locator('input[type=text], input:not([type])').first().fill('Phone')
    await dialog.locator('button[type=submit]').click()
    await dialog.locator('pre').waitFor()
    expect([await axeViolations(page), await overflow(page)]).toEqual([[], 0])
  })

  test('of an author are limited to what authors may do', async () => {
    const creator = await panel.signIn('creator', 'Writer')
    const page = await panel.open('/account', { client: creator })
    await page.getByRole('button', { name: 'New API token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Write drafts').waitFor()
    expect(await dialog.getByRole('checkbox').count()).toBe(2)
  })
})

describePanel('an editor', {}, (panel) => {
  test.each(['en', 'fa'] as const)(
    'has all content, media, the inbox and the trash, in %s',
    async (language) => {
      const editor = await panel.signIn('editor', 'Editor')
      await editor('POST', '/api/admin/articles', { body: { title: 'Of an editor' } })
      const page = await panel.open('/', { language, client: editor })
      const paths = await page
        .getByRole('navigation')
        .first()
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
      for (const path of ['articles', 'services', 'calendar', 'media', 'messages', 'newsletter', 'trash'])
        expect(paths).toContain(`/admin/${path}`)
      for (const path of ['users', 'quotes', 'inventory', 'people', 'audit', 'status'])
        expect(paths).not.toContain(`/admin/${path}`)
      expect(await axeViolations(page)).toEqual([])
    },
  )

  test('chooses the author of an article without the list of accounts', async () => {
    const editor = await panel.signIn('editor', 'Nasrin')
    const { body } = await panel.admin('POST', '/api/admin/articles', { body: { title: 'By the admin' } })
    const page = await panel.open(`/articles/${body.id}`, { client: editor })
    const author = page.getByRole('combobox', { name: 'Author' })
    await author.waitFor()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('input')].some((input) => input.value === 'Admin'),
    )
    await author.fill('Nas')
    await page.getByRole('option', { name: /Nasrin/ }).waitFor()
  })
})
