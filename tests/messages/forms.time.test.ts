import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { startApp } from '../support/app.ts'
import { startCpuTimer } from '../support/cpu-timer.ts'
import { badForms } from './bad-forms.ts'

const MESSAGE = { name: 'علی رضایی', email: 'ali@example.com', message: 'سلام\nیک پیام' }

const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.deps.database.query((tx) => tx.execute(sql`truncate contact_messages, rate_limits`)))

describe('POST /api/contact', () => {
  test('takes the same processor time for a filled honeypot', async () => {
    const times = [0, 0]
    for (let round = 0; round < 80; round++) {
      const body = { ...MESSAGE, website: round % 2 ? 'filled' : '' }
      const spent = startCpuTimer()
      expect((await app.anyone('POST', '/api/contact', { body })).status).toBe(201)
      times[round % 2]! += spent()
    }
    expect(times[1]! / times[0]!).toBeWithin(0.6, 1.6)
  })
})

describe('invalid input is refused and nothing is stored', () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' }

  test.each(badForms)('from an HTML form: %s', async (_, body, status) => {
    const spent = startCpuTimer()
    expect((await app.anyone('POST', '/api/contact', { body, headers })).status).toBe(status)
    expect(spent()).toBeLessThan(1_500)
  })
})
