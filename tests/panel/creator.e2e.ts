// A creator sees own articles, and nothing of the rest, by menu or by address.

import { beforeAll, expect, test } from 'bun:test'
import type { Client } from '../support/app.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations } from './support/panel.ts'

describePanel('a creator', {}, (panel) => {
  let creator: Client
  beforeAll(async () => {
    creator = await panel.signIn('creator', 'Writer')
    await creator('POST', '/api/admin/articles', { body: { title: 'Mine' } })
  })
  test.each([
    ['en', ['Overview', 'Articles']],
    ['fa', ['نمای کلی', 'مقاله‌ها']],
  ] as const)(
    'finds the overview and the articles in the navigation, and nothing else, in %s',
    async (language, entries) => {
      const page = await panel.open('/', { language, client: creator })
      const links = page.getByRole('navigation').first().getByRole('link')
      expect(await links.allTextContents()).toEqual([...entries])
      await page.getByText('Mine').first().waitFor()
      expect(await axeViolations(page)).toEqual([])
      // No request for what the role may not see.
    },
  )

  test('reaches only own pages by "Go to"', async () => {
    const page = await panel.open('/', { client: creator })
    await page.keyboard.press('Control+K')
    await page.getByRole('option').first().waitFor()
    const names = await page.getByRole('option').allTextContents()
    expect(names.map((name) => name.trim())).toEqual(['Overview', 'Articles', 'Your account'])
  })

  test('is told kindly that other addresses are none of this role', async () => {
    const others = await panel.admin('GET', '/api/admin/articles?q=a&status=published&per_page=1&page=1')
    expect(others.status).toBe(200)
    const page = await panel.open('/', { client: creator })
    for (const path of [
      ...[
        '/services',
        '/services/1',
        '/services/new',
        '/site-settings',
        '/article-categories',
        '/redirects/1',
      ],
      ...['/media', '/messages', '/newsletter', '/users', '/trash', '/quotes', '/quotes/1', '/inventory'],
      ...['/people', '/audit', '/status', '/calendar', '/services/1/history', '/articles/1'],
    ]) {
      await page.goto(`${panel.url}/admin${path}`)
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      await page.getByText('or your role does not include it').waitFor()
      await page.getByRole('link', { name: 'Go to the overview' }).waitFor()
      // An article of somebody else is asked for, as it may be one's own.
      const refused = panel.problems
        .splice(0)
        .filter((text) => !(path === '/articles/1' && /status of 40[34]/.test(text)))
      expect([path, refused]).toEqual([path, []])
    }
  })
})
