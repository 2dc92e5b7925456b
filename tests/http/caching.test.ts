import { afterAll, expect, test } from 'bun:test'
import { startApp } from '../support/app.ts'

const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())

test.each([
  '/api/admin/services',
  '/api/admin/site-settings/1',
  '/api/admin/site',
  '/api/admin/users',
  '/api/admin/media',
  '/api/admin/messages',
  '/api/admin/newsletter/export.csv',
  '/api/admin/nothing',
  '/api/auth/me',
])('%s is not cached', async (path) => {
  expect((await app.admin('GET', path)).headers.get('Cache-Control')).toBe('no-store')
})

test('a write is not cached', async () => {
  const created = await app.admin('POST', '/api/admin/services', { body: { title: 'x' } })
  expect([created.status, created.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
})

test('public content is cached, and revalidated on each use', async () => {
  for (const path of ['/api/site', '/api/site/services', '/api/articles']) {
    const { headers } = await app.anyone('GET', path)
    expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  }
})
