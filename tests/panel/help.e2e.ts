// Help about the page, and the ways from the panel to the website.
import { expect, test } from 'bun:test'
import { describePanel } from './support/drive.ts'

describePanel('help', {}, (panel) => {
  test.each([
    [
      'en',
      '/projects',
      '?',
      'Help: Projects',
      'On the projects page',
      'View on the website',
      /\/projects\?lang=en$/,
    ],
    ['fa', '/articles', '؟', 'راهنما: مقاله‌ها', 'در صفحهٔ مقاله‌ها', 'مشاهده در سایت', /\/blog$/],
  ] as const)(
    'in %s, a question mark opens it at %s',
    async (language, path, key, title, text, link, href) => {
      const page = await panel.open(path, { language })
      await page.getByRole('contentinfo').getByRole('button').waitFor()
      await page.locator('tbody tr').first().focus()
      await page.evaluate(
        (key) => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
        key,
      )
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.getByText(text).waitFor()
      expect(await dialog.getByRole('link', { name: link }).getAttribute('href')).toMatch(href)
      await dialog.getByText(/Ctrl\+K/).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    },
  )

  test('a question mark that is typed is a question mark', async () => {
    const page = await panel.open('/services')
    await page.getByRole('contentinfo').getByRole('button', { name: /^Help/ }).waitFor()
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.press('?')
    expect(await search.inputValue()).toBe('?')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('on a phone, the menu leads to help and to the website', async () => {
    const page = await panel.open('/messages', { width: 390 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const link = page.getByRole('link', { name: 'View website' })
    expect(await link.getAttribute('href')).toBe('/?lang=en')
    await page.getByRole('button', { name: /^Help/ }).click()
    await page.getByRole('dialog', { name: 'Help: Messages' }).getByText('contact form').waitFor()
  })

  test('a form is headed by its record and leads to its page, once visitors can see it', async () => {
    const { id } = await panel.request('POST', 'articles', {
      title: 'پمپ',
      slug: 'pumps-of-today',
      content: '<p>متن</p>',
    })
    const page = await panel.open(`/articles/${id}`)
    await page.getByRole('heading', { level: 1, name: 'پمپ' }).waitFor()
    await page.getByText('On the blog and the home page.').waitFor()
    const head = page.locator('.page-actions')
    expect(await head.getByRole('link', { name: 'View on the website' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
    const inToast = page.locator('.toast').getByRole('link', { name: 'View on the website' })
    expect(await inToast.getAttribute('href')).toBe('/blog/pumps-of-today?lang=en')
    await head.getByRole('link', { name: 'View on the website' }).waitFor()
  })
})
