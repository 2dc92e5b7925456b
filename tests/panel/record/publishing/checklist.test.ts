// The open points before publishing, by the values of a form.
import { describe, expect, test } from 'bun:test'
import {
  buildChecklist,
  type ChecklistPoint,
  type Findings,
  linksOf,
  openPoints,
} from '../../../../src/panel/record/publishing/checklist.ts'
import { resourceOf } from '../../schema-of-service.ts'

const article = resourceOf('articles')
const SETTLED: Findings = { seoScore: 90, brokenLinks: [], hasLinkError: false }

const complete = {
  title: 'پمپ',
  title_en: 'Pumps',
  excerpt: 'خلاصه',
  excerpt_en: 'Summary',
  slug: 'pumps',
  tags: ['a'],
  content: '<p>متن <a href="/blog">وبلاگ</a></p>',
  content_en: '<p>Text</p>',
  image: '/media/a.png',
  image_alt: 'پمپ در کارگاه',
  image_alt_en: 'A pump',
  seo_title: 'پمپ',
  seo_title_en: 'Pumps',
  seo_description: 'توضیح',
  seo_description_en: 'Text',
}

const pointsOf = (values: Record<string, unknown>, findings: Partial<Findings> = {}) =>
  buildChecklist(article, { ...complete, ...values }, { ...SETTLED, ...findings })
const point = (
  name: ChecklistPoint['name'],
  values: Record<string, unknown>,
  findings: Partial<Findings> = {},
) => pointsOf(values, findings).find((one) => one.name === name)

test('a complete article has nothing open', () => {
  expect(pointsOf({}).map(({ name, state }) => [name, state])).toEqual([
    ['description', 'done'],
    ['alt_texts', 'done'],
    ['english', 'done'],
    ['seo', 'done'],
    ['links', 'done'],
  ])
  expect(openPoints(pointsOf({}))).toEqual([])
})

test('pictures that visitors do not see are open in the texts that have them', () => {
  const img = '<p>a <img data-foreign-src="https://example.com/a.jpg" alt="" /></p>'
  expect(point('left_out', { content: img + img, content_en: img })).toEqual({
    name: 'left_out',
    state: 'open',
    fields: ['content', 'content_en'],
    count: 3,
  })
})

test('nothing of an empty article is done', () => {
  const empty = Object.fromEntries(article.fields.map(({ name }) => [name, null]))
  const points = buildChecklist(article, empty, { ...SETTLED, seoScore: 0 })
  expect(points.map(({ name, state }) => [name, state])).toEqual([
    ['description', 'open'],
    ['seo', 'open'],
  ])
})

describe('the description', () => {
  test.each([
    [{ seo_description: '' }, 'done'],
    [{ seo_description: null, excerpt: '  ' }, 'open'],
    [{ excerpt: null }, 'done'],
  ])('with %p is %s', (values, state) => {
    expect(point('description', values)?.state).toBe(state as never)
  })
})

describe('alternative texts', () => {
  test('are missing for the image of the record and for those in its texts', () => {
    const values = {
      image_alt: ' ',
      content: '<p>x</p><figure><img src="/media/a.png" alt=""></figure><img src="/media/b.png">',
      content_en: '<img src="/media/a.png" alt="A pump">',
    }
    expect(point('alt_texts', values)).toEqual({
      name: 'alt_texts',
      state: 'open',
      fields: ['content', 'image_alt'],
      count: 3,
    })
  })
  test('are missing in English where there are English texts, also where they are the other ones', () => {
    const persian = '<p>x</p><img src="/media/a.png" alt="پمپ">'
    const fields = (values: Record<string, unknown>) => point('alt_texts', values)?.fields
    expect(fields({ image_alt_en: null })).toEqual(['image_alt_en'])
    expect(fields({ content: persian, content_en: persian })).toEqual(['content_en'])
    expect(fields({ content: persian, content_en: persian.replace('پمپ', 'Pump') })).toEqual([])
    expect(fields({ image_alt_en: null, title_en: '', content_en: '' })).toEqual([])
  })
  test('are not asked for without an image', () => {
    expect(point('alt_texts', { image: null, image_alt: null })).toBeUndefined()
  })
})

test('the English side lacks what only the primary language has', () => {
  const values = { title_en: '', content_en: '<p> </p>', excerpt: null, excerpt_en: null, faqs: [] }
  expect(point('english', values)).toEqual({
    name: 'english',
    state: 'open',
    fields: ['title_en', 'content_en'],
  })
  expect(point('english', { faqs: [{ question: 'a', answer: 'b' }], faqs_en: [] })).toMatchObject({
    fields: ['faqs_en'],
  })
})

test('a text that was copied into the English side is not translated until it is changed', () => {
  const long = '<p>متن بلند</p>'
  const copies = { title: 'پمپ', title_en: ' پمپ', content: long, content_en: long }
  expect(point('copied', copies)).toEqual({
    name: 'copied',
    state: 'open',
    fields: ['title_en', 'content_en'],
  })
  expect(openPoints(pointsOf(copies)).map(({ name }) => name)).toEqual(['copied'])
  // A name is the same in both languages.
  for (const changed of [{ title_en: 'Pump' }, { title: 'SWIFT', title_en: 'SWIFT' }])
    expect(point('copied', changed)).toBeUndefined()
})

test.each([
  [null, 'waiting'],
  [79, 'open'],
  [80, 'done'],
] as const)('an SEO score of %p is %s', (seoScore, state) => {
  expect(point('seo', {}, { seoScore })).toMatchObject({ state, score: seoScore })
})

describe('broken links', () => {
  const values = {
    content: '<p><a href="/blog/gone">a</a> <a href="/blog">b</a></p>',
    content_en: '<p><a href="/blog/gone">a</a> <a href="/old?a=1&amp;b=2">b</a></p>',
  }
  test('name the texts that have them', () => {
    expect(point('links', values, { brokenLinks: ['/blog/gone', '/old?a=1&b=2'] })).toEqual({
      name: 'links',
      state: 'open',
      fields: ['content', 'content_en'],
      links: ['/blog/gone', '/old?a=1&b=2'],
    })
  })
  test('that the texts no longer have are settled', () => {
    expect(point('links', values, { brokenLinks: ['/somewhere'] })?.state).toBe('done')
  })
  test('are waited for, and unknown when the service does not answer', () => {
    expect(point('links', values, { brokenLinks: null })?.state).toBe('waiting')
    expect(point('links', values, { brokenLinks: null, hasLinkError: true })?.state).toBe('unknown')
  })
  test('are no point for those who may not ask', () => {
    expect(point('links', values, { brokenLinks: undefined })).toBeUndefined()
  })
})

test('the links to check are those of all texts that may belong to this website, each once', () => {
  const content =
    '<p><a href="/b">1</a><a href="/a">2</a><a href="/b">3</a><a href="https://x.example/c">4</a><a href="#d">5</a><a href="mailto:a@b.example">6</a><a href="//x.example">7</a><a href="tel:+98">8</a></p>'
  expect(linksOf(article, { content, content_en: '<p><a href="/d?x=1&amp;y=2">9</a></p>' })).toEqual([
    '/a',
    '/b',
    '/d?x=1&y=2',
    'https://x.example/c',
  ])
})

test('a resource without such fields has no checklist', () => {
  const findings = { seoScore: undefined, brokenLinks: undefined, hasLinkError: false }
  expect(buildChecklist(resourceOf('redirects'), {}, findings)).toEqual([])
})
