import { describe, expect, test } from 'bun:test'
import { createPasswords } from '../../src/accounts/passwords.ts'
import { startCpuTimer } from '../support/cpu-timer.ts'

describe('a password', () => {
  test('takes the same processor time to verify for an unknown user', async () => {
    const passwords = createPasswords()
    const hash = await passwords.hash('a sound password')
    const time = async (against: string | null) => {
      const spent = startCpuTimer()
      expect(await passwords.verify('another password', against)).toBe(false)
      return spent()
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 7; round++) {
      known.push(await time(hash))
      unknown.push(await time(null))
    }
    // The minimum of each, because other work on the machine only adds time.
    const ratio = Math.min(...unknown) / Math.min(...known)
    expect(ratio).toBeWithin(0.6, 1.7)
  })
})
