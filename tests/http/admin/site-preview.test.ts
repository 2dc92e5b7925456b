// Preview links to the site with a set of working copies: as their publication would leave it, for those who have the link.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Client } from '../../support/app.ts'
import { startApp } from '../../support/app.ts'
import { createRecord, expectProblem, type Row } from '../../support/records.ts'

const SITE_URL = 'https://www.example.com'
const BANNER = '<aside class="preview-banner"'

const app = await startApp({ SITE_URL })
const { admin, anyone } = app
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.setClock(null))

type Item = { resource: string; id: number }
const itemOf = ({ place, id }: Row): Item => ({ resource: place.split('/')[3]!, id })
const draft = (record: Row, body: object) => admin('PATCH', `${record.place}/draft`, { body })
const create = (body: unknown, client: Client = admin) => client('POST', '/api/admin/preview', { body })

/** A record with a working copy. */
async function changed(resource: string, values: object, changes: object) {
  const record = await createRecord(admin, resource, values)
  expect((await draft(record, changes)).status).toBe(200)
  return record
}

type Link = { id: string; url: string; path: string; token: string; expires_at: string }
async function link(body: unknown): Promise<Link> {
  const answer = await create(body)
  expect(answer.status).toBe(201)
  return answer.body
}
const open = (path: string, token: string) =>
  anyone('GET', `${path}${path.includes('?') ? '&' : '?'}preview=${token}`)
const site = async (token: string) => (await open('/api/site', token)).body
const idsOf = (records: { id: number }[]) => records.map(({ id }) => id)
const linksOf = (page: string) => [...page.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => href!)

describe('the link to a set', () => {
  test('shows every page with all working copies of the set, and none of another', async () => {
    const service = await changed('services', { title: 'پیشین', slug: 'set-service' }, { title: 'خدمت نو' })
    const hidden = await changed(
      'pages',
      { title: 'پنهان', slug: 'set-page', hidden: true },
      { hidden: false, body: '<p>متن صفحه</p>' },
    )
    const entry = await changed(
      'menu',
      { label: 'دیروز', url: '/about' },
      { label: 'فهرست نو', url: '/pages/set-page' },
    )
    const hero = await changed('heroes', { page_key: 'home', title: 'سلام' }, { title: 'سرصفحهٔ نو' })
    const other = await changed('services', { title: 'دیگر', slug: 'set-other' }, { title: 'نگفتنی' })
    const article = await changed(
      'articles',
      { title: 'نوشته', slug: 'set-article', status: 'published' },
      { title: 'نوشتهٔ نو' },
    )
    const set = [service, hidden, entry, hero, article].map(itemOf)
    const { token, url, path } = await link({ items: set })
    expect([path, url]).toEqual([`/?preview=${token}`, `${SITE_URL}/?preview=${token}`])

    const home = await anyone('GET', path)
    expect(home.status).toBe(200)
    for (const text of ['سرصفحهٔ نو', 'فهرست نو', BANNER]) expect(home.body).toContain(text)
    expect((await open('/services', token)).body).toContain('خدمت نو')
    expect((await open('/services/set-service', token)).body).toContain('<h1>خدمت نو</h1>')
    expect((await open('/pages/set-page', token)).body).toContain('متن صفحه')
    expect((await open('/blog', token)).body).toContain('نوشتهٔ نو')
    expect((await open('/services/set-other', token)).body).toContain('<h1>دیگر</h1>')
    const shown = await site(token)
    expect(shown.services).toContainEqual(expect.objectContaining({ id: service.id, title: 'خدمت نو' }))
    expect(shown.services).toContainEqual(expect.objectContaining({ id: other.id, title: 'دیگر' }))
    expect(shown.menu).toContainEqual(expect.objectContaining({ id: entry.id, label: 'فهرست نو' }))
    expect(shown.pages).toContainEqual(expect.objectContaining({ id: hidden.id }))

    // Without the link, or with something else in its place, nobody sees any of it.
    const SECRETS = ['خدمت نو', 'فهرست نو', 'سرصفحهٔ نو', 'متن صفحه', 'نوشتهٔ نو', 'نگفتنی']
    for (const query of ['', '?preview=x', '?preview=']) {
      for (const page of ['/', '/services', '/services/set-service', '/blog', '/pages/set-page']) {
        const { body } = await anyone('GET', page + query)
        for (const secret of SECRETS) expect(JSON.stringify(body)).not.toContain(secret)
      }
    }
    const { body } = await anyone('GET', '/api/site')
    for (const secret of SECRETS) expect(JSON.stringify(body)).not.toContain(secret)
    expect(JSON.stringify([shown, home.body])).not.toContain('نگفتنی')
  })

  test('keeps to links, searches and redirects within the site, in every language', async () => {
    const service = await changed('services', { title: 'یک', slug: 'kept' }, { title: 'دو' })
    const { token } = await link({ items: [itemOf(service)] })
    const keeps = (href: string) => href.includes(`preview=${token}`)
    for (const path of ['/', '/services', '/services/kept', '/blog', '/services?lang=en']) {
      const { body } = await open(path, token)
      const links = linksOf(body).filter((href) => /^(?:\/(?!\/|media|blog\/feed)|\?)/.test(href))
      expect(links.length).toBeGreaterThan(0)
      expect([path, links.filter((href) => !keeps(href))]).toEqual([path, []])
      for (const form of body.match(/<form [^>]*role="search".*?<\/form>/gs) ?? [])
        expect(form).toContain(`<input type="hidden" name="preview" value="${token}">`)
    }
    const { body } = await open('/services/kept', token)
    expect(body).toMatch(new RegExp(`href="[^"]*lang=en[^"]*preview=${token}" hreflang="en"`))
    expect(body).not.toContain('application/ld+json')
    expect(body.match(/<link rel="alternate"[^>]*atom[^>]*>/)?.[0] ?? '').not.toContain(token)
    const found = await open('/search?q=nothing', token)
    expect([found.status, found.body.includes(BANNER), found.headers.get('Cache-Control')]).toEqual([
      200,
      true,
      'no-store',
    ])
  })

  test('is neither cached nor indexed, sends no referrer, and may be framed by the panel', async () => {
    const service = await changed('services', { title: 'یک', slug: 'headers' }, { title: 'دو' })
    const { token } = await link({ items: [itemOf(service)] })
    for (const [path, status] of [
      ['/', 200],
      ['/services', 200],
      ['/services/headers', 200],
      ['/services/nothing', 404],
      ['/api/site', 200],
    ] as const) {
      const encoded = await anyone('GET', `${path}?preview=${token}`, {
        headers: { 'Accept-Encoding': 'gzip' },
      })
      const { headers } = encoded
      expect([path, encoded.status]).toEqual([path, status])
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('X-Robots-Tag')).toBe('noindex')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('ETag')).toBeNull()
      if (path !== '/api/site')
        expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
    }
    expect((await open('/', token)).body).toContain('<meta name="robots" content="noindex">')
  })

  test('shows the current state of the set: later changes, a discarded and a published copy, a deleted record', async () => {
    const [first, second, third] = [
      await changed('services', { title: 'یکم', slug: 'now-1' }, { title: 'یکم دو' }),
      await changed('services', { title: 'دوم', slug: 'now-2' }, { title: 'دوم دو' }),
      await changed('services', { title: 'سوم', slug: 'now-3' }, { title: 'سوم دو' }),
    ]
    const { token } = await link({ items: [first, second, third].map(itemOf) })
    const titles = async () =>
      (await site(token)).services
        .filter(({ slug }: { slug: string }) => slug.startsWith('now-'))
        .map(({ title }: { title: string }) => title)
    expect(await titles()).toEqual(['یکم دو', 'دوم دو', 'سوم دو'])
    await draft(first, { title: 'یکم سه' })
    await admin('DELETE', `${second.place}/draft`)
    await admin('POST', `${third.place}/draft/publish`)
    await admin('PATCH', third.place, { body: { title: 'سوم چهار' } })
    expect(await titles()).toEqual(['یکم سه', 'دوم', 'سوم چهار'])
    await admin('DELETE', first.place)
    expect(await titles()).toEqual(['دوم', 'سوم چهار'])
  })

  test('takes only what a copy changes, hides what it hides, and finds a record at both its addresses', async () => {
    const service = await changed('services', { title: 'نام', slug: 'merged' }, { slug: 'merged-next' })
    const gone = await changed('services', { title: 'رفتنی', slug: 'gone' }, { hidden: true })
    await admin('PATCH', service.place, { body: { title: 'نام تازه' } })
    const { token } = await link({ items: [service, gone].map(itemOf) })
    for (const slug of ['merged', 'merged-next'])
      expect((await open(`/services/${slug}`, token)).body).toContain('<h1>نام تازه</h1>')
    expect((await open('/services/gone', token)).status).toBe(404)
    expect((await open('/services', token)).body).not.toContain('رفتنی')
    expect(idsOf((await site(token)).services)).not.toContain(gone.id)
    expect(idsOf((await anyone('GET', '/api/site')).body.services)).toContain(gone.id)
  })

  test('opens singletons and records that are addressed by key', async () => {
    const seo = { place: '/api/admin/seo-meta/home' } as Row
    await admin('PUT', seo.place, { body: { title: 'پیش' } })
    expect((await draft(seo, { title: 'نشان نو' })).status).toBe(200)
    expect((await draft({ place: '/api/admin/about/1' } as Row, { intro: 'دربارهٔ نو' })).status).toBe(200)
    const { token } = await link({
      items: [
        { resource: 'seo-meta', id: 'home' },
        { resource: 'about', id: 1 },
      ],
    })
    expect((await open('/', token)).body).toContain('<title>نشان نو')
    expect((await open('/about', token)).body).toContain('دربارهٔ نو')
  })
})

test('a link to a release shows its items as they are when it is opened, and ends with it', async () => {
  const [first, second] = [
    await changed('services', { title: 'الف', slug: 'release-1' }, { title: 'الف دو' }),
    await changed('services', { title: 'ب', slug: 'release-2' }, { title: 'ب دو' }),
  ]
  const release = await admin('POST', '/api/admin/releases', {
    body: { name: 'بهار', items: [itemOf(first)] },
  })
  const place = `/api/admin/releases/${release.body.id}`
  const { token } = await link({ release_id: release.body.id })
  const titles = async () =>
    (await site(token)).services
      .filter(({ slug }: { slug: string }) => slug.startsWith('release-'))
      .map(({ title }: { title: string }) => title)
  expect(await titles()).toEqual(['الف دو', 'ب'])
  await admin('PATCH', place, { body: { items: [first, second].map(itemOf) } })
  expect(await titles()).toEqual(['الف دو', 'ب دو'])
  const { items } = (await admin('GET', '/api/admin/preview')).body
  expect(items[0]).toMatchObject({ release_id: release.body.id, items: null })
  await admin('DELETE', place)
  expect((await open('/', token)).status).toBe(404)
})

describe('a link is refused', () => {
  test.each([
    ['without a set', {}, 'items', 'is required, or release_id'],
    ['for an empty set', { items: [] }, 'items', 'must not be empty'],
    ['for two sets', { items: [], release_id: 1 }, 'items', 'cannot be sent together with release_id'],
    ['for another resource', { items: [{ resource: 'x', id: 1 }] }, 'items.0.resource', 'name of a resource'],
    ['without the record', { items: [{ resource: 'services', id: 999_999 }] }, 'items.0', 'does not exist'],
    ['without a copy', { items: [{ resource: 'contact-info', id: 1 }] }, 'items.0', 'has no working copy'],
    [
      'for 201 items',
      { items: Array.from({ length: 201 }, () => ({ resource: 'faqs', id: 1 })) },
      'items',
      '200',
    ],
    ['for less than a minute', { release_id: 1, expires_in: 59 }, 'expires_in', '60'],
  ])('%s', async (_, body, path, message) => {
    const before = (await admin('GET', '/api/admin/preview')).body.total
    const answer = await create(body)
    expectProblem(answer, 422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path, message: expect.stringContaining(message) }])
    expect((await admin('GET', '/api/admin/preview')).body.total).toBe(before)
  })

  test('for an item twice, and for a release that is not there, empty or published', async () => {
    expectProblem(await create({ release_id: 999_999 }), 404, 'not_found')
    const service = await changed('services', { title: 'یک' }, { title: 'دو' })
    const twice = await create({ items: [itemOf(service), itemOf(service)] })
    expectProblem(twice, 422, 'validation_failed')
    expect(twice.body.errors).toMatchObject([{ path: 'items.1', message: 'is in the list already' }])
    const release = (await admin('POST', '/api/admin/releases', { body: { name: 'تهی' } })).body
    expectProblem(await create({ release_id: release.id }), 422, 'validation_failed')
    const place = `/api/admin/releases/${release.id}`
    await admin('PATCH', place, { body: { items: [itemOf(service)] } })
    expect((await admin('POST', `${place}/publish`)).status).toBe(200)
    expectProblem(await create({ release_id: release.id }), 409, 'conflict')
  })

  test('to creators and to strangers', async () => {
    const service = await changed('services', { title: 'یک' }, { title: 'دو' })
    const creator = await app.signIn('creator')
    const { id } = await link({ items: [itemOf(service)] })
    for (const [method, path, body] of [
      ['POST', '/api/admin/preview', { items: [itemOf(service)] }],
      ['GET', '/api/admin/preview', undefined],
      ['DELETE', `/api/admin/preview/${id}`, undefined],
    ] as const) {
      expect((await creator(method, path, { body })).status).toBe(403)
      expect((await anyone(method, path, { body })).status).toBe(401)
    }
    const editor = await app.signIn('editor')
    expect((await create({ items: [itemOf(service)] }, editor)).status).toBe(201)
  })
})

describe('a token of the site', () => {
  test('ends when it expires, is revoked, or its maker is no editor any more', async () => {
    const service = await changed('services', { title: 'یک' }, { title: 'دو' })
    const items = [itemOf(service)]
    const start = Math.floor(Date.now() / 1000) * 1000
    app.setClock(new Date(start))
    const minute = await link({ items, expires_in: 60 })
    const day = await link({ items })
    expect(new Date(day.expires_at).getTime()).toBe(start + 86_400_000)
    app.setClock(new Date(start + 61_000))
    const statuses = async (token: string) => [
      (await open('/', token)).status,
      (await open('/api/site', token)).status,
    ]
    expect(await statuses(minute.token)).toEqual([404, 404])
    expect(await statuses(day.token)).toEqual([200, 200])
    expect((await admin('DELETE', `/api/admin/preview/${day.id}`)).status).toBe(204)
    expect(await statuses(day.token)).toEqual([404, 404])
    for (const id of [day.id, 'nothing'])
      expect((await admin('DELETE', `/api/admin/preview/${id}`)).status).toBe(404)
    const editor = await app.signIn('editor')
    const { token } = (await create({ items }, editor)).body
    expect(await statuses(token)).toEqual([200, 200])
    await admin('PATCH', `/api/admin/users/${editor.id}`, { body: { role: 'creator' } })
    expect(await statuses(token)).toEqual([404, 404])
  })

  test('is listed without its text, and leaves audit rows', async () => {
    const service = await changed('services', { title: 'یک' }, { title: 'دو' })
    const { id, token } = await link({ items: [itemOf(service)] })
    const list = await admin('GET', '/api/admin/preview')
    const listed = list.body.items.find((item: Link) => item.id === id)
    expect(listed).toMatchObject({ release_id: null, items: [itemOf(service)] })
    expect(JSON.stringify(list.body)).not.toContain(token.split('.')[2]!)
    await admin('DELETE', `/api/admin/preview/${id}`)
    const { items } = (await admin('GET', `/api/audit-log?entity=previews&entity_id=${id}`)).body
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'preview.revoke',
      'preview.create',
    ])
  })

  test('of a record opens no other page with its draft', async () => {
    const service = await changed('services', { title: 'یک', slug: 'bound' }, { title: 'نگفتنی' })
    const record = (await admin('POST', `${service.place}/preview`)).body
    const { body } = await open('/services', record.token)
    expect(body).not.toContain('نگفتنی')
    expect(body).not.toContain(BANNER)
  })
})
