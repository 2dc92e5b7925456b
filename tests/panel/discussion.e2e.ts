// Working on a draft together: a creator asks, an editor returns it with a comment on a sentence, it is mended and approved.
import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Client } from '../support/app.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations, sidewaysScroll, spoken } from './support/panel.ts'

const SENTENCE = 'This figure is old.'

describePanel('a discussion', {}, (panel) => {
  let creator: Client & { id: number }
  let editor: Client & { id: number }
  beforeAll(async () => {
    creator = await panel.signIn('creator', 'Sara')
    editor = await panel.signIn('editor', 'Erfan')
  })
  const draft = async (title: string) =>
    (
      await creator('POST', '/api/admin/articles', {
        body: { title, content: `<p>Words.</p><p>${SENTENCE}</p>` },
      })
    ).body
  const card = (page: Page) => page.getByRole('region', { name: /^(Discussion|گفت‌وگو)$/ })

  test('leads from the request over a comment on a sentence to the approval', async () => {
    const { id } = await draft('A draft')
    const writer = await panel.open(`/articles/${id}`, { client: creator })
    await writer.getByRole('button', { name: 'Ask for review' }).click()
    await writer.getByRole('dialog').getByLabel('Note').fill('Please look.')
    await writer.getByRole('dialog').getByRole('button', { name: 'Ask for review' }).click()
    await card(writer).getByText('Waiting for review').waitFor()

    const page = await panel.open('/', { client: editor, isNew: true })
    await page
      .getByRole('region', { name: 'Waiting for me' })
      .getByRole('link', { name: 'A draft' })
      .waitFor()
    await page.getByText('1 waiting for you').waitFor({ state: 'attached' })
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('region', { name: 'Waiting for me' }).getByRole('link', { name: 'A draft' }).click()
    await card(page).getByLabel('Comment').waitFor()
    await page.locator('.ProseMirror').getByText(SENTENCE).click({ clickCount: 3 })
    await page.waitForFunction(() => getSelection()?.toString() !== '')
    await card(page).getByRole('textbox', { name: 'Comment' }).focus()
    await card(page).getByText(`About “${SENTENCE}”`).waitFor()
    await page.keyboard.type('@Sa')
    await page.getByRole('option', { name: 'Sara' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.type('from which year is it?')
    await page.keyboard.press('Control+Enter')
    const comment = page.getByRole('listitem').filter({ hasText: 'from which year' })
    await comment.waitFor()
    expect(await comment.textContent()).toContain('@Sara from which year is it?')
    const [stored] = (await editor('GET', `/api/admin/articles/${id}/comments`)).body.items
    expect(stored).toMatchObject({
      body: `@[${creator.id}] from which year is it?`,
      anchor: { field: 'content', quote: SENTENCE, position: expect.any(Number) },
    })
    await page.getByRole('button', { name: 'Return' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Return' }).click()
    await card(page).getByText('Returned', { exact: true }).waitFor()
    expect(await card(page).getByText('Please look.').count()).toBe(0)

    await creator('PATCH', `/api/admin/articles/${id}`, { body: { content: '<p>Words. A new figure.</p>' } })
    await creator('POST', `/api/admin/articles/${id}/review`, { body: { action: 'request' } })
    const again = await panel.open(`/articles/${id}#comment-${stored.id}`, { client: editor, isNew: true })
    // The comment stays with its words when the passage is gone, and the link of a mail leads to it.
    await card(again).getByText('(no longer in the text)').waitFor()
    await again.waitForFunction((name) => document.activeElement?.id === name, `comment-${stored.id}`)
    await again.getByRole('button', { name: 'Resolve the comment of Erfan' }).click()
    await card(again).getByText('Resolved ones too (1)').waitFor()
    await again.getByRole('button', { name: 'Approve' }).click()
    await again.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await card(again).getByText('Approved', { exact: true }).waitFor()
    expect(await spoken(again)).toContain('Approved')
    const { body } = await creator('GET', `/api/admin/articles/${id}/review`)
    expect(body.review.state).toBe('approved')
  })

  test.each([['en'], ['fa']] as const)('fits a phone, in %s', async (language) => {
    const { id } = await draft(`For a phone ${language}`)
    await creator('POST', `/api/admin/articles/${id}/review`, {
      body: { action: 'request', note: 'Please.' },
    })
    const anchor = { field: 'content', quote: SENTENCE, position: 7 }
    await editor('POST', `/api/admin/articles/${id}/comments`, {
      body: { body: `@[${creator.id}] ?`, anchor },
    })
    const page = await panel.open(`/articles/${id}`, { client: editor, language, width: 390 })
    await card(page).scrollIntoViewIfNeeded()
    await card(page).getByText(SENTENCE).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('an account chooses when it is mailed', async () => {
    const page = await panel.open('/account', { client: editor })
    await page.getByRole('button', { name: /When a comment mentions you/ }).click()
    await page.getByRole('option', { name: 'Once a day, in the morning' }).click()
    await page.getByRole('button', { name: /Once a day/ }).waitFor()
    expect((await editor('GET', '/api/admin/notifications')).body).toEqual({
      mentions: 'daily',
      reviews: 'never',
    })
  })
})

describePanel(
  'with REVIEW_REQUIRED=all',
  { env: () => ({ REVIEW_REQUIRED: 'all' }), forgives: /status of 4/ },
  (panel) => {
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
    const answer = async (page: Page, name: string) => {
      await press(page, name)
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    // With this setting, nothing that visitors see can be made here.
    const service = async (index: number) => (await panel.stored('services'))[index]!.id as number

    test.each([
      [1_280, 0],
      [390, 1],
    ])(
      'who may not publish alone asks, a colleague approves, then it is published, at %p pixels',
      async (width, index) => {
        const id = await service(index)
        const colleague = await panel.signIn('editor', `Colleague ${width}`)
        const mine = await panel.open(`/services/${id}`, { width })
        const title = `Reviewed at ${width}`
        await mine.getByLabel('Title', { exact: true }).fill(title)
        await mine.getByRole('button', { name: 'Ask for review' }).waitFor()
        await mine.getByText('Saved as draft').first().waitFor()
        expect(await axeViolations(mine)).toEqual([])
        await answer(mine, 'Ask for review')
        expect(await mine.getByRole('button', { name: 'Publish changes' }).count()).toBe(0)
        const theirs = await panel.open(`/services/${id}`, { width, client: colleague, isNew: true })
        await theirs.getByRole('button', { name: 'Return', exact: true }).waitFor()
        expect(await sidewaysScroll(theirs)).toBe(0)
        await answer(theirs, 'Approve')
        // The event of the approval brings the button.
        await press(mine, 'Publish changes')
        await panel.hear(mine, 'Published')
        expect((await panel.request('GET', `services/${id}`)).title).toBe(title)
      },
    )

    test('a publication that is refused says so and offers to ask', async () => {
      const id = await service(2)
      const page = await panel.open(`/services/${id}`, { saving: 'publishes', isNew: true })
      await page.getByLabel('Title', { exact: true }).fill('At once')
      await press(page, 'Save')
      await page.getByText('must approve it first').first().waitFor()
      await answer(page, 'Ask for review')
      const { body } = await panel.admin('GET', `/api/admin/services/${id}/review`)
      expect(body).toMatchObject({ review: { state: 'requested' }, needs_approval: true })
      expect((await panel.request('GET', `services/${id}/draft`)).title).toBe('At once')
    })
  },
)
