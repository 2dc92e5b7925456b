import { afterAll, expect, test } from 'bun:test'
import { startMailApp } from './mail-app.ts'

const app = await startMailApp()
afterAll(() => app[Symbol.asyncDispose]())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test('the first sign-in from another device is told to the owner, once, and a newer version of a browser is none', async () => {
  const account = { email: 'sara@example.com', password: 'a long enough password' }
  const body = { ...account, name: 'سارا احمدی', role: 'creator' }
  await app.admin('POST', '/api/admin/users', { body })
  await app.deliver()
  const signIn = async (agent: string) => {
    const headers = { 'User-Agent': agent }
    expect((await app.anyone('POST', '/api/auth/login', { body: account, headers })).status).toBe(200)
    return (await app.deliver()).map(({ to, headers, text }) => [
      to,
      headers.subject,
      text.includes('Chrome, Linux'),
    ])
  }
  expect(await signIn(`${FIREFOX}140.0`)).toEqual([])
  expect(await signIn(`${FIREFOX}141.0`)).toEqual([])
  expect(await signIn(CHROME)).toEqual([[account.email, 'ورود از دستگاهی جدید', true]])
  expect(await signIn(CHROME)).toEqual([])
})
