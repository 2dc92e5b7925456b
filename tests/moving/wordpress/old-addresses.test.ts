// Redirects from all addresses of the old site, and links in texts.
import { describe, expect, test } from 'bun:test'
import { toRecords } from '../../../src/moving/wordpress/to-records.ts'
import { author, category, item, read, recordOptions, tag, wxr } from './wxr.ts'

const SITE = 'https://old.example'

const imported = async (items: string[], options: Partial<typeof recordOptions> = {}, site = SITE) => {
  const records = toRecords(await read(wxr([`<link>${site}</link>`, ...items].join('\n'))), {
    ...recordOptions,
    ...options,
  })
  const redirects = new Map(records.redirects.map(({ record }) => [record.from_path, record.to_path]))
  return { ...records, redirects }
}

const sample = [
  author('sara', 'Sara', 'sara@old.example'),
  category(5, 'water', 'Water'),
  category(6, 'pumps', 'Pumps', '', { parent: 'water' }),
  category(7, 'empty', 'Empty'),
  tag(8, 'sun-sea', 'Sun & sea'),
  item({
    id: 1,
    slug: 'hello',
    title: 'Hello',
    date: '2019-05-06 07:08:09',
    link: `${SITE}/2019/05/hello/`,
    terms: [
      ['category', 'pumps', 'Pumps'],
      ['category', 'water', 'Water'],
      ['post_tag', 'sun-sea', 'Sun & sea'],
    ],
  }),
  item({ id: 2, type: 'page', slug: 'team', title: 'Team', link: `${SITE}/company/team/` }),
  item({ id: 3, title: 'Draft', status: 'draft', link: `${SITE}/?p=3` }),
  item({ id: 4, type: 'attachment', parent: 1, link: `${SITE}/2019/05/hello/photo/`, url: `${SITE}/x.jpg` }),
]

describe('redirects', () => {
  test('lead from every address of the old site to its place', async () => {
    const { redirects } = await imported(sample)
    expect(Object.fromEntries(redirects)).toEqual({
      '/2019/05/hello': '/blog/hello',
      '/?p=1': '/blog/hello',
      '/company/team': '/pages/team',
      '/?page_id=2': '/pages/team',
      '/category/water': '/blog?tag=Water',
      '/category/water/feed': '/blog/feed.xml',
      '/?cat=5': '/blog?tag=Water',
      '/category/water/pumps': '/blog?category=pumps',
      '/category/water/pumps/feed': '/blog/feed.xml',
      '/?cat=6': '/blog?category=pumps',
      '/category/empty': '/blog',
      '/category/empty/feed': '/blog/feed.xml',
      '/?cat=7': '/blog',
      '/tag/sun-sea': '/blog?tag=Sun%20%26%20sea',
      '/tag/sun-sea/feed': '/blog/feed.xml',
      '/?tag=sun-sea': '/blog?tag=Sun%20%26%20sea',
      '/2019': '/blog',
      '/2019/05': '/blog',
      '/author/sara': '/blog',
      '/feed': '/blog/feed.xml',
      '/feed/rss': '/blog/feed.xml',
      '/feed/rss2': '/blog/feed.xml',
      '/feed/rdf': '/blog/feed.xml',
      '/feed/atom': '/blog/feed.xml',
      '/comments/feed': '/blog/feed.xml',
      '/comments/feed/rss': '/blog/feed.xml',
      '/comments/feed/rss2': '/blog/feed.xml',
      '/comments/feed/rdf': '/blog/feed.xml',
      '/comments/feed/atom': '/blog/feed.xml',
      '/?feed=rss': '/blog/feed.xml',
      '/?feed=rss2': '/blog/feed.xml',
      '/?feed=rdf': '/blog/feed.xml',
      '/?feed=atom': '/blog/feed.xml',
      '/2019/05/hello/photo': '/blog/hello',
      '/?attachment_id=4': '/blog/hello',
      '/wp-sitemap.xml': '/sitemap.xml',
      '/wp-sitemap-posts-post-1.xml': '/sitemap.xml',
      '/wp-sitemap-posts-page-1.xml': '/sitemap.xml',
      '/wp-sitemap-taxonomies-category-1.xml': '/sitemap.xml',
      '/sitemap_index.xml': '/sitemap.xml',
      '/post-sitemap.xml': '/sitemap.xml',
      '/page-sitemap.xml': '/sitemap.xml',
      '/category-sitemap.xml': '/sitemap.xml',
    })
  })

  test('start with the directory of the site, and with its own bases', async () => {
    const post = item({ id: 1, slug: 'a', link: `${SITE}/site/a/`, terms: [['category', 'water', 'Water']] })
    const bases = { category: 'topics', tag: 'words', postsPerPage: 10 }
    const { redirects } = await imported([category(5, 'water', 'Water'), post], { bases }, `${SITE}/site`)
    expect(redirects.get('/site/a')).toBe('/blog/a')
    expect(redirects.get('/site?p=1')).toBe('/blog/a')
    expect(redirects.get('/site/topics/water')).toBe('/blog?category=water')
    expect(redirects.get('/site')).toBe('/')
  })

  test('of further pages of archives lead to the page of the new list with the same articles', async () => {
    const posts = Array.from({ length: 45 }, (_, index) =>
      item({
        id: 100 + index,
        slug: `n${index}`,
        link: `${SITE}/n${index}/`,
        author: 'sara',
        date: `2020-01-01 00:${String(index).padStart(2, '0')}:00`,
        terms: [
          ['category', 'water', 'Water'],
          // The first 21.
          ...(index < 21 ? [['post_tag', 'sun', 'Sun'] as [string, string, string]] : []),
        ],
      }),
    )
    const scheduled = item({ id: 200, status: 'future', date: '2190-01-01 00:00:00', link: `${SITE}/soon/` })
    const news = item({ id: 300, type: 'page', slug: 'news', title: 'News', link: `${SITE}/news/` })
    const terms = [category(5, 'water', 'Water'), tag(8, 'sun', 'Sun'), author('sara', 'Sara', '')]
    const { redirects } = await imported([...terms, ...posts, scheduled, news])
    const below = (start: string) =>
      [...redirects].flatMap(([from, to]) =>
        from.startsWith(start) && /page/.test(from) ? [[from.slice(start.length), to]] : [],
      )
    // Old pages have 10 articles and new ones 12: the 11th is on page 1, the 21st and 31st on 2 and 3, the 41st on 4.
    const list = (base: string) => [
      ['/page/2', base],
      ['/page/3', `${base}${base.includes('?') ? '&' : '?'}page=2`],
    ]
    for (const start of ['', '/blog', '/news'])
      expect(below(start).filter(([from]) => /^\/page\//.test(from!))).toEqual([
        ...list('/blog'),
        ['/page/4', '/blog?page=3'],
        ['/page/5', '/blog?page=4'],
      ])
    expect(redirects.get('/?paged=3')).toBe('/blog?page=2')
    expect(below('/category/water')).toEqual([
      ...list('/blog?category=water'),
      ['/page/4', '/blog?category=water&page=3'],
      ['/page/5', '/blog?category=water&page=4'],
    ])
    expect(below('/tag/sun')).toEqual(list('/blog?tag=Sun'))
    for (const start of ['/author/sara', '/2020', '/2020/01'])
      expect(below(start).map(([from, to]) => [from!.slice(-7), to])).toContainEqual(['/page/5', '/blog'])
    expect(redirects.has('/page/6')).toBe(false)
  })

  test('of further pages follow --posts-per-page, and lead to no page that does not exist', async () => {
    const posts = [1, 2, 3, 4, 5].map((id) => item({ id, slug: `n${id}`, link: `${SITE}/n${id}/` }))
    const bases = { ...recordOptions.bases, postsPerPage: 2 }
    const { redirects } = await imported(posts, { bases })
    const pages = [...redirects].filter(([from]) => from.startsWith('/page/'))
    expect(pages).toEqual([
      ['/page/2', '/blog'],
      ['/page/3', '/blog'],
    ])
  })

  test('of further pages lead to the last page of a shorter list; scheduled posts make no page', async () => {
    const post = (id: number, slugs: string[], fields = {}) =>
      item({
        id,
        slug: `n${id}`,
        link: `${SITE}/n${id}/`,
        ...fields,
        terms: slugs.map((slug) => ['category', slug, slug]),
      })
    // The first category is the article’s; the others become tags.
    const both = Array.from({ length: 24 }, (_, index) => post(10 + index, ['pumps', 'water']))
    const few = Array.from({ length: 10 }, (_, index) => post(50 + index, ['few']))
    const scheduled = post(90, ['few'], { status: 'future', date: '2190-01-01 00:00:00' })
    const terms = ['pumps', 'water', 'few'].map((slug, index) => category(5 + index, slug, slug))
    const { redirects } = await imported([...terms, ...both, post(40, ['water']), ...few, scheduled])
    expect(redirects.get('/category/water/page/3')).toBe('/blog?category=water')
    expect(redirects.get('/category/pumps/page/3')).toBe('/blog?category=pumps&page=2')
    expect(redirects.has('/category/few/page/2')).toBe(false)
  })

  test('of further pages in English lead to pages of the English list', async () => {
    const texts = Array.from({ length: 15 }, (_, index) =>
      (['fa', 'en'] as const).map((language) =>
        item({
          id: index * 2 + (language === 'fa' ? 1 : 2),
          slug: `${language}${index}`,
          link: `${SITE}/${language === 'en' ? 'en/' : ''}${language}${index}/`,
          terms: [
            ['language', language, language],
            ['post_translations', `g${index}`, 'g'],
          ],
        }),
      ),
    ).flat()
    const { redirects } = await imported(texts)
    expect(redirects.get('/page/2')).toBe('/blog')
    expect(redirects.get('/en/page/2')).toBe('/blog?lang=en')
    expect(redirects.get('/en/page/3')).toBe('/blog?page=2&lang=en')
  })

  test('of English texts lead to the English page', async () => {
    const english = (id: number, fields: object) =>
      item({
        id,
        ...fields,
        terms: [
          ['language', 'en', 'English'],
          ['post_translations', 'g', 'g'],
        ],
      })
    const { redirects } = await imported([
      item({
        id: 1,
        slug: 'salam',
        link: `${SITE}/salam/`,
        terms: [
          ['language', 'fa', 'فارسی'],
          ['post_translations', 'g', 'g'],
        ],
      }),
      english(2, { slug: 'hello', link: `${SITE}/en/hello/` }),
    ])
    expect(redirects.get('/salam')).toBe('/blog/salam')
    expect(redirects.get('/en/hello')).toBe('/blog/salam?lang=en')
    expect(redirects.get('/?p=2')).toBe('/blog/salam?lang=en')
    expect(redirects.get('/en')).toBe('/?lang=en')
    expect(redirects.get('/en/feed')).toBe('/blog/feed.xml?lang=en')
  })

  test('are left out where the address stays, or where the service or the site has its own page', async () => {
    const { redirects, skipped } = await imported([
      item({ id: 1, slug: 'hello', link: `${SITE}/blog/hello/` }),
      item({ id: 2, type: 'page', slug: 'about', link: `${SITE}/about/` }),
      item({ id: 3, type: 'page', slug: 'api', link: `${SITE}/api/docs/` }),
    ])
    for (const path of ['/blog/hello', '/about', '/api/docs']) expect(redirects.has(path)).toBe(false)
    expect(
      skipped.filter(({ kind }) => kind === 'redirects').map(({ name, reason }) => [name, reason]),
    ).toEqual([
      ['/about', 'the new site has a page of its own at this address'],
      ['/api/docs', 'the service answers this address itself: no redirect is possible'],
    ])
  })

  test('form no chains and no loops', async () => {
    const sent = (id: number, path: string, to: string) =>
      item({ id, link: SITE + path, meta: { _yoast_wpseo_redirect: to } })
    const { redirects } = await imported([
      sent(1, '/a', `${SITE}/b`),
      sent(2, '/b', '/c'),
      item({ id: 3, slug: 'c', link: `${SITE}/c` }),
      sent(4, '/x', `${SITE}/y`),
      sent(5, '/y', `${SITE}/x`),
    ])
    expect([redirects.get('/a'), redirects.get('/b'), redirects.get('/c')]).toEqual(Array(3).fill('/blog/c'))
    for (const to of redirects.values()) expect(redirects.has(to)).toBe(false)
  })
})

describe('links in texts', () => {
  const linked = async (content: string, options: Partial<typeof recordOptions> = {}) => {
    const post = item({ id: 9, slug: 'post', title: 'Post', link: `${SITE}/2020/01/post/`, content })
    const { articles, changed, deadLinks } = await imported([...sample, post], options)
    const { record } = articles.find(({ record }) => record.slug === 'post')!
    const ofTexts = changed.filter(({ kind }) => kind !== 'article-categories')
    return { html: record.content, changed: ofTexts, deadLinks }
  }

  test.each([
    [`${SITE}/2019/05/hello/`, '/blog/hello'],
    ['http://www.old.example/2019/05/hello', '/blog/hello'],
    ['//old.example/2019/05/hello/#part', '/blog/hello#user-content-part'],
    ['/company/team/?utm=1', '/pages/team'],
    ['../../05/../../2019/05/hello/', '/blog/hello'],
    [`${SITE}/?p=1&amp;x=2`, '/blog/hello'],
    [`${SITE}/?p=1&lang=en`, '/blog/hello?lang=en'],
    [`${SITE}/category/water/pumps/`, '/blog?category=pumps'],
    [SITE, '/'],
  ])('%s becomes %s', async (link, expected) => {
    const { html, changed, deadLinks } = await linked(`<p><a href="${link}">x</a></p>`)
    expect(html).toBe(`<p><a href="${expected}">x</a></p>`)
    expect(changed).toMatchObject([
      { name: 'Post', reason: expect.stringContaining('links to the old site') },
    ])
    expect(deadLinks).toEqual([])
  })

  test.each([
    'https://else.example/2019/05/hello/',
    '#part',
    'mailto:a@old.example',
    `${SITE}/wp-content/uploads/2019/05/list.pdf`,
  ])('%s stays', async (link) => {
    const { html, changed, deadLinks } = await linked(`<p><a href="${link}">x</a></p>`)
    expect(html).toBe(`<p><a href="${link}">x</a></p>`)
    expect([...changed, ...deadLinks]).toEqual([])
  })

  test('that lead nowhere stay and are named once', async () => {
    const { html, deadLinks } = await linked(
      `<p><a href="/gone/">x</a> <a href="/gone/">y</a> <a href="/?p=3">z</a></p>`,
    )
    expect(html).toContain('<a href="/gone/">')
    expect(deadLinks.map(({ name, reason }) => [name, reason])).toEqual([
      ['Post', '/gone/'],
      ['Post', '/?p=3'],
    ])
  })

  test('stay with --keep-links; those that lead nowhere are named all the same', async () => {
    const { html, changed, deadLinks } = await linked(
      `<p><a href="${SITE}/company/team/">x</a> <a href="/gone/">y</a></p>`,
      {
        keepLinks: true,
      },
    )
    expect(html).toContain(`<a href="${SITE}/company/team/">`)
    expect([changed.length, deadLinks.length]).toEqual([0, 1])
  })
})
