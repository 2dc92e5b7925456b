// The words of a text are remembered, whoever has the text.
import { expect, test } from 'bun:test'
import { articles } from '../../../src/content/resources/articles.ts'
import { FieldTexts } from '../../../src/content/search/field-texts.ts'

const row = (values: object) => ({ id: 1, version: 1, ...values })

test('a text that stays the same is folded once, a changed one anew', () => {
  const texts = new FieldTexts()
  const content = `<p>${'harbour works '.repeat(100)}</p>`
  const first = texts.read(articles, row({ content }), 'content')
  expect(texts.read(articles, row({ content, title: 'Other' }), 'content')).toBe(first)
  expect(texts.read(articles, row({ content: `${content}<p>Pier</p>` }), 'content').words).toContain('pier')
})

test('the same text is one thing as rich text and another as it is', () => {
  const texts = new FieldTexts()
  const text = '<p>Pier</p>'
  expect(texts.read(articles, row({ content: text }), 'content').words).toEqual(['pier'])
  expect(texts.read(articles, row({ title: text }), 'title').words).toEqual(['p', 'pier', 'p'])
})

test('texts beyond the limit are forgotten, the oldest first', () => {
  const texts = new FieldTexts()
  const read = (number: number) =>
    texts.read(articles, row({ title: `${number} ${'long '.repeat(40_000)}` }), 'title')
  const first = read(1)
  for (let number = 2; number <= 6; number++) read(number)
  expect(read(6)).toBe(read(6))
  expect(read(1)).not.toBe(first)
})
