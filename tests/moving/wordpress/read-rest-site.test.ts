// The REST API of a live site gives the same records as its export.
import { afterEach, describe, expect, test } from 'bun:test'
import { readSite } from '../../../src/commands/read-wordpress-source.ts'
import { readExport } from '../../../src/moving/wordpress/read/read-export.ts'
import type { WordPressExport } from '../../../src/moving/wordpress/read/wordpress-export.ts'
import { toRecords } from '../../../src/moving/wordpress/to-records.ts'
import type { Outbound } from '../../../src/platform/security/pinned-request.ts'
import { startWordPress, WORDPRESS_LOGIN } from './fake-wordpress.ts'
import { category, item, menuItem, read, recordOptions, themeUnitTest, wxr } from './wxr.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function start(...args: Parameters<typeof startWordPress>) {
  const site = startWordPress(...args)
  cleanups.push(site.stop)
  return site
}

/** Starts a site with its own address and permalinks in the export. */
function startAtHome(source: WordPressExport, options = {}) {
  const site = start(source, options)
  source.sites.splice(0, source.sites.length, `${site.url}/`)
  for (const post of [...source.posts, ...source.pages]) post.link = `${site.url}/2020/01/item-${post.id}/`
  return site
}

const waits: number[] = []
const sleep = async (milliseconds: number) => void waits.push(milliseconds)
const local = { login: WORDPRESS_LOGIN, allowPrivate: true, sleep }

/** The metadata of attachments are left out: the API does not show them. */
function recordsOf(source: WordPressExport) {
  const attachments = source.attachments.map((file) => ({ ...file, metadata: new Map() }))
  return toRecords({ ...source, attachments }, { ...recordOptions, media: true })
}

const sample = () =>
  read(
    wxr(
      [
        category(30, 'news', 'News &amp; more', 'About <b>news</b>'),
        category(31, '%d8%ae%d8%a8%d8%b1', 'خبر'),
        item({
          id: 1,
          title: 'سلام <em>دنیا</em>',
          slug: '%d8%b3%d9%84%d8%a7%d9%85',
          content: 'می‌رود ۱۲۳\n\n[gallery ids="40"]\n\n[price x="1"]<!-- wp:block {"ref":60} /-->',
          excerpt: 'An <b>excerpt</b>',
          terms: [
            ['category', '%d8%ae%d8%a8%d8%b1', 'خبر'],
            ['category', 'news', 'News &amp; more'],
          ],
          meta: { _thumbnail_id: '40' },
        }),
        item({
          id: 2,
          title: 'Draft',
          slug: '',
          status: 'draft',
          dateGmt: '0000-00-00 00:00:00',
          content: 'a\n\nb',
        }),
        item({ id: 3, title: 'Private', status: 'private' }),
        item({ id: 4, title: 'Protected', password: 'secret', content: 'hidden text' }),
        item({ id: 5, title: 'Coming', status: 'future', date: '2190-01-01 00:00:00' }),
        item({ id: 10, type: 'page', title: 'About', slug: 'about', order: 2 }),
        item({
          id: 11,
          type: 'page',
          title: 'Team',
          slug: 'team',
          parent: 10,
          content: '<!-- wp:html --><p>x\ny</p><!-- /wp:html -->',
        }),
        menuItem({ id: 20, title: 'More', url: '#' }),
        menuItem({ id: 21, to: ['post_type', 'page', 10], parent: 20 }),
        menuItem({ id: 22, menu: 'Side', title: 'Out', url: 'https://e.com', newTab: true }),
        item({
          id: 40,
          type: 'attachment',
          title: 'Sea',
          url: 'https://old.example/wp-content/uploads/sea.jpg',
          excerpt: 'At <em>noon</em>',
          parent: 1,
          meta: { _wp_attachment_image_alt: 'The sea' },
        }),
        item({ id: 50, type: 'portfolio', title: 'Bridge', content: 'c' }),
        item({ id: 60, type: 'wp_block', title: 'Note', content: '<p>note</p>' }),
      ].join('\n'),
    ),
  )

describe('a live site gives the records of its export', () => {
  test.each([
    ['with the API named in a header', {}],
    ['without the header', { hasLinkHeader: false }],
    ['with plain permalinks', { hasPlainPermalinks: true }],
    ['with plain permalinks and without the header', { hasPlainPermalinks: true, hasLinkHeader: false }],
  ])('%s', async (_, options) => {
    const source = await sample()
    const live = await readSite(startAtHome(source, options).url, local)
    const records = recordsOf(live.source)
    expect(records).toEqual(recordsOf(source))
    expect(records.redirects.map(({ record }) => record.from_path)).toContain('/2020/01/item-1')
    expect(live.hidden).toEqual([])
  })

  test('of 350 posts, page by page', async () => {
    const source = await read(
      wxr(
        Array.from({ length: 350 }, (_, index) => item({ id: index + 1, title: `Post ${index + 1}` })).join(
          '',
        ),
      ),
    )
    const site = startAtHome(source)
    const live = await readSite(site.url, local)
    expect(recordsOf(live.source)).toEqual(recordsOf(source))
    expect(site.requests.filter(({ route }) => route === '/wp/v2/posts')).toHaveLength(4)
  })

  test.skipIf(!themeUnitTest)('of the theme unit test', async () => {
    const source = await readExport(Bun.file(themeUnitTest!).stream())
    const { source: live } = await readSite(startAtHome(source).url, local)
    const [found, expected] = [recordsOf(live), recordsOf(source)]
    const written = (records: typeof found) => [
      records.articles.map(({ category, image, record }) => [category, image?.url, record]),
      records.pages.map(({ record }) => record),
      records.categories,
      records.menu,
    ]
    expect(written(found)).toEqual(written(expected))
  })
})

test('languages of Polylang come as its export has them', async () => {
  const source = await read(wxr([1, 2, 3].map((id) => item({ id, slug: `p-${id}` })).join('')))
  const languages = ['fa', 'en', 'en']
  const site = start(source, {
    respond: (url) =>
      url.pathname === '/wp-json/wp/v2/posts'
        ? Response.json(
            languages.map((lang, index) => ({
              id: index + 1,
              type: 'post',
              slug: `p-${index + 1}`,
              title: { raw: `Post ${index + 1}` },
              content: { raw: '' },
              excerpt: { raw: '' },
              lang,
              translations: index < 2 ? { fa: 1, en: 2 } : { en: 3 },
            })),
          )
        : null,
  })
  const { source: live } = await readSite(site.url, local)
  const { articles } = recordsOf(live)
  expect(articles.map(({ record }) => [record.slug, record.title, record.title_en])).toEqual([
    ['p-3', 'Post 3', 'Post 3'],
    ['p-1', 'Post 1', 'Post 2'],
  ])
})

test('without an application password, only what is public comes, as it is shown', async () => {
  const site = start(await sample())
  const { source, hidden } = await readSite(site.url, { ...local, login: null })
  expect(source.posts.map(({ title }) => title)).toEqual(['سلام <em>دنیا</em>', 'Protected'])
  expect(hidden).toEqual(['blocks', 'menus'])
  const { articles } = recordsOf(source)
  expect(articles.map(({ record }) => [record.title, record.status, record.excerpt])).toEqual([
    ['Protected', 'draft', null],
    ['سلام دنیا', 'published', 'An excerpt'],
  ])
  expect(JSON.stringify(source)).not.toContain('hidden text')
  expect(site.requests.every(({ isSignedIn }) => !isSignedIn)).toBe(true)
})

test('HTML that WordPress has rendered gets no paragraphs of its own', async () => {
  const source = await read(wxr(item({ id: 1, content: '<p>a\nb</p>\n<div>c\n\nd</div>' })))
  const live = await readSite(start(source).url, { ...local, login: null })
  expect(recordsOf(live.source).articles[0]!.record.content).toBe('<p>a\nb</p>\n<div>c\n\nd</div>')
})

describe('the application password', () => {
  test('that is wrong ends the import with a sentence', async () => {
    const site = start(await sample())
    const login = { user: 'editor', password: 'wrong' }
    await expect(readSite(site.url, { ...local, login })).rejects.toThrow(
      'refused the application password (incorrect_password). Make one in WordPress',
    )
  })

  test('is not sent over http to a public site, nor after a redirect to another host', async () => {
    await expect(readSite('http://old.example', { ...local, allowPrivate: false })).rejects.toThrow(
      'only sent over https; give the address as https://old.example',
    )
    const received: (string | null)[] = []
    const other = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => {
        received.push(request.headers.get('Authorization'))
        return Response.json([])
      },
    })
    cleanups.push(() => other.stop(true))
    const site = start(await sample(), {
      respond: (url) =>
        url.pathname.startsWith('/wp-json/wp/v2/')
          ? Response.redirect(`http://127.0.0.1:${other.port}/x`)
          : null,
    })
    await readSite(site.url, local).catch(() => {})
    expect(received.length).toBeGreaterThan(0)
    expect(received.every((header) => header === null)).toBe(true)
  })
})

describe('a site that', () => {
  const respond = (answer: (url: URL) => Response | null) => async () =>
    start(await sample(), { respond: answer })
  const inApi =
    (status: number, headers = {}) =>
    (url: URL) =>
      url.pathname.startsWith('/wp-json') || url.searchParams.has('rest_route')
        ? Response.json({ code: 'x' }, { status, headers })
        : null

  test.each([
    [
      'has no REST API',
      respond(inApi(404)),
      /has no WordPress REST API at \/wp-json\/ or \/\?rest_route=\/\. Import a file/,
    ],
    ['blocks its REST API', respond(inApi(403)), /does not show its REST API \(status 403\)/],
    ['is not WordPress', respond(() => new Response('<html>Hello</html>')), /has no WordPress REST API/],
    [
      'answers with something else',
      respond((url) => (url.pathname === '/wp-json/wp/v2/posts' ? Response.json([{ id: 'x' }]) : null)),
      /does not respond like WordPress \(posts: 0\.id\)/,
    ],
    [
      'is down',
      respond((url) => (url.pathname.startsWith('/wp-json/wp') ? new Response('x', { status: 500 }) : null)),
      /is not available \(status 500\)/,
    ],
    [
      'refuses for long',
      respond(inApi(429, { 'Retry-After': '900' })),
      /\(status 429\); try again in 900 seconds/,
    ],
  ])('%s ends the import with a sentence', async (_, makeSite, message) => {
    const { url } = await makeSite()
    await expect(readSite(url, local)).rejects.toThrow(message)
  })

  test('asks to wait is asked again after that time', async () => {
    waits.length = 0
    let refused = 0
    const site = start(await sample(), {
      respond: (url) =>
        url.pathname === '/wp-json/wp/v2/posts' && refused++ < 2
          ? new Response('busy', {
              status: refused === 1 ? 429 : 503,
              headers: refused === 1 ? { 'Retry-After': '7' } : {},
            })
          : null,
    })
    expect((await readSite(site.url, local)).source.posts).toHaveLength(5)
    expect(waits).toEqual([7_000, 2_000])
  })

  test('refuses connections for a while is asked again, at most five times', async () => {
    waits.length = 0
    let connections = 0
    let isAway = (_connection: number) => false
    const site = start(await sample())
    const port = Number(new URL(site.url).port)
    const outbound: Outbound = {
      resolve: async () => ['127.0.0.1'],
      // Nothing listens on port 1.
      dial: (address) => ({ address, port: isAway(++connections) ? 1 : port }),
    }
    isAway = (connection) => connection === 3 || connection === 4
    expect((await readSite(site.url, { ...local, outbound })).source.posts).toHaveLength(5)
    expect(waits).toEqual([1_000, 2_000])
    waits.length = 0
    connections = 0
    isAway = (connection) => connection >= 3
    await expect(readSite(site.url, { ...local, outbound })).rejects.toThrow('cannot be read')
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000])
  })

  test('was never reached is not asked again', async () => {
    waits.length = 0
    await expect(readSite('http://127.0.0.1:1', local)).rejects.toThrow('cannot be read')
    expect(waits).toEqual([])
  })

  test('is not public is refused without a request, unless --allow-private', async () => {
    const site = start(await sample())
    await expect(readSite(site.url, { ...local, login: null, allowPrivate: false })).rejects.toThrow(
      'is not a public address; add --allow-private',
    )
    const dialled: string[] = []
    const outbound: Outbound = {
      resolve: async () => ['10.1.2.3'],
      dial: (address, port) => {
        dialled.push(address)
        return { address, port }
      },
    }
    await expect(
      readSite('https://internal.example', { ...local, login: null, allowPrivate: false, outbound }),
    ).rejects.toThrow('is not a public address')
    expect([dialled, site.requests]).toEqual([[], []])
  })

  test('redirects to a private address is refused there', async () => {
    const source = await sample()
    const inside = start(source)
    const site = start(source, { respond: () => Response.redirect(inside.url) })
    const port = Number(new URL(site.url).port)
    const outbound: Outbound = {
      resolve: async () => ['93.184.216.34'],
      dial: () => ({ address: '127.0.0.1', port }),
    }
    await expect(
      readSite('http://old.example', { ...local, login: null, allowPrivate: false, outbound }),
    ).rejects.toThrow('is not a public address')
    expect(inside.requests).toEqual([])
  })
})
