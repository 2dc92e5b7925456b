import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ MEDIA_PUBLIC_BASE: 'https://cdn.example' })
})
afterAll(() => app[Symbol.asyncDispose]())

const IMG = '/media/2026/05/a.png'
const create = async (content: string | null, content_en: string | null = null) =>
  (await app.admin('POST', '/api/admin/articles', { body: { title: 'T', content, content_en } })).body
const describe_ = (id: number, body: unknown, headers: Record<string, string> = {}) =>
  app.admin('PATCH', `/api/admin/articles/${id}/images`, { body, headers })

test('alt and title are set in both languages, and nothing else changes', async () => {
  const other = '<p>text &amp; <img src="/media/2026/05/b.png" alt="B" /> <a href="/x?a=1&amp;b=2">y</a></p>'
  const { id } = await create(`<img src="${IMG}" alt="old" width="10" />${other}`, `<img src="${IMG}" />`)
  const { status, headers, body } = await describe_(id, { src: IMG, alt: 'نما & "<b>"', title: 'T' })
  expect(status).toBe(200)
  expect(headers.get('ETag')).toBe('"2"')
  const described = 'alt="نما &amp; &quot;&lt;b&gt;&quot;"'
  expect(body.content).toContain(described)
  expect(body.content).toContain('width="10"')
  expect(body.content).toContain('title="T"')
  expect(body.content).toEndWith(other)
  expect(body.content_en).toContain(described)
  const again = await describe_(id, { src: IMG, alt: 'نما & "<b>"', title: 'T' })
  expect(again.body).toMatchObject({ content: body.content, version: 2 })
})

test('`lang` names one language', async () => {
  const { id } = await create(`<img src="${IMG}" />`, `<img src="${IMG}" />`)
  const { body } = await describe_(id, { src: IMG, alt: 'A', lang: 'en' })
  expect(body.content).not.toContain('alt="A"')
  expect(body.content_en).toContain('alt="A"')
  expect((await describe_(id, { src: IMG, alt: 'B', lang: 'fa' })).body.content).toContain('alt="B"')
})

test('null removes a text, an empty alt is kept', async () => {
  const { id } = await create(`<img src="${IMG}" alt="x" title="y" />`)
  expect((await describe_(id, { src: IMG, alt: '', title: null })).body.content).toBe(
    `<img src="${IMG}" alt="" />`,
  )
  expect((await describe_(id, { src: IMG, alt: null })).body.content).toBe(`<img src="${IMG}" />`)
})

test('src may be absolute or percent-encoded, and on another site', async () => {
  const foreign = 'https://other.example/a.png?x=1&y="2"'
  const persian = '/media/2026/05/نما.png'
  const { id } = await create(
    `<img src="${encodeURI(persian)}" /><img src="${foreign.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" />`,
  )
  for (const src of [persian, encodeURI(persian), `https://cdn.example${persian}`, foreign])
    expect((await describe_(id, { src, alt: src.slice(0, 20) })).status).toBe(200)
})

test('the change leaves a revision, respects If-Match, and is 404 for an unknown article', async () => {
  const { id } = await create(`<img src="${IMG}" />`)
  expect((await describe_(id, { src: IMG, alt: 'x' }, { 'If-Match': '"9"' })).status).toBe(412)
  await describe_(id, { src: IMG, alt: 'x' })
  const { body } = await app.admin('GET', `/api/admin/articles/${id}/revisions`)
  expect(body.items[0].fields).toEqual(['content'])
  expect((await describe_(999_999, { src: IMG, alt: 'x' })).status).toBe(404)
})

test.each<[unknown, string]>([
  [{ src: '/media/2026/05/other.png', alt: 'x' }, 'src'],
  [{ alt: 'x' }, 'src'],
  [{ src: '' }, 'src'],
  [{ src: IMG, lang: 'de' }, 'lang'],
  [{ src: IMG, alt: 5 }, 'alt'],
  [{ src: IMG, alt: 'a'.repeat(301) }, 'alt'],
  [{ src: IMG, width: 5 }, 'width'],
  [{ src: IMG, alt: 'x', lang: 'en' }, 'src'],
])('%j is 422 at %s', async (body, path) => {
  const { id } = await create(`<img src="${IMG}" />`)
  expect(await describe_(id, body)).toMatchObject({ status: 422, body: { errors: [{ path }] } })
})
