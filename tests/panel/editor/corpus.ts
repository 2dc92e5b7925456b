// HTML as it is stored: by the editor, by the API, and by an import from WordPress.

/** Comes out of the editor exactly as it went in. */
export const KEPT: Record<string, string> = {
  nothing: '',
  'a paragraph': '<p>می‌شود «آری» 1 &lt; 2 &amp; 3</p>',
  'a no-break space': '<p>a\u00a0b</p>',
  formats: '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e</code> <sub>f</sub> <sup>g</sup></p>',
  'formats inside each other': '<p><a href="/a"><strong>a <em>b</em></strong></a><em> c</em></p>',
  'code in a link': '<p><a href="/a"><code>x</code></a></p>',
  headings: '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>',
  'a line break': '<p>a<br />b</p>',
  'a horizontal rule': '<p>a</p><hr /><p>b</p>',
  'nested lists': '<ul><li>a<ul><li>b</li><li>c<ol><li>d</li></ol></li></ul></li><li>e</li></ul>',
  'an item of paragraphs': '<ul><li><p>a</p><p>b</p></li></ul>',
  'an item that begins with a list': '<ul><li><ul><li>a</li></ul></li></ul>',
  'numbered lists': '<ol reversed start="3" type="a"><li value="7">a</li></ol>',
  'a quote': '<blockquote cite="https://example.com/a"><p>a</p></blockquote>',
  'code with its language': '<pre><code class="language-ts">const a = 1\n  if (a &lt; 2) {}\n</code></pre>',
  links:
    '<p><a href="/fa/مقاله?a=1&amp;b=2#c">a</a> <a href="https://example.com" target="_blank" rel="nofollow noopener">b</a> <a href="mailto:a@example.com">c</a> <a href="tel:+98" hreflang="fa" title="t">d</a></p>',
  'places that links lead to':
    '<h2 id="user-content-a">a</h2><p>b <a href="#user-content-a">c</a><a href="#user-content-n" id="user-content-r">1</a></p><ol><li id="user-content-n">d <a href="#user-content-r">e</a></li></ol>',
  alignment: '<p class="has-text-align-center">a</p><h2 class="text-right">b</h2>',
  'direction and language': '<p dir="ltr" lang="en">a</p><p>x <span dir="ltr">b</span></p>',
  'a picture':
    '<figure class="alignleft"><img src="/media/2026/01/a.jpg" alt="a" title="t" width="640" height="480" loading="lazy" /><figcaption>c <a href="/b">d</a></figcaption></figure>',
  'a picture without caption': '<figure><img src="/media/a.jpg" alt="" /></figure>',
  'a linked picture':
    '<figure><a href="/a" target="_blank" rel="noopener"><img src="/media/a.jpg" alt="a" /></a><figcaption>c</figcaption></figure>',
  'a picture in a line': '<p>a <img src="/media/a.jpg" alt="a" class="alignright" /> b</p>',
  'a picture that is left out':
    '<figure><img data-foreign-src="https://example.com/a.jpg" alt="a" width="64" height="40" /><figcaption>c</figcaption></figure>',
  'a picture in a line that is left out':
    '<p>a <a href="/b"><img data-foreign-src="//example.com/a.jpg" alt="" /></a></p>',
  'a figure of two pictures':
    '<figure><p><img src="/media/a.jpg" alt="" /><img src="/media/b.jpg" alt="" /></p><figcaption>c</figcaption></figure>',
  'a figure of a table':
    '<figure><table><tbody><tr><td>a</td></tr></tbody></table><figcaption>c</figcaption></figure>',
  'a table':
    '<table><caption>c</caption><thead><tr><th scope="col">a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td class="has-text-align-right">d</td></tr></tbody><tfoot><tr><td>e</td><td>f</td></tr></tfoot></table>',
  'cells over rows and columns':
    '<table><tbody><tr><td colspan="2">a</td></tr><tr><td rowspan="2">b</td><td>c</td></tr><tr><td>d</td></tr></tbody></table>',
  'cells of several blocks': '<table><tbody><tr><td><p>a</p><ul><li>b</li></ul></td></tr></tbody></table>',
  details: '<details open><summary>s</summary><p>d</p></details>',
  'closed details': '<details><summary>s</summary><p>d</p></details>',
  definitions: '<dl><dt>t</dt><dd>d</dd><dd><p>e</p><p>f</p></dd></dl>',
  containers:
    '<section><div><p>a</p></div></section><aside><p>b</p></aside><article><p>c</p></article><address><p>d</p></address>',
  phrases:
    '<p><abbr title="t">a</abbr><kbd>b</kbd><mark>c</mark><small>d</small><q cite="https://example.com/">e</q><cite>f</cite><dfn>g</dfn><samp>h</samp><var>i</var><time datetime="2026-01-02">j</time><bdi dir="auto">k</bdi><bdo dir="ltr">l</bdo><wbr /></p>',
  changes: '<p><del datetime="2026-01-02">a</del><ins cite="https://example.com/b">b</ins></p>',
  ruby: '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
}

/** Comes out in another form that says the same. */
export const REWRITTEN: Record<string, [stored: string, written: string]> = {
  'older tags': ['<p><b>a</b><i>b</i></p>', '<p><strong>a</strong><em>b</em></p>'],
  'text without a paragraph': ['a', '<p>a</p>'],
  'a quote without a paragraph': ['<blockquote>a</blockquote>', '<blockquote><p>a</p></blockquote>'],
  'an item of one paragraph': ['<ul><li><p>a</p></li></ul>', '<ul><li>a</li></ul>'],
  'a cell of one paragraph': [
    '<table><tbody><tr><td><p>a</p></td></tr></tbody></table>',
    '<table><tbody><tr><td>a</td></tr></tbody></table>',
  ],
  'header cells without a head': [
    '<table><tbody><tr><th>a</th></tr><tr><td>b</td></tr></tbody></table>',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  ],
  'column widths': [
    '<table><colgroup><col span="2" /></colgroup><tbody><tr><td>a</td></tr></tbody></table>',
    '<table><tbody><tr><td>a</td></tr></tbody></table>',
  ],
  'lines between blocks': ['<p>a</p>\n\n<p>b\nc</p>\n', '<p>a</p><p>b c</p>'],
  'preformatted text': ['<pre>a\n b</pre>', '<pre><code>a\n b</code></pre>'],
  'a picture between blocks': [
    '<p>a</p><img src="/media/a.jpg" alt="a" />',
    '<p>a</p><p><img src="/media/a.jpg" alt="a" /></p>',
  ],
  'a link around blocks': [
    '<a href="/a"><p>a</p><p>b</p></a>',
    '<p><a href="/a">a</a></p><p><a href="/a">b</a></p>',
  ],
}
