// The import names the parts of the file that no record has a place for. The generated site has the other cases.
import { expect, test } from 'bun:test'
import { toRecords } from '../../../src/moving/wordpress/to-records.ts'
import { category, item, read, recordOptions, tag, wxr } from './wxr.ts'

const notesOf = async (items: string[], options: Partial<typeof recordOptions> = {}) => {
  const { skipped, changed } = toRecords(await read(wxr(items.join('\n'))), { ...recordOptions, ...options })
  return [...skipped, ...changed].map(
    ({ kind, name, reason, count }) => `${kind} (${count}): ${reason}: ${name}`,
  )
}

const photo = (id: number) => item({ id, type: 'attachment', url: `https://old.example/${id}.jpg` })
const pair = (language: string, id: number, terms: [string, string, string][], thumbnail: number) =>
  item({
    id,
    title: language === 'fa' ? 'متن' : 'Text',
    slug: `t${id}`,
    terms: [['language', language, language], ['post_translations', 'g', 'g'], ...terms],
    meta: { _thumbnail_id: String(thumbnail) },
  })

test('categories and the image that only the English text has', async () => {
  const notes = await notesOf(
    [
      photo(5),
      photo(6),
      category(10, 'akhbar', 'خبرها'),
      category(11, 'only', 'Only'),
      pair('fa', 1, [['category', 'akhbar', 'خبرها']], 5),
      pair('en', 2, [['category', 'only', 'Only']], 6),
    ],
    { media: true },
  )
  expect(notes).toContain('articles (1): categories of the English text alone left out: متن')
  expect(notes).toContain(
    'articles (1): featured image of the English text left out: it has the one of the other text: متن',
  )
})

test('fields of categories and tags', async () => {
  const notes = await notesOf([
    category(10, 'news', 'News', '', { meta: { rank_math_title: 'T', empty: '' } }),
    tag(20, 'sun', 'Sun', { color: 'red' }),
    item({ id: 1, terms: [['post_tag', 'sun', 'Sun']] }),
  ])
  expect(notes).toContain('article-categories (1): fields left out: rank_math_title: News')
  expect(notes).toContain('tag fields (1): left out: color: Sun')
})

test('what a mapped record has no field for', async () => {
  const project = item({
    id: 1,
    type: 'portfolio',
    title: 'Bridge',
    excerpt: 'Short',
    content: 'Text',
    terms: [
      ['genre', 'steel', 'Steel'],
      ['genre', 'large', 'Large'],
      ['category', 'works', 'Works'],
      ['post_tag', 'sun', 'Sun'],
    ],
    meta: { client: 'Acme', _edit_last: '1' },
  })
  const notes = await notesOf([project], { types: new Map([['portfolio', 'projects']]) })
  expect(notes).toContain('projects (1): custom fields left out: client: Bridge')
  expect(notes).toContain('projects (1): terms of genre left out: Bridge')
  expect(notes).toContain('projects (2): tags and further categories left out: Bridge')
  expect(notes.join('\n')).not.toContain('excerpt')
})

test('values that are longer than their fields', async () => {
  const long = (length: number) => 'word '.repeat(length / 5)
  const notes = await notesOf(
    [
      category(10, 'news', 'News', long(6_000)),
      tag(20, 'sun', long(200)),
      item({
        id: 5,
        type: 'attachment',
        title: 'Photo',
        url: 'https://old.example/5.jpg',
        meta: { _wp_attachment_image_alt: long(400) },
      }),
      item({
        id: 1,
        title: 'Long',
        excerpt: long(1_200),
        terms: [['post_tag', 'sun', long(200)]],
        meta: { _thumbnail_id: '5', _yoast_wpseo_title: long(300), _yoast_wpseo_metadesc: long(600) },
      }),
      item({ id: 2, type: 'person', title: 'Ada', excerpt: long(400) }),
      item({ id: 3, type: 'praise', title: 'Bob', content: long(2_500) }),
    ],
    {
      media: true,
      types: new Map([
        ['person', 'team'],
        ['praise', 'testimonials'],
      ]),
    },
  )
  expect(notes.filter((note) => note.includes('shortened'))).toEqual([
    'attachments (1): alternative text or title shortened to 300 characters: Photo',
    'article-categories (1): description shortened to 5,000 characters: News',
    'articles (1): excerpt shortened to 1,000 characters: Long',
    'articles (1): seo_title shortened to 200 characters: Long',
    'articles (1): seo_description shortened to 500 characters: Long',
    'articles (1): tags shortened to 60 characters: Long',
    'testimonials (1): quote shortened to 2,000 characters: Bob',
    'team (1): job_title shortened to 300 characters: Ada',
  ])
})

test('a title made of the first words is no loss', async () => {
  const notes = await notesOf([item({ id: 1, title: '', content: `<p>${'word '.repeat(100)}</p>` })])
  expect(notes.join()).not.toContain('shortened')
})
