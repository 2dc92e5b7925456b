// Shortcodes as WordPress reads them: wp-includes/shortcodes.php (`get_shortcode_regex`, `shortcode_parse_atts`), and
// those of its own: wp-includes/media.php (caption, gallery, playlist, audio, video), class-wp-embed.php (embed).
import { describe, expect, test } from 'bun:test'
import { toContentHtml, whyContentTooComplex } from '../../../src/moving/wordpress/convert/content-html.ts'
import { createGalleries } from '../../../src/moving/wordpress/convert/galleries.ts'
import { scanShortcodes } from '../../../src/moving/wordpress/convert/scan-shortcodes.ts'
import { parseAttributes } from '../../../src/moving/wordpress/convert/shortcode-attributes.ts'
import type { ShortcodeTools } from '../../../src/moving/wordpress/convert/shortcode-parts.ts'
import { unwrapShortcodes } from '../../../src/moving/wordpress/convert/unwrap-shortcodes.ts'
import { startCpuTimer } from '../../support/cpu-timer.ts'
import { item, read, themeUnitTest, wxr } from './wxr.ts'

const galleries = createGalleries(
  (
    await read(
      wxr(
        [
          ['1', 'sea.jpg'],
          ['2', 'talk.mp3'],
        ]
          .map(([id, name]) =>
            item({ id: Number(id), type: 'attachment', url: `https://old.example/${name}`, title: name! }),
          )
          .join(''),
      ),
    )
  ).attachments,
)
const convert = (content: string) =>
  toContentHtml(content, { postId: 7, galleries, reusableBlocks: new Map(), collectsFaqs: true })

describe('attributes', () => {
  const names = ['a', 'b', 'c-d']
  test.each([
    ['double quotes', ' a="x y" b="z"', ['x y', 'z', '']],
    ['single quotes', ` a='x "y"' b='z'`, ['x "y"', 'z', '']],
    ['no quotes', ' a=x b=1,2', ['x', '1,2', '']],
    ['spaces around the equals sign', ' a = "x"', ['x', '', '']],
    ['upper case and hyphens', ' A="x" C-D="y"', ['x', '', 'y']],
    ['no-break spaces between them', '\u00a0a="x"\u00a0b="y"', ['x', 'y', '']],
    ['curly quotes', ' a=”x y″ b=“z”', ['x y', 'z', '']],
    ['quotes that the editor has escaped', ' a=&quot;x&quot; b=&#8221;y&#8243;', ['x', 'y', '']],
    ['Persian with ZWNJ and curly quotes inside', ' a="او “می‌رود” ۱۲۳"', ['او “می‌رود” ۱۲۳', '', '']],
    ['the first of two with the same name', ' a="x" a="y"', ['x', '', '']],
  ])('with %s', (_, text, expected) => {
    const attributes = parseAttributes(text)
    expect(names.map((name) => attributes.get(name))).toEqual(expected)
  })

  test('without a name are kept in order', () => {
    expect(parseAttributes(' https://e.com/v "two words" b=1 \'three\' x').positional).toEqual([
      'https://e.com/v',
      'two words',
      'three',
      'x',
    ])
  })
})

describe('a shortcode', () => {
  test.each([
    ['escaped by double brackets is text', 'a [[gallery ids="1"]] b', 'a [gallery ids="1"] b'],
    ['may be self-closing', 'a [contact-form-7 id="1" /] b', 'a  b'],
    ['without an end stands alone', 'a [foo x="1"] b', 'a  b'],
    ['with an end keeps its content', 'a [foo]b <em>c</em>[/foo] d', 'a b <em>c</em> d'],
    ['may contain others', '[foo x="1"]a [bar y="2"]b[/bar] c[/foo]', 'a b c'],
    ['may contain another of its name', '[foo]a [foo]b[/foo] c[/foo]', 'a b c'],
    ['may end out of order', '[foo]a [bar]b[/foo] c[/bar]', 'a b c'],
    ['may have a name in Persian', '[فرم شماره="1"]متن[/فرم]', 'متن'],
    ['inside a tag leaves only the tag', '<a href="[caption]/x">y</a>', '<a href="/x">y</a>'],
    ['with a compound name, alone on its line', 'a\n[my_form]\nb', 'a\n\nb'],
  ])('%s', (_, content, expected) => {
    const removed: string[] = []
    const html = unwrapShortcodes(content, { ...noTools, remove: (name) => void removed.push(name) })
    expect(html).toBe(expected)
  })

  test.each([
    'see [sic] and [1] and [note 3]',
    'an array[index] or a[i] = b[j]',
    'input[type="text"] { }',
    '<code>[foo bar="1"]</code> and <pre>[foo]x[/foo]</pre>',
    'a [link](https://e.com) in Markdown',
    '[ ] open, [x] done',
    'او گفت [متن] و رفت',
    'the method [[Prototype]] and [unclosed',
    '[/b] without a start',
    'in a sentence [my_form] stays',
  ])('is not %j', (content) => {
    const removed: string[] = []
    const html = unwrapShortcodes(content, { ...noTools, remove: (name) => void removed.push(name) })
    expect([html, removed]).toEqual([content, []])
  })

  test('that is unknown is reported by name, once for each occurrence; its text is kept', () => {
    const { html, removed } = convert('[price id="1"] a [hero title="x"]b[/hero] [price id="2"]')
    expect(html).toBe('<p>a b</p>')
    expect(removed).toEqual(
      ['[price]', '[hero]', '[price]'].map(
        (name) => `${name} left out: the file does not contain its output`,
      ),
    )
  })

  test.each(['contact-form-7 id="5" title="Contact"', 'wpforms id="1"', 'rev_slider alias="home"'])(
    '[%s] is removed with its content',
    (shortcode) => {
      const name = shortcode.split(' ')[0]
      const { html, removed } = convert(`a [${shortcode}]<label>Name</label>[/${name}] b`)
      expect(html).toBe('<p>a  b</p>')
      expect(removed).toEqual([`[${name}] left out: the file does not contain its output`])
    },
  )
})

const noTools: ShortcodeTools = {
  figures: () => '',
  gallery: () => '',
  galleryOf: () => '',
  asGallery: (html) => html,
  files: () => '',
  player: (url) => url,
  remove: () => {},
  unwrap: () => {},
}

describe('WordPress’s own shortcodes', () => {
  const link = (url: string) => `<p><a href="${url}">${url}</a></p>`
  test.each([
    ['[gallery ids="1"]', '<figure><img src="https://old.example/sea.jpg" alt=""></figure>'],
    ['[playlist ids="2"]', link('https://old.example/talk.mp3')],
    ['[embed width="9"]https://e.com/v[/embed]', link('https://e.com/v')],
    ['[embed]<a href="x">https://e.com/v</a>[/embed]', link('https://e.com/v')],
    ['[embed src="https://e.com/v"]', link('https://e.com/v')],
    [
      '[video width="9" mp4="https://e.com/v.mp4" poster="https://e.com/p.jpg"][/video]',
      link('https://e.com/v.mp4'),
    ],
    ['[audio src="https://e.com/a.ogg"]', link('https://e.com/a.ogg')],
    ['[youtube id="dQw4w9WgXcQ"]', link('https://www.youtube.com/watch?v=dQw4w9WgXcQ')],
    ['[youtube https://youtu.be/x]', link('https://youtu.be/x')],
    ['[youtube=https://youtu.be/x]', link('https://youtu.be/x')],
    ['[vimeo 76979871]', link('https://vimeo.com/76979871')],
    [
      '[wp_caption]<img src="/a.png"> ۱۲ متر[/wp_caption]',
      '<figure><img src="/a.png"><figcaption>۱۲ متر</figcaption>\n</figure>',
    ],
    ['[code lang="php"]\n$a[0] = "[b c=1]" < 2;\n[/code]', '<pre><code>$a[0] = "[b c=1]" < 2;</code></pre>'],
  ])('%s', (content, html) => {
    expect(convert(content)).toMatchObject({ html, removed: [] })
  })

  test.each(['[gallery ids="9"]', '[audio]', '[youtube]', '[playlist ids="9"]'])(
    '%s, whose files are not in the export, is reported',
    (content) => {
      const name = /[a-z]+/.exec(content)![0]
      const expected = [`[${name}] left out: the file does not contain its output`]
      expect(convert(content)).toMatchObject({ html: '', removed: expected })
    },
  )

  test('a URL alone in its paragraph becomes a link', () => {
    expect(
      convert('<!-- wp:paragraph -->\n<p>https://youtu.be/x?a=1&amp;b</p>\n<!-- /wp:paragraph -->').html,
    ).toBe('<p><a href="https://youtu.be/x?a=1&amp;b">https://youtu.be/x?a=1&amp;b</a></p>')
  })
})

describe('100,000 nested shortcodes and more', () => {
  test.each([
    ['of a page builder', '[vc_row]'.repeat(100_000) + '[/vc_row]'.repeat(100_000)],
    ['that are unknown', '[a]'.repeat(150_000) + '[/a]'.repeat(150_000)],
  ])('%s: a message within 3 s', (_, content) => {
    const elapsed = startCpuTimer()
    expect(whyContentTooComplex(content.slice(0, 2_000_000))).toMatch(
      /^its shortcodes are nested more than 256 levels deep$/,
    )
    expect(elapsed()).toBeLessThan(3_000)
  })

  test('257 levels are refused, 256 are converted', () => {
    const nested = (depth: number) => `${'[foo]'.repeat(depth)}x${'[/foo]'.repeat(depth)}`
    expect(whyContentTooComplex(nested(257))).not.toBeNull()
    expect(whyContentTooComplex(nested(256))).toBeNull()
    expect(convert(nested(256)).html).toBe('<p>x</p>')
  })
})

describe('shortcodes that break off', () => {
  // Each of these would be quadratic with a pattern that looks for the end from every start.
  test.each([
    '[vc_row]',
    '[et_pb_text a="',
    '[x y="z"',
    '[code]',
    '[vc_raw_html]',
    '[/vc_row]',
    '<style>',
    '<script>x',
    '<div data-settings="',
    '[embed]http://a',
    '[vc_row a=\'" ',
    '[a_b]\n',
    '[[',
    '[é x="1"]',
    '<p>https://a ',
    '<!-- wp:x -->',
    '<!-- wp:x {"a":',
    '<!-- wp:block {"ref":1} /-->',
  ])('half a megabyte of %j is converted within 6 s of processor time', (unit) => {
    const content = unit.repeat(500_000 / unit.length)
    const elapsed = startCpuTimer()
    if (whyContentTooComplex(content) === null) convert(content)
    expect(elapsed()).toBeLessThan(6_000)
  })

  test('in any order keep every word, are converted in linear time and never throw', () => {
    const pieces =
      '[vc_row]|[/vc_row]|[foo a="b"]|[/foo]|[x|"]|[[|]]|<p>|</p>|<b|">|<!-- wp:x -->|<!-- /wp:x -->|<!--|-->|[gallery ids="1"]|[code]|[/code]|[caption]|[/caption]|\n\n|<pre>|</pre>'.split(
        '|',
      )
    let seed = 20_251_122
    const random = (limit: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * limit)
    }
    for (let round = 0; round < 300; round++) {
      const content = Array.from({ length: 60 }, () => pieces[random(pieces.length)]).join(' ')
      const tokens = scanShortcodes(content, { isKnown: () => true, isRaw: (name) => name === 'code' })
      expect(tokens.every(({ text }) => content.includes(text))).toBe(true)
      expect(typeof convert(content).html).toBe('string')
    }
    for (let round = 0; round < 200; round++) {
      const layout = [
        '[vc_row]',
        '[/vc_row]',
        '[foo a="b"]',
        '[/foo]',
        '<p>',
        '</p>',
        '\n\n',
        '[gallery ids="9"]',
      ]
      const words = Array.from({ length: 40 }, (_, index) => `word${index}`)
      const content = words.map((word) => `${layout[random(layout.length)]} ${word} `).join('')
      const { html } = convert(content)
      expect(words.filter((word) => !html.includes(word))).toEqual([])
    }
  })
})

test.skipIf(!themeUnitTest)(
  'the theme unit test leaves out only what has no output in the file',
  async () => {
    const { readExport } = await import('../../../src/moving/wordpress/read/read-export.ts')
    const source = await readExport(Bun.file(themeUnitTest!).stream())
    const removed = [...source.posts, ...source.pages].flatMap((post) => toContentHtml(post.content).removed)
    const names = new Set(removed.map((reason) => reason.replace(/ left out.*/, '')))
    expect([...names].sort()).toMatchInlineSnapshot(`
      [
        "[gallery]",
        "block archives",
        "block calendar",
        "block categories",
        "block latest-comments",
        "block latest-posts",
        "block rss",
        "block search",
        "block tag-cloud",
        "styles",
      ]
    `)
  },
)
