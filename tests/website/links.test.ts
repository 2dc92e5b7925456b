// Every link of the website leads somewhere: on the demo site, on an empty one, and on one imported from WordPress.
import { afterEach, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillWithDemo } from '../../src/content/demo/load-demo.ts'
import { addDemoImages } from '../../src/media/demo-images.ts'
import { accountOf, runImport } from '../moving/wordpress/run-import.ts'
import { category, item, menuItem, wxr } from '../moving/wordpress/wxr.ts'
import { startApp, startService, type TestApp } from '../support/app.ts'
import { attribute, childrenOf, childText, elements, parseHtml, parseXml } from '../support/html.ts'
import { crawl } from './crawl.ts'

const SITE = 'https://www.example.com'
const PAGE = { headers: { Accept: 'text/html, */*;q=0.8' } }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp({ SITE_URL: SITE, ...env })
  cleanups.push(() => app[Symbol.asyncDispose]())
  return app
}

async function startDemo(env: Record<string, string> = {}) {
  const app = await start(env)
  const { database, clock, config, media } = app.deps
  await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
  await addDemoImages(media)
  return app
}

const crawlApp = ({ app }: TestApp) => crawl(async (path) => app.request(path, PAGE), SITE)

test('the demo site has no dead link, in both languages', async () => {
  const app = await startDemo()
  const { pages, dead } = await crawlApp(app)
  expect(dead).toEqual([])
  const paths = ['/', '/about', '/services', '/projects', '/investment', '/blog', '/gallery', '/contact']
  for (const path of [...paths, '/services/procurement', '/pages/privacy', '/blog?category=engineering'])
    for (const address of [path, `${path}${path.includes('?') ? '&' : '?'}lang=en`])
      expect({ address, found: pages.has(address) }).toEqual({ address, found: true })
})

test('pages left out by SITE_PAGES are 404, and neither in menu nor sitemap', async () => {
  const app = await startDemo({ SITE_PAGES: 'home, blog contact' })
  for (const path of ['/about', '/services', '/services/procurement', '/projects', '/pages/privacy'])
    expect((await app.app.request(path, PAGE)).status).toBe(404)
  const page = parseHtml(await (await app.app.request('/', PAGE)).text())
  const links = [...page.all('nav'), ...page.all('footer')].flatMap(elements)
  const paths = links.flatMap((element) => attribute(element, 'href') ?? [])
  expect(paths.filter((path) => path.startsWith('/')).toSorted()).toEqual([
    ...['/', '/blog', '/blog/feed.xml', '/contact'],
  ])
  const sitemap = parseXml(await (await app.app.request('/sitemap.xml')).text())
  const pathsOf = (locations: string[]) =>
    new Set(locations.map((url) => new URL(url).pathname.split('/')[1]))
  const locations = childrenOf(sitemap, 'url').map((url) => childText(url, 'loc')!)
  expect(pathsOf(locations)).toEqual(new Set(['', 'blog', 'contact']))
})

test('an empty site has no dead link', async () => {
  const { dead } = await crawlApp(await start())
  expect(dead).toEqual([])
})

test('a site imported from WordPress has no dead link', async () => {
  const service = await startService()
  cleanups.push(() => service.stop())
  const directory = await mkdtemp(join(tmpdir(), 'frontage-links-'))
  cleanups.push(() => rm(directory, { recursive: true }))
  const file = join(directory, 'export.xml')
  await writeFile(
    file,
    wxr(
      [
        category(1, 'news', 'News'),
        category(2, 'empty', 'Empty'),
        item({
          id: 10,
          slug: 'first',
          title: 'First',
          content: '<p>See <a href="/pages/company">us</a>.</p>',
          terms: [
            ['category', 'news', 'News'],
            ['post_tag', 'a-tag', 'A tag & more'],
          ],
        }),
        item({
          id: 11,
          slug: 'second',
          title: 'Second',
          content: '<h2>Part</h2><ul><li>one</li></ul>',
          terms: [['category', 'news', 'News']],
        }),
        item({ id: 20, type: 'page', slug: 'company', title: 'Company', content: '<p>About us</p>' }),
        menuItem({ id: 30, title: 'Company', to: ['post_type', 'page', 20] }),
        menuItem({ id: 31, title: 'News', to: ['taxonomy', 'category', 1] }),
        menuItem({ id: 35, title: 'Empty', to: ['taxonomy', 'category', 2] }),
        menuItem({ id: 32, title: 'First', to: ['post_type', 'post', 10] }),
        menuItem({ id: 33, title: 'Old page', url: '/no-longer-there' }),
        menuItem({ id: 34, title: 'Shop', url: 'https://shop.example.org/' }),
      ].join('\n'),
    ),
  )
  expect((await runImport({ file, url: service.url, ...accountOf(service) })).code).toBe(0)
  const request = (path: string) => fetch(service.url + path, { ...PAGE, redirect: 'manual' })
  const { pages, dead } = await crawl(request, 'http://localhost:3000')
  expect(dead).toEqual([])
  expect([...pages.keys()]).toEqual(expect.arrayContaining(['/blog/first', '/pages/company']))
})
