// Redirects for frontends that answer the pages themselves.
import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { MAX_REDIRECTS_IN_SITE } from '../../../src/content/snapshot/snapshot.ts'
import { startApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'

const site = await startApp({ SITE_URL: 'https://www.example.com' })
afterAll(() => site[Symbol.asyncDispose]())

const resolve = (path: string) =>
  site.anyone('GET', `/api/redirects/resolve?${new URLSearchParams({ path })}`)

async function create(from_path: string, to_path: string, status_code = 301) {
  const answer = await site.admin('POST', '/api/admin/redirects', {
    body: { from_path, to_path, status_code },
  })
  expect(answer.status).toBe(201)
}

test('the target is the one that a visitor of the website is sent to', async () => {
  await create('/قدیم', '/contact', 302)
  await create('/old?p=1', 'https://other.example/new')
  for (const path of ['/قدیم', encodeURI('/قدیم'), '/قدیم?utm_source=x', '/قدیم?lang=en', '/old?p=1']) {
    const { status, body } = await resolve(path)
    const visit = await site.anyone('GET', encodeURI(decodeURI(path)), { headers: { Accept: 'text/html' } })
    expect({ path, status, body }).toEqual({
      path,
      status: 200,
      body: { location: visit.headers.get('Location'), status: visit.status },
    })
  }
  expect((await resolve('https://www.example.com/قدیم')).body.location).toBe('/contact')
})

test('without a redirect the answer is 404, and 422 for what is no path of the site', async () => {
  for (const path of ['/none', '/', '/admin', '/api/site', '/old?p=2'])
    expect({ path, status: (await resolve(path)).status }).toEqual({ path, status: 404 })
  for (const path of ['old', 'https://other.example/x', 'javascript:alert(1)', '']) {
    const { status, body } = await resolve(path)
    expect({ path, status, code: body.code }).toEqual({ path, status: 422, code: 'validation_failed' })
  }
  expect((await site.anyone('GET', '/api/redirects/resolve')).status).toBe(422)
})

test('a redirect to a page that is not public is not shown', async () => {
  const draft = await site.admin('POST', '/api/admin/articles', { body: { title: 'x', slug: 'hidden' } })
  expect(draft.status).toBe(201)
  await create('/to-hidden', '/blog/hidden')
  expect((await resolve('/to-hidden')).status).toBe(404)
})

test('the site leaves out more redirects than it may have, and the member has all of them', async () => {
  const before = (await site.anyone('GET', '/api/site')).body.redirects.length
  expect(before).toBeGreaterThan(0)
  await site.deps.database.query((tx) =>
    tx.execute(sql`insert into redirects (from_path, to_path, status_code)
      select '/from-' || n, '/contact', 301 from generate_series(1, ${MAX_REDIRECTS_IN_SITE}) n`),
  )
  await eventually(async () => (await site.anyone('GET', '/api/site')).body.redirects.length === 0)
  for (const query of ['', '?bodies=false'])
    expect((await site.anyone('GET', `/api/site${query}`)).body.redirects).toEqual([])
  const member = await site.anyone('GET', '/api/site/redirects')
  expect(member.body).toHaveLength(before + MAX_REDIRECTS_IN_SITE)
  expect((await resolve('/from-7')).body).toEqual({ location: '/contact', status: 301 })
})
