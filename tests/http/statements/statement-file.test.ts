import { expect, test } from 'bun:test'
import { describeDifference } from './statement-file.ts'

const RENEW =
  'If this is intended, write statements.txt anew with UPDATE_STATEMENTS=1 bun test tests/http/statements and review it.'

test('the same statements are no difference', () => {
  expect(describeDifference('GET /, cold', ['begin', 'commit'], ['begin', 'commit'])).toBeNull()
  expect(describeDifference('GET /, cold', [], [])).toBeNull()
})

test.each<[string, string[] | undefined, string[], string[]]>([
  [
    'another statement',
    ['begin', 'select 1', 'commit'],
    ['begin', 'select 2', 'commit'],
    ['3 statements instead of 3; number 2 differs', '- select 1', '+ select 2'],
  ],
  ['a further one', ['a'], ['a', 'b'], ['2 statements instead of 1; number 2 differs', '- (none)', '+ b']],
  ['a missing one', ['a', 'b'], ['a'], ['1 statements instead of 2; number 2 differs', '- b', '+ (none)']],
  ['a new request', undefined, [], ['0 statements instead of 0; number 1 differs', '- (none)', '+ (none)']],
])('%s is named with its request, and how to accept it', (_, committed, sent, [summary, ...lines]) => {
  const expected = [`GET /, cold: ${summary}`, ...lines, RENEW].join('\n')
  expect(describeDifference('GET /, cold', committed, sent)).toBe(expected)
})
