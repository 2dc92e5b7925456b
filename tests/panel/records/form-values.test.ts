// The fields that count as changed and are sent, and the merging of two people's changes.
import { describe, expect, test } from 'bun:test'
import { mergeValues } from '../../../src/panel/record/state/merge-values.ts'
import { changedFields, createBody, emptyValues, patchBody } from '../../../src/panel/records/form-values.ts'
import { normaliseRichText } from '../../../src/panel/records/normalise-rich-text.ts'
import { describedField as field, resourceOf } from '../schema-of-service.ts'

const fields = [
  field('title', 'line', { nullable: false, required: true }),
  field('excerpt', 'text'),
  field('content', 'rich'),
  field('slug', 'slug', { nullable: false }),
  field('tags', 'tags', { nullable: false }),
  field('faqs', 'list', { nullable: false }),
  field('published_at', 'instant'),
  field('noindex', 'boolean', { nullable: false }),
  field('author', 'line', { read_only: true }),
]
const loaded = {
  title: 'Pumps',
  excerpt: null,
  content: '<p>One</p>\n<p>Two &quot;quoted&quot;<br /></p>',
  slug: 'pumps',
  tags: ['steel', 'iron'],
  faqs: [{ question: 'Why?', answer: 'So.' }],
  published_at: '2026-08-03T06:45:00.000Z',
  noindex: false,
  author: 'Ada',
}

describe('changed fields', () => {
  test('a form as loaded has none, however the editor writes the same text', () => {
    const mine = {
      ...loaded,
      excerpt: '',
      content: '<p>One</p><p>Two "quoted"<br></p><p></p>',
      published_at: '2026-08-03T10:15:00+03:30',
      tags: [...loaded.tags],
      faqs: [{ answer: 'So.', question: 'Why?' }],
    }
    expect(changedFields(fields, loaded, mine)).toEqual([])
    expect(patchBody(fields, loaded, mine)).toEqual({})
  })

  test('only they are sent, empty ones as null', () => {
    const mine = { ...loaded, title: 'Valves', published_at: '', content: '<p></p>', author: 'Eve' }
    expect(patchBody(fields, loaded, mine)).toEqual({ title: 'Valves', published_at: null, content: null })
  })

  test('a text that must not be null is sent empty, so that the server refuses it', () => {
    expect(patchBody(fields, loaded, { ...loaded, title: '' })).toEqual({ title: '' })
  })

  test('an empty slug is not sent: the server keeps or makes one', () => {
    expect(patchBody(fields, loaded, { ...loaded, slug: '' })).toEqual({})
  })

  test('a new record starts with the defaults of the service', () => {
    const { fields } = resourceOf('redirects')
    expect(emptyValues(fields)).toMatchObject({ from_path: null, status_code: 301 })
    expect(emptyValues(resourceOf('articles').fields)).toMatchObject({
      status: 'draft',
      tags: [],
      slug: null,
    })
  })

  test('a new record sends what was filled in', () => {
    const mine = { ...emptyValues(fields), title: 'New', noindex: true }
    expect(createBody(fields, mine)).toEqual({ title: 'New', noindex: true, tags: [], faqs: [] })
  })
})

describe('rich text is the same when', () => {
  const same: [string, string][] = [
    ['<p>a</p>\n\n<p>b</p>', '<p>a</p><p>b</p>'],
    ['<p>a<br />b</p>', '<p>a<br>b</p>'],
    ['<ul><li>a</li></ul>', '<ul><li><p>a</p></li></ul>'],
    ['<ul><li>a<ul><li>b</li></ul></li></ul>', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
    [
      '<table><tr><td>a</td></tr></table>',
      '<table><tr><td colspan="1" rowspan="1"><p>a</p></td></tr></table>',
    ],
    ['<a target="_blank" href="/x" rel="noopener">a</a>', '<a href="/x" target="_blank">a</a>'],
    ['<p>می\u200cشود</p>', '<p>می&zwnj;شود</p>'],
    ['<b>a</b> <i>b</i>', '<strong>a</strong> <em>b</em>'],
    ['<p>a</p><p></p>', '<p>a</p>'],
    ['<img alt="" src="/a.png" />', '<img src="/a.png">'],
  ]
  for (const [a, b] of same)
    test(`${a} becomes ${b}`, () => expect(normaliseRichText(a)).toBe(normaliseRichText(b)))

  const different: [string, string][] = [
    ['<p>a b</p>', '<p>ab</p>'],
    ['<p>a</p>', '<h2>a</h2>'],
    ['<a href="/x">a</a>', '<a href="/y">a</a>'],
    ['<p>a</p><p></p><p>b</p>', '<p>a</p><p>b</p>'],
    ['<pre>a\n  b</pre>', '<pre>a\nb</pre>'],
    ['<p><strong>a</strong> b</p>', '<p><strong>a</strong>b</p>'],
    ['<li><p>a</p><p>b</p></li>', '<li>ab</li>'],
    ['<p class="text-center">a</p>', '<p>a</p>'],
  ]
  for (const [a, b] of different)
    test(`not ${a} and ${b}`, () => expect(normaliseRichText(a)).not.toBe(normaliseRichText(b)))
})

describe('merging', () => {
  const merge = (mine: object, theirs: object) =>
    mergeValues(fields, {
      loaded,
      mine: { ...loaded, ...mine },
      theirs: { ...loaded, version: 2, ...theirs },
    })

  test('changes to different fields are all kept', () => {
    const { merged, conflicts, adopted } = merge({ title: 'Mine' }, { excerpt: 'Theirs' })
    expect([merged.title, merged.excerpt, merged.version]).toEqual(['Mine', 'Theirs', 2])
    expect([conflicts, adopted.map(({ name }) => name)]).toEqual([[], ['excerpt']])
  })

  test('a field that both changed is a conflict, and stays mine until it is decided', () => {
    const { merged, conflicts } = merge({ title: 'Mine' }, { title: 'Theirs' })
    expect(merged.title).toBe('Mine')
    expect(conflicts.map(({ field, mine, theirs, loaded }) => [field.name, loaded, mine, theirs])).toEqual([
      ['title', 'Pumps', 'Mine', 'Theirs'],
    ])
  })

  test('the same change of both is no conflict', () => {
    expect(merge({ title: 'Same' }, { title: 'Same' }).conflicts).toEqual([])
    expect(merge({ content: '<p>x</p><p></p>' }, { content: '<p>x</p>\n' }).conflicts).toEqual([])
  })

  test('clearing a field is a change like any other', () => {
    expect(merge({ title: '' }, { title: 'Theirs' }).conflicts.map(({ mine }) => mine)).toEqual([''])
    expect(merge({ published_at: null }, {}).merged.published_at).toBeNull()
  })

  test('tags merge entry by entry', () => {
    const { merged, conflicts } = merge({ tags: ['steel', 'new'] }, { tags: ['steel', 'iron', 'theirs'] })
    expect([merged.tags, conflicts]).toEqual([['steel', 'new', 'theirs'], []])
  })

  test('lists that both changed are a conflict', () => {
    expect(merge({ faqs: [] }, { faqs: [{ question: 'When?', answer: 'Now.' }] }).conflicts).toHaveLength(1)
  })
})
