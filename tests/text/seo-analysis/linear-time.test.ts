// A draft of any content is rated in time that grows with its length: the rating runs on the event loop.
import { expect, test } from 'bun:test'
import { analyzeSeo } from '../../../src/text/seo-analysis/analyze-seo.ts'
import { startCpuTimer } from '../../support/cpu-timer.ts'

const LENGTH = 40_000
const FACTOR = 4
/** `FACTOR` times the input may take twice as many times as long; in quadratic time it would be `FACTOR` squared. */
const MAX_RATIO = 2 * FACTOR
/** Shorter than this, a measurement says more about the machine than about the code. */
const MIN_MS = 20

const rate = (content: string, language: string) =>
  analyzeSeo({
    language,
    keyphrase: Array.from({ length: 33 }, (_, at) => `word${at}`).join(' '),
    seoTitle: 'A title',
    seoDescription: '',
    pageTitle: 'A title',
    slug: 'a-title',
    content,
    image: null,
    siteUrl: 'https://site.example',
    titleWidth: null,
    othersWithKeyphrase: null,
  })

/** The shorter of two runs, in milliseconds of processor time. */
function measure(content: string, language: string) {
  return Math.min(
    ...[1, 2].map(() => {
      const elapsed = startCpuTimer()
      rate(content, language)
      return elapsed()
    }),
  )
}

const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length))

test.each([
  ['dots', '.'],
  ['dots and quotation marks', '."'],
  ['closing brackets', '.))))))'],
  ['line breaks', '<br>'],
  ['spaces', ' '],
  ['the first word of a transition', 'as '],
  ['words of the keyphrase', 'word1 word2 '],
  ['one long word', 'a'],
  ['a word of joined parts', 'می‌'],
  ['hyphens', 'a-'],
  ['apostrophes', "'"],
  ['combining marks', '\u064b'],
  ['ampersands', '&amp;'],
  ['paragraphs', '<p>a</p>'],
  ['sentences of one word', 'a. '],
  ['links', '<a href="/a">word1</a>'],
  ['headings', '<h2>word1</h2>'],
  ['abbreviations', 'e.g. '],
])('a text of %s', (_, unit) => {
  for (const language of ['en', 'fa']) {
    const [once, longer] = [LENGTH, FACTOR * LENGTH].map((length) =>
      measure(`<p>${filled(unit, length)}x</p>`, language),
    )
    expect(longer! / Math.max(once!, MIN_MS)).toBeLessThan(MAX_RATIO)
  }
})
