import { describe, expect, test } from 'bun:test'
import { countWords } from '../../src/text/count-words.ts'
import { analyzeText } from '../../src/text/seo-analysis/analyzed-text.ts'

describe('the words of', () => {
  test.each([
    ['a Persian text with half spaces', '<p>سلام دنیا، این می‌شود «متن» است؛ ۱۲۳ – چهار</p>', 8],
    ['joined and shortened words', "<p>It's state-of-the-art — 5 &lt; 6 &amp; more.</p>", 5],
    ['markup within a word', '<p>wo<b>r</b>d<br>word</p>', 2],
    ['blocks without spaces between them', '<ul><li>a</li><li>b c</li></ul><p>d</p>', 4],
    ['code', '<p>a</p><pre>let b = c</pre><p>d</p>', 2],
    ['nothing but marks', '<p>… — ! ...</p>', 0],
    ['an empty text', '', 0],
  ])('%s are counted as by the SEO analysis', (_, html, count) => {
    expect([countWords(html), analyzeText(html, null).wordCount]).toEqual([count, count])
  })
})
