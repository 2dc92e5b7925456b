// Publishing and unpublishing: when an article is public, and that a draft never is.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { resources } from '../../src/content/resources/resource-registry.ts'
import { type Answer, startApp } from '../support/app.ts'
import { createRecord, type Row } from '../support/records.ts'
import { roundsOf } from '../support/rounds.ts'

const service = await startApp()
const { admin, anyone, deps } = service
afterAll(() => service[Symbol.asyncDispose]())
afterEach(() => service.setClock(null))

const ARTICLES = '/api/admin/articles'
const MINUTE = 60_000

let made = 0
const created = (body: object = {}, query = '') =>
  createRecord(admin, 'articles', { title: `Article ${++made}`, ...body }, query)

const patch = (article: Row, body: object, query = '') => admin('PATCH', article.place + query, { body })
const put = (article: Row, body: object, query = '') => admin('PUT', article.place + query, { body })
const stored = async (article: Row) => (await admin('GET', article.place)).body
const isPublic = async ({ slug }: Row) => (await anyone('GET', `/api/articles/${slug}`)).status === 200

function expectInvalid({ status, body }: Answer, path: string) {
  const paths = new Set(body.errors?.map((error: any) => error.path))
  expect({ status, paths: [...paths] }).toEqual({ status: 422, paths: [path] })
}

/** The whole minute that is `minutes` from the start of these tests. */
const moment = (minutes: number) => new Date((START + minutes) * MINUTE)
const START = Math.ceil(Date.now() / MINUTE)

describe('an article', () => {
  test('is a draft by default', async () => {
    const article = await created()
    expect(article).toMatchObject({ status: 'draft', published_at: null })
    expect(await isPublic(article)).toBe(false)
  })

  test('gets its date when it is first published', async () => {
    const article = await created()
    service.setClock(moment(1))
    const first = await patch(article, { status: 'published' })
    expect(first.body).toMatchObject({ status: 'published', published_at: moment(1).toISOString() })
    expect(await isPublic(article)).toBe(true)
    service.setClock(moment(2))
    const { body } = await patch(article, { status: 'published', title: 'Again' })
    expect(body).toMatchObject({ published_at: moment(1).toISOString(), title: 'Again' })
    expect(body.updated_at).not.toBe(first.body.updated_at)
  })

  test('can be created published, with or without a date', async () => {
    service.setClock(moment(1))
    const now = await created({ status: 'published' })
    expect(now.published_at).toBe(moment(1).toISOString())
    const nulled = await created({ status: 'published', published_at: null })
    expect(nulled.published_at).toBe(moment(1).toISOString())
    const dated = await created({ status: 'published', published_at: '2001-02-03T04:05:06+03:30' })
    expect(dated.published_at).toBe('2001-02-03T00:35:06.000Z')
    for (const article of [now, nulled, dated]) expect(await isPublic(article)).toBe(true)
  })

  test('keeps its date when it is unpublished and published again', async () => {
    const article = await created({ status: 'published', published_at: '2020-01-01T00:00:00.000Z' })
    const hidden = await patch(article, { status: 'draft' })
    expect(hidden.body).toMatchObject({ status: 'draft', published_at: '2020-01-01T00:00:00.000Z' })
    expect(await isPublic(article)).toBe(false)
    const again = await patch(article, { status: 'published' })
    expect(again.body).toMatchObject({ status: 'published', published_at: '2020-01-01T00:00:00.000Z' })
    expect(await isPublic(article)).toBe(true)
    await patch(article, { status: 'draft' })
    // A date of null counts as absent here, since editors send whole records.
    const nulled = await patch(article, { status: 'published', published_at: null })
    expect(nulled.body.published_at).toBe('2020-01-01T00:00:00.000Z')
    await patch(article, { status: 'draft' })
    const dated = await patch(article, { status: 'published', published_at: '2021-01-01T00:00:00.000Z' })
    expect(dated.body.published_at).toBe('2021-01-01T00:00:00.000Z')
  })

  test('is published by a PUT of the whole draft with another status', async () => {
    const article = await created({ excerpt: 'Short', tags: ['a'] })
    const { place: _, ...record } = article
    const before = Date.now()
    const { status, body } = await put(article, { ...record, status: 'published' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'published', excerpt: 'Short', tags: ['a'] })
    expect(Date.parse(body.published_at)).toBeWithin(before, Date.now() + 1)
    expect(await isPublic(article)).toBe(true)
  })

  test('keeps status and date if a PUT or PATCH does not contain them', async () => {
    const article = await created({ status: 'published', published_at: '2020-01-01T00:00:00.000Z' })
    const kept = { status: 'published', published_at: '2020-01-01T00:00:00.000Z' }
    expect((await put(article, { title: 'Put' })).body).toMatchObject({ ...kept, title: 'Put' })
    expect((await patch(article, { title: 'Patched' })).body).toMatchObject({ ...kept, title: 'Patched' })
    const draft = await created()
    expect((await put(draft, { title: 'Put' })).body).toMatchObject({ status: 'draft', published_at: null })
  })

  test('that is published must have a date: null is 422 and changes nothing', async () => {
    const article = await created({ status: 'published' })
    expectInvalid(await patch(article, { published_at: null }), 'published_at')
    expectInvalid(await patch(article, { published_at: null, status: 'published' }), 'published_at')
    const { place: _, ...record } = article
    expectInvalid(await put(article, { ...record, published_at: null }), 'published_at')
    expect({ ...(await stored(article)), place: article.place }).toEqual(article)
    expect((await patch(article, { published_at: null, status: 'draft' })).status).toBe(200)
  })

  test.each([
    ['status', 'live'],
    ['status', null],
    ['status', true],
    ['published_at', 'tomorrow'],
    ['published_at', '2026-01-01'],
    ['published_at', '2026-01-01T00:00:00'],
    ['published_at', '2026-02-30T00:00:00Z'],
    ['published_at', '0000-01-01T00:00:00Z'],
    ['published_at', '+275760-09-13T00:00:00Z'],
    ['published_at', 1_700_000_000],
    ['author_id', 987_654],
    ['author_id', 0],
  ])('with %s %p is 422', async (field, value) => {
    const article = await created()
    expectInvalid(await patch(article, { [field]: value }), field)
    expectInvalid(await put(article, { title: 'x', [field]: value }), field)
    expectInvalid(await admin('POST', ARTICLES, { body: { title: 'x', [field]: value } }), field)
    expect((await stored(article)).version).toBe(1)
  })
})

describe('a future date', () => {
  const listed = async (slug: string) => {
    const site = await anyone('GET', '/api/site')
    const member = await anyone('GET', '/api/site/articles')
    const list = await anyone('GET', '/api/articles')
    const single = await anyone('GET', `/api/articles/${slug}`)
    const has = (records: any[]) => records.some((record) => record.slug === slug)
    return {
      shown: [has(site.body.articles), has(member.body), has(list.body.items), single.status === 200],
      etags: [site, member, list].map(({ headers }) => headers.get('ETag')!),
    }
  }

  test('hides the article until then, without another write', async () => {
    service.setClock(moment(10))
    const slug = 'scheduled'
    const article = await created({ slug, status: 'published', published_at: moment(30).toISOString() })
    expect(article.status).toBe('published')
    const before = await listed(slug)
    expect(before.shown).toEqual([false, false, false, false])
    service.setClock(new Date(moment(30).getTime() - 1))
    expect(await listed(slug)).toEqual(before)
    service.setClock(moment(30))
    const after = await listed(slug)
    expect(after.shown).toEqual([true, true, true, true])
    for (const [index, etag] of before.etags.entries()) expect(after.etags[index]).not.toBe(etag)
    const headers = { 'If-None-Match': before.etags.join(', ') }
    for (const path of ['/api/site', '/api/site/articles', '/api/articles']) {
      expect((await anyone('GET', path, { headers })).status).toBe(200)
    }
    expect((await stored(article)).version).toBe(1)
  })

  test('can be moved to the past and back to the future', async () => {
    const article = await created({ status: 'published', published_at: '2100-01-01T00:00:00Z' })
    expect(await isPublic(article)).toBe(false)
    await patch(article, { published_at: '2020-01-01T00:00:00Z' })
    expect(await isPublic(article)).toBe(true)
    await patch(article, { published_at: '2100-01-01T00:00:00Z' })
    expect(await isPublic(article)).toBe(false)
  })

  test('of a draft does not publish it', async () => {
    service.setClock(moment(40))
    const article = await created({ published_at: moment(50).toISOString() })
    service.setClock(moment(60))
    expect(await isPublic(article)).toBe(false)
    const { body } = await patch(article, { status: 'published' })
    expect(body.published_at).toBe(moment(50).toISOString())
    expect(await isPublic(article)).toBe(true)
  })
})

describe('an autosave', () => {
  const PUBLISHING = { status: 'published', published_at: '2020-01-01T00:00:00Z' }

  test.each(['autosave=true', 'autosave=1', 'autosave=yes', 'autosave=on', 'autosave=TRUE'])(
    'never changes status or date: %s',
    async (autosave) => {
      const query = `?${autosave}`
      const article = await created(PUBLISHING, query)
      const draft = { status: 'draft', published_at: null }
      expect(article).toMatchObject(draft)
      const patched = await patch(article, { ...PUBLISHING, title: 'Patched' }, query)
      expect(patched.body).toMatchObject({ ...draft, title: 'Patched' })
      expect((await put(article, { ...PUBLISHING, title: 'Put' }, query)).body).toMatchObject({
        ...draft,
        title: 'Put',
      })
      expect(await isPublic(article)).toBe(false)

      await patch(article, PUBLISHING)
      const published = { status: 'published', published_at: '2020-01-01T00:00:00.000Z' }
      const back = { status: 'draft', published_at: null }
      expect((await patch(article, { ...back, title: 'A' }, query)).body).toMatchObject({
        ...published,
        title: 'A',
      })
      expect((await put(article, { ...back, title: 'B' }, query)).body).toMatchObject({
        ...published,
        title: 'B',
      })
      const later = await patch(article, { published_at: '2100-01-01T00:00:00Z' }, query)
      expect(later.body).toMatchObject({ ...published, title: 'B' })
    },
  )

  test('with only status and date changes nothing', async () => {
    const article = await created()
    const { body } = await patch(article, PUBLISHING, '?autosave=true')
    expect(body.version).toBe(1)
  })

  test.each(['autosave=false', 'autosave=0', 'autosave=no', 'autosave=off'])('is off with %s', async (no) => {
    const article = await created({}, `?${no}`)
    expect((await patch(article, PUBLISHING, `?${no}`)).body.status).toBe('published')
  })

  test.each(['autosave=', 'autosave', 'autosave=maybe', 'autosave=2', 'autosave=null', 'autosave=true%00'])(
    'with an invalid value is 422 and writes nothing: %s',
    async (garbage) => {
      const article = await created()
      expectInvalid(await patch(article, { title: 'x' }, `?${garbage}`), 'autosave')
      expectInvalid(await put(article, { title: 'x' }, `?${garbage}`), 'autosave')
      expectInvalid(await admin('POST', `${ARTICLES}?${garbage}`, { body: { title: 'x' } }), 'autosave')
      expect((await stored(article)).version).toBe(1)
    },
  )

  test('that arrives after the publication keeps the article public', async () => {
    const ROUNDS = roundsOf(40, 12)
    for (let round = 0; round < ROUNDS; round++) {
      const article = await created({ title: 'Draft' })
      const { place: _, ...record } = article
      const late = { ...record, title: 'Typed late' }
      const save = () =>
        round % 2 ? put(article, late, '?autosave=true') : patch(article, late, '?autosave=true')
      const publish = () => patch(article, { status: 'published' })
      const answers = await Promise.all(round % 4 < 2 ? [save(), publish()] : [publish(), save()])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const now = await stored(article)
      expect(now).toMatchObject({ status: 'published', title: 'Typed late', version: 3 })
      expect(now.published_at).not.toBeNull()
      expect(await isPublic(article)).toBe(true)
    }
  })
})

describe('a draft', () => {
  const MARK = 'Geheimnis-گنج'
  const SLUG = 'hidden-treasure'
  const words = new RegExp(`${MARK}|${SLUG}|hidden author`)
  let author: { id: number }
  let category: Record<string, any>
  const secret = () => ({
    slug: SLUG,
    category_id: category.id,
    tags: [MARK, 'shared'],
    author_id: author.id,
    published_at: '2020-01-01T00:00:00Z',
    faqs: [{ question: MARK, answer: MARK }],
    faqs_en: [{ question: MARK, answer: MARK }],
    ...Object.fromEntries(
      ['title', 'excerpt', 'content', 'seo_title', 'seo_description', 'image_alt', 'image_title'].flatMap(
        (name) => [
          [name, MARK],
          [`${name}_en`, MARK],
        ],
      ),
    ),
  })

  const QUERIES = [
    '/api/site',
    '/api/site/articles',
    '/api/site/article-categories',
    '/api/articles',
    '/api/articles?page=1&per_page=100',
    '/api/articles?page=2&per_page=1',
    '/api/articles?status=draft',
    '/api/articles?drafts=true&preview=1&lang=en&all=1',
    `/api/articles?tag=${encodeURIComponent(MARK)}`,
    '/api/articles?tag=shared',
    '/api/articles?category=hidden-shelf',
    '/api/site?drafts=true&status=draft&lang=en',
    `/api/site/articles?slug=${SLUG}`,
    `/api/articles/${SLUG}`,
    `/api/articles/${SLUG}?preview=true&status=draft`,
    `/api/articles/${SLUG.toUpperCase()}`,
    '/api/site/redirects',
  ]
  const everything = () =>
    Promise.all(QUERIES.map((path) => anyone('GET', path))).then((answers) =>
      answers.map(({ status, headers, body }) => ({
        status,
        etag: headers.get('ETag'),
        body: { ...body, request_id: null },
      })),
    )

  test('is in no public read, total, ETag or 304, whatever the query', async () => {
    author = await service.signIn('creator', 'hidden author')
    category = (
      await admin('POST', '/api/admin/article-categories', { body: { title: 'Shelf', slug: 'hidden-shelf' } })
    ).body
    await created({ status: 'published', category_id: category.id, tags: ['shared'], title: 'Shown' })
    const before = await everything()
    expect(before.filter(({ status }) => status === 200)).toHaveLength(10)
    const unchanged = async () => {
      expect(await everything()).toEqual(before)
      expect(JSON.stringify(before)).not.toMatch(words)
    }

    const draft = await created(secret())
    await unchanged()
    await patch(draft, { title: `${MARK} 2`, position: 1 })
    await unchanged()
    await put(draft, { ...secret(), title: `${MARK} 3` }, '?autosave=true')
    await unchanged()
    await admin(
      'POST',
      `${draft.place}/revisions/${(await admin('GET', `${draft.place}/revisions`)).body.items[1].id}/restore`,
    )
    await unchanged()
    for (const [index, path] of QUERIES.entries()) {
      const { etag, status } = before[index]!
      const answer = await anyone('GET', path, { headers: { 'If-None-Match': etag ?? '"x"' } })
      expect(answer.status).toBe(etag ? 304 : status)
    }

    await patch(draft, { status: 'published' })
    expect(JSON.stringify(await everything())).toMatch(words)
    await patch(draft, { status: 'draft' })
    expect(JSON.stringify(await everything())).not.toMatch(words)
    await patch(draft, { status: 'published', published_at: '2100-01-01T00:00:00Z' })
    expect(JSON.stringify(await everything())).not.toMatch(words)
    expect((await admin('DELETE', draft.place)).status).toBe(204)
    expect(JSON.stringify(await everything())).not.toMatch(words)
  })

  test('answers like an article that does not exist', async () => {
    const draft = await created({ slug: 'quiet' })
    const [hidden, absent] = [
      await anyone('GET', '/api/articles/quiet'),
      await anyone('GET', '/api/articles/none-such'),
    ]
    expect(hidden.status).toBe(404)
    expect({ ...hidden.body, request_id: null }).toEqual({ ...absent.body, request_id: null })
    expect([...hidden.headers.keys()]).toEqual([...absent.headers.keys()])
    for (const etag of ['*', `"${draft.version}"`]) {
      const headers = { 'If-None-Match': etag }
      expect((await anyone('GET', '/api/articles/quiet', { headers })).status).toBe(404)
    }
    expect((await anyone('HEAD', '/api/articles/quiet')).status).toBe(404)
    expect((await anyone('GET', `/api/articles/${draft.id}`)).status).toBe(404)
  })

  test('is in /api/admin/site, which has the shape of /api/site', async () => {
    const draft = await created({ title: 'Draft among them' })
    const [site, edited] = [await anyone('GET', '/api/site'), await admin('GET', '/api/admin/site')]
    expect(edited.status).toBe(200)
    expect(edited.headers.get('Cache-Control')).toBe('no-store')
    expect(Object.keys(edited.body)).toEqual(Object.keys(site.body))
    for (const { member } of resources) {
      expect(Array.isArray(edited.body[member])).toBe(Array.isArray(site.body[member]))
    }
    const { place: _, ...record } = draft
    expect(edited.body.articles).toContainEqual(record)
    const all = (await admin('GET', ARTICLES)).body.items
    expect(edited.body.articles).toEqual(all)
    const statuses = new Set(all.map(({ status }: Row) => status))
    expect([...statuses].sort()).toEqual(['draft', 'published'])
  })
})

describe('a redirect', () => {
  const redirects = async () => {
    const [site, member] = [await anyone('GET', '/api/site'), await anyone('GET', '/api/site/redirects')]
    expect(site.body.redirects).toEqual(member.body)
    return (member.body as any[]).map(({ from_path }) => from_path)
  }
  const redirect = async (from_path: string, to_path: string) => {
    const { status } = await admin('POST', '/api/admin/redirects', { body: { from_path, to_path } })
    expect(status).toBe(201)
  }

  test('is visible only while its target is', async () => {
    service.setClock(moment(70))
    const article = await created({ slug: 'target' })
    const froms = ['/plain', '/with-query', '/with-anchor', '/with-slash', '/nested/relative', '/by-another']
    await redirect('/plain', '/blog/target')
    await redirect('/with-query', '/blog/target?lang=en')
    await redirect('/with-anchor', '/blog/target#top')
    await redirect('/with-slash', '/blog/target/')
    await redirect('/nested/relative', '../blog/target')
    await redirect('/by-another', '/plain')
    await redirect('/elsewhere', 'https://example.com/blog/target')
    await redirect('/list', '/blog')
    await redirect('/feed', '/blog/feed.xml')
    const shown = async () => (await redirects()).filter((from) => froms.includes(from))
    expect(await redirects()).toEqual(expect.arrayContaining(['/elsewhere', '/list', '/feed']))

    expect(await shown()).toEqual([])
    await patch(article, { status: 'published' })
    expect(await shown()).toEqual(froms)
    await patch(article, { status: 'draft' })
    expect(await shown()).toEqual([])
    await patch(article, { status: 'published', published_at: moment(80).toISOString() })
    expect(await shown()).toEqual([])
    service.setClock(moment(80))
    expect(await shown()).toEqual(froms)
    await admin('DELETE', article.place)
    expect(await shown()).toEqual([])
  })

  test('from the path of a page is visible only while the page is not', async () => {
    service.setClock(moment(85))
    const scheduled = { status: 'published', published_at: moment(86).toISOString() }
    const article = await created({ slug: 'campaign-page', ...scheduled })
    await redirect('/blog/campaign-page', 'https://example.com/landing')
    await redirect('/blog/campaign-page/', 'https://example.com/landing')
    await redirect('/blog/campaign-page/more', 'https://example.com/landing')
    const shown = async () => (await redirects()).filter((from) => from.startsWith('/blog/campaign-page'))
    const location = async (path: string) => (await anyone('GET', path)).headers.get('Location')
    const all = ['/blog/campaign-page', '/blog/campaign-page/', '/blog/campaign-page/more']

    expect(await shown()).toEqual(all)
    expect(await location('/blog/campaign-page')).toBe('https://example.com/landing')
    service.setClock(moment(86))
    expect(await shown()).toEqual(['/blog/campaign-page/more'])
    expect((await anyone('GET', '/blog/campaign-page')).status).toBe(200)
    expect(await location('/blog/campaign-page/')).toBe('/blog/campaign-page')
    await admin('DELETE', article.place)
    expect(await shown()).toEqual(all)
    expect(await location('/blog/campaign-page')).toBe('https://example.com/landing')
  })

  test('to a project or page is visible while that exists', async () => {
    for (const name of ['projects', 'pages']) {
      const { body } = await admin('POST', `/api/admin/${name}`, { body: { title: 'Goal', slug: 'goal' } })
      await redirect(`/to-${name}`, `/${name}/goal`)
      expect(await redirects()).toContain(`/to-${name}`)
      await admin('DELETE', `/api/admin/${name}/${body.id}`)
      expect(await redirects()).not.toContain(`/to-${name}`)
    }
  })

  test('to the old slug of an article is visible while the article is', async () => {
    const article = await created({ slug: 'earlier', status: 'published' })
    await patch(article, { slug: 'later' })
    await redirect('/campaign', '/blog/earlier')
    expect(await redirects()).toContain('/campaign')
    await patch(article, { status: 'draft' })
    expect(await redirects()).not.toContain('/campaign')
  })

  test('in a loop, which only plain SQL can create, is not visible', async () => {
    await deps.database.transaction((tx) =>
      tx.execute(
        sql`insert into redirects (from_path, to_path) values ('/blog/one', '/blog/two'), ('/blog/two', '/blog/one')`,
      ),
    )
    expect(await redirects()).not.toContain('/blog/one')
  })

  test('from the old slug of an article that is a draft again is not visible', async () => {
    const article = await created({ slug: 'once-public', status: 'published' })
    await patch(article, { slug: 'now-hidden' })
    expect(await redirects()).toContain('/blog/once-public')
    await patch(article, { status: 'draft' })
    expect(await redirects()).not.toContain('/blog/once-public')
    expect(JSON.stringify((await anyone('GET', '/api/site')).body)).not.toContain('now-hidden')
    await patch(article, { status: 'published' })
    expect(await redirects()).toContain('/blog/once-public')
  })
})
