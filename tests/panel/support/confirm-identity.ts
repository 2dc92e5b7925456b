import type { Page } from 'playwright-core'
import { addAccount } from '../../support/accounts.ts'
import { type Client, clientOf, type TestApp, tokenOf } from '../../support/app.ts'
import { allWords } from './all-words.ts'
import type { Language } from './panel.ts'

/** A new admin, who has proved nothing since signing in. */
export async function newAdmin({ app, deps }: TestApp, name: string): Promise<Client & { password: string }> {
  const account = { email: `${name}@example.com`, password: 'a password of admin' }
  await addAccount(deps.auth, { ...account, name, role: 'admin' })
  return Object.assign(clientOf(app, await tokenOf(app, account)), { password: account.password })
}

/** The question who is there, which opens over the page before a change that a session alone does not allow. */
export async function identityQuestion(page: Page, language: Language = 'en') {
  const words = (await allWords(language)).factors
  return page.getByRole('dialog', { name: words.confirm_title, exact: true })
}

/** Answers it with the password. */
export async function confirmIdentity(page: Page, password: string, language: Language = 'en') {
  const dialog = await identityQuestion(page, language)
  await dialog.getByLabel((await allWords(language)).factors.your_password).fill(password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}
