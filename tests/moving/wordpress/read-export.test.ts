import { describe, expect, test } from 'bun:test'
import { readExport } from '../../../src/moving/wordpress/read/read-export.ts'
import { ExportError } from '../../../src/moving/wordpress/read/wordpress-export.ts'
import { startCpuTimer } from '../../support/cpu-timer.ts'
import {
  category,
  cdata,
  comment,
  inChunks,
  item,
  menuItem,
  read,
  tag,
  term,
  themeUnitTest,
  wxr,
} from './wxr.ts'

const refusal = (text: string) =>
  read(text).then(
    () => null,
    (error: unknown) => (error instanceof ExportError ? error.message : `not an ExportError: ${error}`),
  )

const sample = wxr(
  [
    '<wp:author><wp:author_login>sara</wp:author_login><wp:author_display_name><![CDATA[سارا]]></wp:author_display_name></wp:author>',
    category(3, '%d8%ae%d8%a8%d8%b1', 'خبر &amp; نظر', 'x'),
    item({
      id: 1,
      title: 'A ]]> B',
      content: '<p>one &amp; two — 😀</p>',
      terms: [
        ['category', 'news', 'News'],
        ['post_tag', 'sun', 'Sun'],
        ['post_format', 'post-format-aside', 'Aside'],
      ],
    }),
    menuItem({ id: 2, title: 'Home', url: 'https://example.com/?a=1&b=2', newTab: true }),
  ].join('\n'),
)

describe('readExport reads', () => {
  test('CDATA, its escaped end, entities and characters beyond the BMP', async () => {
    const { posts, categories, authors } = await read(sample)
    expect(posts[0]).toMatchObject({
      id: 1,
      title: 'A ]]> B',
      content: '<p>one &amp; two — 😀</p>',
      password: '',
    })
    expect(posts[0]!.categories).toEqual([{ slug: 'news', name: 'News' }])
    expect(posts[0]!.tags).toEqual([{ slug: 'sun', name: 'Sun' }])
    expect(categories).toMatchObject([
      { id: 3, slug: '%d8%ae%d8%a8%d8%b1', name: 'خبر &amp; نظر', description: 'x' },
    ])
    expect(authors).toEqual([{ login: 'sara', name: 'سارا', email: '' }])
  })

  test('XML entities outside CDATA, decoded once', async () => {
    const post = item({ id: 1 }).replace(cdata('Item 1'), 'Q &amp;amp; A &#171;x&#xBB;')
    expect((await read(wxr(post))).posts[0]!.title).toBe('Q &amp; A «x»')
  })

  test('the same records wherever the stream is split', async () => {
    const bytes = new TextEncoder().encode(sample)
    const whole = await readExport(inChunks(bytes))
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(await readExport(inChunks(bytes, cut))).toEqual(whole)
    }
    const everywhere = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1)
    expect(await readExport(inChunks(bytes, ...everywhere))).toEqual(whole)
  })

  test.each([
    ['1.0', 'http'],
    ['1.1', 'http'],
    ['1.2', 'http'],
    ['1.2', 'https'],
  ])('version %s with %s namespaces', async (version, scheme) => {
    const { posts } = await read(wxr(item({ id: 1, content: 'text', excerpt: 'short' }), { version, scheme }))
    expect(posts[0]).toMatchObject({ content: 'text', excerpt: 'short', slug: 'item-1' })
  })

  test('other prefixes for the same namespaces', async () => {
    const renamed = sample
      .replaceAll('<wp:', '<x:')
      .replaceAll('</wp:', '</x:')
      .replace('xmlns:wp', 'xmlns:x')
    expect(await read(renamed)).toEqual(await read(sample))
  })

  test.each(['\n', ' \r\n\t', '\ufeff\n', '\n\ufeff', '\n'.repeat(100)])(
    'a file that begins with white space: %j',
    async (before) => {
      expect((await read(before + wxr(item({ id: 1 })))).posts).toHaveLength(1)
    },
  )

  test('references to control characters that XML forbids, wherever the stream is split', async () => {
    const post = item({ id: 1 }).replace(cdata('Item 1'), 'a&#8;b&#x1F;c&#65;&#0;')
    const bytes = new TextEncoder().encode(wxr(post))
    for (let cut = 1; cut < bytes.length; cut++)
      expect((await readExport(inChunks(bytes, cut))).posts[0]!.title).toBe('abcA')
  })

  test('a file with a byte order mark and with control characters that XML forbids', async () => {
    const { posts } = await read(`\ufeff${wxr(item({ id: 1, title: 'a\u0008b\u0000c' }))}`)
    expect(posts[0]!.title).toBe('abc')
  })

  test('menus, attachments and other post types', async () => {
    const found = await read(
      wxr(
        [
          item({ id: 1 }),
          item({ id: 2, type: 'page', parent: 8, order: 4 }),
          menuItem({ id: 3, title: 'Blog', to: ['post_type', 'page', 2], parent: 9, newTab: true }),
          item({
            id: 5,
            type: 'attachment',
            title: 'P',
            slug: 'p',
            url: 'https://example.com/p.jpg',
            link: 'https://example.com/about/p/',
            meta: { _wp_attachment_image_alt: 'Alt', _wp_attached_file: '2020/01/p.jpg' },
          }),
          item({ id: 6, type: 'wp_block', content: 'Reused' }),
          item({ id: 7, type: 'portfolio' }),
        ].join(''),
      ),
    )
    expect(found.version).toBe('1.2')
    expect(found.posts.map(({ id }) => id)).toEqual([1])
    expect(found.pages).toMatchObject([{ id: 2, type: 'page', parentId: 8, order: 4 }])
    expect(found.attachments).toEqual([
      {
        id: 5,
        title: 'P',
        slug: 'p',
        url: 'https://example.com/p.jpg',
        link: 'https://example.com/about/p/',
        alt: 'Alt',
        caption: '',
        description: '',
        parentId: 0,
        order: 0,
        metadata: new Map([
          ['_wp_attachment_image_alt', 'Alt'],
          ['_wp_attached_file', '2020/01/p.jpg'],
        ]),
      },
    ])
    expect(found.others.map(({ id, type, content }) => [id, type, content])).toEqual([
      [6, 'wp_block', 'Reused'],
      [7, 'portfolio', ''],
    ])
    expect(found.menuItems[0]).toEqual({
      id: 3,
      menu: { slug: 'main', name: 'Main' },
      order: 3,
      title: 'Blog',
      status: 'publish',
      type: 'post_type',
      object: 'page',
      objectId: 2,
      parentId: 9,
      url: '',
      newTab: true,
    })
  })

  test('the permalink, author, stickiness, metadata and comments of a post', async () => {
    const { posts } = await read(
      wxr(
        item({
          id: 1,
          link: 'https://example.com/?p=1&lang=en',
          author: 'sara',
          sticky: true,
          meta: { _yoast_wpseo_title: 'Title', _elementor_data: '[]' },
          comments: [
            comment({
              id: 8,
              author: 'A',
              email: 'a@example.com',
              url: 'https://a.example',
              content: 'Hi <b>',
            }),
            comment({ id: 9, approved: '0', type: 'pingback', parent: 8 }),
          ],
        }),
      ),
    )
    expect(posts[0]).toMatchObject({
      link: 'https://example.com/?p=1&lang=en',
      author: 'sara',
      isSticky: true,
      metadata: new Map([['_yoast_wpseo_title', 'Title']]),
    })
    expect(posts[0]!.comments).toEqual([
      {
        id: 8,
        author: 'A',
        email: 'a@example.com',
        url: 'https://a.example',
        date: '2020-02-03 04:05:06',
        dateGmt: '2020-02-03 04:05:06',
        content: 'Hi <b>',
        approved: '1',
        type: 'comment',
        parentId: 0,
      },
      expect.objectContaining({ id: 9, approved: '0', type: 'pingback', parentId: 8 }),
    ])
  })

  test('the site, and the terms of all taxonomies with parents and metadata', async () => {
    const found = await read(
      wxr(
        [
          '<link>https://example.com</link><description>Pumps &amp; pipes</description><language>fa-IR</language>',
          category(3, 'pumps', 'Pumps', '', { parent: 'water', meta: { color: 'blue' } }),
          tag(4, 'sun', 'Sun'),
          term({ id: 5, taxonomy: 'post_translations', slug: 'pll_1', description: 'a:1:{s:2:"en";i:7;}' }),
          item({
            id: 1,
            terms: [
              ['language', 'en', 'English'],
              ['post_translations', 'pll_1', 'pll_1'],
              ['category', 'pumps', 'Pumps'],
            ],
          }),
        ].join(''),
      ),
    )
    expect(found).toMatchObject({
      title: 'A site',
      tagline: 'Pumps & pipes',
      language: 'fa-IR',
      sites: ['https://example.com'],
      categories: [{ taxonomy: 'category', parent: 'water', metadata: new Map([['color', 'blue']]) }],
      tags: [{ id: 4, taxonomy: 'post_tag', slug: 'sun', name: 'Sun' }],
      terms: [{ id: 5, taxonomy: 'post_translations', slug: 'pll_1', description: 'a:1:{s:2:"en";i:7;}' }],
    })
    expect(found.posts[0]!.terms).toEqual([
      { taxonomy: 'language', slug: 'en', name: 'English' },
      { taxonomy: 'post_translations', slug: 'pll_1', name: 'pll_1' },
    ])
  })
})

describe('readExport refuses', () => {
  test.each([
    ['an empty file', '', /^not a WordPress export \(it is not XML/],
    ['plain text', 'Dear WordPress', /^not a WordPress export \(it is not XML/],
    ['a web page', '<html><body></body></html>', /its root element is <html>/],
    ['another feed', '<rss><channel><item><title>x</title></item></channel></rss>', /without wp:wxr_version/],
    ['a later version', wxr('', { version: '2.0' }), /unsupported version 2\.0/],
    ['a mismatched end tag', sample.replace('</item>', '</items>'), /^malformed at line \d+, column \d+: /],
    ['an undeclared prefix', sample.replace('<item>', '<item><zz:x/>'), /^malformed at line .*zz/],
    ['an undeclared entity', sample.replace('A site', '&evil;'), /^malformed at line .*entity/],
  ])('%s', async (_, text, reason) => {
    expect(await refusal(text)).toMatch(reason)
  })

  test('300,000 nested XML elements, with the name of the post, within a second', async () => {
    const nested = '<a>'.repeat(300_000) + '</a>'.repeat(300_000)
    const file = sample.replace('<wp:post_date>', `${nested}<wp:post_date>`)
    const elapsed = startCpuTimer()
    expect(await refusal(file)).toMatch(
      /^malformed at line \d+: XML elements are nested more than 100 levels deep in “A \]\]> B” \(post 1\)$/,
    )
    expect(elapsed()).toBeLessThan(1_000)
  })

  test('a file truncated anywhere', async () => {
    const end = sample.lastIndexOf('>')
    for (let length = 0; length < end; length += 7) {
      expect(await refusal(sample.slice(0, length))).toMatch(/^(?:malformed|not a WordPress export)/)
    }
  })

  test('a file that is not UTF-8 or ends inside a character', async () => {
    const latin = Uint8Array.from(wxr(item({ id: 1, title: 'é' })), (letter) => letter.charCodeAt(0))
    expect(readExport(inChunks(latin))).rejects.toThrow('not valid UTF-8')
    const half = new TextEncoder().encode(`${sample}é`).slice(0, -1)
    expect(readExport(inChunks(half))).rejects.toThrow('not valid UTF-8')
  })
})

test.skipIf(!themeUnitTest)('reads the whole theme unit test', async () => {
  const found = await readExport(Bun.file(themeUnitTest!).stream())
  const statuses = Object.entries(Object.groupBy(found.posts, ({ status }) => status))
  expect(Object.fromEntries(statuses.map(([status, posts]) => [status, posts!.length]))).toEqual({
    publish: 49,
    future: 1,
    draft: 1,
  })
  expect(found.posts.filter(({ password }) => password !== '').map(({ id }) => id)).toEqual([1168])
  expect(found).toMatchObject({ version: '1.2', others: [] })
  const comments = [...found.posts, ...found.pages].flatMap((post) => post.comments)
  expect(comments).toHaveLength(32)
  expect(
    [found.pages, found.menuItems, found.attachments, found.categories].map(({ length }) => length),
  ).toEqual([21, 70, 38, 67])
})
