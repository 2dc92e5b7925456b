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

  test('may have spaces and Persian or Arabic digits', () => {
    for (const typed of ['005 924', ' 005924 ', '۰۰۵۹۲۴', '٠٠٥٩٢٤'])
      expect(matchingStep(SECRET, typed, at(1_234_567_890))).toBe(41_152_263)
  })

  test.each(['', '00592', '0005924', '89005924', '05924', '+05924', '5924', '0x5924', '005924\0', '00592４'])(
    'is not %j',
    (typed) => {
      expect(matchingStep(SECRET, typed, at(1_234_567_890))).toBeNull()
    },
  )
})
