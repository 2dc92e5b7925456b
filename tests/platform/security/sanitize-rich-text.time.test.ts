import { describe, expect, test } from 'bun:test'
import { sanitizeRichText } from '../../../src/platform/security/sanitize-rich-text.ts'
import { startCpuTimer } from '../../support/cpu-timer.ts'

const sanitize = (html: string) => sanitizeRichText(html, { mediaBase: 'https://cdn.example.com' })

const time = (run: () => void) => {
  const spent = startCpuTimer()
  run()
  return spent()
}

const shapes: [name: string, make: (n: number) => string][] = [
  ['open <div>', (n) => '<div>'.repeat(n)],
  ['nested <div>', (n) => `${'<div>'.repeat(n)}x${'</div>'.repeat(n)}`],
  ['open <b>', (n) => '<b>'.repeat(n)],
  ['nested <blockquote>', (n) => `${'<blockquote>'.repeat(n)}x${'</blockquote>'.repeat(n)}`],
  ['unknown tags', (n) => '<x-y>'.repeat(n)],
  ['end tags that match nothing', (n) => '<b>'.repeat(n) + '</i>'.repeat(n)],
  ['end tags that open', (n) => '<b>'.repeat(n) + '</p>'.repeat(n)],
  ['open <svg>', (n) => '<svg>'.repeat(n)],
  ['links that close each other', (n) => '<a><font>'.repeat(n)],
  ['a link full of comments', (n) => `<a href="${'<!---->'.repeat(n)}">`],
  ['many attributes', (n) => `<p ${Array.from({ length: n }, (_, i) => `a${i}`).join(' ')}>`],
  ['<noscript> closed early', (n) => '<p><noscript></p>'.repeat(n)],
  ['<', (n) => '<'.repeat(n)],
  ['<!--', (n) => '<!--'.repeat(n)],
]

describe('rich text is sanitized in linear time:', () => {
  test.each(shapes)('%s', (_name, make) => {
    time(() => sanitize(make(1_000))) // compiled before it is timed
    expect(time(() => sanitize(make(5_000)))).toBeLessThan(1_500)
    const once = Math.min(...[1, 2, 3].map(() => time(() => sanitize(make(20_000)))))
    expect(time(() => sanitize(make(80_000)))).toBeLessThan(once * 12 + 250)
  })
})
