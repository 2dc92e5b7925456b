// Hand-checked ratings of each check, in Persian and English.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { foldText } from '../../../src/text/fold-text.ts'
import { analyzeSeo } from '../../../src/text/seo-analysis/analyze-seo.ts'
import { messageOf } from '../../../src/text/seo-analysis/check-messages.ts'
import { parseDocument } from '../../../src/text/seo-analysis/parse-document.ts'
import { checkOf, filler, paragraph, ratingOf, report } from './support.ts'

describe('keyphrase_length', () => {
  test.each([
    ['', 'bad'],
    ['for you and me', 'bad'],
    ['steel', 'good'],
    ['buying used steel pipes', 'good'],
    ['buying used steel pipes cheaply', 'okay'],
    ['alpha beta gamma delta epsilon zeta eta theta iota', 'bad'],
  ])('%s: %s', (keyphrase, rating) => {
    expect(ratingOf('keyphrase_length', { keyphrase })).toBe(rating as 'good')
  })
})

describe('keyphrase_density', () => {
  const text = (times: number, words: number) =>
    paragraph(`${filler(words - times)} ${'steel. '.repeat(times)}`)
  test.each([
    [0, 100, 'bad'],
    [1, 100, 'okay'],
    [2, 100, 'good'],
    [3, 100, 'good'],
    [4, 100, 'bad'],
    [4, 1000, 'okay'],
    [5, 1000, 'good'],
    [30, 1000, 'good'],
    [31, 1000, 'bad'],
  ])('%d of %d words: %s', (times, words, rating) => {
    expect(ratingOf('keyphrase_density', { keyphrase: 'steel', content: text(times, words) })).toBe(
      rating as 'good',
    )
  })

  test('is not checked below 100 words', () => {
    expect(checkOf('keyphrase_density', { keyphrase: 'steel', content: text(2, 99) })).toBeUndefined()
  })

  test('counts forms, once a sentence for each full set of words', () => {
    const content = paragraph(`${filler(120, 'واژه')}. قیمت فولاد و قیمت‌های فولادی. فولاد خوب. قیمتِ فولاد.`)
    const check = checkOf('keyphrase_density', { language: 'fa', keyphrase: 'قیمت فولاد', content })
    expect(check?.params.count).toBe(3)
  })
})

describe('keyphrase_in_introduction', () => {
  test.each([
    ['<p></p><p>Steel prices rise.</p><p>More.</p>', 'good'],
    ['<h2>Steel prices</h2><p>Steel is dear. Its price rises.</p>', 'okay'],
    ['<p>Nothing yet.</p><p>Steel prices rise.</p>', 'bad'],
  ])('%s: %s', (content, rating) => {
    expect(ratingOf('keyphrase_in_introduction', { keyphrase: 'steel price', content })).toBe(
      rating as 'good',
    )
  })
})

describe('keyphrase_distribution', () => {
  const text = (...gaps: number[]) => paragraph(gaps.map((gap) => filler(gap)).join('. Steel here. '))
  test.each([
    [text(50, 50, 50, 50), 'good'],
    [text(40, 90, 80), 'okay'],
    [text(20, 150, 20), 'bad'],
  ])('rates the longest stretch without it', (content, rating) => {
    expect(ratingOf('keyphrase_distribution', { keyphrase: 'steel', content })).toBe(rating as 'good')
  })
})

describe('keyphrase_in_title', () => {
  test.each([
    ['en', 'steel prices', 'Steel prices in 2026', 'good'],
    ['en', 'steel prices', 'The steel prices of 2026', 'good'],
    ['en', 'steel prices', 'How steel prices move', 'good'],
    ['en', 'steel prices', 'Guide to steel prices', 'okay'],
    ['en', 'steel prices', 'Guide to steel', 'bad'],
    ['fa', 'قیمت فولاد', 'قیمت‌های فولاد در بازار', 'good'],
    ['fa', 'قیمت فولاد', 'راهنمای قیمت فولاد', 'okay'],
    ['fa', 'قیمت فولاد', '', 'bad'],
  ])('%s %s / %s: %s', (language, keyphrase, seoTitle, rating) => {
    expect(ratingOf('keyphrase_in_title', { language, keyphrase, seoTitle })).toBe(rating as 'good')
  })
})

describe('what search engines show', () => {
  test.each([
    ['', null, 'bad'],
    ['Steel prices in the Persian Gulf', null, 'good'],
    ['W'.repeat(60), null, 'bad'],
    ['a title', 601, 'bad'],
    ['a title', 600, 'good'],
  ])('title_width of %s measured as %p: %s', (pageTitle, titleWidth, rating) => {
    expect(ratingOf('title_width', { pageTitle, titleWidth })).toBe(rating as 'good')
  })

  test.each([
    [0, 'bad'],
    [119, 'okay'],
    [120, 'good'],
    [156, 'good'],
    [157, 'bad'],
  ])('description_length of %d characters: %s', (length, rating) => {
    expect(ratingOf('description_length', { seoDescription: 'د'.repeat(length) })).toBe(rating as 'good')
  })

  test.each([
    ['steel-prices-2026', 'good'],
    ['steel-2026', 'okay'],
    ['news', 'bad'],
  ])('keyphrase_in_slug %s: %s', (slug, rating) => {
    expect(ratingOf('keyphrase_in_slug', { keyphrase: 'steel prices', slug })).toBe(rating as 'good')
  })

  test.each([
    ['fa', 'قیمت فولاد', 'steel-prices', undefined],
    ['en', 'steel prices', 'قیمت-فولاد', undefined],
    ['en', 'Incoterms 2020', 'راهنمای-اینکوترمز-۲۰۲۰', undefined],
    ['fa', 'قیمت فولاد', 'قیمت-فولاد-۱۴۰۵', 'good'],
    ['fa', 'گواهی ISO 9001', 'iso-9001', 'okay'],
    ['fa', 'قیمت فولاد', '2026', 'bad'],
    ['fa', '۲۰۲۶', '2026', 'good'],
  ])(
    'keyphrase_in_slug in %s: %s is asked of %s only in its own script',
    (language, keyphrase, slug, rating) => {
      expect(ratingOf('keyphrase_in_slug', { language, keyphrase, slug })).toBe(rating as 'good')
    },
  )

  test('keyphrase_in_description', () => {
    const rate = (seoDescription: string) =>
      ratingOf('keyphrase_in_description', { language: 'fa', keyphrase: 'بازرسی کالا', seoDescription })
    expect([rate('بازرسيِ كالاها در مبدأ'), rate('بازرسی')]).toEqual(['good', 'bad'])
  })
})

describe('headings', () => {
  const headings = (...texts: string[]) => texts.map((text) => `<h2>${text}</h2><p>Text.</p>`).join('')
  test.each([
    [headings('Steel prices', 'History', 'Outlook'), 'good'],
    [headings('Steel prices', 'Steel prices now'), 'bad'],
    [headings('History', 'Outlook'), 'bad'],
    [headings('Steel prices', 'a', 'b', 'c'), 'okay'],
    [headings('Steel prices'), 'good'],
    ['<p>No headings.</p>', undefined],
  ])('keyphrase_in_subheadings of %s: %s', (content, rating) => {
    expect(ratingOf('keyphrase_in_subheadings', { keyphrase: 'steel prices', content })).toBe(
      rating as 'good',
    )
  })

  test('single_h1: the title of the page is the one', () => {
    expect(ratingOf('single_h1', { content: '<h2>a</h2>' })).toBe('good')
    expect(checkOf('single_h1', { content: '<p></p><h1>abc</h1>' })).toMatchObject({
      rating: 'bad',
      params: { count: 2 },
      highlights: [{ block: 1, start: 0, end: 3 }],
    })
  })

  test.each([
    [filler(300), undefined],
    [filler(301), 'bad'],
    [`${filler(200)}</p><h2>a</h2><p>${filler(200)}`, 'good'],
    [`${filler(310)}</p><h2>a</h2><p>${filler(200)}`, 'okay'],
    [`${filler(310)}</p><h2>a</h2><p>${filler(310)}`, 'bad'],
  ])('subheading_distribution', (text, rating) => {
    expect(ratingOf('subheading_distribution', { content: paragraph(text) })).toBe(rating as 'good')
  })
})

describe('images', () => {
  const images = (...alts: string[]) => alts.map((alt) => `<img src="/media/a.webp" alt="${alt}">`).join('')
  test.each([
    [images(), 'bad', undefined],
    [images('Steel'), 'good', 'good'],
    [images('', 'steel'), 'good', 'good'],
    [images('a photo'), 'good', 'okay'],
    [images('', ''), 'good', 'bad'],
    [images('steel', 'a', 'b', 'c', 'd'), 'good', 'okay'],
    [images('steel', 'steel', 'b', 'c', 'd'), 'good', 'good'],
    [images('steel', 'steel', 'steel', 'steel', 'd'), 'good', 'okay'],
  ])('%s', (content, some, alts) => {
    const input = { keyphrase: 'steel', content }
    expect([ratingOf('images', input), ratingOf('keyphrase_in_image_alts', input)]).toEqual([
      some as 'good',
      alts as 'good',
    ])
  })

  test('the featured image counts', () => {
    expect(ratingOf('images', { image: { alt: '' } })).toBe('good')
    const input = { keyphrase: 'steel', image: { alt: 'steel' } }
    expect(ratingOf('keyphrase_in_image_alts', input)).toBe('good')
  })
})

describe('links', () => {
  test.each([
    ['/blog/a', 'good', 'bad'],
    ['https://example.com/a', 'good', 'bad'],
    ['//example.com/a', 'good', 'bad'],
    ['https://other.example/a', 'bad', 'good'],
    ['mailto:a@b.example', 'bad', 'bad'],
    ['#part', 'bad', 'bad'],
  ])('%s', (href, internal, outbound) => {
    const content = `<p><a href="${href}">read on</a></p>`
    expect([ratingOf('internal_links', { content }), ratingOf('outbound_links', { content })]).toEqual([
      internal as 'good',
      outbound as 'good',
    ])
  })

  test('a link with the keyphrase as its text competes with the page', () => {
    const content = '<p>See <a href="/a">steel prices</a> and <a href="/b">more</a>.</p>'
    expect(checkOf('link_texts', { keyphrase: 'steel price', content })).toMatchObject({
      rating: 'bad',
      params: { count: 1 },
      highlights: [{ block: 0, start: 4, end: 16 }],
    })
    expect(ratingOf('link_texts', { keyphrase: 'iron', content })).toBe('good')
  })
})

describe('text_length', () => {
  test.each([
    [199, 'bad'],
    [200, 'okay'],
    [300, 'good'],
  ])('%d words: %s', (words, rating) => {
    expect(ratingOf('text_length', { content: paragraph(filler(words)) })).toBe(rating as 'good')
  })

  test('a Persian word with ZWNJ counts once', () => {
    expect(report({ language: 'fa', content: '<p>کتاب‌های خوب می‌خوانیم</p>' }).words).toBe(3)
  })
})

describe('readability', () => {
  const sentence = (words: number) => `${'word '.repeat(words - 1)}end. `
  test.each([
    ['en', 20, 'good'],
    ['en', 21, 'bad'],
    ['fa', 25, 'good'],
    ['fa', 26, 'bad'],
  ])('sentence_length in %s of %d words: %s', (language, words, rating) => {
    expect(ratingOf('sentence_length', { language, content: paragraph(sentence(words)) })).toBe(
      rating as 'good',
    )
  })

  test.each([
    [150, 'good'],
    [151, 'okay'],
    [201, 'bad'],
  ])('paragraph_length of %d words: %s', (words, rating) => {
    expect(ratingOf('paragraph_length', { content: paragraph(filler(words)) })).toBe(rating as 'good')
  })

  test.each([
    ['en', 'Therefore', 'good'],
    ['en', 'As a result', 'good'],
    ['en', 'Plainly', 'bad'],
    ['fa', 'بنابراین', 'good'],
    ['fa', 'علاوه بر این', 'good'],
    ['fa', 'به‌ویژه', 'good'],
    ['fa', 'ماشین', 'bad'],
  ])('transition_words in %s: %s is %s', (language, word, rating) => {
    const content = paragraph(`${word} ${'alpha '.repeat(9)}. `.repeat(25))
    expect(ratingOf('transition_words', { language, content })).toBe(rating as 'good')
  })

  test.each([
    ['We came. We saw. We won.', 'bad'],
    ['The car. A car. This car.', 'bad'],
    ['We came. They saw. We won.', 'good'],
    ['ما آمدیم. ما دیدیم. ما رفتیم.', 'bad'],
  ])('sentence_beginnings of %s: %s', (text, rating) => {
    const language = /[a-z]/.test(text) ? 'en' : 'fa'
    expect(ratingOf('sentence_beginnings', { language, content: paragraph(text) })).toBe(rating as 'good')
  })

  test.each([
    ['The goods were inspected.', 'bad'],
    ['The goods were not carefully inspected.', 'bad'],
    ['They have been sent.', 'bad'],
    ['It is written.', 'bad'],
    ['We inspected the goods.', 'good'],
    ['The goods are red.', 'good'],
    ['There is a need.', 'good'],
    ['He is here and inspected it.', 'good'],
  ])('passive_voice of %s: %s', (text, rating) => {
    expect(ratingOf('passive_voice', { content: paragraph(text) })).toBe(rating as 'good')
  })

  test('passive voice is checked in English alone', () => {
    const input = { content: paragraph('کالا بازرسی شد.') }
    expect(checkOf('passive_voice', { language: 'fa', ...input })).toBeUndefined()
  })
})

test('keyphrase_used_before names the other article', () => {
  const others = [{ id: 7, title: 'فولاد' }]
  const check = checkOf('keyphrase_used_before', { keyphrase: 'steel', othersWithKeyphrase: others })!
  expect(check).toMatchObject({ rating: 'bad', params: { id: 7 } })
  expect(messageOf(check)).toEqual({
    fa: 'این عبارت کلیدی در «فولاد» نیز به کار رفته است؛ عبارت دیگری انتخاب کنید.',
    en: '“فولاد” has the same keyphrase; choose another one.',
  })
  expect(ratingOf('keyphrase_used_before', { keyphrase: 'steel' })).toBe('good')
  expect(checkOf('keyphrase_used_before', { keyphrase: 'steel', othersWithKeyphrase: null })).toBeUndefined()
})

test('the score is the share of the points; without a keyphrase its checks count as nothing', () => {
  const { score, checks } = report({ keyphrase: 'steel' })
  expect(score).toBe(
    Math.round((checks.reduce((sum, check) => sum + check.score, 0) / (9 * checks.length)) * 100),
  )
  const without = report({})
  const points = without.checks.reduce((sum, check) => sum + check.score, 0)
  expect(without.score).toBe(Math.round((points / (9 * (without.checks.length + 5))) * 100))
})

test('a record that has no keyphrase is not asked for one', () => {
  const { score, checks } = report({
    keyphrase: null,
    content: null,
    slug: null,
    seoTitle: 'Services',
    pageTitle: 'Services',
    seoDescription: 'd'.repeat(130),
  })
  expect(checks.map(({ name }) => name)).toEqual(['title_width', 'description_length'])
  expect(score).toBe(100)
})

test('a page without a text is checked by its title and description alone', () => {
  const { checks } = report({ keyphrase: 'steel', content: null, slug: null })
  expect(checks.map(({ name }) => name)).toEqual([
    ...(['keyphrase_length', 'keyphrase_in_title', 'keyphrase_in_description'] as const),
    ...(['keyphrase_used_before', 'title_width', 'description_length'] as const),
  ])
})

test('blocks are counted as an editor counts them, empty ones too', () => {
  const html =
    '<p></p><ul><li>one</li><li><p>two</p></li></ul><blockquote><p>a&amp;b</p></blockquote><table><tr><td>x</td></tr></table><pre>c\n d</pre>'
  expect(parseDocument(html).blocks.map(({ text, kind }) => [kind, text])).toEqual([
    ['paragraph', ''],
    ['other', 'one'],
    ['paragraph', 'two'],
    ['paragraph', 'a&b'],
    ['other', 'x'],
    ['code', 'c\n d'],
  ])
})

test('folding never moves a highlight: each one stands on a word of the keyphrase', () => {
  const pieces = [
    'قيمت',
    'فولاد',
    'فُولاد',
    'قیمت‌های',
    'ﻻ',
    'ة',
    '۱',
    '😀',
    '&amp;',
    '<br>',
    'سنگ',
    '. ',
    ' ',
    '<b>',
    '</b>',
    '\u0301',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (chosen) => {
      const content = `<p>${chosen.join(' ')}</p><p>${'واژه '.repeat(100)}</p>`
      const { blocks } = parseDocument(content)
      const check = checkOf('keyphrase_density', { language: 'fa', keyphrase: 'قیمت فولاد', content })!
      for (const { block, start, end } of check.highlights) {
        const marked = foldText(blocks[block]!.text.slice(start, end)).text
        expect(['قیمت', 'فولاد', 'قیمتهای']).toContain(marked)
      }
    }),
    { numRuns: 300 },
  )
})

describe('a text without words', () => {
  const input = (content: string) => ({
    language: 'en',
    keyphrase: '',
    seoTitle: '',
    seoDescription: '',
    pageTitle: '',
    slug: '',
    content,
    image: null,
    siteUrl: 'https://www.example.com',
    titleWidth: null,
    othersWithKeyphrase: [],
  })

  test.each(['', '<p></p>', '<h2> </h2>'])('gets no good mark for %p', (content) => {
    expect(analyzeSeo(input(content)).checks.filter(({ rating }) => rating === 'good')).toEqual([])
  })

  test.each([1, 97])('and one of %d words needs work, whatever else is right about it', (words) => {
    const best = {
      ...input(`<p>${'word '.repeat(words)}</p>`),
      keyphrase: null,
      seoTitle: 'A good title',
      pageTitle: 'A good title',
      seoDescription: 'd'.repeat(130),
    }
    expect(analyzeSeo(best).score).toBeLessThan(60)
    const link =
      '<p><a href="/a">a</a> <a href="https://b.example/">b</a></p><img src="/media/a.png" alt="a">'
    expect(analyzeSeo({ ...best, content: best.content + link }).score).toBeLessThan(60)
  })
})
