// A generated bilingual site comes over whole. `generated-site.e2e.ts` does the same with 800 posts, and
// `bun run bench import-generated` measures it.
import { afterAll, expect, test } from 'bun:test'
import {
  convertedFrom,
  expectAddresses,
  expectFiles,
  expectNothingLost,
  expectRecords,
  modeOf,
  openGeneratedSite,
  targetOf,
} from './generated-import.ts'
import { generateSite } from './generated-site.ts'
import { countsIn } from './run-import.ts'

const opened = await openGeneratedSite(24)
const { site, paths, run, call, list, get } = opened
afterAll(opened.close)

/** Changes with every write to the content. */
const siteTag = async () => {
  const response = await get('/api/site')
  await response.body?.cancel()
  return response.headers.get('ETag')
}

test('a rehearsal writes nothing to the service and counts what an import creates', async () => {
  const before = await siteTag()
  const { code, output } = await run({ dryRun: true })
  expect(code).toBe(0)
  expect(countsIn(output, 'articles').slice(0, 2)).toEqual([site.inFile.articles, site.articles.length])
  expect(await siteTag()).toBe(before)
  expect(await list('articles')).toEqual([])
  expect(await list('users')).toHaveLength(1)
})

test('the import creates every record as expected, and names what it leaves out', async () => {
  const { code, output } = await run()
  expect(code).toBe(0)
  await expectRecords(site, list)
  for (const kind of ['articles', 'pages', 'projects'] as const)
    expect(countsIn(output, kind).slice(0, 2)).toEqual([
      site.inFile[kind],
      site.inFile[kind] - (kind === 'articles' ? site.skippedArticles : 0),
    ])
  expect(countsIn(output, 'gallery')).toEqual([site.gallery.length, site.gallery.length, 0, 0, 0])
  expectNothingLost(site, await targetOf(paths, list))
  if (site.comments > 0) expect(countsIn(output, 'comments')[3]).toBe(site.comments)
  expect(output).toContain(`Links that lead nowhere (${site.deadLinks}):`)
  const accounts = (await list('users')).slice(1)
  expect(accounts.map(({ role, disabled }) => [role, disabled])).toEqual(Array(3).fill(['creator', true]))
})

test('the comments are in a file that only its owner can read', async () => {
  const comments = (await Bun.file(paths.comments).json()) as { comments: unknown[] }[]
  expect(comments.reduce((sum, post) => sum + post.comments.length, 0)).toBe(site.comments)
  expect(await modeOf(paths.comments)).toBe(0o600)
})

test('the report lists each public text with its old and new address', async () => {
  const report = await Bun.file(paths.report).text()
  expect(report).toStartWith('<!doctype html>')
  for (const { title, status } of site.articles) if (status === 'published') expect(report).toContain(title)
  expect(report).not.toContain('<script')
})

test('every old address leads to its place through one redirect', async () => {
  await expectAddresses(site, get)
})

test('every old address of a file leads to its copy', async () => {
  await expectFiles(site, get)
})

test('a second run writes nothing', async () => {
  const before = await siteTag()
  const revisions = (await call('GET', '/api/admin/changes')).items?.length
  const { code, output } = await run()
  expect(code).toBe(0)
  expect(await siteTag()).toBe(before)
  expect((await call('GET', '/api/admin/changes')).items?.length).toBe(revisions)
  for (const kind of [
    'articles',
    'pages',
    'redirects',
    'menu',
    'authors',
    'article-categories',
    'site-settings',
    'gallery',
    'images',
  ])
    expect([kind, countsIn(output, kind)[1]]).toEqual([kind, 0])
})

test('of 600 posts, everything is in the records or named', async () => {
  const large = generateSite({ seed: 7, posts: 600 })
  expectNothingLost(large, await convertedFrom(large))
})
