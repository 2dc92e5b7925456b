// How an article is rated over HTTP; the checks themselves are tested in tests/seo-analysis.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Client, clientOf, startApp, type TestApp, tokenOf } from '../support/app.ts'

const CREATOR = { email: 'creator@example.com', password: 'correct horse battery' }

let site: TestApp
let creator: Client
beforeAll(async () => {
  site = await startApp()
  const account = { ...CREATOR, name: 'Creator', role: 'creator' }
  expect((await site.admin('POST', '/api/admin/users', { body: account })).status).toBe(201)
  creator = clientOf(site.app, await tokenOf(site.app, CREATOR))
}, 60_000)
afterAll(() => site[Symbol.asyncDispose]())

async function create(body: Record<string, unknown>, client = site.admin): Promise<number> {
  const answer = await client('POST', '/api/admin/articles', { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

const rate = (id: number | string, client = site.admin) => client('GET', `/api/admin/articles/${id}/seo`)

async function usedBefore(id: number) {
  const { status, body } = await rate(id)
  expect(status).toBe(200)
  return body.languages.fa.checks.find(({ name }: { name: string }) => name === 'keyphrase_used_before')
    .params
}

test('both languages are rated, with messages and places in the text', async () => {
  const id = await create({
    title: 'قیمت فولاد',
    title_en: 'Steel prices',
    seo_keyphrase: 'قیمت فولاد',
    seo_keyphrase_en: 'steel prices',
    content: `<p>قيمت فولاد. ${'واژه '.repeat(110)}</p>`,
    content_en: '<p>Steel.</p>',
  })
  const { status, body } = await rate(id)
  expect(status).toBe(200)
  const { fa, en } = body.languages
  const density = fa.checks.find(({ name }: { name: string }) => name === 'keyphrase_density')
  expect(density).toEqual({
    name: 'keyphrase_density',
    rating: 'okay',
    score: 6,
    params: { count: 1, min: 2, max: 3 },
    highlights: [
      { block: 0, start: 0, end: 4 },
      { block: 0, start: 5, end: 10 },
    ],
    message: {
      fa: 'عبارت کلیدی ۱ بار آمده است؛ دست‌کم ۲ بار لازم است.',
      en: 'The keyphrase occurs 1 times; use it at least 2 times.',
    },
  })
  expect(fa.words).toBe(112)
  expect(en.score).toBeGreaterThan(0)
})

test('English is not rated while there is none', async () => {
  const id = await create({ title: 'بدون انگلیسی' })
  expect((await rate(id)).body.languages.en).toBeNull()
})

test('another article with the same keyphrase is named, however it is typed', async () => {
  const first = await create({ title: 'یکم', seo_keyphrase: 'بازرسي  كالا' })
  const second = await create({ title: 'دوم', seo_keyphrase: 'بازرسی کالا' })
  expect(await usedBefore(second)).toEqual({ count: 1, id: first, title: 'یکم' })
})

test('creators are refused', async () => {
  const own = await create({ title: 'خودم' }, creator)
  expect((await rate(own, creator)).status).toBe(403)
})

test.each([
  [999_999, 404],
  ['x', 404],
])('an article %p that does not exist is %d', async (id, status) => {
  expect((await rate(id)).status).toBe(status)
})
