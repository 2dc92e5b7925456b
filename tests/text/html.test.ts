import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  attributesIn,
  escapeHtml,
  escapeMixed,
  escapeText,
  mapTags,
  tokenAt,
  tokenizeHtml,
  unescapeHtml,
} from '../../src/text/html.ts'
import { plainTextOf, textBlocksOf } from '../../src/text/plain-text.ts'

const kinds = (html: string) => [...tokenizeHtml(html)].map(({ kind, raw }) => `${kind} ${raw}`)

describe('tokens', () => {
  test.each([
    ['a<b>c</b>', ['text a', 'start <b>', 'text c', 'end </b>']],
    ['1 < 2', ['text 1 ', 'text <', 'text  2']],
    [`<a title="a > b" data='>'>x`, [`start <a title="a > b" data='>'>`, 'text x']],
    ['<p title=a"b>c', ['start <p title=a"b>', 'text c']],
    ['<p "quote">c', ['start <p "quote">', 'text c']],
    ['<!-- <b> -->c<!-->d<!--->e<!-- f --!>g', null],
    ['<!doctype html><?xml ?>', ['other <!doctype html>', 'other <?xml ?>']],
    ['<b>c<i class="', ['start <b>', 'text c', 'text <i class="']],
    ['<!-- open', ['other <!-- open']],
    [
      '<script>if (a<b) "</p>"</SCRIPT><b>',
      ['start <script>', 'text if (a<b) "</p>"', 'end </SCRIPT>', 'start <b>'],
    ],
    ['<style>a<', ['start <style>', 'text a<']],
  ])('of %j', (html, expected) => {
    const found = kinds(html)
    if (expected) expect(found).toEqual(expected)
    else expect(found.filter((token) => token.startsWith('text')).join()).toBe('text c,text d,text e,text g')
    expect([...tokenizeHtml(html)].map(({ raw }) => raw).join('')).toBe(html)
  })

  test('have their name in lower case, and their attributes as they are written', () => {
    expect(tokenAt('x<IMG Alt="A" />', 1)).toEqual({
      raw: '<IMG Alt="A" />',
      kind: 'start',
      tag: 'img',
      attributes: ' Alt="A" /',
    })
  })

  test('of attributes: the first of a name counts, with its entities', () => {
    expect(attributesIn(` A='1' b=2 c d="&amp;" a="3" constructor=4 /`)).toEqual({
      a: '1',
      b: '2',
      c: '',
      d: '&amp;',
      constructor: '4',
    })
  })

  test('are replaced one by one, text stays', () => {
    expect(mapTags('a<b>c</b><!-- d -->', ({ kind, tag }) => `[${kind} ${tag}]`)).toBe(
      'a[start b]c[end b]<!-- d -->',
    )
  })
})

describe('escaping', () => {
  test('of text, of attributes, and of text that has entities', () => {
    expect(escapeText(`<"'&amp;>`)).toBe(`&lt;"'&amp;amp;&gt;`)
    expect(escapeHtml(`<"'&amp;>`)).toBe(`&lt;&quot;'&amp;amp;&gt;`)
    expect(escapeMixed('<a> &amp; &#39; & &x "')).toBe('&lt;a&gt; &amp; &#39; &amp; &amp;x &quot;')
  })

  test('and back', () => {
    expect(unescapeHtml('&lt;&GT;&quot;&apos;&#39;&#x26;&nbsp;&zwnj;&amp;lt;&copy;&#0;')).toBe(
      `<>"''&\u00a0\u200c&lt;&copy; `,
    )
    expect(unescapeHtml(escapeHtml(`<"'&amp;>`))).toBe(`<"'&amp;>`)
  })
})

describe('plain text', () => {
  test('has a line for each block, and continues across inline elements', () => {
    expect(textBlocksOf('<h2>a</h2><p>b<b>c</b><br>d</p><pre>e</pre><ul><li>f&nbsp; g</li></ul>')).toEqual([
      'a',
      'bc',
      'd',
      'e',
      'f g',
    ])
    expect(textBlocksOf('<h2>a</h2><p>b</p>', { headings: false })).toEqual(['b'])
    expect(plainTextOf('R&amp;D: 5 &lt; 6 <b>x</b>y')).toBe('R&D: 5 < 6 xy')
  })
})

/** The things that only `src/text/html.ts` has, by the code that gives them away. */
const SECONDS: Record<string, RegExp> = {
  'an escaper or a decoder': /['"`/]&(?:amp|lt|gt|nbsp);['"`/]|&\((?:\?:)?(?:amp|lt|gt|nbsp)\b/,
  'a list of void elements': /\bbr\b['", ]+(?:col\b['", ]+)?(?:embed\b['", ]+)?hr\b['", ]+im?g?\b|\bVOID\b/,
  'a pattern of whole tags': /<\[\^>\]\*>(?!\?)|<\(?\\?\/\?\)?\(?\[a-z|"\[\^"\]\*"\|'\[\^'\]\*'/,
}

describe('src/text/html.ts alone has', () => {
  const root = join(import.meta.dir, '../..')
  const paths = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)]

  test.each(Object.entries(SECONDS))('%s', async (_, pattern) => {
    const found: string[] = []
    for (const path of paths) if (pattern.test(await Bun.file(join(root, path)).text())) found.push(path)
    expect(found.filter((path) => path !== 'src/text/html.ts')).toEqual([])
  })
})
