import { describe, expect, test } from 'bun:test'
import { matchingStep } from '../../../src/accounts/factors/totp.ts'

/** The SHA-1 secret of RFC 6238, appendix B: `12345678901234567890`. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1_000)

describe('a code', () => {
  // The RFC's eight digits end with the six of the same time.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('of RFC 6238 at %d is %s', (seconds, digits) => {
    expect(matchingStep(SECRET, digits.slice(2), at(seconds))).toBe(Math.floor(seconds / 30))
  })

  test('is accepted one step early or late, and not two', () => {
    const matches = (seconds: number) => matchingStep(SECRET, '005924', at(1_234_567_890 + seconds))
    expect([-60, -31, -30, 0, 29, 30, 59, 60].map((seconds) => matches(seconds) !== null)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
      false,
    ])
    // Each time it is the code of the same step.
    expect(matches(30)).toBe(matches(-30)!)
  })

  test.each<[string, ...string[]]>([
    ['spaces', '005 924', ' 005924 ', '005\t924'],
    ['Persian or Arabic digits', '۰۰۵۹۲۴', '٠٠٥٩٢٤'],
    ['digits of full width', '００５９２４', '00592４'],
    ['spaces that do not break', '005\u00a0924', '005\u202f924'],
    [
      'joiners and marks of direction, as a copied text has them',
      '005\u200c924',
      '\u200e005924\u200e',
      '\u2068005924\u2069',
    ],
    ['hyphens', '005-924', '005\u2011924', '005–924', '005−924'],
  ])('may have %s', (_, ...typed) => {
    for (const code of typed) expect(matchingStep(SECRET, code, at(1_234_567_890))).toBe(41_152_263)
  })

  test.each(['', '00592', '0005924', '89005924', '05924', '+05924', '5924', '0x5924', '005924\0', '005924x'])(
    'is not %j',
    (typed) => {
      expect(matchingStep(SECRET, typed, at(1_234_567_890))).toBeNull()
    },
  )
})
