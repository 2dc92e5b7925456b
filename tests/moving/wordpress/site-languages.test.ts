// The languages of a site: pairs of Polylang and WPML become one record.
//
// Polylang (github.com/polylang/polylang): the taxonomies `language` and `post_translations` of posts are in
// src/translated-post.php, `term_translations` of categories and tags in src/translated-term.php; what an export contains
// is in tests/phpunit/data/test-import.xml, translated texts of the site included (`_pll_strings_translations`).
// WPML: the fields that its plugin “WPML Export and Import” reads and writes for posts and terms are in classes/Fields.php and
// classes/Commands/Set{Posts,Terms}Language.php, read in github.com/kevindeal/TD-react-gutenberg, wp-content/plugins/wpml-import.
// `_icl_lang_duplicate_of` holds the id of the original, set by inc/post-translation/wpml-post-duplication.class.php, read in
// github.com/greypag/noblesse, wp-content/plugins/sitepress-multilingual-cms. WPML’s other languages and pairs are in a table
// of its own, `icl_translations`, which no export has.
import { describe, expect, test } from 'bun:test'
import { phpEntries } from '../../../src/moving/wordpress/read/php-serialized.ts'
import { toRecords } from '../../../src/moving/wordpress/to-records.ts'
import { category, item, menuItem, read, recordOptions, tag, term, wxr } from './wxr.ts'

const recordsOf = async (items: string[], options: Partial<typeof recordOptions> = {}) =>
  toRecords(await read(wxr(items.join('\n'))), { ...recordOptions, ...options })

type Item = Parameters<typeof item>[0]

/** A post as Polylang exports it. */
const inPolylang = (language: string, group: string, fields: Item) =>
  item({
    ...fields,
    terms: [...(fields.terms ?? []), ['language', language, language], ['post_translations', group, group]],
  })

const inWpml = (language: string, group: string, fields: Item) =>
  item({
    ...fields,
    meta: {
      ...fields.meta,
      _wpml_import_language_code: language,
      _wpml_import_translation_group: group,
    },
  })

describe.each([
  ['Polylang', inPolylang],
  ['WPML', inWpml],
])('%s', (_, translated) => {
  test('a post and its English version are one article with the slug of the post', async () => {
    const { articles, changed } = await recordsOf([
      translated('fa', 'g1', { id: 1, slug: 'pomp', title: 'پمپ', content: 'متن', excerpt: 'کوتاه' }),
      translated('en', 'g1', { id: 2, slug: 'pump', title: 'Pump', content: 'Text', excerpt: 'Short' }),
    ])
    expect(articles.map(({ record }) => record)).toMatchObject([
      {
        slug: 'pomp',
        title: 'پمپ',
        title_en: 'Pump',
        excerpt: 'کوتاه',
        excerpt_en: 'Short',
        content: '<p>متن</p>',
        content_en: '<p>Text</p>',
      },
    ])
    expect(changed).toEqual([])
  })

  test('a page that exists only in English has its title in both languages, which is reported', async () => {
    const { pages, changed } = await recordsOf([
      translated('en', 'g1', { id: 1, type: 'page', title: 'Imprint', content: 'Text' }),
    ])
    expect(pages.map(({ record }) => record)).toEqual([
      { title: 'Imprint', title_en: 'Imprint', slug: 'item-1', body_en: '<p>Text</p>' },
    ])
    expect(changed).toMatchObject([{ kind: 'pages', reason: expect.stringContaining('only in English') }])
  })

  test('a draft is not published by its translation, nor the reverse', async () => {
    const { articles, changed } = await recordsOf([
      translated('fa', 'g1', { id: 1, title: 'پیش‌نویس', status: 'draft' }),
      translated('en', 'g1', { id: 2, title: 'Public' }),
      translated('fa', 'g2', { id: 3, title: 'عمومی' }),
      translated('en', 'g2', { id: 4, title: 'Scheduled', status: 'future', date: '2030-01-01 00:00:00' }),
    ])
    expect(
      articles.map(({ record: { title, title_en, status } }) => [title, title_en, status]).toSorted(),
    ).toEqual([
      ['Public', 'Public', 'published'],
      ['Scheduled', 'Scheduled', 'published'],
      ['عمومی', undefined, 'published'],
      ['پیش‌نویس', undefined, 'draft'],
    ])
    expect(changed.filter(({ reason }) => reason.startsWith('kept apart'))).toHaveLength(2)
  })

  test('a third language is left out with its name', async () => {
    const { articles, skipped } = await recordsOf([
      translated('fa', 'g1', { id: 1 }),
      translated('fr', 'g1', { id: 2, title: 'Pompe' }),
    ])
    expect(articles).toHaveLength(1)
    expect(skipped).toMatchObject([
      { name: 'Pompe', reason: expect.stringContaining('in the language “fr”') },
    ])
  })
})

test('with English as the primary language, English posts fill the primary fields', async () => {
  const items = [
    inPolylang('en', 'g', { id: 1, title: 'Pump' }),
    inPolylang('fa', 'g', { id: 2, title: 'پمپ' }),
  ]
  const { articles, skipped } = await recordsOf(items, { language: 'en' })
  expect(articles.map(({ record: { title, title_en } }) => [title, title_en])).toEqual([['Pump', undefined]])
  expect(skipped).toMatchObject([{ name: 'پمپ' }])
})

test('without the metadata of a plugin, the address names the language', async () => {
  const { articles } = await recordsOf([
    item({ id: 1, title: 'یک', link: 'https://old.example/yek/' }),
    item({ id: 2, title: 'Two', link: 'https://old.example/en/two/' }),
    item({ id: 3, title: 'Three', link: 'https://old.example/three/?lang=en' }),
  ])
  expect(articles.map(({ record }) => record.title_en ?? null).toSorted()).toEqual(['Three', 'Two', null])
})

test('a copy that WPML made for English is the English version of its original', async () => {
  const { articles, pages } = await recordsOf([
    item({ id: 1, slug: 'yek', title: 'یک', link: 'https://old.example/yek/' }),
    item({
      id: 2,
      slug: 'yek',
      title: 'One',
      link: 'https://old.example/en/yek/',
      meta: { _icl_lang_duplicate_of: '1' },
    }),
    item({ id: 3, type: 'page', slug: 'do', title: 'دو', link: 'https://old.example/do/' }),
    item({
      id: 4,
      type: 'page',
      slug: 'do',
      title: 'Two',
      link: 'https://old.example/do/?lang=en',
      meta: { _icl_lang_duplicate_of: '3' },
    }),
  ])
  expect(
    [...articles, ...pages].map(({ record: { slug, title, title_en } }) => [slug, title, title_en]),
  ).toEqual([
    ['yek', 'یک', 'One'],
    ['do', 'دو', 'Two'],
  ])
})

const terms = [
  category(10, 'akhbar', 'خبرها', 'همه'),
  category(11, 'news', 'News', 'All'),
  category(12, 'only-en', 'Only'),
  tag(20, 'aftab', 'آفتاب'),
  tag(21, 'sun', 'Sun'),
  term({
    id: 30,
    taxonomy: 'term_translations',
    slug: 'pll_a',
    description: 'a:2:{s:2:"fa";i:10;s:2:"en";s:2:"11";}',
  }),
  term({
    id: 31,
    taxonomy: 'term_translations',
    slug: 'pll_b',
    description: 'a:2:{s:2:"fa";i:20;s:2:"en";i:21;}',
  }),
  term({ id: 32, taxonomy: 'term_translations', slug: 'pll_c', description: 'a:1:{s:2:"en";i:12;}' }),
]

test('a category and its translation are one record; an article has the tags of its primary text', async () => {
  const { categories, articles, changed } = await recordsOf([
    ...terms,
    inPolylang('fa', 'g', {
      id: 1,
      terms: [
        ['category', 'akhbar', 'خبرها'],
        ['post_tag', 'aftab', 'آفتاب'],
      ],
    }),
    inPolylang('en', 'g', {
      id: 2,
      terms: [
        ['category', 'news', 'News'],
        ['post_tag', 'sun', 'Sun'],
        ['post_tag', 'sea', 'Sea'],
      ],
    }),
  ])
  expect(categories).toEqual([
    { title: 'خبرها', title_en: 'News', slug: 'akhbar', description: 'همه', description_en: 'All' },
    { title: 'Only', title_en: 'Only', slug: 'only-en', description: null },
  ])
  expect(articles[0]).toMatchObject({ category: 'akhbar', record: { tags: ['آفتاب'] } })
  expect(changed).toMatchObject([
    { reason: 'tags of the English text without a translation left out', count: 1 },
  ])
})

test('categories and tags of WPML are joined with their translations', async () => {
  const inWpml = (code: string, group: string) => ({
    _wpml_import_language_code: code,
    _wpml_import_translation_group: group,
  })
  const post = (id: number, code: string, slug: string, terms: [string, string, string][]) =>
    item({ id, slug, title: slug, terms, meta: inWpml(code, 'post') })
  const { categories, articles, changed, skipped } = await recordsOf([
    category(10, 'akhbar', 'خبرها', 'همه', { meta: inWpml('fa', 'c1') }),
    category(11, 'news', 'News', 'All', { meta: inWpml('en', 'c1') }),
    category(12, 'neuigkeiten', 'Neuigkeiten', '', { meta: inWpml('de', 'c1') }),
    category(13, 'only-en', 'Only', '', { meta: inWpml('en', 'c2') }),
    category(14, 'nur', 'Nur', '', { meta: inWpml('de', 'c3') }),
    tag(20, 'aftab', 'آفتاب', inWpml('fa', 'c1')),
    tag(21, 'sun', 'Sun', inWpml('en', 'c1')),
    post(1, 'fa', 'yek', [
      ['category', 'akhbar', 'خبرها'],
      ['post_tag', 'aftab', 'آفتاب'],
    ]),
    post(2, 'en', 'one', [
      ['category', 'news', 'News'],
      ['post_tag', 'sun', 'Sun'],
    ]),
  ])
  expect(categories).toEqual([
    { title: 'خبرها', title_en: 'News', slug: 'akhbar', description: 'همه', description_en: 'All' },
    { title: 'Only', title_en: 'Only', slug: 'only-en', description: null },
  ])
  expect(articles.map(({ category: of, record }) => [of, record.tags])).toEqual([['akhbar', ['آفتاب']]])
  expect(changed).toEqual([])
  expect(skipped).toContainEqual({
    kind: 'article-categories',
    name: 'Nur',
    count: 1,
    reason: 'in a third language: Frontage has one language beside English',
  })
})

test('the menu in the primary language is imported; the English one gives the English labels', async () => {
  const { menu, skipped } = await recordsOf([
    ...terms,
    inPolylang('fa', 'g', { id: 1, type: 'page', slug: 'darbare', title: 'درباره' }),
    inPolylang('en', 'g', { id: 2, type: 'page', slug: 'about', title: 'About' }),
    inPolylang('fa', 'h', { id: 3, slug: 'yek', title: 'یک', terms: [['category', 'akhbar', 'خبرها']] }),
    menuItem({ id: 50, menu: 'فارسی', to: ['post_type', 'page', 1], title: 'ما' }),
    menuItem({ id: 51, menu: 'فارسی', to: ['taxonomy', 'category', 10] }),
    menuItem({ id: 60, menu: 'English', to: ['post_type', 'page', 2], title: 'Us' }),
    menuItem({ id: 61, menu: 'English', to: ['taxonomy', 'category', 11] }),
    menuItem({ id: 62, menu: 'English', url: 'https://else.example', title: 'Else' }),
  ])
  expect(menu.map(({ record: { label, label_en, url } }) => [label, label_en, url])).toEqual([
    ['ما', 'Us', '/pages/darbare'],
    ['خبرها', 'News', '/blog?category=akhbar'],
  ])
  expect(
    skipped.filter(({ kind }) => kind === 'menu').map(({ name, reason }) => [name, reason.slice(0, 18)]),
  ).toEqual([
    ['Us', 'in an English menu'],
    ['News', 'in an English menu'],
    ['Else', 'in the menu “Engli'],
  ])
})

test('several menus have their places', async () => {
  const { menu } = await recordsOf(
    [
      menuItem({ id: 1, menu: 'Main', title: 'A', url: '#' }),
      menuItem({ id: 2, menu: 'Links', title: 'B', url: '#' }),
      menuItem({ id: 3, menu: 'Links', title: 'C', url: '/c', parent: 2 }),
    ],
    {
      menus: [
        { name: 'links', location: 'footer' },
        { name: 'Main', location: 'header' },
      ],
    },
  )
  expect(menu.map(({ parent, record: { label, location } }) => [parent, label, location])).toEqual([
    [null, 'B', 'footer'],
    [0, 'C', 'footer'],
    [null, 'A', 'header'],
  ])
})

test('the name of the site and its translation', async () => {
  const strings = 'a:1:{i:0;a:2:{i:0;s:6:"A site";i:1;s:11:"The website";}}'
  const { settings } = await recordsOf([
    '<description>Just another WordPress site</description>',
    `<wp:term><wp:term_taxonomy>language</wp:term_taxonomy><wp:term_slug>en</wp:term_slug>
     <wp:termmeta><wp:meta_key>_pll_strings_translations</wp:meta_key><wp:meta_value>${strings}</wp:meta_value></wp:termmeta></wp:term>`,
  ])
  expect(settings).toEqual({ site_name: 'A site', site_name_en: 'The website' })
})

describe('PHP’s serialized values', () => {
  test.each([
    [
      'a:2:{s:2:"fa";i:10;s:2:"en";s:2:"11";}',
      [
        ['fa', 10],
        ['en', '11'],
      ],
    ],
    ['a:1:{i:0;s:8:"سلام";}', [['0', 'سلام']]],
    [
      'a:2:{i:0;b:1;i:1;d:0.5;}',
      [
        ['0', true],
        ['1', 0.5],
      ],
    ],
    ['a:1:{s:1:"a";a:1:{i:0;N;}}', [['a', new Map([['0', null]])]]],
    ['a:0:{}', []],
    ['a:1:{s:9:"fa";i:10;}', []],
    ['a:2:{s:2:"fa";i:10;}', []],
    ['O:8:"stdClass":0:{}', []],
    ['a:1:{i:0;O:8:"stdClass":0:{}}', []],
    ['a:99999999999:{}', []],
    ['a:1:{i:0;'.repeat(100_000), []],
    ['', []],
  ] as [string, unknown][])('%p', (text, entries) => {
    expect(phpEntries(text)).toEqual(entries as [string, never][])
  })
})
