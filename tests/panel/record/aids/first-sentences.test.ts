// A summary is made of the first whole sentences of a text, in either language.
import { expect, test } from 'bun:test'
import { firstSentences } from '../../../../src/panel/record/aids/first-sentences.ts'

test.each([
  ['', ''],
  ['<h2>Heading</h2><p>First sentence. Second one.</p>', 'First sentence. Second one.'],
  ['<p>چرا پمپ؟ چون آب باید برود… و برمی‌گردد!</p>', 'چرا پمپ؟ چون آب باید برود… و برمی‌گردد!'],
  ['<p>«نخست» این؛ و آن.</p><p>سپس این.</p>', '«نخست» این؛ و آن. سپس این.'],
  ['<p>Dr. Smith paid 3.5 euros. He left.</p>', 'Dr. Smith paid 3.5 euros. He left.'],
  ['<p>One&nbsp;&amp; <b>two</b><br />three.</p>', 'One & two three.'],
  ['<ul><li>An item.</li></ul><p>Text.</p>', 'Text.'],
  ['<h1>Only a heading.</h1>', ''],
])('of %p: %p', (html, summary) => {
  expect(firstSentences(html)).toBe(summary)
})

test('ends with a whole sentence, within 200 characters', () => {
  const sentence = `${'واژه '.repeat(15)}پایان. `
  const summary = firstSentences(`<p>${sentence.repeat(10)}</p>`)
  expect(summary).toBe(sentence.repeat(2).trim())
  expect(summary.length).toBeLessThanOrEqual(200)
})

test('has one sentence at least, however long', () => {
  const long = `${'word '.repeat(80)}end.`
  expect(firstSentences(`<p>${long} Short.</p>`)).toBe(long)
})
