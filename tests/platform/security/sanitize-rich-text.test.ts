// The parts of rich text and links that the sanitizer removes, and those that it keeps unchanged.
import { describe, expect, test } from 'bun:test'
import {
  isAllowedUrl,
  sanitizeRichText,
  toRelativeMediaUrl,
} from '../../../src/platform/security/sanitize-rich-text.ts'
import { hostileHtml } from '../../support/browser.ts'

const sanitize = (html: string) => sanitizeRichText(html, { mediaBase: 'https://cdn.example.com' })

type Case = [name: string, input: string, output: string]

const survivors: Case[] = [
  [
    'a paragraph',
    '<p>One <strong>two</strong> <em>three</em></p>',
    '<p>One <strong>two</strong> <em>three</em></p>',
  ],
  [
    'Persian with ZWNJ and direction',
    '<p dir="rtl" lang="fa">می‌شود «آری»</p>',
    '<p dir="rtl" lang="fa">می‌شود «آری»</p>',
  ],
  [
    'an isolated name',
    '<bdi dir="auto">۱۲۳</bdi><bdo dir="ltr">x</bdo>',
    '<bdi dir="auto">۱۲۳</bdi><bdo dir="ltr">x</bdo>',
  ],
  ['text without markup', 'می‌شود 1 < 2 & 3 > 2 "q"', 'می‌شود 1 &lt; 2 &amp; 3 &gt; 2 "q"'],
  ['text about markup', '<code>&lt;script&gt;&amp;amp;</code>', '<code>&lt;script&gt;&amp;amp;</code>'],
  [
    'a table',
    '<table><caption>c</caption><colgroup><col span="2" /></colgroup><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td colspan="2" rowspan="3">d</td></tr></tbody></table>',
    '<table><caption>c</caption><colgroup><col span="2" /></colgroup><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td colspan="2" rowspan="3">d</td></tr></tbody></table>',
  ],
  [
    'a figure',
    '<figure class="alignright"><img src="/media/a.jpg" alt="" width="640" height="50%" loading="lazy"><figcaption>c</figcaption></figure>',
    '<figure class="alignright"><img src="/media/a.jpg" alt="" width="640" height="50%" loading="lazy" /><figcaption>c</figcaption></figure>',
  ],
  [
    'a list',
    '<ol start="3" type="a"><li value="4">x</li></ol>',
    '<ol start="3" type="a"><li value="4">x</li></ol>',
  ],
  [
    'code with its language',
    '<pre><code class="language-ts x">a\n b</code></pre>',
    '<pre><code class="language-ts">a\n b</code></pre>',
  ],
  [
    'an alignment',
    '<p class="has-text-align-center fixed inset-0">x</p>',
    '<p class="has-text-align-center">x</p>',
  ],
  ['a date', '<time datetime="2026-01-02T03:04Z">x</time>', '<time datetime="2026-01-02T03:04Z">x</time>'],
  ['details', '<details><summary>s</summary>d</details>', '<details><summary>s</summary>d</details>'],
  [
    'small things',
    '<abbr title="t">a</abbr><kbd>k</kbd><br><wbr><hr>',
    '<abbr title="t">a</abbr><kbd>k</kbd><br /><wbr /><hr />',
  ],
  [
    'a link',
    '<a href="https://example.com/a?b=1&amp;c#d" rel="nofollow">x</a>',
    '<a href="https://example.com/a?b=1&amp;c#d" rel="nofollow">x</a>',
  ],
  [
    'other links',
    '<a href="mailto:a@example.com">m</a><a href="tel:+98">t</a>',
    '<a href="mailto:a@example.com">m</a><a href="tel:+98">t</a>',
  ],
  [
    'relative links',
    '<a href="/fa/مقاله">p</a><a href="?p=2">q</a><a href="#x">f</a>',
    '<a href="/fa/مقاله">p</a><a href="?p=2">q</a><a href="#x">f</a>',
  ],
  [
    'the ids of headings and the links to them',
    '<a href="#part-2">a</a><a href="#%D8%A8">b</a><h2 id="part-2">c</h2><h3 id="ب">d</h3>',
    '<a href="#user-content-part-2">a</a><a href="#user-content-ب">b</a><h2 id="user-content-part-2">c</h2><h3 id="user-content-ب">d</h3>',
  ],
  [
    'the ids of notes and the links to and from them',
    '<p>a<a href="#n1" name="r1">1</a></p><ol><li id="n1">b <a href="#r1">back</a></li></ol>',
    '<p>a<a href="#user-content-n1" id="user-content-r1">1</a></p><ol><li id="user-content-n1">b <a href="#user-content-r1">back</a></li></ol>',
  ],
  [
    'an image elsewhere',
    '<img src="//example.com/a.jpg" alt="a">',
    '<img src="//example.com/a.jpg" alt="a" />',
  ],
  [
    'the address of an image elsewhere that browsers do not load',
    '<img data-foreign-src=" https://example.com/a.jpg " alt="a">',
    '<img data-foreign-src="https://example.com/a.jpg" alt="a" />',
  ],
]

const removals: Case[] = [
  ['a WordPress block comment', '<!-- wp:paragraph {"a":1} --><p>x</p><!-- /wp:paragraph -->', '<p>x</p>'],
  ['an unknown tag, not its text', '<article><font color=red>x</font></article>', '<article>x</article>'],
  [
    'what browsers do not read as HTML, with its text',
    'a<style>b</style><svg><text>c</text></svg><noscript>d</noscript>e',
    'ae',
  ],
  ['style, id, name and data', '<p style="color:red" id="a" name="b" data-c="d">x</p>', '<p>x</p>'],
  ['the second of two ids', '<h2 id="a">x</h2><h2 id="a">y</h2>', '<h2 id="user-content-a">x</h2><h2>y</h2>'],
  ['ids that are none', '<h2 id="">x</h2><h2 id="a b">y</h2>', '<h2>x</h2><h2>y</h2>'],
  ['event handlers', '<p onclick="x()" ONMOUSEOVER=y()>x</p>', '<p>x</p>'],
  ['srcset', '<img src="/media/a.jpg" srcset="/media/b.jpg 2x" sizes="1px">', '<img src="/media/a.jpg" />'],
  ['a link by script, not its text', '<a href="java&Tab;script:x()">x</a>', '<a>x</a>'],
  ['an image in data', '<img src="data:image/png;base64,AA" alt="a">', '<img alt="a" />'],
  [
    'addresses to keep that are no images elsewhere, or beside an image',
    '<img data-foreign-src="/media/a.jpg"><img data-foreign-src="javascript:x()"><img src="/media/a.jpg" data-foreign-src="//a.example/a.jpg"><p data-foreign-src="//a.example/a.jpg">x</p>',
    '<img /><img /><img src="/media/a.jpg" /><p>x</p>',
  ],
  ['an image by mail', '<img src="mailto:a@example.com"><q cite="tel:1">x</q>', '<img /><q>x</q>'],
  ['a window name', '<a href="/a" target="admin" rel="opener">x</a>', '<a href="/a">x</a>'],
  [
    'sizes that are none',
    '<td colspan="99999" rowspan="x">x</td><img width="1e9" height="-1">',
    '<td>x</td><img />',
  ],
  ['a backslash that a browser reads as a slash', '<a href="/\\evil.example">x</a>', '<a>x</a>'],
  ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
  ['NUL, before it can split a tag', 'a\0b<scr\0ipt>x</scr\0ipt>', 'ab'],
]

describe('rich text keeps', () => {
  test.each(survivors)('%s', (_name, input, output) => {
    expect(sanitize(input)).toBe(output)
  })

  test('the alt and title of images unchanged', () => {
    const text = `"quoted" 'single' <b>&amp; می‌شود &lt;\n  two lines\t` // as a person typed it
    const attribute = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    const output = sanitize(`<img src="/media/a.jpg" alt="${attribute}" title="${attribute}">`)
    const decode = (value = '') =>
      value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    expect(decode(/alt="([^"]*)"/.exec(output)?.[1])).toBe(text)
    expect(decode(/title="([^"]*)"/.exec(output)?.[1])).toBe(text)
  })

  test('links to new tabs, with noopener', () => {
    expect(sanitize('<a href="/a" target="_blank">x</a>')).toBe(
      '<a href="/a" target="_blank" rel="noopener">x</a>',
    )
    expect(sanitize('<a target="_blank" rel="UGC opener noopener">x</a>')).toBe(
      '<a target="_blank" rel="ugc noopener">x</a>',
    )
  })

  test('media of this site, as relative URLs in images and links', () => {
    const url = 'https://cdn.example.com/media/2026/01/a.jpg'
    expect(sanitize(`<a href=" ${url} "><img src="${url}"></a>`)).toBe(
      '<a href="/media/2026/01/a.jpg"><img src="/media/2026/01/a.jpg" /></a>',
    )
  })
})

describe('rich text loses', () => {
  test.each(removals)('%s', (_name, input, output) => {
    expect(sanitize(input)).toBe(output)
  })
})

const TAGS =
  /^(?:a|abbr|b|blockquote|br|caption|col|dd|details|div|dl|dt|h1|i|img|li|p|pre|q|rt|ruby|summary|table|tbody|td|th|thead|tr|ul)$/
const ATTRIBUTES = /^(?:alt|cite|class|colspan|href|open|rel|src|target|title)$/

/** The tags, attributes, URLs and brackets in `html` that a strict reading of the contract does not allow. */
function strangers(html: string): string[] {
  const tag = /<\/?([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"<>]*")?)*)(?: \/)?>/g
  const found = /[<>]/.test(html.replace(tag, '')) ? ['a stray bracket'] : []
  for (const [, name = '', attributes = ''] of html.matchAll(tag)) {
    if (!TAGS.test(name)) found.push(name)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)) {
      if (!ATTRIBUTES.test(attribute)) found.push(attribute)
      if (/^(?:cite|href|src)$/.test(attribute) && !isAllowedUrl(value)) found.push(value)
    }
  }
  return found
}

describe('hostile rich text', () => {
  test.each(Object.entries(hostileHtml))('%s is made harmless', (_name, html) => {
    expect(strangers(sanitize(html))).toEqual([])
  })

  test('in any order and nesting is made harmless', () => {
    expect(awkwardDocuments(600).filter((html) => strangers(sanitize(html)).length > 0)).toEqual([])
  })

  test('sanitized twice is the same as once', () => {
    const documents = [...Object.values(hostileHtml), ...awkwardDocuments(600)]
    expect(documents.filter((html) => sanitize(sanitize(html)) !== sanitize(html))).toEqual([])
  })
})

/** Documents of 1 to 40 tokens that parsers disagree about, from a fixed seed. */
function awkwardDocuments(count: number): string[] {
  const tokens =
    `<a>|</a>|<a href=/x>|<a href="javascript:pwned()" target=_blank>|<b>|</b>|<i>|</i>|<p>|</p>|<div>|</div>|<table>|</table>|
    <tr>|<td>|</td>|<th colspan=2>|<tbody>|<thead>|<caption>|<li>|<ul>|</ul>|<h1>|</h1>|<pre>|</pre>|<dd>|<dt>|<dl>|<ruby>|<rt>|
    <br>|</br>|<img src=x onerror=pwned()>|<img src=" /y " alt='"<&'>|<image src=z>|<font>|</font>|<center>|<form>|</form>|<button>|
    <svg>|</svg>|<math>|</math>|<mtext>|<mglyph>|<desc>|<foreignObject>|<style>|</style>|<script>|</script>|<title>|</title>|
    <textarea>|</textarea>|<xmp>|</xmp>|<noscript>|</noscript>|<iframe>|</iframe>|<plaintext>|<select>|</select>|<option>|<template>|
    <!--|-->|--!>|<!-->|<![CDATA[|]]>|<?x|<!doctype html>|<|>|</|<!|&|&lt|&lt;|&amp;|&amp;lt;|&#60;|&#0;|&#x110000;|&notit;|"|'|\`|=|/|
    \0|\r\n|\u200c|\ud800|\ufeff| text |می‌شود|<x-y>|</x-y>|<b/>|<p class="language-x fixed">|<p width=1 title=>`.split(
      /\|\n? */,
    )
  let state = 20261121
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0 // Numerical Recipes' generator
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random(40) }, () => tokens[random(tokens.length)]).join(''),
  )
}

describe('rich text of many levels:', () => {
  test('text inside 5,000 levels is kept, nested at most 100 levels', () => {
    const html = sanitize(`${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}<p>after</p>`)
    expect(html).toBe(`${'<div>'.repeat(100)}deep${'</div>'.repeat(100)}<p>after</p>`)
    expect(sanitize(html)).toBe(html)
  })

  test('beyond that only the text is kept', () => {
    const html = sanitize(`${'<b title=">">'.repeat(100_000)}1 &lt; 2<i>`)
    expect(html).toEndWith('1 &lt; 2')
    expect(html).not.toContain('<')
    expect(sanitize(html)).toBe(html)
  })
})

describe('a URL is allowed', () => {
  const allowed =
    'http://example.com https://example.com/a?b#c HTTPS://EXAMPLE.COM //example.com/a mailto:a@example.com tel:+98123 ' +
    '/ /a/b a/b.html ./a ../a ?q=a:b #a:b /a:b مقاله/می‌شود /a%20b javascript&colon;alert(1) example.com'
  test.each(allowed.split(' '))('%s', (url) => {
    expect(isAllowedUrl(url)).toBeTrue()
  })
  test('with a space inside', () => expect(isAllowedUrl('/media/my file.jpg')).toBeTrue())
})

describe('a URL is refused', () => {
  test.each([
    '',
    ' ',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\x01javascript:alert(1)',
    ' javascript:alert(1)',
    '\u00a0javascript:alert(1)',
    'javascript\x00:alert(1)',
    'java script:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'blob:https://example.com/1',
    'intent:x',
    'ms-calculator:',
    'relative:x',
    'a:b',
    ':x',
    'mailto:',
    'tel:',
    'https:',
    'https://',
    'http:example.com',
    'http:/example.com',
    '//',
    '///',
    'https://a b.com',
    'https://[::1',
    '\\\\example.com',
    '/\\example.com',
    'https:\\\\example.com',
    '/a\\b',
    '/a\r\nb',
    '/a\u2028b',
    '/a ',
    ' /a',
    '/a\u202eb',
    'https://example.com/\u2066',
    `/${'a'.repeat(4_096)}`,
  ])('%j', (url) => {
    expect(isAllowedUrl(url)).toBeFalse()
  })
})

describe('a media URL', () => {
  const base = 'https://cdn.example.com'
  test.each([
    [
      'below the base becomes relative',
      'https://cdn.example.com/media/2026/01/a.jpg',
      base,
      '/media/2026/01/a.jpg',
    ],
    ['keeps its query and fragment', 'https://cdn.example.com/media/a.jpg?v=1#x', base, '/media/a.jpg?v=1#x'],
    ['keeps a Persian name as written', 'https://cdn.example.com/media/عکس.jpg', base, '/media/عکس.jpg'],
    ['is known whatever the case of its host', 'HTTPS://CDN.Example.com/media/a.jpg', base, '/media/a.jpg'],
    ['is known without its scheme', '//cdn.example.com/media/a.jpg', base, '/media/a.jpg'],
    ['is known with the usual port', 'https://cdn.example.com:443/media/a.jpg', base, '/media/a.jpg'],
    [
      'is known below a base that ends in a slash',
      'https://cdn.example.com/media/a.jpg',
      `${base}/`,
      '/media/a.jpg',
    ],
    [
      'is known below a base with a path',
      'https://cdn.example.com/s/media/a.jpg',
      `${base}/s`,
      '/media/a.jpg',
    ],
    ['that is relative stays', '/media/a.jpg', base, '/media/a.jpg'],
  ])('%s', (_name, url, mediaBase, relative) => {
    expect(toRelativeMediaUrl(url, mediaBase)).toBe(relative)
  })

  test.each([
    'https://cdn.example.com/other/a.jpg',
    'https://cdn.example.com/mediarium/a.jpg',
    'https://cdn.example.com/media',
    'https://cdn.example.com/media/../a.jpg',
    'https://cdn.example.com/media/%2e%2e/a.jpg',
    'https://cdn.example.com//media/a.jpg',
    'https://cdn.example.com/x/../media/a.jpg',
    'https://cdn.example.com.evil.com/media/a.jpg',
    'https://evil.com/media/a.jpg',
    'https://a@cdn.example.com/media/a.jpg',
    'https://:b@cdn.example.com/media/a.jpg',
    'https://cdn.example.com:8443/media/a.jpg',
    'http://cdn.example.com/media/a.jpg',
    'https://cdn.example.com\\media/a.jpg',
    'https://',
    'mailto:a@cdn.example.com',
    '',
  ])('of another origin or path stays absolute: %s', (url) => {
    expect(toRelativeMediaUrl(url, base)).toBe(url)
  })

  test('stays absolute without a media base', () => {
    expect(toRelativeMediaUrl('https://cdn.example.com/media/a.jpg', '')).toBe(
      'https://cdn.example.com/media/a.jpg',
    )
  })
})
