// Exports and imports over the admin API of a running service.
import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startService } from '../../support/app.ts'
import { png } from '../../support/images.ts'
import { pdf } from '../../support/pdfs.ts'
import { cleanUp, createDirectory, embedded, runExport, runImport, siteOf } from './installations.ts'

afterEach(cleanUp)

type Service = Awaited<ReturnType<typeof startService>>

async function asAdmin(service: Service) {
  const login = await fetch(`${service.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: service.adminEmail, password: service.adminPassword }),
  })
  const { token } = (await login.json()) as { token: string }
  return async (method: string, path: string, body?: object): Promise<any> => {
    const isForm = body instanceof FormData
    const response = await fetch(service.url + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    return response.json()
  }
}

const optionsFor = (service: Service, path: string) => ({
  path,
  service: { url: service.url, email: service.adminEmail },
  environment: { FRONTAGE_PASSWORD: service.adminPassword },
})

async function fill(service: Service) {
  const admin = await asAdmin(service)
  const form = new FormData()
  form.set('file', new Blob([(await png()) as Uint8Array<ArrayBuffer>]), 'pump.png')
  form.set('alt', 'Pump')
  const { url } = await admin('POST', '/api/admin/upload', form)
  const brochure = new FormData()
  brochure.set('file', new Blob([pdf() as Uint8Array<ArrayBuffer>]), 'brochure.pdf')
  const { url: pdfUrl } = await admin('POST', '/api/admin/upload', brochure)
  const category = await admin('POST', '/api/admin/article-categories', {
    title: 'Category',
    slug: 'category',
  })
  await admin('POST', '/api/admin/articles', {
    title: 'Article',
    slug: 'article',
    category_id: category.id,
    image: url,
    status: 'published',
    published_at: '2026-01-01T00:00:00Z',
    content: `<p><img src="${url}" alt="x"> <a href="${pdfUrl}">PDF</a></p>`,
  })
  for (const question of ['one', 'two', 'three'])
    await admin('POST', '/api/admin/faqs', { question, answer: 'answer' })
  const parent = await admin('POST', '/api/admin/menu', { label: 'parent', url: '/' })
  await admin('POST', '/api/admin/menu', { label: 'child', url: '/x', parent_id: parent.id })
  await admin('PATCH', '/api/admin/about/1', { title: 'About' })
}

async function contentOf(service: Service) {
  const site = (await (await fetch(`${service.url}/api/site`)).json()) as any
  const { about, articles, faqs, menu } = site
  const labels = new Map(menu.map(({ id, label }: any) => [id, label]))
  return {
    about: about.title,
    articles: articles.map(({ slug, content, image, category_id }: any) => ({
      slug,
      content,
      image,
      category: site.article_categories.find(({ id }: any) => id === category_id)?.slug,
    })),
    faqs: faqs.map(({ question }: any) => question),
    menu: menu.map(({ label, parent_id }: any) => [label, labels.get(parent_id)]),
  }
}

test('a site is exported from one service and imported into another; a second import leaves everything', async () => {
  const [source, target] = [await startService(), await startService()]
  try {
    await fill(source)
    const path = join(await createDirectory(), 'archive.tar.gz')
    const exported = await runExport({ ...optionsFor(source, path), withForms: true })
    expect(exported).toMatchObject({ code: 0 })
    const admin = await asAdmin(target)
    // Takes the ids that the archive uses.
    await admin('POST', '/api/admin/article-categories', { title: 'Own', slug: 'own' })
    await admin('POST', '/api/admin/menu', { label: 'own', url: '/own' })

    const dry = await runImport({ ...optionsFor(target, path), dryRun: true })
    expect(dry.output).toMatch(/^faqs +3 +0 +0$/m)
    expect((await contentOf(target)).faqs).toEqual([])
    expect(await runImport(optionsFor(target, path))).toMatchObject({ code: 0 })
    const [expected, found] = [await contentOf(source), await contentOf(target)]
    const { image } = found.articles[0]
    const brochure = /\/media\/[^"]+\.pdf/.exec(found.articles[0].content)![0]
    expect(found).toEqual({
      ...expected,
      articles: JSON.parse(JSON.stringify(expected.articles).replaceAll(expected.articles[0].image, image)),
      menu: [['own', undefined], ...expected.menu],
    })
    expect((await fetch(target.url + image)).status).toBe(200)
    expect(Buffer.from(await (await fetch(target.url + brochure)).bytes())).toEqual(pdf())

    const again = await runImport(optionsFor(target, path))
    expect(again).toMatchObject({ code: 0 })
    expect(again.output).not.toMatch(/^\S+ +(?:[1-9]\d* +\d+|\d+ +[1-9]\d*) +\d+$/m)

    // An archive of a service can be imported into a database too.
    const database = await embedded()
    expect(await runImport({ environment: database, path })).toMatchObject({ code: 0 })
    expect(JSON.parse(await siteOf(database)).faqs).toHaveLength(3)
  } finally {
    await source.stop()
    await target.stop()
  }
})

test('an API token exports and imports, without the authors, and is told which scope it lacks', async () => {
  const source = await startService()
  const target = await startService()
  try {
    await fill(source)
    const tokenOf = async (service: Service, scopes: string[]) => {
      const admin = await asAdmin(service)
      const expires_at = new Date(Date.now() + 86_400_000).toISOString()
      const body = { name: 'Move', scopes, expires_at, current_password: service.adminPassword }
      return (await admin('POST', '/api/admin/tokens', body)).token as string
    }
    const path = join(await createDirectory(), 'archive')
    const options = async (service: Service, scopes: string[]) => ({
      path,
      service: { url: service.url, email: service.adminEmail },
      environment: { FRONTAGE_TOKEN: await tokenOf(service, scopes) },
    })
    const refused = await runExport(await options(source, ['write']))
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('the scope read')])
    const exported = await runExport(await options(source, ['read', 'media']))
    expect([exported.output, exported.code]).toEqual([expect.any(String), 0])
    const draftsOnly = await runImport(await options(target, ['read', 'write', 'media']))
    expect([draftsOnly.code, draftsOnly.output]).toEqual([1, expect.stringContaining('publish')])
    const imported = await runImport(await options(target, ['read', 'write', 'publish', 'media']))
    expect([imported.output, imported.code]).toEqual([expect.any(String), 0])
    const admin = await asAdmin(target)
    expect((await admin('GET', '/api/admin/articles')).items).toMatchObject([{ slug: 'article' }])
  } finally {
    await source.stop()
    await target.stop()
  }
})

test('a wrong password, a missing one and an unknown service are explained', async () => {
  const service = await startService()
  try {
    const path = join(await createDirectory(), 'archive')
    const options = optionsFor(service, path)
    const wrong = await runExport({ ...options, environment: { FRONTAGE_PASSWORD: 'wrong' } })
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('Incorrect email or password.') })
    const none = await runExport({ ...options, environment: {} })
    expect(none.output).toContain('Credentials required')
    const elsewhere = { ...options, service: { url: 'ftp://x', email: 'a@example.com' } }
    expect((await runExport(elsewhere)).output).toContain('is not a valid service URL')
  } finally {
    await service.stop()
  }
})

test('on a terminal, progress is a bar', async () => {
  const path = join(await createDirectory(), 'archive')
  const { output } = await runExport({ environment: await embedded(), path, isTTY: true })
  expect(output).toMatch(/█+░* \d+\/\d+ /)
})
