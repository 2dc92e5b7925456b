import { afterAll, describe, expect, test } from 'bun:test'
import { ADMIN } from '../support/app.ts'
import { startCpuTimer } from '../support/cpu-timer.ts'
import { startMailApp } from './mail-app.ts'

const app = await startMailApp()
afterAll(() => app[Symbol.asyncDispose]())

describe('a forgotten password', () => {
  test('takes the same processor time for known and unknown addresses', async () => {
    const times = [0, 0]
    for (let round = 0; round < 40; round++) {
      const email = round % 2 ? ADMIN.email : `nobody-${round}@example.com`
      const spent = startCpuTimer()
      const { status } = await app.anyone('POST', '/api/auth/forgot-password', { body: { email } })
      times[round % 2]! += spent()
      expect(status).toBe(202)
    }
    expect(times[1]! / times[0]!).toBeWithin(0.6, 1.6)
  })
})
