// Blocks of the block editor (wp-includes/class-wp-block-parser.php) and their place among classic text.
import { describe, expect, test } from 'bun:test'
import { toContentHtml, whyContentTooComplex } from '../../../src/moving/wordpress/convert/content-html.ts'
import { startCpuTimer } from '../../support/cpu-timer.ts'

type Options = { reusable?: Record<number, string>; collectsFaqs?: boolean }
const convert = (content: string, { reusable = {}, collectsFaqs = true }: Options = {}) =>
  toContentHtml(content, {
    postId: 7,
    galleries: null,
    reusableBlocks: new Map(Object.entries(reusable).map(([id, html]) => [Number(id), html])),
    collectsFaqs,
  })

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`

// The editor gives classic text its paragraphs when it opens the post (packages/blocks/src/api/parser/index.js,
// `normalizeRawBlock`), and `core/shortcode` gets them when it is shown (wp-includes/blocks/shortcode.php).
describe('paragraphs', () => {
  test('are added to classic text between blocks, not to the blocks', () => {
    const content = `first\n\nsecond line\nbroken\n\n${paragraph('kept\nas it is')}\n\nlast`
    expect(convert(content).html).toBe(
      '<p>first</p>\n<p>second line<br>\nbroken</p>\n<p>kept\nas it is</p>\n<p>last</p>',
    )
  })

  test('are added in the classic block and the shortcode block', () => {
    expect(convert('<!-- wp:freeform -->a\n\nb<!-- /wp:freeform -->').html).toBe('<p>a</p>\n<p>b</p>')
    expect(
      convert('<!-- wp:shortcode -->\n[vc_column_text]a\n\nb[/vc_column_text]\n<!-- /wp:shortcode -->').html,
    ).toBe('<p>a</p>\n<p>b</p>')
  })

  test('of a text with a heading of the first level are below the title of its page', () => {
    expect(convert('<h1 class="x">a</h1><h2>b</h2><h6>c</h6>').html.replaceAll('\n', '')).toBe(
      '<h2 class="x">a</h2><h3>b</h3><h6>c</h6>',
    )
    expect(convert('<h2>b</h2><pre>&lt;h1></pre>').html.replaceAll('\n', '')).toContain('<h2>b</h2>')
  })

  test('take the bookmark at their start as their id', () => {
    expect(convert('<a name="old"></a>a\n\n<h2 class="x"><a id="b"></a>b</h2>').html).toBe(
      '<p id="old">a</p>\n<h2 class="x" id="b">b</h2>',
    )
  })

  test('are not added in other blocks', () => {
    const html = '<div class="x">\na\n\nb</div>'
    expect(convert(`<!-- wp:html -->\n${html}\n<!-- /wp:html -->`).html).toBe(html)
    expect(convert(`<!-- wp:group --><!-- wp:html -->${html}<!-- /wp:html --><!-- /wp:group -->`).html).toBe(
      html,
    )
  })

  test('of Persian text keep digits, ZWNJ and their direction', () => {
    const text = 'کتاب‌ها ۱۲۳ و <span dir="ltr">CO₂</span>'
    expect(convert(`<div dir="rtl">${text}\n\n${text}</div>`).html).toBe(
      `<div dir="rtl"><p>${text}</p>\n<p>${text}</p>\n</div>`,
    )
    expect(convert(paragraph(text)).html).toBe(`<p>${text}</p>`)
  })
})

test('a shortcode may start in one block and end in another', () => {
  const shortcode = (text: string) => `<!-- wp:shortcode -->${text}<!-- /wp:shortcode -->`
  const { html, removed } = convert(`${shortcode('[vc_row]')}\n${paragraph('a')}\n${shortcode('[/vc_row]')}`)
  expect(html).toBe('<p>a</p>')
  expect(removed).toEqual([])
})

test('blocks that only WordPress generates are named; an embed becomes a link', () => {
  const embed =
    '<!-- wp:embed {"url":"https://youtu.be/x"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/x\n</div></figure>\n<!-- /wp:embed -->'
  const { html, removed, linkedPlayers } = convert(
    `${embed}<!-- wp:latest-posts {"a":{"b":1}} /--><!-- wp:acf/hero {"data":{}} /-->`,
  )
  expect(html).toContain('<a href="https://youtu.be/x">https://youtu.be/x</a>')
  expect([removed, linkedPlayers]).toEqual([
    ['latest-posts', 'acf/hero'].map(
      (name) => `block ${name} left out: the file does not contain its output`,
    ),
    1,
  ])
})

test('the image of a cover block is kept', () => {
  const cover = (inner: string) =>
    `<!-- wp:cover {"url":"https://old.example/a.jpg"} --><div>${inner}<p>x</p></div><!-- /wp:cover -->`
  expect(convert(cover('')).html).toBe(
    '<figure><img src="https://old.example/a.jpg" alt=""></figure>\n<div><p>x</p></div>',
  )
  expect(convert(cover('<img src="/b.jpg">')).html).toBe('<div><img src="/b.jpg"><p>x</p></div>')
})

// wp-includes/blocks/block.php, `render_block_core_block`.
describe('a reusable block', () => {
  const use = (id: number) => `<!-- wp:block {"ref":${id}} /-->`

  test('is inlined where it is used, with those inside it', () => {
    const reusable = { 1: `${paragraph('one')}${use(2)}`, 2: 'two\n\nthree' }
    const { html } = convert(`${paragraph('zero')}\n${use(1)}\n${use(2)}`, { reusable })
    expect(html.replace(/\n+/g, '')).toBe('<p>zero</p><p>one</p><p>two</p><p>three</p><p>two</p><p>three</p>')
  })

  test('that is not in the file is named', () => {
    expect(convert(use(5)).removed).toEqual(['reusable block 5 left out: the file does not contain it'])
  })

  test('that contains itself, directly or by another, is inlined once and named', () => {
    const reusable = { 1: `a${use(2)}`, 2: `<p>b</p>${use(1)}`, 3: `<p>c</p>${use(3)}` }
    const { html, removed } = convert(`${use(1)}${use(3)}`, { reusable })
    expect(html).toBe('<p>a</p><p>b</p><p>c</p>')
    expect(removed).toEqual([
      'reusable block 1 left out: it contains itself',
      'reusable block 3 left out: it contains itself',
    ])
  })

  test('cannot multiply: ten levels that each use the next ten times end quickly', () => {
    const text = 'x'.repeat(10_000)
    const reusable = Object.fromEntries(
      Array.from({ length: 12 }, (_, level) => [level + 1, `<p>${text}</p>${use(level + 2).repeat(10)}`]),
    )
    const elapsed = startCpuTimer()
    const { html, removed } = convert(use(1), { reusable })
    expect(html.length).toBeLessThan(2_500_000)
    expect(removed.filter((reason) => !reason.endsWith('it is too long or nested too deeply'))).toEqual([])
    expect(removed.length).toBeGreaterThan(0)
    expect(elapsed()).toBeLessThan(2_000)
  })

  test('nested too deeply is left out', () => {
    const { html, removed } = convert(use(1), { reusable: { 1: '<div>'.repeat(300_000) } })
    expect([html, removed]).toEqual(['', ['reusable block 1 left out: it is too long or nested too deeply']])
  })
})

describe('questions of a FAQ block', () => {
  // Yoast: blocks/structured-data/faq (wordpress-seo, packages/js/src/structured-data-blocks/faq/components/Faq.js),
  // Rank Math: seo-by-rank-math/includes/modules/schema/blocks/faq.
  const yoast = (questions: object[]) =>
    `<!-- wp:yoast/faq-block ${JSON.stringify({ questions }).replaceAll('<', '\\u003c').replaceAll('--', '\\u002d\\u002d')} -->\n<div class="schema-faq wp-block-yoast-faq-block"><div class="schema-faq-section"><strong class="schema-faq-question">Q</strong> <p class="schema-faq-answer">A</p> </div></div>\n<!-- /wp:yoast/faq-block -->`

  test('of Yoast become the article’s FAQ and leave the text', () => {
    const { html, faqs } = convert(
      `${paragraph('a')}\n${yoast([
        {
          id: 'faq-question-1',
          question: ['چه <strong>زمانی</strong>؟'],
          answer: ['x'],
          jsonQuestion: 'چه <strong>زمانی</strong>؟',
          jsonAnswer: 'ساعت ۹ -- <a href="/x">فردا</a><br/>یا پس‌فردا &amp; بعد',
        },
        { question: ['Old ', { type: 'strong', props: { children: ['form'] } }, '?'], answer: 'One<br>two' },
        { question: [''], answer: ['an answer without its question'] },
      ])}`,
    )
    expect(html).toBe('<p>a</p>')
    expect(faqs).toEqual([
      { question: 'چه زمانی؟', answer: 'ساعت ۹ -- فردا\nیا پس‌فردا & بعد' },
      { question: 'Old form?', answer: 'One\ntwo' },
    ])
  })

  test('of Rank Math become the article’s FAQ, without hidden ones', () => {
    const questions = [
      {
        id: 'faq-question-1',
        title: 'Broken \\u003cb\\u003eescapes\\u003c/b\\u003e?',
        content: '<p>One</p><ul><li>Two</li></ul>',
        visible: true,
      },
      { id: 'faq-question-2', title: 'Hidden?', content: 'Yes', visible: false },
    ]
    const block = `<!-- wp:rank-math/faq-block ${JSON.stringify({ questions })} -->\n<div class="wp-block-rank-math-faq-block"></div>\n<!-- /wp:rank-math/faq-block -->`
    expect(convert(block)).toMatchObject({
      html: '',
      faqs: [{ question: 'Broken escapes?', answer: 'One\nTwo' }],
    })
  })

  test('beyond the 50th stay in the text, as on pages all of them', () => {
    const questions = Array.from({ length: 52 }, (_, index) => ({
      question: `Q${index}?`,
      answer: `A${index}`,
    }))
    const { html, faqs } = convert(yoast(questions))
    expect([faqs.length, html]).toEqual([50, '<h3>Q50?</h3>\n<p>A50</p>\n<h3>Q51?</h3>\n<p>A51</p>'])
    const page = convert(yoast(questions.slice(0, 1)), { collectsFaqs: false })
    expect(page).toMatchObject({ html: '<h3>Q0?</h3>\n<p>A0</p>', faqs: [] })
  })

  test('without attributes stay in the text', () => {
    const block = '<!-- wp:yoast/faq-block --><p>Q and A</p><!-- /wp:yoast/faq-block -->'
    expect(convert(block)).toMatchObject({ html: '<p>Q and A</p>', faqs: [] })
  })
})

test('blocks nested more than 256 levels deep are refused within 3 s', () => {
  const elapsed = startCpuTimer()
  expect(whyContentTooComplex('<!-- wp:x -->'.repeat(150_000))).toBe(
    'its blocks are nested more than 256 levels deep',
  )
  expect(whyContentTooComplex('<!-- wp:x --><!-- /wp:x -->'.repeat(50_000))).toBeNull()
  expect(elapsed()).toBeLessThan(3_000)
})
