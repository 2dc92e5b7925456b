// Alignment, direction and formats that WordPress writes as styles or old attributes.
import { expect, test } from 'bun:test'
import { toContentHtml } from '../../../src/moving/wordpress/convert/content-html.ts'

test.each([
  ['a paragraph', '<p style="text-align: center;">a</p>', '<p class="has-text-align-center">a</p>'],
  ['a heading', '<h2 style="TEXT-ALIGN:Right !important">a</h2>', '<h2 class="has-text-align-right">a</h2>'],
  ['an old attribute', '<p align="center">a</p>', '<p class="has-text-align-center">a</p>'],
  ['a division', '<div align="right">a</div>', '<div class="has-text-align-right">a</div>'],
  ['<center>', '<center>a</center>', '<div class="has-text-align-center">a</div>'],
  [
    'a class beside it',
    '<p class="x" style="text-align:left">a</p>',
    '<p class="x has-text-align-left">a</p>',
  ],
  [
    'a cell',
    '<table><tr><td align="right">a</td></tr></table>',
    '<table><tr><td class="has-text-align-right">a</td></tr></table>',
  ],
  ['a picture', '<p><img src="/a.png" align="left">b</p>', '<p><img src="/a.png" class="alignleft">b</p>'],
  [
    'a picture that floats',
    '<p><img src="/a.png" style="float: right">b</p>',
    '<p><img src="/a.png" class="alignright">b</p>',
  ],
  ['a direction', '<p style="direction: ltr;">a</p>', '<p dir="ltr">a</p>'],
  [
    'a direction of some words',
    'a <span style="direction:rtl">b</span>',
    '<p>a <span dir="rtl">b</span></p>',
  ],
  [
    'underline',
    '<span style="text-decoration: underline;">a</span> <u>b</u>',
    '<p><span><u>a</u></span> <u>b</u></p>',
  ],
  [
    'formats inside each other',
    '<span style="font-weight:700;font-style:italic">a <span style="text-decoration:line-through">b</span></span> c',
    '<p><span><strong><em>a <span><s>b</s></span></em></strong></span> c</p>',
  ],
  ['<strike>', 'a <strike>b</strike>', '<p>a <s>b</s></p>'],
  ['the normal side', '<p style="text-align: start;">a</p>', '<p>a</p>'],
])('%s', (_, content, html) => {
  const converted = toContentHtml(content)
  expect(converted.html.replaceAll('\n', '')).toBe(html)
  expect(converted.removed).toEqual([])
})

test('other styles that a reader would miss are named once', () => {
  const { html, removed } = toContentHtml(
    '<p style="color:red;padding-right:40px">a</p><p style="text-align:justify;color:blue">b</p>' +
      '<font color="red">c</font><img src="/a.png" style="width:10px;border:0">',
  )
  expect(html).not.toContain('style')
  expect(removed).toEqual(['styles left out: color, padding-right, text-align: justify'])
})
