// The rating of an article over HTTP; the checks themselves are tested in tests/text/seo-analysis.
import { afterAll, describe, expect, test } from 'bun:test'
import { TextTimeoutError } from '../../../src/platform/text-workers.ts'
import { estimateTitleWidth } from '../../../src/text/seo-analysis/title-width.ts'
import { clientOf, startApp, tokenOf } from '../../support/app.ts'

const CREATOR = { email: 'creator@example.com', password: 'correct horse battery' }

const site = await startApp()
const account = { ...CREATOR, name: 'Creator', role: 'creator' }
expect((await site.admin('POST', '/api/admin/users', { body: account })).status).toBe(201)
const creator = clientOf(site.app, await tokenOf(site.app, CREATOR))
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

test('a text that takes too long to rate is 422, and has no score in lists', async () => {
  const id = await create({ title: 'Long', content: '<p>Long.</p>' })
  const { textWorkers } = site.deps
  const { rate: original } = textWorkers
  textWorkers.rate = () => Promise.reject(new TextTimeoutError())
  try {
    const { status, body } = await rate(id)
    expect([status, body.detail]).toEqual([422, expect.stringContaining('Split it into several articles')])
    const list = await site.admin('GET', `/api/admin/articles/seo?ids=${id}`)
    expect(list.body.items).toEqual([{ id, version: 1, scores: { fa: null, en: null } }])
  } finally {
    textWorkers.rate = original
  }
  expect((await rate(id)).status).toBe(200)
})

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

test('an excerpt is rated without its markup, as in the panel', async () => {
  const { languages } = (await rate(await create({ title: 'توضیح', excerpt: 'R&amp;D: 5 &lt; 6 <b>x</b>y' })))
    .body
  const [length] = languages.fa.checks.filter(({ name }: { name: string }) => name === 'description_length')
  expect(length.params.length).toBe('R&D: 5 < 6 xy'.length)
})

test('creators are refused', async () => {
  const own = await create({ title: 'خودم' }, creator)
  expect((await rate(own, creator)).status).toBe(403)
})

describe('the width of a title', () => {
  const rename = async (names: Record<string, string | null>) =>
    expect((await site.admin('PATCH', '/api/admin/site-settings/1', { body: names })).status).toBe(200)
  const widthsOf = async (id: number) => {
    const { languages } = (await rate(id)).body
    return ['fa', 'en'].map(
      (language) =>
        languages[language].checks.find(({ name }: { name: string }) => name === 'title_width').params.width,
    )
  }
  const estimated = (...titles: string[]) => titles.map((title) => Math.round(estimateTitleWidth(title)))

  test('is that of the page: with the name of the website where the page has it', async () => {
    await rename({ site_name: 'آرمان', site_name_en: 'Arman' })
    const built = await create({ title: 'پمپ', title_en: 'Pumps' })
    expect(await widthsOf(built)).toEqual(estimated('پمپ | آرمان', 'Pumps | Arman'))
    const own = await create({ title: 'پمپ', title_en: 'Pumps', seo_title: 'تلمبه', seo_title_en: 'Pump' })
    expect(await widthsOf(own)).toEqual(estimated('تلمبه', 'Pump'))
    await rename({ site_name_en: null })
    expect(await widthsOf(built)).toEqual(estimated('پمپ | آرمان', 'Pumps | آرمان'))
    await rename({ site_name: null })
    const host = new URL(site.deps.config.site.url).hostname
    expect(await widthsOf(built)).toEqual(estimated(`پمپ | ${host}`, `Pumps | ${host}`))
  })

  test('counts in the list as well, when the website is renamed', async () => {
    const id = await create({ title: 'W'.repeat(40) })
    const scoreOf = async () => {
      const { body } = await site.admin('GET', `/api/admin/articles/seo?ids=${id}`)
      return body.items[0].scores.fa
    }
    await rename({ site_name: 'آ' })
    const fitting = await scoreOf()
    await rename({ site_name: 'X'.repeat(10) })
    expect(await scoreOf()).toBeLessThan(fitting)
  })
})

test.each([
  [999_999, 404],
  ['x', 404],
])('an article %p that does not exist is %d', async (id, status) => {
  expect((await rate(id)).status).toBe(status)
})

describe('the scores of a list', () => {
  const scoresOf = async (...ids: number[]) => {
    const { status, body } = await site.admin('GET', `/api/admin/articles/seo?ids=${ids}`)
    expect(status).toBe(200)
    return body.items
  }
  const scoreOf = async (id: number) => {
    const { languages } = (await rate(id)).body
    return { fa: languages.fa.score, en: languages.en?.score ?? null }
  }

  test('are those of the articles, in the order asked for, without articles that do not exist', async () => {
    const one = await create({ title: 'یکم', content: '<p>متن کوتاه.</p>' })
    const two = await create({
      title: 'دوم',
      title_en: 'Two',
      seo_keyphrase_en: 'two',
      content_en: '<p>Two.</p>',
    })
    expect(await scoresOf(two, 999_999, one, two)).toEqual([
      { id: two, version: 1, scores: await scoreOf(two) },
      { id: one, version: 1, scores: await scoreOf(one) },
    ])
    expect((await scoreOf(one)).en).toBeNull()
  })

  test('follow a change of the article, and a keyphrase that another one takes', async () => {
    const id = await create({
      title: 'گیربکس',
      seo_keyphrase: 'گیربکس صنعتی',
      content: '<p>گیربکس صنعتی.</p>',
    })
    const [before] = await scoresOf(id)
    const patched = await site.admin('PATCH', `/api/admin/articles/${id}`, {
      body: { seo_title: 'گیربکس صنعتی', slug: 'گیربکس-صنعتی' },
    })
    expect(patched.status).toBe(200)
    const [changed] = await scoresOf(id)
    expect(changed.version).toBe(2)
    expect(changed.scores.fa).toBeGreaterThan(before.scores.fa)

    await create({ title: 'دیگر', seo_keyphrase: 'گيربكس  صنعتی' })
    const [shared] = await scoresOf(id)
    expect(shared.scores.fa).toBeLessThan(changed.scores.fa)
    expect(shared.scores).toEqual(await scoreOf(id))
  })

  test.each(['', 'x', '1,,2', '0', Array.from({ length: 101 }, (_, index) => index + 1).join()])(
    'ids %p are refused',
    async (ids) => {
      expect((await site.admin('GET', `/api/admin/articles/seo?ids=${ids}`)).status).toBe(422)
    },
  )

  test('are for admins only', async () => {
    expect((await creator('GET', '/api/admin/articles/seo?ids=1')).status).toBe(403)
    expect((await site.anyone('GET', '/api/admin/articles/seo?ids=1')).status).toBe(401)
  })
})
