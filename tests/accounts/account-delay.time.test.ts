import { afterAll, expect, test } from 'bun:test'
import { createAccountDelay } from '../../src/accounts/account-delay.ts'
import { createDatabase } from '../../src/platform/db/database.ts'
import { AppError } from '../../src/text/errors.ts'
import { createTestDatabase } from '../support/database.ts'

const opened = await createTestDatabase()
afterAll(async () => {
  await opened.driver.close()
  await opened.drop()
})

test('the delay of an account passes before the attempt is decided', async () => {
  const delayAttempt = createAccountDelay({ database: createDatabase(opened.driver), clock: null })
  let decidedAt = 0
  const attempt = (address: string) =>
    delayAttempt({ email: 'somebody@example.com', address }, async () => {
      decidedAt = performance.now()
      throw new AppError('invalid_credentials', 'Incorrect email or password.')
    }).catch(() => {})
  for (let index = 0; index < 20; index++) await attempt(`198.51.100.${index}`)
  const start = performance.now()
  await attempt('198.51.100.20')
  expect(decidedAt - start).toBeGreaterThan(245)
})
