import { describe, expect, test } from 'bun:test'
import { sentencesOf, wordsOf } from '../../../src/text/seo-analysis/words.ts'

const sentences = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end))

describe('sentences', () => {
  test.each([
    ['One. Two! Three? Four… five', ['One.', 'Two!', 'Three?', 'Four…', 'five']],
    ['سلام. چطورید؟ خوبم؛ ممنون!', ['سلام.', 'چطورید؟', 'خوبم؛ ممنون!']],
    ['Version 1.5 costs 3.20 euros. Good.', ['Version 1.5 costs 3.20 euros.', 'Good.']],
    ['Ask Dr. Smith, e.g. today. Now.', ['Ask Dr. Smith, e.g. today.', 'Now.']],
    ['He said “Go.” She went.', ['He said “Go.”', 'She went.']],
    ['first line\nsecond line', ['first line', 'second line']],
    ['… !', []],
    ['', []],
  ])('%s', (text, expected) => {
    expect(sentences(text)).toEqual(expected)
  })
})

describe('words', () => {
  test.each([
    ['می‌شود و میشود', ['میشود', 'و', 'میشود']],
    ["the company's third-party tools", ['the', 'companys', 'thirdparty', 'tools']],
    ['۱۲ کالا (جدید)', ['12', 'کالا', 'جدید']],
    ['— ، .', []],
  ])('%s', (text, expected) => {
    expect(wordsOf(text).map(({ form }) => form)).toEqual(expected)
  })
})
