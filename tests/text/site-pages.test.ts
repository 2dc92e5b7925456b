import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { pageKeys, pathOfPage, sitePages } from '../../src/text/site-pages.ts'

test('the website has the pages with a key, and free pages', () => {
  expect(sitePages).toEqual([...pageKeys, 'pages'])
  expect([pathOfPage('home'), pathOfPage('blog')]).toEqual(['/', '/blog'])
})

test('the pages are listed once', async () => {
  const others: string[] = []
  for (const path of new Glob('src/**/*.{ts,tsx}').scanSync('.')) {
    if (path === 'src/text/site-pages.ts' || path === 'src/client/generated-types.ts') continue
    if (/'services',\s*'projects',\s*'investment'/.test(await Bun.file(path).text())) others.push(path)
  }
  expect(others).toEqual([])
})
