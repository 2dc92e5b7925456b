// "Where does this path lead?", compared with what a visitor gets.
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startApp } from '../../support/app.ts'

const SITE = 'https://www.example.com'

const site = await startApp({ SITE_URL: SITE })
afterAll(() => site[Symbol.asyncDispose]())

async function create(resource: string, body: Record<string, unknown>): Promise<number> {
  const answer = await site.admin('POST', `/api/admin/${resource}`, { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

const redirect = (from_path: string, to_path: string, status_code = 301) =>
  create('redirects', { from_path, to_path, status_code })

const resolve = (path: string, client = site.admin) =>
  client('GET', `/api/admin/redirects/resolve?${new URLSearchParams({ path })}`)

async function traceOf(path: string) {
  const { status, body } = await resolve(path)
  expect({ path, status }).toEqual({ path, status: 200 })
  return body
}

/** The hops of a browser, as pairs of address and status. */
async function visit(path: string) {
  const hops: [string, number][] = []
  for (let at = path; hops.length < 30; ) {
    const { status, headers } = await site.anyone('GET', at, { headers: { Accept: 'text/html' } })
    hops.push([at, status])
    const location = headers.get('Location')
    if (!location?.startsWith('/')) return hops
    at = location
  }
  throw new Error('endless')
}

test('a chain of redirects is followed to the public article, as for a visitor', async () => {
  await create('articles', {
    title: 'پمپ',
    slug: 'پمپ-تازه',
    status: 'published',
    published_at: '2026-01-02T03:04:05Z',
  })
  const second = await redirect('/میانی', '/blog/پمپ-تازه', 302)
  const first = await redirect('/قدیم', '/میانی')
  const { hops, ...trace } = await traceOf('/قدیم')
  expect(hops).toEqual([
    { id: first, from: '/قدیم', location: encodeURI('/میانی'), status: 301 },
    { id: second, from: '/میانی', location: encodeURI('/blog/پمپ-تازه'), status: 302 },
  ])
  expect(trace).toEqual({ path: '/قدیم', location: encodeURI('/blog/پمپ-تازه'), end: 'page' })
  expect((await visit(encodeURI('/قدیم'))).map(([, status]) => status)).toEqual([301, 302, 200])
})

test('what the website itself finds for an address without a page is a hop as well', async () => {
  const typed = encodeURI('/شذخعف')
  expect((await traceOf('/شذخعف')).hops).toEqual([
    { id: null, from: '/شذخعف', location: '/about', status: 301 },
  ])
  expect((await visit(typed)).map(([, status]) => status)).toEqual([301, 200])
})

test('an address of the site is read as its path, without fragment; its query goes along', async () => {
  const id = await redirect('/offer', '/services?from=offer#top')
  for (const typed of ['/offer', ' /offer ', '/offer?utm=1#x', `${SITE}/offer`, '/%6Fffer']) {
    const { path, hops, location, end } = await traceOf(typed)
    expect({ typed, path, ids: hops.map((hop: { id: number }) => hop.id), location, end }).toEqual({
      typed,
      path: '/offer',
      ids: [id],
      location: typed.includes('?') ? '/services?from=offer&utm=1#top' : '/services?from=offer#top',
      end: 'page',
    })
  }
})

test('another site, an address without a public record, and a page without redirects', async () => {
  await redirect('/shop', 'https://shop.example.org/all')
  expect(await traceOf('/shop')).toMatchObject({ location: 'https://shop.example.org/all', end: 'external' })
  expect(await traceOf('/blog/nothing-here')).toMatchObject({ hops: [], end: 'missing' })
  expect(await traceOf('/blog')).toMatchObject({ hops: [], end: 'page' })
  expect(await traceOf('/about')).toMatchObject({ hops: [], location: '/about', end: 'page' })
  expect(await traceOf('/careers')).toMatchObject({ hops: [], location: '/careers', end: 'path' })
})

test('a draft is missing until it is published', async () => {
  const id = await create('articles', { title: 'Draft', slug: 'a-draft' })
  expect(await traceOf('/blog/a-draft')).toMatchObject({ end: 'missing' })
  await site.admin('PATCH', `/api/admin/articles/${id}`, { body: { status: 'published' } })
  expect(await traceOf('/blog/a-draft')).toMatchObject({ end: 'page' })
})

test('a redirect from a public page, and one below /api, are never reached', async () => {
  await create('projects', { title: 'Dam', slug: 'dam' })
  await redirect('/projects/dam', '/elsewhere')
  await redirect('/api/old', '/elsewhere')
  expect(await traceOf('/projects/dam')).toMatchObject({ hops: [], end: 'page' })
  expect(await traceOf('/api/old')).toMatchObject({ hops: [], end: 'path' })
  expect(await visit('/projects/dam')).toEqual([['/projects/dam', 200]])
  expect(await visit('/api/old')).toEqual([['/api/old', 404]])
})

test('the final slash of a page is removed first', async () => {
  const { hops, end } = await traceOf('/blog/')
  expect({ hops, end }).toEqual({
    hops: [{ id: null, from: '/blog/', location: '/blog', status: 301 }],
    end: 'page',
  })
  expect((await visit('/blog/')).map(([path]) => path)).toEqual(['/blog/', '/blog'])
})

test.each([
  ['no path', ''],
  ['a relative address', 'offer'],
  ['another site', 'https://other.example/offer'],
  ['another site without a scheme', '//other.example/offer'],
  ['credentials', 'https://user@www.example.com/offer'],
  ['an invalid escape', '/%E0%A4%A'],
  ['a script', 'javascript:alert(1)'],
  ['a control character', '/a\u0007b'],
])('%s is 422', async (_, path) => {
  const { status, body } = await resolve(path)
  expect({ status, path: body.errors[0].path }).toEqual({ status: 422, path: 'path' })
})

test('it is for admins only', async () => {
  expect((await resolve('/offer', site.anyone)).status).toBe(401)
  expect((await resolve('/offer', await site.signIn('creator'))).status).toBe(403)
})

test.each([
  ['missing', {}],
  ['path', { SPA_INDEX: join(import.meta.dir, '../../../src/website/render/built-in.html') }],
])('a page that SITE_PAGES leaves out is %s', async (end, frontend: Record<string, string>) => {
  await using small = await startApp({ SITE_PAGES: 'home,blog', ...frontend })
  const endOf = async (path: string) => (await resolve(path, small.admin)).body.end
  expect(await endOf('/blog')).toBe('page')
  expect(await endOf('/investment')).toBe(end)
  expect(await endOf('/projects/dam')).toBe(end)
  const visit = await small.anyone('GET', '/investment', { headers: { Accept: 'text/html' } })
  expect(visit.status).toBe(end === 'missing' ? 404 : 200)
  const moved = { from_path: '/investment', to_path: '/blog' }
  expect((await small.admin('POST', '/api/admin/redirects', { body: moved })).status).toBe(201)
  expect(await endOf('/investment')).toBe('page')
  const redirected = await small.anyone('GET', '/investment', { headers: { Accept: 'text/html' } })
  expect(redirected.headers.get('Location')).toBe('/blog')
})
