import { describe, expect, test } from 'bun:test'
import { shorten } from '../../src/text/shorten.ts'
import { escapeXml, html, raw, scriptJson } from '../../src/website/view/html.ts'
import { firstSentence } from '../../src/website/view/text-excerpts.ts'

describe('shorten', () => {
  test.each([
    ['short', 60, 'short'],
    ['  two \n lines ', 60, 'two lines'],
    ['one two three', 13, 'one two three'],
    ['one two three', 12, 'one two…'],
    ['one two, three', 10, 'one two…'],
    ['abcdefghij', 5, 'abcd…'],
    ['مقاله‌های آموزشی تازه', 18, 'مقاله‌های آموزشی…'],
    ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2, '👩‍👩‍👧…'],
  ])('%j in %d characters is %j', (text, length, cut) => {
    expect(shorten(text, length)).toBe(cut)
  })
})

test.each([
  ['<p>One <b>bold</b> word. Two.</p>', 'One bold word.'],
  ['<h2 dir="rtl">Head</h2><p>One.</p>', 'One.'],
  ['<ul><li>a</li><li>b</li></ul>', 'a'],
  ['<p>one<br>two</p>', 'one'],
  ['<p>R&amp;D costs &lt;5 %. Two.</p>', 'R&D costs <5 %.'],
  ['<p>&amp;lt;b&amp;gt;</p>', '&lt;b&gt;'],
  ['<p>سلام دنیا! دوم.</p>', 'سلام دنیا!'],
  ['<img src="/media/a.jpg" alt="a &gt; b"><p></p>', null],
  ['', null],
])('the first sentence of %j is %j', (body, sentence) => {
  expect(firstSentence(body, 'fa')).toBe(sentence)
})

describe('escaping', () => {
  const hostile = `</script><!--"'&]]>\u2028`

  test('`html` escapes every value except HTML', () => {
    const escaped = '&lt;/script&gt;&lt;!--&quot;&#39;&amp;]]&gt;\u2028'
    expect(
      html`<p title="${hostile}">${hostile}${[1, null, false, undefined]}${raw('<b>x</b>')}</p>`.toString(),
    ).toBe(`<p title="${escaped}">${escaped}1<b>x</b></p>`)
  })

  test('XML has no characters that XML 1.0 forbids', () => {
    expect(escapeXml('a\u0000\u0008\ufffe\ud800b\t😀')).toBe('ab\t😀')
  })

  test('JSON cannot end its script element', () => {
    const json = scriptJson({ hostile, more: '\u2029' })
    expect(json).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(json)).toEqual({ hostile, more: '\u2029' })
  })
})
