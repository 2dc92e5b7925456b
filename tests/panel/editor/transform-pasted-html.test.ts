// The changes of pasted HTML before the editor parses it.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { renameForbidden } from '../../../src/panel/editor/paste/rename-forbidden.ts'
import { transformPastedHtml } from '../../../src/panel/editor/paste/transform-pasted-html.ts'

const options = { direction: 'ltr' as const, keepEmbedded: (url: string) => `#embedded-${url.length}` }
const pasted = (html: string) => transformPastedHtml(html, options).html
const clipboard = (name: string) => Bun.file(join(import.meta.dir, 'clipboards', name)).text()
const withoutSpace = (html: string) => html.replace(/>\s+</g, '><').trim()

test('no style attribute, comment or namespace of Word is left', async () => {
  const html = pasted(await clipboard('word.txt'))
  expect(html).not.toMatch(/style=|<!--|<!\[|mso|<o:|<v:|<st1:|class="?Mso/i)
})

test('list paragraphs of Word become nested lists, with the number that they begin at', async () => {
  const html = withoutSpace(pasted(await clipboard('word.txt')))
  expect(html).toContain(
    '<ul><li>First point<ul><li>Nested point</li></ul></li><li>Second <b>point</b></li></ul>' +
      '<ol start="3"><li>Third step<ol type="a"><li>Sub-step</li></ol></li><li>Fourth step</li></ol>',
  )
})

test('Persian numbers of Word begin a numbered list', () => {
  const item = (number: string) =>
    `<p class=MsoListParagraph dir=RTL style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${number}.&nbsp;</span>مورد</p>`
  expect(pasted(item('۳') + item('۴'))).toBe('<ol start="3"><li>مورد</li><li>مورد</li></ol>')
})

test('a picture of Word that is not in the clipboard is left out and counted', async () => {
  const { html, missingPictures } = transformPastedHtml(await clipboard('word.txt'), options)
  expect(missingPictures).toBe(1)
  expect(html).not.toContain('<img')
})

test.each([
  ['as elements', (shape: string) => shape],
  ['in a comment', (shape: string) => `<!--[if gte vml 1]>${shape}<![endif]-->`],
  [
    'twice in a group',
    (shape: string) => `<!--[if gte vml 1]><v:group id="g">${shape}</v:group><![endif]-->`,
  ],
])('a picture that Word gives in VML alone is counted: %s', (_, around) => {
  const shape = (id: string, more = '') =>
    `<v:shape id="${id}"${more}><v:imagedata src="file:///C:/a.png"/></v:shape>`
  const missing = (html: string) => transformPastedHtml(`<p>a${html}</p>`, options)
  expect(missing(around(shape('b')))).toEqual({ html: '<p>a</p>', missingPictures: 1 })
  const shown = '<![if !vml]><img src="https://example.com/b.png" v:shapes="b"><![endif]>'
  expect(missing(around(shape('b')) + shown).missingPictures).toBe(0)
  expect(missing(around(shape('b', ' o:bullet="t"'))).missingPictures).toBe(0)
})

test('the wrapper of Google Docs is no bold text, and its redirects are taken out of links', async () => {
  const html = pasted(await clipboard('google-docs.txt'))
  expect(html).not.toMatch(/<b[ >]|style=|google/)
  expect(html).toContain('<strong>bold</strong>')
  expect(html).toContain('<a href="https://example.com/a?b=1&amp;c=2">a link</a>')
})

test.each([
  ['bold by weight', '<span style="font-weight:700">a</span>', '<strong>a</strong>'],
  ['bold that is not', '<b style="font-weight: normal">a</b>', 'a'],
  ['italic that is not', '<i style="font-style:normal">a</i>', 'a'],
  [
    'two formats',
    '<span style="font-style:italic;text-decoration:line-through">a</span>',
    '<em><s>a</s></em>',
  ],
  ['an underlined link', '<a href="/a" style="text-decoration:underline">a</a>', '<a href="/a">a</a>'],
  ['a link without address', '<a name="x">a</a>', 'a'],
  ['a script in a link', '<a href="javascript:alert(1)">a</a>', 'a'],
  ['layout', '<div><div><p>a</p></div>b<div>c</div></div>', '<p>a</p><p>b</p><p>c</p>'],
  [
    'a checklist of Google Docs',
    '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,AA==" aria-roledescription="checkbox"><p>a</p></li>' +
      '<li role="checkbox" aria-checked="false"><img src="data:image/png;base64,AA==" aria-roledescription="checkbox"><p>b</p></li></ul>',
    '<ul><li><p>☑ a</p></li><li><p>☐ b</p></li></ul>',
  ],
  [
    'a checklist of a web page',
    '<ul><li><input type="checkbox" checked>a</li><li><label><input type="checkbox">b</label></li></ul>',
    '<ul><li>☑ a</li><li>☐ b</li></ul>',
  ],
  [
    'headings that links lead to',
    '<p><a href="#a">x</a><a href="#b">y</a><a href="#c">z</a></p><h2 id="a">a</h2><h3><a name="b">b</a></h3>',
    '<p><a href="#user-content-a">x</a><a href="#user-content-b">y</a><a href="#c">z</a></p>' +
      '<h2 id="user-content-a">a</h2><h3 id="user-content-b">b</h3>',
  ],
  [
    'footnotes of Word',
    '<p>a<a href="#_ftn1" name="_ftnref1">[1]</a></p><p id="x"><a href="#_ftnref1" name="_ftn1">[1]</a> b</p>',
    '<p id="user-content-_ftnref1">a<a href="#user-content-_ftn1">[1]</a></p>' +
      '<p id="user-content-_ftn1"><a href="#user-content-_ftnref1">[1]</a> b</p>',
  ],
  ['a hidden part', '<p>a<span style="display:none">b</span></p>', '<p>a</p>'],
  ['empty paragraphs', '<p>a</p><p>&nbsp;</p><p>b</p>', '<p>a</p><p>b</p>'],
  [
    'scripts, styles and buttons',
    '<p>a</p><style>p{}</style><script>x<y</script><button>b</button>',
    '<p>a</p>',
  ],
  ['a title among headings', '<h1>a</h1><h2>b</h2>', '<h2>a</h2><h3>b</h3>'],
  ['headings without a title', '<h2>b</h2>', '<h2>b</h2>'],
  [
    'a list beside its item',
    '<ul><li>a</li><ul><li>b</li></ul></ul>',
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
  ],
  ['items without end tags', '<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['centered text', '<p style="text-align:center">a</p>', '<p class="has-text-align-center">a</p>'],
  [
    'a class of code',
    '<pre><code class="language-ts hljs">a</code></pre>',
    '<pre><code class="language-ts">a</code></pre>',
  ],
  ['an attribute without quotes', '<p align=center>a</p>', '<p class="has-text-align-center">a</p>'],
  ['a lone angle bracket', '<p>1 < 2</p>', '<p>1 &lt; 2</p>'],
  ['a counting picture', '<p>a</p><img src="https://example.com/x.gif" width="1" height="1">', '<p>a</p>'],
  [
    'a picture',
    '<img src="https://example.com/a.jpg" alt="x &amp; y" width="10" style="a" srcset="b">',
    '<img src="https://example.com/a.jpg" alt="x &amp; y" width="10">',
  ],
  ['an embedded picture', '<img src="data:image/png;base64,AA==">', '<img src="#embedded-26" alt="">'],
])('%s', (_, html, expected) => {
  expect(pasted(html)).toBe(expected)
})

describe('the direction of the text', () => {
  const persian = (html: string) => transformPastedHtml(html, { ...options, direction: 'rtl' }).html

  test('is kept where it is another one', () => {
    expect(persian('<p dir="ltr">a</p><p dir="RTL">ب</p>')).toBe('<p dir="ltr">a</p><p>ب</p>')
  })

  test('decides which side needs a class', () => {
    expect(persian('<p align="right">ب</p><p align="left">پ</p>')).toBe(
      '<p>ب</p><p class="has-text-align-left">پ</p>',
    )
    expect(pasted('<p align="right">a</p><p align="left">b</p>')).toBe(
      '<p class="has-text-align-right">a</p><p>b</p>',
    )
  })
})

test('text that the editor copied itself stays as it is', () => {
  const html = '<ul data-pm-slice="1 1 []"><li><p>a</p></li></ul>'
  expect(pasted(html)).toBe(html)
})

test('style and event attributes are renamed, text is not', () => {
  expect(renameForbidden('<p style="a" onclick=b data-style="c">style="x"</p>')).toBe(
    '<p data-style="a" data-onclick=b data-style="c">style="x"</p>',
  )
})
