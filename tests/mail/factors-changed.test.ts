import { afterAll, expect, test } from 'bun:test'
import { clientOf } from '../support/app.ts'
import { codeAt, setUpTotp } from '../support/factors.ts'
import { startMailApp } from './mail-app.ts'

const app = await startMailApp()
afterAll(() => app[Symbol.asyncDispose]())

test('changes of second factors, and the use of a recovery code, are told to the owner', async () => {
  const account = { email: 'sara@example.com', password: 'a long enough password' }
  const proof = { current_password: account.password }
  const created = await app.admin('POST', '/api/admin/users', {
    body: { ...account, name: 'سارا احمدی', role: 'creator' },
  })
  const now = new Date('2030-01-01T00:00:00Z')
  app.setClock(now)
  const login = () => app.anyone('POST', '/api/auth/login', { body: account })
  const client = clientOf(app.app, (await login()).body.token)
  const told = async () =>
    (await app.deliver()).map(({ to, headers, text }) => {
      expect([to, headers.subject]).toEqual([account.email, 'گام دوم ورود شما تغییر کرد'])
      return /کد برنامهٔ رمزساز|برنامهٔ رمزساز از حساب|کد بازیابی|مدیر سایت برنامهٔ/.exec(text)![0]
    })
  const { secret, codes } = await setUpTotp(client, now, proof)
  expect(await told()).toEqual(['کد برنامهٔ رمزساز'])
  const second = async (body: object) =>
    (
      await app.anyone('POST', '/api/auth/second-factor', {
        body: { ticket: (await login()).body.ticket, ...body },
      })
    ).status
  expect(await second({ recovery_code: codes[0] })).toBe(200)
  expect(await told()).toEqual(['کد بازیابی'])
  expect(await second({ totp: codeAt(secret, now.getTime() + 30_000) })).toBe(200)
  expect(await told()).toEqual([])
  expect((await client('DELETE', '/api/auth/totp', { body: proof })).status).toBe(204)
  expect(await told()).toEqual(['برنامهٔ رمزساز از حساب'])
  await setUpTotp(client, now, proof)
  await told()
  app.setClock(null)
  await app.admin('DELETE', `/api/admin/users/${created.body.id}/factors`)
  expect(await told()).toEqual(['مدیر سایت برنامهٔ'])
})
