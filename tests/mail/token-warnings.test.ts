// Owners of API tokens are told before these expire: a week before and on the last day, once each.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { tokenWarningsTask } from '../../src/accounts/token-warnings.ts'
import { ADMIN } from '../support/app.ts'
import { startMailApp } from './mail-app.ts'

const app = await startMailApp()
afterAll(() => app[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const start = Date.now()
const at = (days: number) => new Date(start + days * DAY_MS)
beforeEach(() => app.setClock(null))

const { database, mail } = app.deps
const work = tokenWarningsTask({ database, clock: () => app.deps.clock(), mail: () => mail.outbox })

/** The mails of a day, after the task ran on it twice at once, as on two replicas. */
async function mailsOn(days: number) {
  app.setClock(at(days))
  await Promise.all([work(), work()])
  return app.deliver()
}

async function create(name: string, days: number) {
  app.setClock(null)
  const expires_at = at(days).toISOString()
  const body = { name, scopes: ['read'], expires_at, current_password: ADMIN.password }
  const { id } = (await app.admin('POST', '/api/admin/tokens', { body })).body
  // That there is a new one.
  await app.deliver()
  return id as number
}

describe('a token that expires', () => {
  test('is told of a week before and a day before, once each', async () => {
    await create('گزارش', 30)
    expect(await mailsOn(22)).toEqual([])
    const [week, ...others] = await mailsOn(23.5)
    expect(others).toEqual([])
    expect([week!.to, week!.headers.subject]).toEqual([
      ADMIN.email,
      'توکن «گزارش» تا یک هفتهٔ دیگر منقضی می‌شود',
    ])
    expect(week!.html).toContain('/admin/account')
    expect(await mailsOn(25)).toEqual([])
    const [day, ...more] = await mailsOn(29.5)
    expect(more).toEqual([])
    expect(day!.headers.subject).toBe('توکن «گزارش» تا یک روز دیگر منقضی می‌شود')
    expect(await mailsOn(29.9)).toEqual([])
    expect(await mailsOn(31)).toEqual([])
  })

  test('after less than a week is told of on its last day only, after less than a day not at all', async () => {
    await create('short', 3)
    await create('shorter', 0.5)
    expect(await mailsOn(0.1)).toEqual([])
    expect((await mailsOn(2.5)).map(({ headers }) => headers.subject)).toEqual([
      'توکن «short» تا یک روز دیگر منقضی می‌شود',
    ])
  })

  test('is told of once after a stop of weeks, with the warning of the day', async () => {
    await create('asleep', 40)
    expect((await mailsOn(39.5)).map(({ headers }) => headers.subject)).toEqual([
      'توکن «asleep» تا یک روز دیگر منقضی می‌شود',
    ])
  })

  test('is not told of once it is revoked', async () => {
    await app.admin('DELETE', `/api/admin/tokens/${await create('revoked', 10)}`)
    expect(await mailsOn(5)).toEqual([])
  })
})
