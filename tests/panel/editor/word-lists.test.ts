// Lists of Word: one list with its levels, numbers and letters; markers that no list can show stay as text.
import { expect, test } from 'bun:test'
import { transformPastedHtml } from '../../../src/panel/editor/paste/transform-pasted-html.ts'

const pasted = (...lines: string[]) =>
  transformPastedHtml(lines.join('\n'), { direction: 'ltr', keepEmbedded: (url) => url }).html

/** A list paragraph as Word copies it. */
const item = (marker: string, text: string, level = 1, list = 'l0') =>
  `<p class=MsoListParagraph style='margin-left:${36 * level}pt;text-indent:-18pt;mso-list:${list} level${level} lfo1'>` +
  `<![if !supportLists]><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; ` +
  `</span></span><![endif]>${text}</p>`
const text = (words: string, indent = 0) =>
  `<p class=MsoNormal style='margin:0cm 0cm 8.0pt ${indent}pt'>${words}</p>`

test.each<[string, string[], string]>([
  [
    'numbers with those of the outer list',
    [item('1.', 'a'), item('1.1.', 'b', 2), item('1.2.', 'c', 2), item('2.', 'd'), item('2.1.', 'e', 2)],
    '<ol><li>a<ol><li>b</li><li>c</li></ol></li><li>d<ol><li>e</li></ol></li></ol>',
  ],
  [
    'Persian numbers of three levels',
    [item('۱-', 'a'), item('۱-۱-', 'b', 2), item('۱-۱-۱-', 'c', 3), item('۱-۲-', 'd', 2)],
    '<ol><li>a<ol><li>b<ol><li>c</li></ol></li><li>d</li></ol></li></ol>',
  ],
  ['numbers of an outer list that was not copied', [item('2.3.', 'a', 2)], '<p>2.3. a</p>'],
  ['a bare number', [item('1', 'a'), item('2', 'b')], '<ol><li>a</li><li>b</li></ol>'],
  ['a number in brackets', [item('(4)', 'a')], '<ol start="4"><li>a</li></ol>'],
  [
    'a number that is not the next',
    [item('1.', 'a'), item('5.', 'b')],
    '<ol><li>a</li></ol><ol start="5"><li>b</li></ol>',
  ],
  ['Persian letters', [item('الف)', 'a'), item('ب)', 'b')], '<p>الف) a</p><p>ب) b</p>'],
  [
    'Persian letters inside an item',
    [item('1.', 'a'), item('الف-', 'b', 2), item('ب-', 'c', 2), item('2.', 'd')],
    '<ol><li>a<p>الف- b</p><p>ب- c</p></li><li>d</li></ol>',
  ],
  [
    'articles of a contract with numbers below',
    [item('ماده ۱-', 'a'), item('1.', 'b', 2), item('ماده ۲-', 'c')],
    '<p>ماده ۱- a</p><ol><li>b</li></ol><p>ماده ۲- c</p>',
  ],
  [
    'words',
    [item('Step 1:', 'a &lt; b'), item('&lt;2&gt;', 'c')],
    '<p>Step 1: a &lt; b</p><p>&lt;2&gt; c</p>',
  ],
  [
    'letters around a paragraph',
    [item('a)', 'a'), text('between'), item('b)', 'b')],
    '<ol type="a"><li>a</li></ol><p>between</p><ol start="2" type="a"><li>b</li></ol>',
  ],
  [
    'Roman numerals around a paragraph',
    [item('III.', 'a'), text('between'), item('IV.', 'b'), item('V.', 'c')],
    '<ol start="3" type="I"><li>a</li></ol><p>between</p><ol start="4" type="I"><li>b</li><li>c</li></ol>',
  ],
  [
    'an i among letters',
    [item('h.', 'a'), item('i.', 'b'), item('j.', 'c')],
    '<ol start="8" type="a"><li>a</li><li>b</li><li>c</li></ol>',
  ],
  [
    'letters after z',
    [item('z.', 'a'), item('aa.', 'b')],
    '<ol start="26" type="a"><li>a</li><li>b</li></ol>',
  ],
  [
    'an indented paragraph inside an item',
    [
      item('1.', 'a'),
      item('a.', 'b', 2),
      text('more of b', 72),
      item('b.', 'c', 2),
      text('more of a', 36),
      item('2.', 'd'),
    ],
    '<ol><li>a<ol type="a"><li>b<p>more of b</p></li><li>c</li></ol><p>more of a</p></li><li>d</li></ol>',
  ],
  [
    'a paragraph at the margin between nested items',
    [item('1.', 'a'), item('i.', 'b', 2), text('between'), item('ii.', 'c', 2), item('2.', 'd')],
    '<ol><li>a<ol type="i"><li>b</li></ol><p>between</p><ol start="2" type="i"><li>c</li></ol></li><li>d</li></ol>',
  ],
  ['an empty paragraph', [item('1.', 'a'), text('&nbsp;'), item('2.', 'b')], '<ol><li>a</li><li>b</li></ol>'],
  [
    'a heading',
    [item('1.', 'a'), '<h2>H</h2>', item('2.', 'b')],
    '<ol><li>a</li></ol><h2>H</h2><ol start="2"><li>b</li></ol>',
  ],
  [
    'a second paragraph of the last item',
    [item('1.', 'a'), "<p class=MsoListParagraph style='margin-left:36.0pt'>more</p>", text('after')],
    '<ol><li>a<p>more</p></li></ol><p>after</p>',
  ],
  [
    'bullets in a font of symbols',
    [
      item('o', 'a'),
      "<p style='mso-list:l0 level1 lfo1'><span style='font-family:Wingdings'><span style='mso-list:Ignore'>v</span></span>b</p>",
    ],
    '<ul><li>a</li><li>b</li></ul>',
  ],
])('%s', (_, lines, expected) => {
  expect(pasted(...lines).replace(/>\s+</g, '><')).toBe(expected)
})

test('lists of Google Docs keep their letters, which are a style of the items', () => {
  const list = (style: string) => pasted(`<ol><li style="list-style-type:${style}">a</li></ol>`)
  expect(list('lower-alpha')).toBe('<ol type="a"><li>a</li></ol>')
  expect(list('upper-roman')).toBe('<ol type="I"><li>a</li></ol>')
  expect(list('decimal')).toBe('<ol><li>a</li></ol>')
})

test('a paragraph in the style of items without their indentation ends the list', () => {
  expect(pasted(item('1.', 'a'), '<p class=MsoListParagraph>b</p>')).toBe('<ol><li>a</li></ol><p>b</p>')
})

test('levels and markers of any size are no trouble', () => {
  const deep = Array.from({ length: 20_000 }, (_, index) => item('1.', 'a', index + 1))
  expect(pasted(...deep)).toStartWith('<ol><li>a<ol>')
  expect(pasted(item('1.'.repeat(100_000), 'a'))).toContain('<p>1.1.')
})
