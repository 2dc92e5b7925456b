// GET /api/site and its lighter form.
import { afterAll, expect, test } from 'bun:test'
import { startApp } from '../../support/app.ts'

const app = await startApp()
const texts = { content: `<p>${'متن بلند '.repeat(300)}</p>`, faqs: [{ question: 'q', answer: 'a' }] }
await create('articles', { title: 'مقاله', slug: 'article', status: 'published', ...texts })
await create('projects', { title: 'پروژه', slug: 'project', body: '<p>Long</p>', summary: 'short' })
await create('pages', { title: 'صفحه', slug: 'page', body: '<p>Long</p>' })
await create('services', { title: 'خدمت' })
afterAll(() => app?.[Symbol.asyncDispose]())

async function create(resource: string, body: Record<string, unknown>) {
  const answer = await app.admin('POST', `/api/admin/${resource}`, { body })
  expect(answer.status).toBe(201)
  return answer.body.id as number
}

const LONG_TEXTS = ['content', 'content_en', 'faqs', 'faqs_en', 'body', 'body_en']
const MEMBERS = ['articles', 'projects', 'pages']

test('with bodies=false the site is the same but for its long texts', async () => {
  const whole = (await app.anyone('GET', '/api/site')).body
  const light = (await app.anyone('GET', '/api/site?bodies=false')).body
  expect(Object.keys(light)).toEqual(Object.keys(whole))
  for (const member of MEMBERS) {
    const [before] = whole[member]
    expect(light[member]).toHaveLength(whole[member].length)
    const kept = Object.entries(before).filter(([name]) => !LONG_TEXTS.includes(name))
    expect(light[member][0]).toEqual(Object.fromEntries(kept))
    whole[member] = light[member] = null
  }
  expect(light).toEqual(whole)
})

test('bodies=true is the whole site; what campaigns and caches add changes nothing', async () => {
  const [plain, ...others] = await Promise.all(
    ['', '?bodies=true', '?_=2', '?utm_source=x'].map((query) => app.anyone('GET', `/api/site${query}`)),
  )
  for (const { body, headers } of others) {
    expect(body).toEqual(plain!.body)
    expect(headers.get('ETag')).toBe(plain!.headers.get('ETag'))
  }
  const light = await app.anyone('GET', '/api/site?bodies=false')
  const lightToo = await app.anyone('GET', '/api/site?_=2&bodies=false')
  expect(lightToo.headers.get('ETag')).toBe(light.headers.get('ETag'))
})

test('another parameter is refused by every public read, and the message says which there are', async () => {
  const { body: article } = await app.admin('POST', '/api/admin/articles', {
    body: { title: 'x', slug: 'x', status: 'published' },
  })
  for (const [path, takes] of [
    ['/api/site', 'bodies, preview'],
    ['/api/site/services', 'none'],
    ['/api/articles/x', 'none'],
    ['/api/projects/x', 'none'],
    ['/api/client-config', 'none'],
    ['/api/site/events', 'none'],
    ['/api/redirects/resolve', 'path'],
    ['/api/articles', 'page, per_page, category, tag, q, sort, lang, fields'],
  ]) {
    const { status, body } = await app.anyone('GET', `${path}?bodie=false`)
    const issue = body.errors?.find((one: { path: string }) => one.path === 'bodie')
    expect([path, status, issue]).toMatchObject([
      path,
      422,
      { path: 'bodie', message: `is not a parameter of this path; it takes ${takes}` },
    ])
  }
  await app.admin('DELETE', `/api/admin/articles/${article.id}`)
})

test.each(['bodies=no', 'bodies=', 'bodies=FALSE', 'bodies=false&bodies=true'])(
  '%p is refused',
  async (query) => {
    const { status, body } = await app.anyone('GET', `/api/site?${query}`)
    expect([status, body.errors[0].path]).toEqual([422, 'bodies'])
  },
)

test('the light site has an ETag of its own, which changes with the content', async () => {
  const light = await app.anyone('GET', '/api/site?bodies=false')
  const whole = await app.anyone('GET', '/api/site')
  expect(light.headers.get('ETag')).not.toBe(whole.headers.get('ETag'))
  const revalidate = () => {
    const headers = { 'If-None-Match': light.headers.get('ETag')! }
    return app.anyone('GET', '/api/site?bodies=false', { headers })
  }
  expect((await revalidate()).status).toBe(304)
  const id = await create('services', { title: 'دیگر' })
  const changed = await revalidate()
  expect([changed.status, changed.body.services.length]).toEqual([200, 2])
  await app.admin('DELETE', `/api/admin/services/${id}`)
  expect((await revalidate()).status).toBe(304)
})

test.each(['gzip', 'br', 'zstd'])('the light site is sent as %s', async (encoding) => {
  const headers = { 'Accept-Encoding': encoding }
  const response = await app.app.request('/api/site?bodies=false', { headers })
  expect(response.headers.get('Content-Encoding')).toBe(encoding)
  expect(response.headers.get('Vary')).toContain('Accept-Encoding')
})
