// Links of a text that lead nowhere, compared with what a visitor gets.
import { afterAll, expect, test } from 'bun:test'
import { startApp } from '../../support/app.ts'

const SITE = 'https://www.example.com'

const site = await startApp({ SITE_URL: SITE, SITE_PAGES: 'home,blog,services,contact,pages' })
await create('articles', { title: 'Live', slug: 'live', status: 'published' })
await create('articles', { title: 'Draft', slug: 'draft' })
await create('redirects', { from_path: '/old', to_path: '/blog/live' })
await create('redirects', { from_path: '/older', to_path: '/nowhere' })
await create('pages', { title: 'حریم خصوصی', slug: 'حریم-خصوصی' })
afterAll(() => site?.[Symbol.asyncDispose]())

async function create(resource: string, body: Record<string, unknown>) {
  const answer = await site.admin('POST', `/api/admin/${resource}`, { body })
  expect(answer.status).toBe(201)
}

const check = (body: unknown, client = site.admin) => client('POST', '/api/admin/links/check', { body })

const FOUND = [
  ...['/', '/blog', '/blog?page=1', '/blog/live', '/blog/live/', '/blog/live#part', '/old', '/contact'],
  ...['/blog/feed.xml', `${SITE}/blog/live?lang=en`, `/pages/${encodeURIComponent('حریم-خصوصی')}`],
]
const MISSING = [
  ...['/blog/draft', '/blog/nothing', '/nowhere', '/older', '/gallery', '/projects/x', `${SITE}/blog/draft`],
  ...['/pages/nothing', '/blog/live/more'],
]

test('a link is broken exactly when a visitor ends at "not found"', async () => {
  const { status, body } = await check({ links: [...FOUND, ...MISSING] })
  expect(status).toBe(200)
  expect(body).toEqual({
    checked: FOUND.length + MISSING.length,
    broken: MISSING.map((link) => ({ link, reason: 'missing' })),
  })
  const visit = async (link: string) => {
    let at = link.replace(SITE, '')
    for (let hop = 0; hop < 5; hop++) {
      const { status, headers } = await site.anyone('GET', at, { headers: { Accept: 'text/html' } })
      if (status < 300 || status >= 400) return status
      at = headers.get('Location')!
    }
    return 0
  }
  for (const link of FOUND) expect([link, await visit(link)]).toEqual([link, 200])
  for (const link of MISSING) expect([link, await visit(link)]).toEqual([link, 404])
})

test('links to other sites, within the page and of other schemes are not checked', async () => {
  const links = ['https://other.example/x', '//other.example/x', '#part', '?page=2', 'mailto:a@b.example', '']
  expect((await check({ links })).body.broken).toEqual([])
})

test('a body without links is refused, and only admins may ask', async () => {
  for (const body of [
    {},
    { links: 'x' },
    { links: [1] },
    { links: Array(501).fill('/') },
    { links: [], x: 1 },
  ])
    expect((await check(body)).status).toBe(422)
  expect((await check({ links: [] }, site.anyone)).status).toBe(401)
  expect((await check({ links: [] }, await site.signIn('creator'))).status).toBe(403)
})

test('records with broken links are listed with them, in texts of both languages and in link fields', async () => {
  await create('articles', {
    title: 'با پیوند',
    title_en: 'Linked',
    content: '<p><a href="/blog/live">a</a> <a href="/nowhere?a=1&amp;b=2">b</a> <a href="#part">c</a></p>',
    content_en: `<p><a href="${SITE}/blog/draft">d</a> <a href="https://other.example/x">e</a></p>`,
  })
  await create('menu', { label: 'Gone', url: '/gone', location: 'header' })
  await create('menu', { label: 'Blog', url: '/blog', location: 'header' })
  const { status, body } = await site.admin('GET', '/api/admin/links/broken')
  expect(status).toBe(200)
  expect(body.items).toEqual([
    { resource: 'menu', id: 1, label: 'Gone', label_en: null, links: ['/gone'] },
    {
      ...{ resource: 'articles', id: 3, label: 'با پیوند', label_en: 'Linked' },
      links: ['/nowhere?a=1&b=2', `${SITE}/blog/draft`],
    },
    { resource: 'redirects', id: 2, label: '/older', label_en: null, links: ['/nowhere'] },
  ])
  const creator = await site.signIn('creator')
  expect((await creator('GET', '/api/admin/links/broken')).status).toBe(403)
})
