// What is read from a WordPress export, however it is cut, and what is refused.
import { describe, expect, test } from 'bun:test'
import { ExportError, readExport } from '../../src/wordpress/read-export.ts'
import { category, cdata, inChunks, item, menuItem, read, themeUnitTest, wxr } from './wxr.ts'

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

describe('an export is read', () => {
  test('with CDATA, its escaped end, entities and text beyond the BMP', async () => {
    const { posts, categories, authors } = await read(sample)
    expect(posts[0]).toMatchObject({
      id: 1,
      title: 'A ]]> B',
      content: '<p>one &amp; two — 😀</p>',
      password: '',
    })
    expect(posts[0]!.categories).toEqual([{ slug: 'news', name: 'News' }])
    expect(posts[0]!.tags).toEqual([{ slug: 'sun', name: 'Sun' }])
    expect(categories).toEqual([
      { id: 3, slug: '%d8%ae%d8%a8%d8%b1', name: 'خبر &amp; نظر', description: 'x' },
    ])
    expect(authors).toEqual([{ login: 'sara', name: 'سارا' }])
  })

  test('with entities of XML outside CDATA decoded once', async () => {
    const post = item({ id: 1 }).replace(cdata('Item 1'), 'Q &amp;amp; A &#171;x&#xBB;')
    expect((await read(wxr(post))).posts[0]!.title).toBe('Q &amp; A «x»')
  })

  test('the same wherever the stream is cut', async () => {
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
  ])('in version %s with namespaces of %s', async (version, scheme) => {
    const { posts } = await read(wxr(item({ id: 1, content: 'text', excerpt: 'short' }), { version, scheme }))
    expect(posts[0]).toMatchObject({ content: 'text', excerpt: 'short', slug: 'item-1' })
  })

  test('under other prefixes for the same namespaces', async () => {
    const renamed = sample
      .replaceAll('<wp:', '<x:')
      .replaceAll('</wp:', '</x:')
      .replace('xmlns:wp', 'xmlns:x')
    expect(await read(renamed)).toEqual(await read(sample))
  })

  test('with a byte order mark, and with control characters that XML forbids left out', async () => {
    const { posts } = await read(`\ufeff${wxr(item({ id: 1, title: 'a\u0008b\u0000c' }))}`)
    expect(posts[0]!.title).toBe('abc')
  })

  test('with menus, attachments, comments and other post types told apart', async () => {
    const comment = '<wp:comment><wp:comment_content>title</wp:comment_content></wp:comment>'
    const picture = item({ id: 5, type: 'attachment', title: 'P', meta: { _wp_attachment_image_alt: 'Alt' } })
    const found = await read(
      wxr(
        [
          item({ id: 1 }).replace('</item>', `${comment}${comment}</item>`),
          item({ id: 2, type: 'page' }),
          menuItem({ id: 3, title: 'Blog', to: ['post_type', 'page', 2], parent: 9, newTab: true }),
          picture.replace(
            '</item>',
            '<wp:attachment_url>https://example.com/p.jpg</wp:attachment_url></item>',
          ),
          item({ id: 6, type: 'wp_block' }),
          item({ id: 7, type: 'wp_block' }),
        ].join(''),
      ),
    )
    expect(found).toMatchObject({ version: '1.2', comments: 2 })
    expect(found.posts.map(({ id }) => id)).toEqual([1])
    expect(found.pages.map(({ id }) => id)).toEqual([2])
    expect(found.attachments).toEqual([
      { id: 5, title: 'P', url: 'https://example.com/p.jpg', alt: 'Alt', caption: '', parentId: 0, order: 0 },
    ])
    expect(found.others).toEqual(new Map([['wp_block', 2]]))
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
})

describe('what is not a whole WordPress export is refused', () => {
  test.each([
    ['an empty file', '', /^not a WordPress export \(it is not XML/],
    ['a text', 'Dear WordPress', /^not a WordPress export \(it is not XML/],
    ['a web page', '<html><body></body></html>', /begins with <html>/],
    ['another feed', '<rss><channel><item><title>x</title></item></channel></rss>', /without wp:wxr_version/],
    ['a version to come', wxr('', { version: '2.0' }), /unknown version 2\.0/],
    ['a tag closed by another', sample.replace('</item>', '</items>'), /^broken at line \d+, column \d+: /],
    ['an undeclared prefix', sample.replace('<item>', '<item><zz:x/>'), /^broken at line .*zz/],
    ['an entity that is not declared', sample.replace('A site', '&evil;'), /^broken at line .*entity/],
  ])('%s', async (_, text, reason) => {
    expect(await refusal(text)).toMatch(reason)
  })

  test('one cut off anywhere', async () => {
    const end = sample.lastIndexOf('>')
    for (let length = 0; length < end; length += 7) {
      expect(await refusal(sample.slice(0, length))).toMatch(/^(?:broken|not a WordPress export)/)
    }
  })

  test('one that is not UTF-8, or ends within a character', async () => {
    const latin = Uint8Array.from(wxr(item({ id: 1, title: 'é' })), (letter) => letter.charCodeAt(0))
    expect(readExport(inChunks(latin))).rejects.toThrow('not UTF-8')
    const half = new TextEncoder().encode(`${sample}é`).slice(0, -1)
    expect(readExport(inChunks(half))).rejects.toThrow('not UTF-8')
  })
})

test.skipIf(!themeUnitTest)('the theme unit test is read whole', async () => {
  const found = await readExport(Bun.file(themeUnitTest!).stream())
  const statuses = Object.entries(Object.groupBy(found.posts, ({ status }) => status))
  expect(Object.fromEntries(statuses.map(([status, posts]) => [status, posts!.length]))).toEqual({
    publish: 49,
    future: 1,
    draft: 1,
  })
  expect(found.posts.filter(({ password }) => password !== '').map(({ id }) => id)).toEqual([1168])
  expect(found).toMatchObject({ version: '1.2', comments: 32, others: new Map() })
  expect(
    [found.pages, found.menuItems, found.attachments, found.categories].map(({ length }) => length),
  ).toEqual([21, 70, 38, 67])
})
