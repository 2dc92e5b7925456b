// Texts of people are worked on in time that grows with their length, on whatever thread: every exported function that takes a
// text is called with runs of up to half a million characters.
import { expect, test } from 'bun:test'
import { startCpuTimer } from './support/cpu-timer.ts'
import { PANEL, type Work, works } from './support/text-functions.ts'

const MAX_LENGTH = 500_000
const LENGTH = MAX_LENGTH / 64
const FACTOR = 4
/** Half a million characters within this time keep nobody waiting; what is quadratic takes seconds or minutes. */
const QUICK_MS = 400
const MAX_ROUNDS = 8
/** Of the parts of a text, that many are measured. */
const MAX_PARTS = 8

/** Of each class of characters one; words, tags, comments, shortcodes, blocks, lists of PHP, whole and broken off. */
const UNITS = [
  ...'aéسß5.!,:-_/\\"\'`<>&=?#%@()[]{} \n\u00a0\u200c\u064b\u0001',
  ...['\u{1f600}', '\ud83d'],
  ...'."|.))|a-|%20|as |a |word1 word2 |a. |e.g. |می\u200c|a\n\n|a,|../|/a|?a=b&|http://a.b |data:,'.split(
    '|',
  ),
  ...'<p>|</p>|<p>a</p>|<p></p>|<a |<a href="|<a href="/a">word1</a>|<b a=\'|<b style="|<br>'.split('|'),
  ...'<!--|-->|--!>|<a "|<p title="|a= |<?|<![CDATA[|</|<li><p>|<td><p>|<h2>word1</h2>|<pre>|<script>|<style></styl'.split(
    '|',
  ),
  ...'<div class="gallery">|<img src="/media/2026/01/a.jpg" width="1">|&amp;|&amp|&#x|srcset="'.split('|'),
  ...'[[|[a|[/a]|[gallery |[gallery ids="1"]|[caption]<img>|[a b="|[vc_row]|<p>[a]\n\n|<iframe |[[audio |[caption caption="'.split(
    '|',
  ),
  ...'<!-- wp:a |<!-- wp:a -->|<!-- /wp:a -->|<!-- wp:a {"b":|[{"a":|a:1:{|s:1:"a";'.split('|'),
  ...['wp-block-embed__wrapper" ', '<script type="application/ld+json">'],
]
const PAIRS = [
  ['<div>', '</div>'],
  ['<b>', '</i>'],
  ['<ul><li>', '</li></ul>'],
  ['<a href="/a">', '</p>'],
  ['(', ')'],
  ['[a]', '[/a]'],
  ['{"a":', '}'],
  ['<!-- wp:a -->', '<!-- /wp:a -->'],
] as const

type Shape = { name: string; make: (length: number) => string }
const shapes: Shape[] = [
  ...UNITS.map((unit) => ({
    name: `runs of ${JSON.stringify(unit)}`,
    make: (length: number) => `${unit.repeat(length / unit.length)}x`,
  })),
  ...PAIRS.map(([start, end]) => ({
    name: `nested ${start}`,
    make: (length: number) => {
      const times = length / (start.length + end.length)
      return `${start.repeat(times)}x${end.repeat(times)}`
    },
  })),
]

const everyNth = (step: number) => shapes.filter((_, at) => at % step === 0)

/** Milliseconds of processor time; what a function refuses, it has read. */
function timeOf(work: Work, text: string): number {
  const elapsed = startCpuTimer()
  try {
    work(text)
  } catch {}
  return elapsed()
}

/** Twice the text may take 2.5 times as long. */
const maxRatio = (factor: number) => 2.5 ** Math.log2(factor)

type Comparison = { length: number; factor: number; quickMs?: number; rounds?: number }

/**
 * Whether a text takes too long beside the parts of it, which are measured together, so that both collect their garbage. Of several
 * rounds the one that differs least counts. What is as quick as `quickMs` does not take too long.
 */
function isSuperlinear(
  work: Work,
  make: Shape['make'],
  { length, factor, quickMs = 0, rounds = MAX_ROUNDS }: Comparison,
) {
  const [part, whole] = [make(length), make(length * factor)]
  for (let round = 0; round < rounds; round++) {
    // The collector works in threads of its own, whose time counts: several short rounds would all have it.
    if (round > 0) Bun.gc(true)
    let sum = 0
    const parts = Math.min(factor, MAX_PARTS)
    for (let times = 0; times < parts; times++) sum += timeOf(work, part)
    if (timeOf(work, whole) <= Math.max(quickMs, (sum / parts) * maxRatio(factor))) return false
  }
  return true
}

/** Whether `MAX_LENGTH` characters would be quick even in quadratic time. */
const isQuick = (time: number, length: number) => time * (MAX_LENGTH / length) ** 2 < QUICK_MS

/** The name of a shape that takes too long, of all, each measured at `LENGTH`, and the one that takes longest at `MAX_LENGTH`. */
function superlinearShapes(work: Work, measured: readonly Shape[]): string[] {
  timeOf(work, measured[0]!.make(LENGTH))
  let longest = { time: 0, shape: measured[0]! }
  for (const shape of measured) {
    const time = timeOf(work, shape.make(LENGTH))
    if (time > longest.time) longest = { time, shape }
    if (isQuick(time, LENGTH)) continue
    const longer = timeOf(work, shape.make(LENGTH * FACTOR))
    if (longer <= time * maxRatio(FACTOR) || isQuick(longer, LENGTH * FACTOR)) continue
    // A parser may bound its work by a depth, which longer texts reach.
    const isUnbounded = () =>
      isSuperlinear(work, shape.make, { length: LENGTH * FACTOR, factor: 2, rounds: 3 })
    if (isSuperlinear(work, shape.make, { length: LENGTH, factor: FACTOR }) && isUnbounded())
      return [shape.name]
  }
  const { make, name } = longest.shape
  const whole = { length: LENGTH, factor: MAX_LENGTH / LENGTH, quickMs: QUICK_MS }
  return isSuperlinear(work, make, whole) ? [name] : []
}

test.each(works)('%s takes at most 2.5 times as long for twice the text', (_, work, nth) => {
  expect(superlinearShapes(work, everyNth(nth))).toEqual([])
})

test.each(PANEL.map(([called, work]) => [(called as Work).name, work] as const))(
  '%s of the panel takes at most 2.5 times as long for twice the text',
  (_, work) => {
    expect(superlinearShapes(work, everyNth(6))).toEqual([])
  },
)

test('a quadratic function is found', () => {
  const spaces = { name: 'spaces', make: (length: number) => `${' '.repeat(length / 8)}x` }
  expect(superlinearShapes((text) => text.replace(/ +$/, ''), [spaces])).toEqual(['spaces'])
})
