import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ADMIN } from '../support/app.ts'
import { startMailApp } from './mail-app.ts'

const app = await startMailApp()
afterAll(() => app[Symbol.asyncDispose]())

const PASSWORD = 'a long enough password'
const USERS = '/api/admin/users'
let count = 0

async function account(role: string, fields: object = { password: PASSWORD }) {
  const email = `account-${++count}@example.com`
  const { body } = await app.admin('POST', USERS, {
    body: { email, name: `Account ${count}`, role, ...fields },
  })
  return { email, path: `${USERS}/${body.id}` }
}
const told = async () =>
  (await app.deliver())
    .filter(({ headers }) => headers.subject?.includes('اکنون مدیر است'))
    .map(({ to, text }) => [to, /\((account-\d+@example\.com)\)/.exec(text)?.[1]])
    .sort()

test('every admin is told of another one: who made it, the new one and all others', async () => {
  const colleague = await account('admin')
  expect(await told()).toEqual([
    [colleague.email, colleague.email],
    [ADMIN.email, colleague.email],
  ])
  const invited = await account('admin', {})
  const all = [colleague.email, invited.email, ADMIN.email]
  expect(await told()).toEqual(all.map((to) => [to, invited.email]))
  const promoted = await account('editor')
  expect(await told()).toEqual([])
  await app.admin('PATCH', promoted.path, { body: { role: 'admin' } })
  all.splice(2, 0, promoted.email)
  expect(await told()).toEqual(all.map((to) => [to, promoted.email]))
  await app.admin('PATCH', promoted.path, { body: { disabled: true } })
  expect(await told()).toEqual([])
  await app.admin('PATCH', promoted.path, { body: { disabled: false, name: 'Again' } })
  expect(await told()).toEqual(all.map((to) => [to, promoted.email]))
})

test.each([
  ['fa', 'Admin به Account', 'غیرفعال کنید'],
  ['en', 'Admin made Account', 'disable that account'],
])(
  'the mail in %s says who was made an admin, by whom, and what to do about it',
  async (language, by, advice) => {
    const { email } = await account('admin')
    await app.deps.database.query((tx) => tx.execute(sql`update mail_outbox set language = ${language}`))
    const [mail] = await app.deliver()
    expect(mail!.text).toContain(`${by} ${count}`)
    expect(mail!.text).toContain(email)
    expect(mail!.text).toContain(advice)
    expect(mail!.text).toContain('/admin/users')
  },
)

test('nobody is told of an admin who was not made after all', async () => {
  const body = { email: ADMIN.email, name: 'Twice', role: 'admin', password: PASSWORD }
  expect((await app.admin('POST', USERS, { body })).status).toBe(409)
  expect(await told()).toEqual([])
})
