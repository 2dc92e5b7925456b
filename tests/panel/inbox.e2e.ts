// The inbox and the newsletter.

import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { sessions } from '../../src/platform/db/schema/auth.ts'
import { contactMessages } from '../../src/platform/db/schema/forms.ts'
import { confirmIdentity, identityQuestion, newAdmin } from './support/confirm-identity.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations } from './support/panel.ts'

describePanel('the inbox', { forgives: /status of 404/ }, (panel) => {
  beforeAll(async () => {
    for (const [index, name] of ['Sara', 'John', 'مریم'].entries())
      await panel.app.anyone('POST', '/api/contact', {
        body: { name, email: `${index}@example.com`, subject: `Pumps ${index}`, message: 'سلام،\nقیمت؟' },
        peer: `10.0.0.${index}`,
      })
    for (const name of ['first', 'second'])
      await panel.app.anyone('POST', '/api/newsletter', {
        body: { email: `${name}@example.com` },
        peer: '10.0.1.1',
      })
  })
  const unread = async () =>
    (await panel.admin('GET', '/api/admin/messages?read=false')).body.items.map(
      ({ name }: { name: string }) => name,
    )

  test('a message counts as read once it is open, and can be marked as unread', async () => {
    const page = await panel.open('/messages')
    expect(await unread()).toEqual(['مریم', 'John', 'Sara'])
    await page.getByRole('link', { name: /Unread: John/ }).click()
    await page.getByRole('heading', { name: 'Pumps 1' }).waitFor()
    await page.getByRole('button', { name: 'Mark as unread' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Pumps 1')
    expect(await unread()).toEqual(['مریم', 'Sara'])
    await page.getByRole('button', { name: 'Mark as unread' }).click()
    await page.getByRole('button', { name: 'Mark as read' }).waitFor()
    expect(await unread()).toEqual(['مریم', 'John', 'Sara'])
    const reply = await page.getByRole('link', { name: 'Reply' }).getAttribute('href')
    expect(reply).toStartWith('mailto:1@example.com?subject=Re%3A%20Pumps%201&body=')
    expect(new URL(reply!).searchParams.get('body')).toEndWith('> سلام،\r\n> قیمت؟')
    await page.goBack()
    await page.getByText('Choose a message to read it').waitFor()
  })

  test('the link in a mail about a message opens it', async () => {
    const page = await panel.open('/')
    await page.goto(`${panel.url}/admin/messages/1`)
    await page.getByRole('heading', { name: 'Pumps 0' }).waitFor()
    expect(new URL(page.url()).search).toBe('?message=1')
    await panel.admin('PATCH', '/api/admin/messages/1', { body: { read: false } })
  })

  test('a message is found by "Go to"', async () => {
    const page = await panel.open('/services')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').fill('Pumps 2')
    await page.getByRole('option', { name: /مریم: Pumps 2/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Pumps 2' }).waitFor()
    await panel.admin('PATCH', '/api/admin/messages/3', { body: { read: false } })
  })

  test('spam moves to its folder and back; a message is deleted after a question', async () => {
    const page = await panel.open('/messages')
    await page.getByRole('link', { name: /Sara/ }).click()
    await page.getByRole('button', { name: 'Move to spam' }).click()
    await page.locator('.toast').getByText('Moved to spam').waitFor()
    await page.getByRole('radio', { name: 'Spam' }).click()
    await page.waitForURL('**/admin/messages?box=spam')
    await page.getByRole('link', { name: /Sara/ }).click()
    await page.getByRole('button', { name: 'Not spam' }).click()
    await page.locator('.toast').getByText('Moved to the inbox').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.locator('.toast').getByText('Message deleted').waitFor()
    const { total } = (await panel.admin('GET', '/api/admin/messages')).body
    expect(total).toBe(2)
  })

  test('a message has a state, an assignee and a note; an answer by mail marks it', async () => {
    const page = await panel.open('/messages')
    await page.getByRole('link', { name: /John/ }).click()
    const work = page.getByRole('region', { name: 'Work on the message' })
    const choose = async (label: string, option: string) => {
      await work.getByRole('button', { name: label }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await choose('State', 'In progress')
    await page.locator('.toast').getByText('Marked as in progress').waitFor()
    await work.getByText(/^Admin, /).waitFor()
    await choose('Assigned to', 'Admin')
    await page.getByRole('listitem').filter({ hasText: 'John' }).getByText('Admin').waitFor()
    await work.getByRole('textbox', { name: 'Note' }).fill('Called him')
    await work.getByRole('button', { name: 'Save' }).click()
    await work.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    await page.evaluate(() =>
      document.addEventListener('click', (event) => event.preventDefault(), { capture: true }),
    )
    await page.getByRole('link', { name: 'Reply' }).click()
    await page.locator('.toast').getByText('Marked as answered').waitFor()
    const { body } = await panel.admin('GET', '/api/admin/messages?state=answered')
    expect(body.items).toMatchObject([
      { name: 'John', state_by: 'Admin', assignee: 'Admin', note: 'Called him' },
    ])
    await page.locator('.toast').filter({ hasText: 'answered' }).getByRole('button', { name: 'Undo' }).click()
    await work.getByRole('button', { name: 'In progress State' }).waitFor()
  })

  test('several messages are selected and changed at once, in Persian and on a phone too', async () => {
    const page = await panel.open('/messages?ui=fa', { width: 390 })
    for (const name of ['John', 'مریم'])
      await page.getByRole('checkbox', { name: `انتخاب پیام ${name}` }).press('Space')
    const bar = page.getByRole('region', { name: '۲ پیام انتخاب شده' })
    const writes: string[] = []
    page.on(
      'request',
      (request) => request.method() !== 'GET' && writes.push(new URL(request.url()).pathname),
    )
    await bar.getByRole('button', { name: 'عملیات' }).press('Enter')
    await page.getByRole('menuitem', { name: 'وضعیت: پاسخ‌داده‌شده' }).press('Enter')
    await page.locator('.toast').getByText('علامت پاسخ‌داده‌شده خورد (۲ پیام)').waitFor()
    expect(writes).toEqual(['/api/admin/messages/batch'])
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'پاسخ‌داده‌شده' }).check()
    await page.waitForURL('**box=answered')
    expect((await panel.admin('GET', '/api/admin/messages?state=answered')).body.total).toBe(2)
  })

  test('nothing changes when one of several messages is gone, and the others stay selected', async () => {
    const page = await panel.open('/messages')
    for (const name of ['John', 'مریم'])
      await page.getByRole('checkbox', { name: `Select the message of ${name}` }).press('Space')
    // A colleague deletes it while the request is on its way.
    await page.route('**/api/admin/messages/batch', async (route) => {
      await panel.app.deps.database.query((tx) => tx.delete(contactMessages).where(eq(contactMessages.id, 3)))
      await route.continue()
    })
    await page.getByRole('button', { name: 'Actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'State: New' }).press('Enter')
    await page.locator('.toast').getByText('Nothing was changed').waitFor()
    await page.getByRole('region', { name: '1 selected' }).waitFor()
    expect((await panel.admin('GET', '/api/admin/messages?state=new')).body.total).toBe(0)
  })

  test.each([
    ['/messages', 'messages.csv', 'John'],
    ['/newsletter', 'newsletter.csv', 'second@example.com'],
  ])('%s is exported as CSV', async (path, filename, content) => {
    const page = await panel.open(path)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(filename)
    expect(await Bun.file(await download.path()).text()).toContain(content)
  })

  test('an export asks who is there once the sign-in is five minutes old, and goes on', async () => {
    panel.forgive(/status of 403/)
    const client = await newAdmin(panel.app, 'exporter')
    const { database } = panel.app.deps
    const created_at = new Date(Date.now() - 5 * 60_000)
    await database.query((tx) =>
      tx
        .update(sessions)
        .set({ created_at })
        .where(eq(sessions.id, decodeJwt(client.token!).jti!)),
    )
    const page = await panel.open('/messages', { client })
    const exportButton = page.getByRole('button', { name: 'Export as CSV' })
    const question = await identityQuestion(page)
    await exportButton.click()
    await question.getByText('about the data of people').waitFor()
    expect(await axeViolations(page)).toEqual([])
    // Who closes the question wants no file, and is told of no fault.
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await page.locator('.toast').count()).toBe(0)
    await exportButton.click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      confirmIdentity(page, client.password),
    ])
    expect(download.suggestedFilename()).toBe('messages.csv')
  })

  test('a subscriber is found and deleted after a question', async () => {
    const page = await panel.open('/newsletter')
    await page.getByRole('searchbox', { name: 'Search' }).fill('first')
    await page.waitForURL(/q=first/)
    await page.getByRole('button', { name: 'Delete second@example.com' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete first@example.com' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.locator('.toast').getByText('Subscriber deleted').waitFor()
    expect((await panel.admin('GET', '/api/admin/newsletter')).body.total).toBe(1)
  })

  test('on a phone, a message that is gone can be closed', async () => {
    const page = await panel.open('/messages?message=99999', { width: 390 })
    await page.getByRole('alert').getByText('Message not found.').waitFor()
    await page.getByRole('button', { name: 'Close message' }).click()
    await page.getByRole('list', { name: 'Messages' }).waitFor()
  })

  test('further pages are offered, and no choice of one page size', async () => {
    for (let index = 0; index < 26; index++)
      await panel.app.anyone('POST', '/api/contact', {
        body: { name: 'Paging', email: 'paging@example.com', message: 'x' },
        peer: `10.0.2.${index}`,
      })
    const page = await panel.open('/messages')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('button', { name: 'Next page' }).waitFor()
    expect(await pages.getByRole('combobox').count()).toBe(0)
  })
})
