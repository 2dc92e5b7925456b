// Imports of WordPress exports into a running service.
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteWide } from '../../../src/content/demo/site-wide.ts'
import { connectToService } from '../../../src/moving/service-client.ts'
import { createImportClient, DEMO_NAME } from '../../../src/moving/wordpress/send/frontage-client.ts'
import { run } from '../../commands/run.ts'
import { startService } from '../../support/app.ts'
import { accountOf, countsIn, runImport, signInTo } from './run-import.ts'
import { category, item, menuItem, themeUnitTest, wxr } from './wxr.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function service() {
  const started = await startService()
  cleanups.push(() => started.stop())
  return started
}

async function fileOf(text: string) {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-wordpress-'))
  cleanups.push(() => rm(directory, { recursive: true }))
  const file = join(directory, 'export.xml')
  await writeFile(file, text)
  return file
}

type Site = Record<'articles' | 'pages' | 'menu' | 'article_categories', Record<string, unknown>[]>

const siteOf = async (url: string): Promise<Site> => (await fetch(`${url}/api/site`)).json() as Promise<Site>

const sample = wxr(
  [
    category(30, 'news', 'News'),
    item({ id: 1, title: 'Old', slug: 'old', date: '2019-01-01 00:00:00', content: 'a\n\nb' }),
    item({
      id: 2,
      title: 'سلام',
      slug: '%d8%b3%d9%84%d8%a7%d9%85',
      terms: [
        ['category', 'news', 'News'],
        ['post_tag', 'sun', 'Sun'],
      ],
    }),
    item({ id: 3, title: 'Private', status: 'private' }),
    item({ id: 4, title: 'Protected', password: 'x' }),
    item({ id: 5, title: 'Draft', status: 'draft', slug: '' }),
    item({ id: 6, title: 'Coming', status: 'future', date: '2190-01-01 00:00:00' }),
    item({ id: 10, title: 'About', slug: 'about', type: 'page' }),
    item({ id: 11, title: 'Hidden', status: 'private', type: 'page' }),
    menuItem({ id: 20, title: 'More', url: '#' }),
    menuItem({ id: 21, to: ['post_type', 'page', 10], parent: 20 }),
    menuItem({ id: 22, title: 'More', url: '#' }),
    menuItem({ id: 23, title: 'Hello', url: '/%d8%b3%d9%84%d8%a7%d9%85', newTab: true }),
  ].join('\n'),
)

describe('an import into the service', () => {
  test('publishes what was public and nothing else', async () => {
    const started = await service()
    const { code, output } = await runImport({
      file: await fileOf(sample),
      url: started.url,
      ...accountOf(started),
    })
    expect(code).toBe(0)
    const { articles, pages, menu, article_categories } = await siteOf(started.url)
    expect(
      articles.map(({ title, slug, published_at, tags }) => ({ title, slug, published_at, tags })),
    ).toEqual([
      { title: 'سلام', slug: 'سلام', published_at: '2020-01-02T03:04:05.000Z', tags: ['Sun'] },
      { title: 'Old', slug: 'old', published_at: '2019-01-01T00:00:00.000Z', tags: [] },
    ])
    expect(articles[0]!.category_id).toBe(article_categories[0]!.id)
    expect(articles[1]!.content).toBe('<p>a</p>\n<p>b</p>')
    expect(pages.map(({ title }) => title)).toEqual(['About'])
    const ids = menu.map(({ id }) => id)
    expect(
      menu.map(({ label, url, parent_id, opens_new_tab }) => [label, url, parent_id, opens_new_tab]),
    ).toEqual([
      ['More', '#', null, false],
      ['About', '/pages/about', ids[0], false],
      ['More', '#', null, false],
      ['Hello', '/%d8%b3%d9%84%d8%a7%d9%85', null, true],
    ])
    const { list } = await signInTo(started)
    const states = (await list('articles')).map(({ title, status }) => [title, status])
    expect(Object.fromEntries(states)).toEqual({
      Old: 'published',
      سلام: 'published',
      Coming: 'published',
      Private: 'draft',
      Protected: 'draft',
      Draft: 'draft',
    })
    expect(countsIn(output, 'articles')).toEqual([6, 6, 0, 0, 0])
    expect(countsIn(output, 'pages')).toEqual([2, 1, 0, 1, 0])
    expect(output).toContain('articles (1): private: imported as a draft\n    Private')
    expect(output).toContain('articles (1): password-protected: imported as a draft\n    Protected')
    expect(output).toContain('pages (1): status private, and Frontage pages are always public\n    Hidden')
  })

  test('running it again creates only what is missing', async () => {
    const started = await service()
    const options = { file: await fileOf(sample), url: started.url, ...accountOf(started) }
    await runImport(options)
    const before = await siteOf(started.url)
    const { code, output } = await runImport(options)
    expect(code).toBe(0)
    expect(await siteOf(started.url)).toEqual(before)
    expect(countsIn(output, 'article-categories')).toEqual([1, 0, 1, 0, 0])
    expect(countsIn(output, 'articles')).toEqual([6, 0, 6, 0, 0])
    expect(countsIn(output, 'pages')).toEqual([2, 0, 1, 1, 0])
    expect(countsIn(output, 'menu')).toEqual([4, 0, 4, 0, 0])

    const more = sample.replace('</channel>', `${item({ id: 50 })}</channel>`)
    const again = await runImport({ ...options, file: await fileOf(more) })
    expect(countsIn(again.output, 'articles')).toEqual([7, 1, 6, 0, 0])
  })

  test('does not change another record with the same slug', async () => {
    const started = await service()
    const { token, call } = await signInTo(started)
    await call('POST', '/api/admin/pages', { title: 'Who we are', slug: 'about' })
    const { code, output } = await runImport({ file: await fileOf(sample), url: started.url, token })
    expect(code).toBe(0)
    expect((await siteOf(started.url)).pages.map(({ title }) => title)).toEqual(['Who we are'])
    expect(output).toContain('pages (1): the site already uses its slug, about, for “Who we are”\n    About')
  })

  test('pages stand below the pages that they stood below', async () => {
    const started = await service()
    const page = (id: number, parent: number) =>
      item({ id, type: 'page', title: `P${id}`, slug: `p${id}`, parent })
    const file = await fileOf(wxr([page(1, 3), page(2, 1), page(3, 0), page(4, 2)].join('')))
    const options = { file, url: started.url, ...accountOf(started) }
    expect((await runImport(options)).code).toBe(0)
    const tree = async () => {
      const { pages } = await siteOf(started.url)
      const titles = new Map(pages.map(({ id, title }) => [id, title]))
      return Object.fromEntries(pages.map((it: any) => [it.title, titles.get(it.parent_id) ?? null]))
    }
    expect(await tree()).toEqual({ P1: 'P3', P2: 'P1', P3: null, P4: 'P2' })
    expect(countsIn((await runImport(options)).output, 'pages')).toEqual([4, 0, 4, 0, 0])
  })

  test('pages whose parent the service refused are imported without it', async () => {
    const started = await service()
    const page = (id: number, parent: number, content = '') =>
      item({ id, type: 'page', title: `P${id}`, parent, content })
    const file = await fileOf(wxr([page(1, 0, 'x'.repeat(500_001)), page(2, 1)].join('')))
    const { code, output } = await runImport({ file, url: started.url, ...accountOf(started) })
    expect([code, ...countsIn(output, 'pages')]).toEqual([1, 2, 1, 0, 0, 1])
    expect((await siteOf(started.url)).pages.map((it: any) => [it.title, it.parent_id])).toEqual([
      ['P2', null],
    ])
  })

  test('a second run writes nothing', async () => {
    const started = await service()
    const posts = Array.from({ length: 120 }, (_, n) => item({ id: n + 1, title: `Post ${n + 1}` })).join('')
    const options = { file: await fileOf(wxr(posts)), url: started.url, ...accountOf(started) }
    expect(countsIn((await runImport(options)).output, 'articles')).toEqual([120, 120, 0, 0, 0])
    const before = await fetch(`${started.url}/api/site`)
    expect(countsIn((await runImport(options)).output, 'articles')).toEqual([120, 0, 120, 0, 0])
    const after = await fetch(`${started.url}/api/site`)
    expect(after.headers.get('ETag')).toBe(before.headers.get('ETag')!)
  })

  test('an existing menu item matches only one of two equal items', async () => {
    const started = await service()
    const there = { label: 'More', url: '#', location: 'header' }
    const { token, call } = await signInTo(started)
    const { id } = await call('POST', '/api/admin/menu', there)
    const { output } = await runImport({ file: await fileOf(sample), url: started.url, token })
    expect(countsIn(output, 'menu')).toEqual([4, 3, 1, 0, 0])
    const { menu } = await siteOf(started.url)
    expect(menu.find(({ label }) => label === 'About')?.parent_id).toBe(id)
  })

  test('names refused records, continues, and exits with 1', async () => {
    const started = await service()
    const long = item({ id: 60, title: 'Long', content: 'x'.repeat(500_001) })
    const refusedParent = [
      menuItem({ id: 70, title: 'Bad', url: 'gopher:x' }),
      menuItem({ id: 71, title: 'Below', url: '/b', parent: 70 }),
    ].join('')
    const file = await fileOf(sample.replace('</channel>', `${long}${refusedParent}</channel>`))
    const { code, output } = await runImport({ file, url: started.url, ...accountOf(started) })
    expect(code).toBe(1)
    expect(countsIn(output, 'articles')).toEqual([7, 6, 0, 0, 1])
    expect(countsIn(output, 'menu')).toEqual([6, 4, 0, 1, 1])
    expect(output).toMatch(/Failed:\n {2}articles \(1\): content: .*\n {4}Long\n/)
    expect(output).toContain('menu (1): its parent failed\n    Below')
  })

  test.skipIf(!themeUnitTest)('publishes only the public posts of the theme unit test', async () => {
    const started = await service()
    const options = { file: themeUnitTest!, url: started.url, language: 'fa', ...accountOf(started) }
    const { code, output } = await runImport(options)
    expect(code).toBe(0)
    expect(countsIn(output, 'articles')).toEqual([51, 51, 0, 0, 0])
    expect(countsIn(output, 'pages')).toEqual([21, 21, 0, 0, 0])
    expect(countsIn(output, 'menu')).toEqual([70, 22, 0, 48, 0])
    expect(countsIn(output, 'attachments')).toEqual([38, 0, 0, 38, 0])
    const before = await siteOf(started.url)
    const slugs = before.articles.map(({ slug }) => slug)
    const isDue = Date.now() >= Date.parse('2030-01-01T19:00:18Z')
    expect(slugs).toHaveLength(isDue ? 49 : 48)
    expect(slugs.includes('scheduled')).toBe(isDue)
    expect(slugs).not.toContain('post-1164')
    expect(slugs).not.toContain('template-password-protected')
    expect(JSON.stringify(before)).not.toContain('Template: Password Protected')
    // The sticky post, then the others from the newest on.
    const [first, ...dates] = before.articles.map(({ slug, published_at }) => `${published_at} ${slug}`)
    expect(first).toEndWith(' template-sticky')
    expect(dates).toEqual(dates.toSorted().reverse())
    const again = await runImport(options)
    expect(again.code).toBe(0)
    expect(countsIn(again.output, 'articles')).toEqual([51, 0, 51, 0, 0])
    expect(await siteOf(started.url)).toEqual(before)
  })
})

test('the hint about the demo site knows its name', () => {
  expect(siteWide[0]?.records[0]).toMatchObject({ site_name_en: DEMO_NAME })
})

describe('nothing is imported', () => {
  test.each([
    [{ language: 'deutsch!' }, '--language deutsch!: give a language tag, such as fa, de or pt-BR.\n'],
    [
      { maps: ['portfolio'] },
      '--map portfolio: give a post type and one of articles, pages, projects, services, testimonials, team, faqs, such as --map portfolio=projects.\n',
    ],
    [{ maps: ['post=projects'] }, '--map post=projects: post is imported without --map.\n'],
    [
      { menus: ['Main=left'] },
      '--menu Main=left: a menu is placed in header or footer, such as --menu "Main=footer".\n',
    ],
    [
      { categoryBase: '/' },
      '--category-base /: give the part of an address before the slug, such as category.\n',
    ],
    [{ postsPerPage: '0' }, '--posts-per-page 0: give a number from 1 to 999, such as 10.\n'],
  ])('with the wrong option %j (exit code 2)', async (options, message) => {
    const file = await fileOf(sample)
    const result = await runImport({ file, url: 'http://127.0.0.1:1', token: 'x', ...options })
    expect(result).toEqual({ code: 2, output: message })
  })

  test('from a site in another language than the service', async () => {
    const started = await service()
    const german = sample.replace('<channel>', '<channel><language>de-DE</language>')
    const options = { file: await fileOf(german), url: started.url, ...accountOf(started) }
    const { code, output } = await runImport(options)
    expect([code, output.replace(options.file, 'FILE')]).toEqual([
      1,
      'FILE is in de-DE, but the primary language of the service is fa: start the service with SITE_PRIMARY_LANGUAGE=de, or give --language fa if its texts are in that language. Nothing was imported.\n',
    ])
    const other = await runImport({ ...options, language: 'fr' })
    expect(other.output).toContain('is to be imported in fr, but the primary language of the service is fa')
    // The service refuses English as its primary language, so the message does not offer that.
    const english = await runImport({
      ...options,
      file: await fileOf(sample.replace('<channel>', '<channel><language>en-US</language>')),
    })
    expect(english.output).toContain(
      'in en-US, but the primary language of the service is fa, and English cannot be it',
    )
    expect(english.output).not.toContain('SITE_PRIMARY_LANGUAGE')
    expect((await siteOf(started.url)).articles).toEqual([])
    expect((await runImport({ ...options, language: 'fa' })).code).toBe(0)
  })

  test('from a malformed file', async () => {
    const started = await service()
    const file = await fileOf(sample.slice(0, -200))
    const { code, output } = await runImport({ file, url: started.url, ...accountOf(started) })
    expect(code).toBe(1)
    expect(output).toContain('is malformed at line')
    expect(output).toContain('Nothing was imported.')
    expect((await siteOf(started.url)).articles).toEqual([])
  })

  test('from a file that does not exist', async () => {
    const result = await runImport({ file: '/nowhere/export.xml', url: 'http://127.0.0.1:1', token: 'x' })
    expect(result).toEqual({ code: 1, output: 'File not found: /nowhere/export.xml\n' })
  })

  test('with a wrong password or an invalid token', async () => {
    const started = await service()
    const options = { file: await fileOf(sample), url: started.url }
    const wrong = await runImport({ ...options, email: started.adminEmail, password: 'not the password' })
    expect(wrong).toEqual({ code: 1, output: 'Incorrect email or password.\nNothing was imported.\n' })
    const bad = await runImport({ ...options, token: 'x.y.z' })
    expect(bad.code).toBe(1)
    expect(bad.output).toMatch(/^The token was rejected or has expired: .*\nNothing was imported\.\n$/s)
  })

  test('with an API token in FRONTAGE_TOKEN that lacks a scope; with all scopes it imports', async () => {
    const started = await service()
    const { call } = await signInTo(started)
    const file = await fileOf(sample)
    const importWith = async (scopes: string[]) => {
      const expires_at = new Date(Date.now() + 86_400_000).toISOString()
      const body = { name: 'Import', scopes, expires_at, current_password: started.adminPassword }
      const { token } = await call('POST', '/api/admin/tokens', body)
      const outcome = await run(['import-wordpress', file, '--url', started.url], { FRONTAGE_TOKEN: token })
      expect(outcome.out + outcome.err).not.toContain(token)
      return outcome
    }
    const refused = await importWith(['read', 'write'])
    expect(refused.code).toBe(1)
    expect(refused.out + refused.err).toContain('The token may not do that: ')
    expect((await siteOf(started.url)).articles).toEqual([])
    expect(await importWith(['read', 'write', 'publish'])).toMatchObject({ code: 0 })
    expect((await siteOf(started.url)).articles.map(({ slug }) => slug).sort()).toEqual(['old', 'سلام'])
  })

  test('without credentials (exit code 2)', async () => {
    const { code, output } = await runImport({
      file: await fileOf(sample),
      url: 'http://127.0.0.1:1',
      email: 'a@b.c',
    })
    expect(code).toBe(2)
    expect(output).toContain('FRONTAGE_PASSWORD')
  })

  test.each([
    ['an invalid URL', 'www.example.com', 'is not a valid service URL'],
    ['an unreachable service', 'http://127.0.0.1:1', 'http://127.0.0.1:1 cannot be reached: '],
  ])('with %s', async (_, url, reason) => {
    const { code, output } = await runImport({ file: await fileOf(sample), url, token: 'x' })
    expect(code).toBe(1)
    expect(output).toContain(reason)
    expect(output).toEndWith('Nothing was imported.\n')
  })
})

/** A service whose responses come from `respond`; null stands for an empty list, or a batch with the next id. */
function fakeService(respond: (request: Request, call: number) => Response | null) {
  const calls: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      calls.push(`${request.method} ${new URL(request.url).pathname}`)
      const response = respond(request, calls.length)
      if (response) return response
      if (request.url.endsWith('/api/client-config')) return Response.json({ languages: ['fa', 'en'] })
      if (/\/site-settings\/1$/.test(request.url)) return Response.json({ version: 1 })
      if (request.method === 'GET') {
        const items = request.url.includes('/site-settings') ? [{ id: 1 }] : []
        return Response.json({ items, page: 1, per_page: 100, total: items.length })
      }
      const { operations } = (await request.json()) as { operations: unknown[] }
      return Response.json({ items: operations.map((_, index) => ({ id: calls.length + index })) })
    },
  })
  cleanups.push(() => server.stop(true))
  return { url: `http://127.0.0.1:${server.port}`, calls, server }
}

describe('a failing service', () => {
  const problem = (status: number, headers: Record<string, string> = {}) =>
    Response.json(
      { code: 'unavailable', detail: `Status ${status}.` },
      { status, headers: { 'Content-Type': 'application/problem+json', ...headers } },
    )

  async function client(url: string) {
    const waits: number[] = []
    const sleep = async (milliseconds: number) => void waits.push(milliseconds)
    const connected = await connectToService({ url, credentials: { token: 'x' }, sleep })
    return { ...createImportClient(connected), waits }
  }

  test('is retried after the time in Retry-After', async () => {
    const { url } = fakeService(
      (_, call) => [problem(429, { 'Retry-After': '7' }), problem(503), null][call - 1] ?? null,
    )
    const { createAll, waits } = await client(url)
    expect(await createAll('articles', [{ title: 'x' }])).toEqual([3])
    expect(waits).toEqual([7_000, 2_000])
  })

  test('gets an upload again, and whole, after the time in Retry-After', async () => {
    const received: { size: number; alt: string | null }[] = []
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const form = await request.formData()
        received.push({ size: (form.get('file') as File).size, alt: form.get('alt') as string | null })
        return received.length === 1
          ? problem(429, { 'Retry-After': '12' })
          : Response.json({ url: '/media/2026/11/a.jpg' }, { status: 201 })
      },
    })
    cleanups.push(() => server.stop(true))
    const { uploadFile, waits } = await client(`http://127.0.0.1:${server.port}`)
    const path = await fileOf('x'.repeat(300_000))
    expect(await uploadFile(path, { alt: 'A picture' })).toBe('/media/2026/11/a.jpg')
    expect(received).toEqual(Array(2).fill({ size: 300_000, alt: 'A picture' }))
    expect(waits).toEqual([12_000])
  })

  test('is given up after five attempts', async () => {
    const { url, calls } = fakeService(() => problem(503, { 'Retry-After': '1' }))
    const { createAll } = await client(url)
    await expect(createAll('articles', [{ title: 'x' }])).rejects.toThrow(
      `${url} is not available (503): Status 503.`,
    )
    expect(calls).toHaveLength(5)
  })

  test('is given up when Retry-After exceeds a minute', async () => {
    const { url, calls } = fakeService(() => problem(429, { 'Retry-After': '900' }))
    const { list, waits } = await client(url)
    await expect(list('articles', ['slug'])).rejects.toThrow('try again in 900 seconds')
    expect([calls.length, waits.length]).toEqual([1, 0])
  })

  test('lists are read page by page', async () => {
    const { url } = fakeService((request) => {
      const page = Number(new URL(request.url).searchParams.get('page'))
      const items = Array.from({ length: page === 3 ? 50 : 100 }, (_, n) => ({ id: page * 1_000 + n }))
      return Response.json({ items, page, per_page: 100, total: 250 })
    })
    const { list } = await client(url)
    const ids = (await list('articles', ['slug'])).map(({ id }) => id)
    expect(new Set(ids).size).toBe(250)
  })

  test.each([
    [
      'redirects',
      () => new Response(null, { status: 301, headers: { Location: 'https://b.example/' } }),
      'use that URL',
    ],
    ['is not Frontage', () => new Response('<html></html>'), 'does not respond like a Frontage service'],
    ['refuses this account', () => problem(403), 'Use an admin account.'],
  ])('that %s stops the import before the first record', async (_, answer, reason) => {
    const { url, calls } = fakeService(answer)
    const { code, output } = await runImport({ file: await fileOf(sample), url, token: 'x' })
    expect(code).toBe(1)
    expect(output).toContain(reason)
    expect(calls).toHaveLength(1)
  })

  test('that stops responding midway ends the import, which reports its progress', async () => {
    const { url, server } = fakeService((request) => {
      if (request.method === 'POST' && request.url.includes('/pages/batch')) server.stop(true)
      return null
    })
    const { code, output } = await runImport({ file: await fileOf(sample), url, token: 'x' })
    expect(code).toBe(1)
    expect(countsIn(output, 'articles')).toEqual([6, 6, 0, 0, 0])
    expect(output).toMatch(/cannot be reached: .*\nThe import stopped after creating 8 records\./)
  })
})

test('shows a progress bar on a terminal and plain lines elsewhere', async () => {
  const { url } = fakeService(() => null)
  const options = { file: await fileOf(sample), url, token: 'x' }
  const plain = (await runImport(options)).output
  expect(plain).toStartWith('site-settings: 1\narticle-categories: 1\narticles: 6\npages: 1\nmenu: 4\n')
  expect(plain).not.toContain('\r')
  const drawn = (await runImport({ ...options, isTTY: true })).output
  expect(drawn).toContain('\r\u001b[K█████░')
  expect(drawn).toContain(`${'█'.repeat(30)} 13/13 menu`)
})
