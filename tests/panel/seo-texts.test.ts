// The pure parts of the help for texts: what the checks are given, how results are cut, which pages are suggested.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fitText } from '../../src/panel/record/seo/fit-text.ts'
import { mainTextOf, seoTextsOf } from '../../src/panel/record/seo/form-seo-texts.ts'
import { mergeHits, pathOfHref } from '../../src/panel/record/seo/merge-hits.ts'
import { hasSeo } from '../../src/panel/records/publication.tsx'
import { readingMinutes } from '../../src/text/seo-analysis/reading-time.ts'
import { isSameKeyphrase } from '../../src/text/seo-analysis/same-keyphrase.ts'
import { resourceOf, schema } from './schema-of-service.ts'

const textsOf = (name: string, values: Record<string, unknown>, side: 'primary' | 'en' = 'primary') =>
  seoTextsOf(
    {
      resource: resourceOf(name),
      values,
      language: side === 'en' ? 'en' : 'fa',
      siteUrl: 'https://example.com',
      siteName: side === 'en' ? 'Arman' : 'آرمان',
    },
    side,
  )

describe('what the checks are given', () => {
  test('every kind of page that can be left out of search engines has the card', () => {
    const rated = schema.resources.filter(hasSeo).map(({ name }) => name)
    expect(rated.toSorted()).toEqual(['articles', 'pages', 'projects', 'seo-meta'])
  })

  test('an article in each language, with title and excerpt where there are no texts for search engines', () => {
    const values = {
      title: 'عنوان',
      title_en: 'Title',
      excerpt: 'خلاصه',
      seo_description_en: 'Description',
      slug: 'a',
      content: '<p>متن</p>',
      content_en: '<p>Text</p>',
      seo_keyphrase_en: 'text',
      image: '/media/a.jpg',
      image_alt_en: 'An image',
    }
    expect(textsOf('articles', values)).toMatchObject({
      keyphrase: '',
      seoTitle: 'عنوان',
      seoDescription: 'خلاصه',
      slug: 'a',
      content: '<p>متن</p>',
      image: { alt: '' },
    })
    expect(textsOf('articles', values, 'en')).toMatchObject({
      keyphrase: 'text',
      seoTitle: 'Title',
      seoDescription: 'Description',
      content: '<p>Text</p>',
      image: { alt: 'An image' },
    })
  })

  test('a page without a text, a slug or a keyphrase of its own has none', () => {
    const values = { page_key: 'about', title: 'درباره', og_image: '/media/a.jpg', og_image_alt: 'تصویر' }
    expect(textsOf('seo-meta', values)).toMatchObject({
      keyphrase: null,
      slug: null,
      content: null,
      seoTitle: 'درباره',
      image: { alt: 'تصویر' },
    })
  })

  test.each([
    ['articles', { title: 'پمپ' }, 'primary', 'پمپ | آرمان'],
    ['articles', { title: 'پمپ', title_en: 'Pumps' }, 'en', 'Pumps | Arman'],
    ['articles', { title: 'پمپ', seo_title: ' پمپ صنعتی ' }, 'primary', 'پمپ صنعتی'],
    ['articles', { title: 'پمپ‌های آرمان' }, 'primary', 'پمپ‌های آرمان'],
    ['articles', { title: 'x'.repeat(53) }, 'primary', 'x'.repeat(53)],
    ['projects', { title: 'x'.repeat(52) }, 'primary', `${'x'.repeat(52)} | آرمان`],
    ['seo-meta', { page_key: 'about', title: 'درباره' }, 'primary', 'درباره'],
    ['articles', { title: ' ' }, 'primary', ''],
  ] as const)(
    'the title of a page of %s as the website makes it: %p in %s is %p',
    (name, values, side, title) => {
      expect(textsOf(name, values, side).pageTitle).toBe(title)
    },
  )

  test.each(['articles', 'projects'])(
    'a summary of %s is rated without its markup, as by the service',
    (name) => {
      const summary = ' R&amp;D: 5 &lt; 6\n<b>x</b>y '
      const field = name === 'articles' ? 'excerpt' : 'summary'
      expect(textsOf(name, { [field]: summary }).seoDescription).toBe('R&D: 5 < 6 xy')
    },
  )

  test('the text of a page by its language', () => {
    expect(['articles', 'projects', 'seo-meta'].map((name) => mainTextOf(resourceOf(name), 'en'))).toEqual([
      ...['content_en', 'body_en', null],
    ])
  })
})

describe('a text that is too wide for a result', () => {
  const perUnit = (text: string) => text.length * 10

  test.each([
    ['short', 100, 'short'],
    ['  one   two  ', 70, 'one two'],
    ['one two three', 100, 'one two …'],
    ['unbreakable', 50, 'unb…'],
    ['می‌شود گفت', 90, 'می‌شود …'],
    ['', 0, ''],
  ])('%p in %d pixels: %p', (text, max, shown) => {
    expect(fitText(text, max, perUnit)).toBe(shown)
  })

  test('always fits, and as much of it as fits is shown', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12 }), fc.integer({ min: 60, max: 600 }), (text, max) => {
        const shown = fitText(text, max, perUnit)
        expect(perUnit(shown)).toBeLessThanOrEqual(max)
        const next = text.slice(0, text.indexOf(' ', shown.length - 1))
        if (shown !== text && shown.includes(' ')) expect(perUnit(`${next} …`)).toBeGreaterThan(max - 10)
      }),
    )
  })
})

test('pages with the whole keyphrase are suggested first, then those with the most of its words, each once', () => {
  const hit = (title: string, path: string | null = `/blog/${title}`) => ({ title, path })
  const hits = mergeHits([
    [hit('b')],
    [hit('c'), hit('d'), hit('faq', null)],
    [hit('d'), hit('b', '/blog/b?lang=en')],
  ])
  expect(hits.map(({ path }) => path)).toEqual(['/blog/b', '/blog/d', '/blog/c'])
})

test.each([
  ['/blog/a?lang=en#part', '/blog/a'],
  ['https://example.com/%D8%A7', '/ا'],
  ['https://other.example/a?b', 'https://other.example/a?b'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['/100%', '/100%'],
])('the page of the link %s is %s', (href, path) => {
  expect(pathOfHref(href, 'https://example.com')).toBe(path)
})

test.each([
  [0, 1],
  [99, 1],
  [300, 2],
  [1_000, 5],
])('%d words take %d minutes to read', (words, minutes) => {
  expect(readingMinutes(words)).toBe(minutes)
})

test.each([
  ['قیمت فولاد', 'قيمت   فولاد ', true],
  ['Steel Prices', 'steel prices', true],
  ['قیمت فولاد', 'قیمت آهن', false],
])('keyphrases %p and %p: the same is %p', (one, other, isSame) => {
  expect(isSameKeyphrase(one, other)).toBe(isSame)
})
