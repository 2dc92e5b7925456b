// docs/website.md says what is on the pages.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { resources } from '../../src/content/resources/resource-registry.ts'
import { pathOfPage, sitePages } from '../../src/text/site-pages.ts'
import { recordPages } from '../../src/website/pages/record-pages.ts'

const text = await Bun.file(join(import.meta.dir, '../../docs/website.md')).text()
const rows = [...text.matchAll(/^\| (`\/.*?) \| `(\w+)` \| (.*) \|$/gm)].map(([, paths, page, shown]) => ({
  page: page!,
  paths: namesIn(paths!),
  shown: namesIn(shown!),
}))

function namesIn(cell: string) {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
}

test('the table of pages has every page, with the paths that it answers', () => {
  expect(rows.map(({ page }) => page)).toEqual([...sitePages])
  for (const { page, paths } of rows) {
    const records = recordPages.filter((record) => record.page === page)
    const path = pathOfPage(page as (typeof sitePages)[number])
    // Free pages have no list.
    const expected = [...(page === 'pages' ? [] : [path]), ...records.map(() => `${path}/{slug}`)]
    expect(paths.filter((path) => !path.endsWith('.xml'))).toEqual(expected)
  }
})

test('what a page shows are resources', () => {
  const names = resources.map(({ name }) => name)
  expect(rows.flatMap(({ shown }) => shown).filter((name) => !names.includes(name))).toEqual([])
})

test('every resource that visitors see is named', () => {
  const unseen = ['article-categories']
  const named = namesIn(text.replaceAll('\n', ' '))
  expect(
    resources.map(({ name }) => name).filter((name) => !named.includes(name) && !unseen.includes(name)),
  ).toEqual([])
})
