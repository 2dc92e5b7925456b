// Preview links: the current state of one record for those who have the link, and for nobody else.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { signToken } from '../../../src/accounts/access-tokens.ts'
import { derivePreviewKey, signPreviewToken } from '../../../src/content/preview/preview-token.ts'
import { type Client, startApp, type TestApp } from '../../support/app.ts'

const BANNER = '<aside class="preview-banner"'
const SITE_URL = 'https://www.example.com'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ SITE_URL })
})
afterAll(() => app?.[Symbol.asyncDispose]())
beforeEach(() => app.setClock(null))

let records = 0
async function create(resource: string, values: Record<string, unknown> = {}, client: Client = app.admin) {
  const slug = `record-${++records}`
  const body = { title: `عنوان ${slug}`, title_en: `Title ${slug}`, slug, ...values }
  const answer = await client('POST', `/api/admin/${resource}`, { body })
  expect(answer.status).toBe(201)
  return { id: answer.body.id as number, slug: answer.body.slug as string, title: body.title }
}
const patch = (resource: string, id: number, body: Record<string, unknown>) =>
  app.admin('PATCH', `/api/admin/${resource}/${id}`, { body })

type Link = { id: string; url: string; path: string; token: string; expires_at: string }
async function preview(resource: string, id: number, body?: unknown, client: Client = app.admin) {
  const answer = await client('POST', `/api/admin/${resource}/${id}/preview`, { body })
  expect(answer.status).toBe(201)
  return answer.body as Link
}
const open = (slug: string, token: string, query = '') =>
  app.anyone('GET', `/blog/${slug}?preview=${token}${query}`)
const site = (token: string, query = '') => app.anyone('GET', `/api/site?preview=${token}${query}`)

describe('the page of a preview', () => {
  test('shows a draft that was never published, in both languages, with a banner', async () => {
    const { id, slug, title } = await create('articles', { content: '<p>متن پیش‌نویس</p>' })
    const { token, url, path } = await preview('articles', id)
    expect([url, path]).toEqual([SITE_URL + path, `/blog/${slug}?preview=${token}`])
    expect((await app.anyone('GET', `/blog/${slug}`)).status).toBe(404)
    const page = await open(slug, token)
    expect(page.status).toBe(200)
    expect(page.body).toContain(`<h1>${title}</h1>`)
    expect(page.body).toContain('متن پیش‌نویس')
    const english = await open(slug, token, '&lang=en')
    expect(english.body).toContain(`<h1>Title ${slug}</h1>`)
    for (const { body } of [page, english]) {
      const [banner] = body.match(/<aside class="preview-banner".*?<\/aside>/s)!
      expect(banner).toContain('پیش‌نمایش')
      expect(banner).toContain('Preview')
    }
    expect(page.body).toContain(`href="/blog/${slug}?lang=en&amp;preview=${token}" hreflang="en"`)
  })

  test('shows the working copy of a live record, at the address that it will have', async () => {
    const { id, slug } = await create('services', { body: '<p>متن زنده</p>' })
    const body = { title: '', slug: `${slug}-next`, body: '<p>متن بعدی</p>' }
    await app.admin('PATCH', `/api/admin/services/${id}/draft`, { body })
    const { path, token } = await preview('services', id)
    expect(path).toBe(`/services/${slug}-next?preview=${token}`)
    const page = await app.anyone('GET', path)
    expect([page.status, page.body.includes('متن بعدی'), page.body.includes('متن زنده')]).toEqual([
      200,
      true,
      false,
    ])
    expect(page.body).toContain(`عنوان ${slug}`)
    const { body: shown } = await site(token)
    expect(shown.services.find((service: { id: number }) => service.id === id)).toMatchObject({
      slug: `${slug}-next`,
      body: '<p>متن بعدی</p>',
    })
    expect((await app.anyone('GET', `/services/${slug}`)).body).toContain('متن زنده')
    expect((await app.anyone('GET', `/services/${slug}-next`)).status).toBe(404)
  })

  test('is neither cached nor indexed and sends no referrer', async () => {
    const { id, slug } = await create('articles')
    const { token } = await preview('articles', id)
    const { headers, body } = await open(slug, token)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('ETag')).toBeNull()
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toContain('rel="canonical"')
    expect(body).not.toContain('application/ld+json')
    const absent = await open('nothing', token)
    expect([absent.status, absent.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
    expect(absent.headers.get('Content-Type')).toStartWith('text/html')
  })

  test('may be framed by the panel of the same origin, unlike every other page', async () => {
    const { id, slug } = await create('articles', { status: 'published' })
    const { token } = await preview('articles', id)
    const ancestors = async (path: string) => {
      const { headers } = await app.anyone('GET', path)
      return /frame-ancestors [^;]+/.exec(headers.get('Content-Security-Policy')!)?.[0]
    }
    for (const path of [`/blog/${slug}?preview=${token}`, `/blog/${slug}?preview=ended`])
      expect(await ancestors(path)).toBe("frame-ancestors 'self'")
    for (const path of ['/', '/blog', `/blog/${slug}`, '/blog/nothing', '/contact'])
      expect([path, await ancestors(path)]).toEqual([path, "frame-ancestors 'none'"])
  })

  test('follows every edit, while the public page keeps what is published', async () => {
    const { id, slug } = await create('articles', { status: 'published' })
    const { token } = await preview('articles', id)
    expect((await app.anyone('GET', `/blog/${slug}`)).body).not.toContain(BANNER)
    await patch('articles', id, { status: 'draft' })
    for (const title of ['یک', 'دو']) {
      await patch('articles', id, { title })
      expect((await open(slug, token)).body).toContain(`<h1>${title}</h1>`)
      expect((await app.anyone('GET', `/blog/${slug}`)).status).toBe(404)
    }
    expect((await app.anyone('GET', '/blog')).body).not.toContain(`/blog/${slug}`)
    expect((await app.anyone('GET', '/sitemap.xml')).body).not.toContain(slug)
  })

  test('shows a scheduled article and a project', async () => {
    const later = new Date(Date.now() + 86_400_000)
    const { id, slug } = await create('articles', { status: 'published', published_at: later })
    expect((await open(slug, (await preview('articles', id)).token)).status).toBe(200)
    const project = await create('projects')
    const link = await preview('projects', project.id)
    expect(link.url).toBe(`${SITE_URL}/projects/${project.slug}?preview=${link.token}`)
    const page = await app.anyone('GET', `/projects/${project.slug}?preview=${link.token}`)
    expect([page.status, page.body.includes(BANNER)]).toEqual([200, true])
  })
})

describe('GET /api/site?preview=', () => {
  test('is the public site with that one record in its current state', async () => {
    const other = await create('articles')
    const { id, slug, title } = await create('articles', { seo_keyphrase: 'secret' })
    const { token } = await preview('articles', id)
    const publicSite = (await app.anyone('GET', '/api/site')).body
    const { status, body, headers } = await site(token)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    const shown = body.articles.filter((article: { id: number }) => article.id === id)
    expect(shown).toMatchObject([{ id, slug, title }])
    expect(Object.keys(shown[0])).toEqual(
      expect.not.arrayContaining(['status', 'author_id', 'seo_keyphrase']),
    )
    expect(body.articles.some((article: { id: number }) => article.id === other.id)).toBe(false)
    body.articles = body.articles.filter((article: { id: number }) => article.id !== id)
    expect(body).toEqual(publicSite)
    expect((await app.anyone('GET', '/api/site')).body).toEqual(publicSite)
    expect('content' in (await site(token, '&bodies=false')).body.articles.at(-1)).toBe(false)
  })

  test('replaces the public version in its place', async () => {
    const { id } = await create('projects', { title: 'پیش' })
    await create('projects')
    const { token } = await preview('projects', id)
    const ids = ({ body }: { body: any }) => body.projects.map((project: { id: number }) => project.id)
    expect(ids(await site(token))).toEqual(ids(await app.anyone('GET', '/api/site')))
  })

  test('of a free page is shown on its page and by the API', async () => {
    const { id, title, slug } = await create('pages')
    const { url, token } = await preview('pages', id)
    expect(url).toBe(`${SITE_URL}/pages/${slug}?preview=${token}`)
    const page = await app.anyone('GET', `/pages/${slug}?preview=${token}`)
    expect([page.status, page.body.includes(BANNER)]).toEqual([200, true])
    expect((await site(token)).body.pages).toContainEqual(expect.objectContaining({ id, title }))
  })
})

describe('a token', () => {
  test('expires after 24 hours unless told, at most after seven days', async () => {
    const { id, slug } = await create('articles')
    const start = Math.floor(Date.now() / 1000) * 1000
    app.setClock(new Date(start))
    const day = await preview('articles', id)
    const minute = await preview('articles', id, { expires_in: 60 })
    expect(new Date(day.expires_at).getTime()).toBe(start + 86_400_000)
    app.setClock(new Date(start + 59_000))
    expect((await open(slug, minute.token)).status).toBe(200)
    app.setClock(new Date(start + 61_000))
    expect((await open(slug, minute.token)).status).toBe(404)
    expect((await open(slug, day.token)).status).toBe(200)
    app.setClock(new Date(start + 86_400_000))
    expect((await open(slug, day.token)).status).toBe(404)
    expect((await site(day.token)).status).toBe(404)
    app.setClock(null)
    for (const expires_in of [0, 59, 604_801, 1.5, '60', null]) {
      const body = { expires_in }
      const answer = await app.admin('POST', `/api/admin/articles/${id}/preview`, { body })
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, 'expires_in'])
    }
    await preview('articles', id, { expires_in: 604_800 })
  })

  test('opens no other record', async () => {
    const [one, two] = [await create('articles'), await create('articles')]
    const project = await create('projects', { slug: one.slug })
    const { token } = await preview('articles', one.id)
    expect((await open(two.slug, token)).status).toBe(404)
    expect((await app.anyone('GET', `/projects/${project.slug}?preview=${token}`)).status).toBe(404)
    const { body } = await site(token)
    expect(body.articles.map(({ id }: { id: number }) => id)).not.toContain(two.id)
  })

  test('ends with the record', async () => {
    const { id, slug } = await create('articles')
    const { token } = await preview('articles', id)
    await app.admin('DELETE', `/api/admin/articles/${id}`)
    expect((await open(slug, token)).status).toBe(404)
    const answer = await site(token)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  test('is no access token, and an access token is no preview token', async () => {
    const { id, slug } = await create('articles')
    const { token } = await preview('articles', id)
    const asBearer = { headers: { Authorization: `Bearer ${token}` } }
    for (const path of ['/api/auth/me', '/api/admin/articles', `/api/admin/articles/${id}`, '/api/quotes'])
      expect((await app.anyone('GET', path, asBearer)).status).toBe(401)
    expect((await open(slug, app.admin.token!)).status).toBe(404)
    expect((await site(app.admin.token!)).status).toBe(404)
  })

  test('is signed with a key of its own', async () => {
    const { id, slug } = await create('articles')
    const { token, id: previewId, expires_at } = await preview('articles', id)
    const { tokenKey } = app.deps.auth
    expect(derivePreviewKey(tokenKey)).not.toEqual(tokenKey)
    const claims = { id: previewId, resource: 'articles', recordId: id, expiresAt: new Date(expires_at) }
    // The same claims, signed with the key of access tokens.
    expect((await open(slug, await signPreviewToken(tokenKey, claims))).status).toBe(404)
    // An access token that is signed with the key of previews.
    const forged = await signToken(app.deps.previewKey, {
      subject: { kind: 'account', id: 1, tokenVersion: 0 },
      role: 'admin',
      jti: crypto.randomUUID(),
      now: new Date(),
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    const asBearer = { headers: { Authorization: `Bearer ${forged}` } }
    expect((await app.anyone('GET', '/api/auth/me', asBearer)).status).toBe(401)
    expect((await open(slug, forged)).status).toBe(404)
    expect(decodeJwt(token).sub).toBe(`articles/${id}`)
  })

  test('cannot be changed, or made without the database knowing it', async () => {
    const [one, two] = [await create('articles'), await create('articles')]
    const link = await preview('articles', one.id)
    const sign = (recordId: number, id: string, resource = 'articles') =>
      signPreviewToken(app.deps.previewKey, { id, resource, recordId, expiresAt: new Date(link.expires_at) })
    expect((await open(one.slug, await sign(one.id, link.id))).status).toBe(200)
    expect((await open(two.slug, await sign(two.id, link.id))).status).toBe(404)
    expect((await open(one.slug, await sign(one.id, crypto.randomUUID()))).status).toBe(404)
    expect((await open(one.slug, await sign(one.id, link.id, 'nothing'))).status).toBe(404)
    const [header, payload] = link.token.split('.')
    const mac = createHmac('sha256', 'guess').update(`${header}.${payload}`).digest('base64url')
    const unsigned = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${payload}.`
    const make = (typ: string, issuer: string) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ })
        .setIssuer(issuer)
        .setSubject(`articles/${one.id}`)
        .setJti(link.id)
    const withoutExpiry = await make('preview+jwt', 'frontage/preview').sign(app.deps.previewKey)
    const others = [make('JWT', 'frontage/preview'), make('preview+jwt', 'frontage')].map((jwt) =>
      jwt.setExpirationTime('1h').sign(app.deps.previewKey),
    )
    const forged = [`${header}.${payload}.${mac}`, unsigned, withoutExpiry, ...(await Promise.all(others))]
    for (const token of ['', 'x', ...forged]) {
      expect((await open(one.slug, token)).status).toBe(404)
      expect((await site(token)).status).toBe(404)
    }
  })
})

describe('links of a record', () => {
  test('are listed without their tokens and revoked one by one or all at once', async () => {
    const { id, slug } = await create('articles')
    const links = [
      await preview('articles', id),
      await preview('articles', id),
      await preview('articles', id),
    ]
    const path = `/api/admin/articles/${id}/preview`
    const list = (await app.admin('GET', path)).body
    expect(list.total).toBe(3)
    expect(list.items.map((item: Link) => item.id).sort()).toEqual(links.map(({ id }) => id).sort())
    expect(JSON.stringify(list)).not.toContain(links[0]!.token.split('.')[2]!)
    expect((await app.admin('DELETE', `${path}/${links[0]!.id}`)).status).toBe(204)
    const statuses = async () => Promise.all(links.map(async ({ token }) => (await open(slug, token)).status))
    expect(await statuses()).toEqual([404, 200, 200])
    expect((await app.admin('DELETE', `${path}/${links[0]!.id}`)).status).toBe(404)
    expect((await app.admin('DELETE', `${path}/nothing`)).status).toBe(404)
    expect((await app.admin('DELETE', path)).status).toBe(204)
    expect(await statuses()).toEqual([404, 404, 404])
    expect((await app.admin('GET', path)).body.total).toBe(0)
    expect((await app.admin('DELETE', path)).status).toBe(204)
  })

  test('are not revoked through another record', async () => {
    const [one, two] = [await create('articles'), await create('articles')]
    const link = await preview('articles', one.id)
    const answer = await app.admin('DELETE', `/api/admin/articles/${two.id}/preview/${link.id}`)
    expect(answer.status).toBe(404)
    expect((await open(one.slug, link.token)).status).toBe(200)
  })

  test('exist for records with pages only', async () => {
    expect((await app.admin('POST', '/api/admin/articles/999999/preview')).status).toBe(404)
    expect((await app.admin('POST', '/api/admin/services/999999/preview')).status).toBe(404)
    expect((await app.anyone('POST', '/api/admin/articles/1/preview')).status).toBe(401)
  })

  test('leave audit rows, without their tokens', async () => {
    const { id } = await create('articles')
    const link = await preview('articles', id)
    await app.admin('DELETE', `/api/admin/articles/${id}/preview`)
    const { items } = (await app.admin('GET', `/api/audit-log?entity=articles&entity_id=${id}`)).body
    const rows = items.filter(({ action }: { action: string }) => action.startsWith('preview.'))
    expect(rows.map(({ action }: { action: string }) => action)).toEqual(['preview.revoke', 'preview.create'])
    expect(JSON.stringify(rows)).not.toContain(link.token)
  })
})

test('creators have previews of their own drafts only', async () => {
  const [creator, colleague] = [await app.signIn('creator'), await app.signIn('creator')]
  const own = await create('articles', {}, creator)
  const path = `/api/admin/articles/${own.id}/preview`
  const link = await preview('articles', own.id, {}, creator)
  expect((await open(own.slug, link.token)).status).toBe(200)
  expect((await creator('GET', path)).body.total).toBe(1)
  for (const method of ['POST', 'GET', 'DELETE']) expect((await colleague(method, path)).status).toBe(403)
  expect((await colleague('DELETE', `${path}/${link.id}`)).status).toBe(403)
  expect((await creator('POST', '/api/admin/articles/999999/preview')).status).toBe(403)
  const project = await create('projects')
  expect((await creator('POST', `/api/admin/projects/${project.id}/preview`)).status).toBe(403)
  await patch('articles', own.id, { status: 'published' })
  expect((await creator('POST', path)).status).toBe(403)
  expect((await creator('DELETE', `${path}/${link.id}`)).status).toBe(204)
})

test('links of creators show no working copy, neither of their draft nor once it is published', async () => {
  const creator = await app.signIn('creator')
  const { id, slug } = await create('articles', { title: 'Own words' }, creator)
  const change = { title: 'Unseen', slug: `${slug}-unseen` }
  expect((await app.admin('PATCH', `/api/admin/articles/${id}/draft`, { body: change })).status).toBe(200)
  const link = await preview('articles', id, {}, creator)
  expect(link.path).toBe(`/blog/${slug}?preview=${link.token}`)
  for (const _ of ['draft', 'published']) {
    const page = await open(slug, link.token)
    expect([page.status, page.body.includes('Own words'), page.body.includes('Unseen')]).toEqual([
      200,
      true,
      false,
    ])
    await patch('articles', id, { status: 'published' })
  }
})

describe('a link ends', () => {
  const admin = (method: string, path: string, body?: object) => app.admin(method, path, { body })
  /** A draft of a creator and their link to it. */
  async function linkOfCreator() {
    const creator = await app.signIn('creator')
    const { id, slug } = await create('articles', {}, creator)
    const { token } = await preview('articles', id, undefined, creator)
    const status = async () => [(await open(slug, token)).status, (await site(token)).status]
    expect(await status()).toEqual([200, 200])
    const { version } = (await app.admin('GET', `/api/admin/users/${creator.id}`)).body
    const change = async (method: string, body?: object) => {
      const headers = { 'If-Match': `"${version}"` }
      const answer = await app.admin(method, `/api/admin/users/${creator.id}`, { body, headers })
      expect(answer.status).toBeLessThan(300)
    }
    return { id, status, change }
  }

  test.each([
    ['is disabled', 'PATCH', { disabled: true }],
    ['gets another role', 'PATCH', { role: 'admin' }],
    ['is deleted', 'DELETE', undefined],
  ])('when its maker %s', async (_, method, body) => {
    const { status, change } = await linkOfCreator()
    await change(method, body)
    expect(await status()).toEqual([404, 404])
  })

  test('when the article gets another author, and not with a new password or name of its maker', async () => {
    const { id, status, change } = await linkOfCreator()
    await change('PATCH', { name: 'Other', password: 'another long password' })
    expect(await status()).toEqual([200, 200])
    const other = await app.signIn('creator')
    expect((await admin('PATCH', `/api/admin/articles/${id}`, { author_id: other.id })).status).toBe(200)
    expect(await status()).toEqual([404, 404])
  })

  test('when 20 newer ones of its record exist', async () => {
    const { id, slug } = await create('articles')
    const links = []
    for (let made = 0; made < 22; made++) {
      app.setClock(new Date(Date.now() + made))
      links.push(await preview('articles', id))
    }
    app.setClock(null)
    expect((await app.admin('GET', `/api/admin/articles/${id}/preview`)).body.total).toBe(20)
    const statuses = []
    for (const { token } of links.slice(0, 3)) statuses.push((await open(slug, token)).status)
    expect(statuses).toEqual([404, 404, 200])
  })
})

describe('races', () => {
  test('while an article is published and taken back, only its preview ever shows the draft', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, slug } = await create('articles', { title: 'draft text' })
      const { token } = await preview('articles', id)
      let isDone = false
      const writes = async () => {
        for (const status of ['published', 'draft', 'published']) {
          const body = { status, title: status === 'draft' ? 'draft text' : 'منتشرشده' }
          expect((await patch('articles', id, body)).status).toBe(200)
        }
        isDone = true
      }
      const reads = async () => {
        while (!isDone) {
          const [shown, page] = await Promise.all([open(slug, token), app.anyone('GET', `/blog/${slug}`)])
          expect(shown.status).toBe(200)
          expect(shown.body).toContain(BANNER)
          expect(page.body).not.toContain(BANNER)
          expect(page.body).not.toContain('draft text')
          const [merged, plain] = await Promise.all([site(token), app.anyone('GET', '/api/site')])
          const titles = ({ body }: { body: any }) =>
            body.articles.flatMap((article: any) => (article.id === id ? [article.title] : []))
          expect(titles(merged)).toHaveLength(1)
          expect(titles(plain)).not.toContain('draft text')
        }
      }
      await Promise.all([writes(), reads(), reads()])
    }
  })

  test('a creator gets no link to an article that was published a moment before', async () => {
    const creator = await app.signIn('creator')
    for (let round = 0; round < 20; round++) {
      const { id } = await create('articles', {}, creator)
      const [created] = await Promise.all([
        creator('POST', `/api/admin/articles/${id}/preview`),
        patch('articles', id, { status: 'published' }),
      ])
      expect([201, 403]).toContain(created.status)
      const { items } = (await app.admin('GET', `/api/audit-log?entity=articles&entity_id=${id}`)).body
      const order = items.map(({ action }: { action: string }) => action).reverse()
      // The log has the order in which the changes took effect.
      const inTime = ['preview.create', 'content.publish']
      expect(order).toEqual(created.status === 201 ? inTime : ['content.publish'])
    }
  })

  test('after a link is revoked, no request succeeds', async () => {
    const { id, slug } = await create('articles')
    for (let round = 0; round < 5; round++) {
      const { token } = await preview('articles', id)
      let isRevoked = false
      const read = async () => {
        for (let n = 0; n < 8; n++) {
          const wasRevoked = isRevoked
          const { status } = await open(slug, token)
          expect(wasRevoked ? [404] : [200, 404]).toContain(status)
        }
      }
      const revoke = async () => {
        expect((await app.admin('DELETE', `/api/admin/articles/${id}/preview`)).status).toBe(204)
        isRevoked = true
      }
      await Promise.all([read(), revoke(), read()])
      expect((await open(slug, token)).status).toBe(404)
    }
  })

  test('links that are created while the record is deleted open nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, slug } = await create('articles')
      const path = `/api/admin/articles/${id}`
      const [created] = await Promise.all([app.admin('POST', `${path}/preview`), app.admin('DELETE', path)])
      expect([201, 404]).toContain(created.status)
      if (created.status === 201) expect((await open(slug, created.body.token)).status).toBe(404)
    }
  })
})

test('on another replica a link works and is revoked at once', async () => {
  const beside = await app.beside()
  const { id, slug } = await create('articles')
  const { token } = await preview('articles', id)
  const address = `/blog/${slug}?preview=${token}`
  expect((await beside.anyone('GET', address)).status).toBe(200)
  await app.admin('DELETE', `/api/admin/articles/${id}/preview`)
  expect((await beside.anyone('GET', address)).status).toBe(404)
})

test('with PREVIEW_URL the link leads to the frontend, for free pages too', async () => {
  const PREVIEW_URL = 'https://front.example/preview?path={path}&token={token}'
  await using other = await startApp({ PREVIEW_URL })
  for (const [resource, prefix] of Object.entries({ articles: '/blog/', pages: '/pages/' })) {
    const body = { title: 'عنوان', slug: 'عنوان' }
    const { id } = (await other.admin('POST', `/api/admin/${resource}`, { body })).body
    const link = (await other.admin('POST', `/api/admin/${resource}/${id}/preview`)).body
    const { origin, pathname, searchParams } = new URL(link.url)
    expect(origin + pathname).toBe('https://front.example/preview')
    expect(Object.fromEntries(searchParams)).toEqual({ path: `${prefix}عنوان`, token: link.token })
  }
})
