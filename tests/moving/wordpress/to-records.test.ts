import { describe, expect, test } from 'bun:test'
import { toContentHtml } from '../../../src/moving/wordpress/convert/content-html.ts'
import { readExport } from '../../../src/moving/wordpress/read/read-export.ts'
import { toRecords } from '../../../src/moving/wordpress/to-records.ts'
import { sanitizeRichText } from '../../../src/platform/security/sanitize-rich-text.ts'
import { startCpuTimer } from '../../support/cpu-timer.ts'
import { category, item, menuItem, read, recordOptions, themeUnitTest, wxr } from './wxr.ts'

const recordsOf = async (items: string[], menu: string | null = null) =>
  toRecords(await read(wxr(items.join('\n'))), {
    ...recordOptions,
    menus: menu === null ? [] : [{ name: menu, location: 'header' }],
  })

const articleOf = async (fields: Omit<Parameters<typeof item>[0], 'id'>) => {
  const { articles } = await recordsOf([item({ id: 7, ...fields })])
  return articles[0]!.record
}

describe('a post is published', () => {
  test('with its GMT date when it was public', async () => {
    const post = { date: '2020-05-01 10:00:00', dateGmt: '2020-05-01 06:30:00' }
    expect(await articleOf(post)).toMatchObject({
      status: 'published',
      published_at: '2020-05-01T06:30:00.000Z',
    })
  })

  test('with its local date when the GMT date is missing', async () => {
    const post = { date: '2020-05-01 10:00:00', dateGmt: '0000-00-00 00:00:00' }
    expect(await articleOf(post)).toMatchObject({ published_at: '2020-05-01T10:00:00.000Z' })
  })

  test.each([
    ['later when it is scheduled', '2030-01-01 12:00:00', '2030-01-01T12:00:00.000Z'],
    ['at once when its scheduled date has passed', '2021-01-01 12:00:00', '2021-01-01T12:00:00.000Z'],
  ])('%s', async (_, date, published_at) => {
    expect(await articleOf({ status: 'future', date })).toMatchObject({ status: 'published', published_at })
  })
})

describe('a post is a draft', () => {
  test.each(['draft', 'pending', 'auto-draft'])('when its status is %s', async (status) => {
    expect(await articleOf({ status })).toMatchObject({ status: 'draft', published_at: null })
  })

  test.each([
    ['private', { status: 'private' }, 'private: imported as a draft'],
    ['password-protected', { password: 'enter' }, 'password-protected: imported as a draft'],
    ['protected by a blank password', { password: ' ' }, 'password-protected: imported as a draft'],
    [
      'private and password-protected',
      { status: 'private', password: '0' },
      'password-protected: imported as a draft',
    ],
    ['in a status of a plugin', { status: 'members' }, 'unknown status members: imported as a draft'],
    ['without a status', { status: '' }, 'unknown status (none): imported as a draft'],
  ])('when it is %s, and the summary says so', async (_, fields, reason) => {
    const { articles, changed } = await recordsOf([item({ id: 7, title: 'Mine', ...fields })])
    expect(articles[0]!.record).toMatchObject({ status: 'draft', published_at: '2020-01-02T03:04:05.000Z' })
    expect(changed).toEqual([{ kind: 'articles', name: 'Mine', reason, count: 1 }])
  })

  test('when it is scheduled without a date', async () => {
    const { articles } = await recordsOf([item({ id: 7, status: 'future', date: '0000-00-00 00:00:00' })])
    expect(articles[0]!.record).toMatchObject({ status: 'draft', published_at: null })
  })
})

test('a published post without any date is named and gets that of the import', async () => {
  const none = '0000-00-00 00:00:00'
  const post = item({ id: 7, title: 'Old', date: none, dateGmt: none }).replace(/<pubDate>.*?<\/pubDate>/, '')
  const { articles, changed } = await recordsOf([post])
  const { status, published_at } = articles[0]!.record
  expect([status, published_at]).toEqual(['published', recordOptions.now.toISOString()])
  const reason = 'without a date: published with that of the import'
  expect(changed).toEqual([{ kind: 'articles', name: 'Old', reason, count: 1 }])
})

test.each(['a\u0003b', 'a&#3;b', 'a&#x1f;b'])('the control character in %j is cut', async (text) => {
  const { articles } = await recordsOf([
    item({ id: 1, title: text, excerpt: text, content: `<p>${text}</p>` }),
  ])
  const { title, excerpt, content } = articles[0]!.record
  expect([title, excerpt, sanitizeRichText(content!, { mediaBase: '' })]).toEqual(['ab', 'ab', '<p>ab</p>'])
})

test('trashed posts are skipped', async () => {
  const { articles, skipped } = await recordsOf([item({ id: 1, title: 'Old', status: 'trash' })])
  expect(articles).toEqual([])
  expect(skipped).toEqual([{ kind: 'articles', name: 'Old', reason: 'status trash', count: 1 }])
})

test('articles are newest first', async () => {
  const { articles } = await recordsOf([
    item({ id: 1, date: '2019-01-01 00:00:00' }),
    item({ id: 2, date: '2021-01-01 00:00:00' }),
    item({ id: 3, status: 'draft', date: '2020-01-01 00:00:00', dateGmt: '0000-00-00 00:00:00' }),
  ])
  expect(articles.map(({ record }) => record.slug)).toEqual(['item-2', 'item-3', 'item-1'])
})

test('pages that are not public are skipped with a reason', async () => {
  const page = (id: number, fields: object) => item({ id, type: 'page', title: `P${id}`, ...fields })
  const { pages, skipped } = await recordsOf([
    page(1, { content: 'a\n\nb' }),
    page(2, { status: 'draft' }),
    page(3, { status: 'private' }),
    page(4, { password: 'x' }),
    page(5, { status: 'future', date: '2030-01-01 00:00:00' }),
    page(6, { status: 'future', date: '2021-01-01 00:00:00' }),
  ])
  expect(pages.map(({ record }) => record)).toEqual([
    { title: 'P1', slug: 'item-1', body: '<p>a</p>\n<p>b</p>' },
    { title: 'P6', slug: 'item-6', body: '' },
  ])
  expect(skipped.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
    'P2: status draft, and Frontage pages are always public',
    'P3: status private, and Frontage pages are always public',
    'P4: password-protected, and Frontage pages are always public',
    'P5: status future, and Frontage pages are always public',
  ])
})

test('pages come after their parents; a parent that is not imported is named', async () => {
  const page = (id: number, parent: number, fields = {}) =>
    item({ id, type: 'page', title: `P${id}`, slug: `p${id}`, parent, ...fields })
  const { pages, changed } = await recordsOf([
    page(1, 3),
    page(2, 4),
    page(3, 0),
    page(4, 0, { status: 'draft' }),
    page(5, 1),
    // A circle, which WordPress does not make.
    page(6, 7),
    page(7, 6),
  ])
  expect(pages.map(({ parent, record: { slug } }) => [slug, parent])).toEqual([
    ['p2', null],
    ['p3', null],
    ['p7', null],
    ['p1', 'p3'],
    ['p6', 'p7'],
    ['p5', 'p1'],
  ])
  expect(changed.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
    'P2: no longer below another page: that one is not imported',
    'P7: no longer below another page: that one is not imported',
  ])
})

describe('titles', () => {
  test.each([
    [
      'lose markup and entities',
      'With <em>mark</em><b>up</b> &amp; &#8220;quotes&#8221;',
      'With markup & “quotes”',
    ],
    ['keep what only looks like markup', 'a < b > c', 'a < b > c'],
    ['are one line', 'a\n b\tc', 'a b c'],
  ])('%s', async (_, title, expected) => {
    expect((await articleOf({ title })).title).toBe(expected)
  })

  test('fall back to the text, then to the id', async () => {
    const content = '<h2>One two</h2><p>three four five six seven eight nine</p>'
    expect((await articleOf({ title: '', content })).title).toBe('One two three four five six seven eight…')
    expect((await articleOf({ title: '' })).title).toBe('Untitled 7')
  })

  test('are truncated to 300 characters at a character boundary', async () => {
    const { title } = await articleOf({ title: `${'a'.repeat(298)}😀😀` })
    expect(title).toBe(`${'a'.repeat(298)}…`)
  })
})

describe('slugs', () => {
  test.each([
    ['are decoded', '%d8%b3%d9%84%d8%a7%d9%85-%d8%af%d9%86%db%8c%d8%a7', 'سلام-دنیا'],
    ['keep ZWNJ within words', '%d9%85%db%8c%e2%80%8c%d8%b4%d9%88%d8%af', 'می\u200cشود'],
    ['lose a truncated character at the end', '%d8%b3%d9', 'س'],
    ['contain no underscores', 'a__b', 'a-b'],
    ['fall back to the id when absent', '', 'post-7'],
    ['fall back to the id when nothing is left', '%', 'post-7'],
  ])('%s', async (_, slug, expected) => {
    expect((await articleOf({ slug })).slug).toBe(expected)
  })

  test('shared by two posts get the WordPress id of the later one, in any order', async () => {
    const posts = [item({ id: 1, slug: 'a' }), item({ id: 2, slug: 'A' }), item({ id: 3, slug: 'a-2' })]
    for (const order of [posts, posts.toReversed()]) {
      const { articles } = await recordsOf(order)
      const slugs = articles.map(({ record }) => [record.title, record.slug])
      expect(Object.fromEntries(slugs)).toEqual({ 'Item 1': 'a', 'Item 2': 'a-2', 'Item 3': 'a-2-3' })
    }
  })

  test('have at most 200 characters including the id', async () => {
    const { articles } = await recordsOf([1, 2].map((id) => item({ id, slug: 'x'.repeat(200) })))
    expect(articles.map(({ record }) => record.slug.length)).toEqual([200, 200])
  })

  test('of a post that is in the file twice are imported once', async () => {
    const { articles, skipped } = await recordsOf([item({ id: 1 }), item({ id: 1 })])
    expect(articles).toHaveLength(1)
    expect(skipped).toMatchObject([{ name: 'Item 1', reason: 'the file contains it twice' }])
  })
})

describe('categories and tags', () => {
  test('the first category is the article’s; the others are added to its tags, without duplicates', async () => {
    const { articles, categories } = await recordsOf([
      category(3, '%d8%ae%d8%a8%d8%b1', 'خبر &amp; نظر', 'All <b>news</b>'),
      item({
        id: 1,
        terms: [
          ['category', '%d8%ae%d8%a8%d8%b1', 'خبر'],
          ['category', 'sea', 'Sea'],
          ['category', 'sun', 'SUN'],
          ['post_tag', 'sun', 'Sun'],
        ],
      }),
    ])
    expect(articles[0]).toMatchObject({ category: 'خبر', record: { tags: ['Sun', 'Sea'] } })
    expect(categories).toEqual([
      { title: 'خبر & نظر', slug: 'خبر', description: 'All news' },
      { title: 'Sea', slug: 'sea', description: null },
      { title: 'SUN', slug: 'sun', description: null },
    ])
  })

  test('an article has at most 50 tags of 60 characters; the summary counts the rest', async () => {
    const terms = Array.from({ length: 53 }, (_, n): [string, string, string] => [
      'post_tag',
      `t${n}`,
      `${n} ${'x'.repeat(80)}`,
    ])
    const { articles, changed } = await recordsOf([item({ id: 1, terms })])
    expect(articles[0]!.record.tags).toHaveLength(50)
    expect(articles[0]!.record.tags[0]).toHaveLength(60)
    expect(changed).toMatchObject([
      { reason: 'tags after the 50th left out', count: 3 },
      { reason: 'tags shortened to 60 characters', count: 50 },
    ])
  })
})

describe('content', () => {
  test.each([
    ['classic text gets paragraphs and line breaks', 'a\nb\r\n\r\nc', '<p>a<br>\nb</p>\n<p>c</p>'],
    [
      'block elements are kept',
      '<h2>a\nb</h2>\nc\n<ul>\n<li>d</li>\n</ul>',
      '<h2>a<br>\nb</h2>\n<p>c</p>\n<ul><li>d</li>\n</ul>',
    ],
    ['<pre> keeps its line breaks', 'x\n<pre>a\n\n b</pre>\ny', '<p>x</p>\n<pre>a\n\n b</pre>\n<p>y</p>'],
    [
      'attributes keep their line breaks',
      '<img alt="a\n\n>b" src="/c.png">',
      '<p><img alt="a\n\n>b" src="/c.png"></p>',
    ],
    ['a block inside a link stays there', '<a href="/x"><div>y</div></a>', '<a href="/x"><div>y</div>\n</a>'],
    [
      'HTML of the block editor is kept',
      '<!-- wp:paragraph -->\n<p>a\nb</p>\n<!-- /wp:paragraph -->',
      '<p>a\nb</p>',
    ],
    ['<!--more--> is removed', 'a\n\n<!--more-->\n\nb', '<p>a</p>\n<p>b</p>'],
    [
      'captions become figures',
      '[caption id="x" align="alignleft" width="9"]<a href="/b"><img src="/a.png" /></a> A <em>bell</em>[/caption]',
      '<figure class="alignleft"><a href="/b"><img src="/a.png" /></a><figcaption>A <em>bell</em></figcaption>\n</figure>',
    ],
    [
      'captions in the old syntax become figures',
      '[caption caption="A bell"]<img src="/a.png">[/caption]',
      '<figure><img src="/a.png"><figcaption>A bell</figcaption>\n</figure>',
    ],
    [
      'galleries without images in the file are removed',
      'a\n\n[gallery ids="1,2"]\n\nb',
      '<p>a</p>\n<p>b</p>',
    ],
    ['other text in brackets is kept', 'a [sic] [1] [[gallery]]', '<p>a [sic] [1] [gallery]</p>'],
    [
      'a URL alone on its line becomes a link',
      'see\nhttps://youtu.be/x?a=1&b=2',
      '<p>see<br>\n<a href="https://youtu.be/x?a=1&amp;b=2">https://youtu.be/x?a=1&amp;b=2</a></p>',
    ],
    [
      '[embed] becomes a link',
      '[embed]https://e.com/v[/embed]',
      '<p><a href="https://e.com/v">https://e.com/v</a></p>',
    ],
    [
      '[audio] becomes a link',
      '[audio mp3="https://e.com/a.mp3"][/audio]',
      '<p><a href="https://e.com/a.mp3">https://e.com/a.mp3</a></p>',
    ],
    [
      'a player becomes a link',
      '<iframe src="//e.com/v"></iframe>',
      '<p><a href="https://e.com/v">https://e.com/v</a></p>',
    ],
  ])('%s', (_, content, html) => {
    expect(toContentHtml(content).html).toBe(html)
  })

  test('the summary counts what is left out', async () => {
    const content = '[gallery] [gallery columns="2"] [audio https://e.com/a.mp3]'
    const blocks = '<!-- wp:archives /--><!-- wp:latest-posts {"a":{"b":1}} /-->'
    const { changed } = await recordsOf([
      item({ id: 1, title: 'A', content }),
      item({ id: 2, type: 'page', title: 'B', content: blocks }),
    ])
    expect(changed.map(({ kind, name, reason, count }) => `${kind} ${name} ${reason} ${count}`)).toEqual([
      'articles A [gallery] left out: the file does not contain its output 1',
      'articles A [gallery] left out: the file does not contain its output 1',
      'articles A embeds and players replaced by links 1',
      'pages B block archives left out: the file does not contain its output 1',
      'pages B block latest-posts left out: the file does not contain its output 1',
    ])
  })

  test('reusable blocks of the file are inlined unless they are not public', async () => {
    const block = (id: number, fields: object) =>
      item({ id, type: 'wp_block', content: `<p>${id}</p>`, ...fields })
    const { articles, changed, skipped } = await recordsOf([
      item({
        id: 1,
        title: 'A',
        content: [2, 3, 4].map((id) => `<!-- wp:block {"ref":${id}} /-->`).join(''),
      }),
      block(2, {}),
      block(3, { status: 'draft' }),
      block(4, { password: 'x' }),
    ])
    expect(articles[0]!.record.content).toBe('<p>2</p>')
    expect(changed.map(({ reason }) => reason)).toEqual(
      [3, 4].map((id) => `reusable block ${id} left out: the file does not contain it`),
    )
    expect(skipped).toEqual([])
  })

  test('questions of a FAQ block become the article’s FAQ, and the summary says so', async () => {
    const faq = '<!-- wp:yoast/faq-block {"questions":[{"question":"Q?","answer":"A"}]} /-->'
    const { articles, changed } = await recordsOf([item({ id: 1, title: 'A', content: faq })])
    expect(articles[0]!.record).toMatchObject({ content: '', faqs: [{ question: 'Q?', answer: 'A' }] })
    expect(changed).toEqual([
      { kind: 'articles', name: 'A', reason: 'questions of FAQ blocks moved to the article’s FAQ', count: 1 },
    ])
  })
})

describe('HTML that is nested too deeply', () => {
  const post = async (fields: Partial<Parameters<typeof item>[0]>) =>
    recordsOf([item({ id: 7, title: 'Deep', ...fields }), item({ id: 8, title: 'Other' })])

  test.each([
    ['nested elements', '<div>'.repeat(300_000) + '</div>'.repeat(300_000)],
    ['unclosed elements', '<div>a\n\nb'.repeat(100_000) + '</p>'.repeat(100_000)],
    ['257 levels', '<i>'.repeat(257)],
    ['more than 2,000,000 characters', `<p>${'x'.repeat(2_000_000)}</p>`],
  ])('%s: the post is skipped with a reason, the others are imported', async (_, content) => {
    const elapsed = startCpuTimer()
    for (const type of ['post', 'page']) {
      const { articles, pages, skipped } = await post({ type, content })
      expect([
        ...articles.map(({ record }) => record.title),
        ...pages.map(({ record }) => record.title),
      ]).toEqual(['Other'])
      const reason = expect.stringMatching(
        /^its HTML is nested more than 256 levels deep$|^its content is longer than 2,000,000 characters$/,
      )
      expect(skipped).toEqual([
        { kind: type === 'post' ? 'articles' : 'pages', name: 'Deep', reason, count: 1 },
      ])
    }
    expect(elapsed()).toBeLessThan(3_000)
  })

  test('in a title or an excerpt is left out', async () => {
    const elapsed = startCpuTimer()
    const deep = '<div>a'.repeat(100_000) + '</p>'.repeat(100_000)
    expect(await articleOf({ title: deep, excerpt: deep })).toMatchObject({
      title: 'Untitled 7',
      excerpt: null,
    })
    expect(elapsed()).toBeLessThan(3_000)
  })

  test('in the caption of a gallery image is left out, and galleries do not multiply', async () => {
    const elapsed = startCpuTimer()
    const image = (id: number) =>
      item({
        id,
        type: 'attachment',
        url: `https://old.example/${id}.jpg`,
        parent: 7,
        excerpt: '<div>a'.repeat(2_000),
      })
    const { articles } = await recordsOf([
      ...Array.from({ length: 300 }, (_, index) => image(100 + index)),
      item({ id: 7, content: '[gallery]'.repeat(10_000) }),
    ])
    const { content = '' } = articles[0]!.record
    expect(content).toContain('<img src="https://old.example/100.jpg"')
    expect(content).not.toContain('<figcaption>')
    expect(content.length).toBeLessThan(5_000_000)
    expect(elapsed()).toBeLessThan(12_000)
  })

  test('does not concern long flat content', async () => {
    const content = '<p>text <b>bold</b><br><img src="/a.png"></p>\n<ul><li>one<li>two</ul>'.repeat(1_000)
    expect((await articleOf({ content })).content).toContain('<b>bold</b>')
  })
})

describe('the menu', () => {
  const targets = [
    category(30, 'news', 'News'),
    item({ id: 10, slug: 'hello', title: 'Hello', terms: [['category', 'news', 'News']] }),
    item({ id: 11, type: 'page', slug: 'about', title: 'About us' }),
    item({ id: 12, status: 'private', title: 'Secret' }),
    item({ id: 13, status: 'future', date: '2030-01-01 00:00:00' }),
  ]
  const flat = ({ menu }: Awaited<ReturnType<typeof recordsOf>>) =>
    menu.map(({ parent, record: { label, url } }) => [parent, label, url])

  test('links to the new pages; items without a label get their titles', async () => {
    const records = await recordsOf([
      ...targets,
      menuItem({ id: 1, to: ['post_type', 'post', 10] }),
      menuItem({ id: 2, to: ['post_type', 'page', 11], title: 'Us' }),
      menuItem({ id: 3, to: ['taxonomy', 'category', 30] }),
      menuItem({ id: 4, url: 'https://example.com/x', title: 'X', newTab: true }),
    ])
    expect(flat(records)).toEqual([
      [null, 'Hello', '/blog/hello'],
      [null, 'Us', '/pages/about'],
      [null, 'News', '/blog?category=news'],
      [null, 'X', 'https://example.com/x'],
    ])
    expect(records.menu.map(({ record }) => record.opens_new_tab)).toEqual([false, false, false, true])
  })

  test('leaves out categories and tags without a visible article; further categories are tags', async () => {
    const of = (slug: string, name: string): [string, string, string] => ['category', slug, name]
    const records = await recordsOf([
      ...[category(30, 'news', 'News'), category(31, 'pumps', 'Pumps'), category(32, 'empty', 'Empty')],
      ...[category(33, 'soon', 'Soon'), category(34, 'secret', 'Secret')],
      item({ id: 10, terms: [of('news', 'News'), of('pumps', 'Pumps')] }),
      item({ id: 11, status: 'future', date: '2190-01-01 00:00:00', terms: [of('soon', 'Soon')] }),
      item({ id: 12, status: 'draft', terms: [of('secret', 'Secret')] }),
      ...[30, 31, 32, 33, 34].map((id) =>
        menuItem({ id, title: `M${id}`, to: ['taxonomy', 'category', id] }),
      ),
    ])
    expect(flat(records)).toEqual([
      [null, 'M30', '/blog?category=news'],
      [null, 'M31', '/blog?tag=Pumps'],
    ])
    const reason = 'it has no visible article, or is not in the file'
    expect(records.skipped.filter(({ kind }) => kind === 'menu')).toEqual(
      ['M32', 'M33', 'M34'].map((name) => ({ kind: 'menu', name, reason, count: 1 })),
    )
  })

  test('leads to the new addresses, however the old ones are written', async () => {
    const site = 'https://old.example'
    const records = await recordsOf([
      `<link>${site}</link>`,
      item({ id: 10, slug: 'hello', title: 'Hello', link: `${site}/2019/05/hello/` }),
      ...[
        `${site}/2019/05/hello/`,
        '//www.old.example/2019/05/hello',
        '/2019/05/hello/',
        '/?p=10',
        `${site}/contact/`,
        '/About/',
        '/about/#team',
        '/gone/',
      ].map((url, index) => menuItem({ id: index + 1, title: `M${index}`, url })),
    ])
    expect(flat(records).map(([, , url]) => url)).toEqual([
      ...Array(4).fill('/blog/hello'),
      ...['/contact', '/About/', '/about#team', '/gone/'],
    ])
  })

  test.each(['#', '', 'http://', 'javascript:void(0)'])(
    '%j becomes the placeholder # of a submenu',
    async (url) => {
      expect(flat(await recordsOf([menuItem({ id: 1, title: 'More', url })]))).toEqual([[null, 'More', '#']])
    },
  )

  test('keeps order and nesting, parents first', async () => {
    const records = await recordsOf([
      menuItem({ id: 1, title: 'B.1', url: '#', order: 1, parent: 3 }),
      menuItem({ id: 2, title: 'A', url: '#', order: 2 }),
      menuItem({ id: 3, title: 'B', url: '#', order: 3 }),
      menuItem({ id: 4, title: 'A.1', url: '#', order: 9, parent: 2 }),
      menuItem({ id: 5, title: 'Orphan', url: '#', order: 10, parent: 99 }),
    ])
    expect(flat(records)).toEqual([
      [null, 'A', '#'],
      [0, 'A.1', '#'],
      [null, 'B', '#'],
      [2, 'B.1', '#'],
      [null, 'Orphan', '#'],
    ])
  })

  test('skips what is not public and moves its children up', async () => {
    const records = await recordsOf([
      ...targets,
      menuItem({ id: 1, title: 'Top', url: '#' }),
      menuItem({ id: 2, title: 'Secret', to: ['post_type', 'post', 12], parent: 1 }),
      menuItem({ id: 3, title: 'Below', url: '/x', parent: 2 }),
      menuItem({ id: 4, title: 'Later', to: ['post_type', 'post', 13] }),
      menuItem({ id: 5, title: 'Tag', to: ['taxonomy', 'post_tag', 1] }),
      menuItem({ id: 6, title: 'Loop', url: '#', parent: 7 }),
      menuItem({ id: 7, title: 'Pool', url: '#', parent: 6 }),
    ])
    expect(flat(records)).toEqual([
      [null, 'Top', '#'],
      [0, 'Below', '/x'],
    ])
    expect(records.skipped.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'Secret: its post is not public or not in the file',
      'Later: its post is not public or not in the file',
      'Tag: it has no visible article, or is not in the file',
      'Loop: it is its own ancestor',
      'Pool: it is its own ancestor',
    ])
  })

  // Item ids are unique only within a menu.
  const two = [
    menuItem({ id: 1, menu: 'Side', title: 'S1', url: '#' }),
    menuItem({ id: 1, menu: 'Main', title: 'M1', url: '#' }),
    menuItem({ id: 2, menu: 'Main', title: 'M2', url: '#', parent: 1 }),
  ]

  test('is the one with the most items; the summary names the others and their option', async () => {
    const records = await recordsOf(two)
    expect(flat(records)).toEqual([
      [null, 'M1', '#'],
      [0, 'M2', '#'],
    ])
    expect(records.skipped).toMatchObject([
      {
        kind: 'menu',
        name: 'S1',
        reason: 'in the menu “Side”, which is not imported; import it instead with --menu "Side"',
      },
    ])
  })

  test('that is not imported is named with an option that selects it in any shell', async () => {
    const { menuItems } = await read(wxr(two.join('')))
    const menus = [
      { slug: 'main', name: 'Main' },
      { slug: 'foot', name: 'Links $HOME "new"' },
      { slug: 'foot-2', name: 'Links' },
      { slug: 'foot-3', name: 'links' },
    ]
    const { skipped } = toRecords(
      {
        ...(await read(wxr(''))),
        menuItems: menus.flatMap((menu, index) =>
          Array.from({ length: 4 - index }, () => ({ ...menuItems[0]!, menu })),
        ),
      },
      recordOptions,
    )
    const options = skipped.map(({ reason }) => /--menu .*/.exec(reason)?.[0])
    expect(new Set(options.filter(Boolean))).toEqual(
      new Set(['--menu foot', '--menu foot-2', '--menu foot-3']),
    )
  })

  test('may be nested to any depth', async () => {
    const source = await read(wxr(menuItem({ id: 1, title: 'x', url: '#' })))
    const chain = Array.from({ length: 20_000 }, (_, parentId) => ({
      ...source.menuItems[0]!,
      id: parentId + 1,
      parentId,
    }))
    const { menu } = toRecords({ ...source, menuItems: chain }, recordOptions)
    expect(menu).toHaveLength(20_000)
  })

  test('can be requested by name or slug', async () => {
    for (const menu of ['Side', 'side']) expect(flat(await recordsOf(two, menu))).toEqual([[null, 'S1', '#']])
    expect(recordsOf(two, 'Foot')).rejects.toThrow('without a menu “Foot”; it has: Side, Main')
  })
})

test.skipIf(!themeUnitTest)('converts the theme unit test', async () => {
  const source = await readExport(Bun.file(themeUnitTest!).stream())
  const { articles, pages, menu, categories } = toRecords(source, recordOptions)
  expect([articles, pages, menu, categories].map(({ length }) => length)).toEqual([51, 21, 22, 67])
  const drafts = articles.filter(({ record }) => record.status === 'draft')
  expect(drafts.map(({ record }) => record.slug).sort()).toEqual(['post-1164', 'template-password-protected'])
  // The sticky post, then the newest.
  expect(articles.slice(0, 2).map(({ record }) => record)).toMatchObject([
    { slug: 'template-sticky' },
    { slug: 'scheduled', published_at: '2030-01-01T19:00:18.000Z' },
  ])
  expect(pages.map(({ record }) => record.slug)).toContain('επίπεδο-2')
})
