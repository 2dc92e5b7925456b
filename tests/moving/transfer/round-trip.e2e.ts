import { afterAll, afterEach, expect, test } from 'bun:test'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillWithDemo } from '../../../src/content/demo/load-demo.ts'
import { addDemoImages } from '../../../src/media/demo-images.ts'
import { storeFile } from '../../../src/media/store-file.ts'
import { openArchive } from '../../../src/moving/transfer/open-archive.ts'
import { pdf } from '../../support/pdfs.ts'
import {
  cleanUp,
  createDirectory,
  type Environment,
  embedded,
  onServer,
  runExport,
  runImport,
  siteOf,
  withService,
} from './installations.ts'

afterEach(cleanUp)

// The site is made once and copied, because encoding its images takes longer than a test.
const folder = await mkdtemp(join(tmpdir(), 'frontage-demo-site-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
let original: Promise<Environment> | null = null

/** An installation of its own with the demo site. */
async function demoSite(): Promise<Environment> {
  original ??= createDemoSite()
  const environment = await original
  const DATA_DIR = join(await createDirectory(), 'data')
  await cp(environment.DATA_DIR!, DATA_DIR, { recursive: true })
  return { ...environment, DATA_DIR }
}

/** The demo site with edits, a draft, an author and form submissions. */
async function createDemoSite(): Promise<Environment> {
  const environment = { ...(await embedded()), DATA_DIR: join(folder, 'data') }
  await withService(environment, async ({ deps, admin, anyone }) => {
    const { mediaBase, url: siteUrl } = deps.config.site
    await fillWithDemo({ database: deps.database, clock: deps.clock, mediaBase, siteUrl })
    const system = { ...deps.media, actor: { kind: 'system', name: 'test' } as const }
    const brochure = { name: 'brochure', alt: null, title: 'کاتالوگ' }
    await storeFile(system, { ...brochure, bytes: pdf() })
    await addDemoImages(deps.media)
    const { body: library } = await admin('GET', '/api/admin/media')
    const crop = { x: 0, y: 0.1, width: 1, height: 0.8 }
    const edited = { focal_x: 0.2, focal_y: 0.7, rotation: 90, crop, tags: ['x'], alt_en: 'Edited' }
    await admin('PATCH', `/api/admin/media/${library.items[0].id}`, { body: edited })
    const article = { title: 'پیش‌نویس', content: '<p>متن</p>', tags: ['یک'] }
    await admin('POST', '/api/admin/articles', { body: article })
    const { body: articles } = await admin('GET', '/api/admin/articles?per_page=1&page=1')
    const { id } = articles.items[0]
    const { body: me } = await admin('GET', '/api/admin/users')
    await admin('PATCH', `/api/admin/articles/${id}`, { body: { author_id: me.items[0].id } })
    await admin('PATCH', `/api/admin/articles/${id}`, { body: { slug: 'renamed-for-a-redirect' } })
    await admin('PATCH', '/api/admin/about/1', { body: { title: 'About\u2028us', title_en: 'a "b" \\ c' } })
    const { body: menu } = await admin('GET', '/api/admin/menu')
    const child = { label: 'زیر', url: '/x', parent_id: menu.items[0].id }
    const { body: created } = await admin('POST', '/api/admin/menu', { body: child })
    // A parent after its child.
    await admin('PATCH', `/api/admin/menu/${menu.items[1].id}`, { body: { parent_id: created.id } })
    const { body: pages } = await admin('GET', '/api/admin/pages')
    const page = { title: 'زیرصفحه', slug: 'below', parent_id: pages.items[0].id }
    const { body: below } = await admin('POST', '/api/admin/pages', { body: page })
    await admin('PATCH', `/api/admin/pages/${pages.items[1].id}`, { body: { parent_id: below.id } })
    await admin('POST', '/api/admin/faqs', { body: { question: 'q', answer: 'a' } })
    await anyone('POST', '/api/contact', { body: { name: 'N', email: 'n@example.com', message: 'Hello' } })
    await anyone('POST', '/api/newsletter', { body: { email: 's@example.com' } })
  })
  return environment
}

/** The rows of the summary. */
const tableIn = (output: string) => output.slice(output.indexOf('created'))

const adminList = (environment: Environment, path: string) =>
  withService(environment, async ({ admin }) => (await admin('GET', path)).body)

test('a site moves from the embedded database to Postgres and back without a byte of /api/site changing', async () => {
  const first = await demoSite()
  const site = await siteOf(first)
  expect(site.length).toBeGreaterThan(20_000)
  const directory = await createDirectory()
  const archives = [join(directory, 'one.tar.gz'), join(directory, 'two'), join(directory, 'three')]
  expect(await runExport({ environment: first, path: archives[0]!, withForms: true })).toMatchObject({
    code: 0,
  })

  const second = await onServer()
  await siteOf(second) // Creates the account of the author.
  expect(await runImport({ environment: second, path: archives[0]!, withForms: true })).toMatchObject({
    code: 0,
  })
  expect(await siteOf(second)).toBe(site)
  expect(await runExport({ environment: second, path: archives[1]!, withForms: true })).toMatchObject({
    code: 0,
  })

  const third = await embedded()
  await siteOf(third)
  expect(await runImport({ environment: third, path: archives[1]!, withForms: true })).toMatchObject({
    code: 0,
  })
  expect(await siteOf(third)).toBe(site)
  for (const path of [
    '/api/admin/articles',
    '/api/admin/menu',
    '/api/admin/messages',
    '/api/admin/newsletter',
    '/api/admin/media',
  ])
    expect(await adminList(third, path)).toEqual(await adminList(first, path))
  const { body } = await withService(third, ({ admin }) => admin('GET', '/api/admin/media'))
  expect(body.items.length).toBeGreaterThan(3)
  expect(body.items.at(-1)).toMatchObject({ mime: 'application/pdf', width: null })
  const image = (environment: Environment) =>
    withService(environment, async ({ app }) => (await app.request(body.items[0].url)).bytes())
  expect(Buffer.from(await image(third))).toEqual(Buffer.from(await image(first)))

  // The archives differ in nothing but their time.
  expect(await runExport({ environment: third, path: archives[2]!, withForms: true })).toMatchObject({
    code: 0,
  })
  const manifests = await Promise.all(
    archives.slice(1).map(async (path) => JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8'))),
  )
  expect(manifests[1].files).toEqual(manifests[0].files)

  // New records get ids of their own, and the first import left revisions and an audit row.
  await withService(third, async ({ admin }) => {
    const created = await admin('POST', '/api/admin/faqs', { body: { question: 'new', answer: 'a' } })
    expect(created.status).toBe(201)
    expect(
      (await admin('POST', '/api/contact', { body: { name: 'N', email: 'n@example.com', message: 'x' } }))
        .status,
    ).toBe(201)
    const { body: articles } = await admin('GET', '/api/admin/articles')
    const revisions = await admin('GET', `/api/admin/articles/${articles.items[0].id}/revisions`)
    expect(revisions.body.items[0]).toMatchObject({ actor: 'import' })
  })
})

test('a second import leaves everything, and an edit in the archive changes that record', async () => {
  const source = await demoSite()
  const target = await onServer()
  await siteOf(target)
  const directory = await createDirectory()
  const [before, after] = [join(directory, 'before'), join(directory, 'after.tar.gz')]
  await runExport({ environment: source, path: before })
  await runImport({ environment: target, path: before })
  const site = await siteOf(target)
  const again = await runImport({ environment: target, path: before })
  expect(again.output).toMatch(/^articles +0 +0 +[1-9]/m)
  expect(again.output).not.toMatch(/^\S+ +(?:[1-9]\d* +\d+|\d+ +[1-9]\d*) +\d+$/m)
  expect(await siteOf(target)).toBe(site)

  await withService(source, async ({ admin }) => {
    const { body } = await admin('GET', '/api/admin/faqs')
    await admin('PATCH', `/api/admin/faqs/${body.items[0].id}`, { body: { answer: 'A better answer' } })
    await admin('POST', '/api/admin/team', { body: { name: 'New' } })
    const { body: articles } = await admin('GET', '/api/admin/articles')
    await admin('PATCH', `/api/admin/articles/${articles.items[0].id}`, { body: { title: 'Better' } })
  })
  await runExport({ environment: source, path: after })
  const dry = await runImport({ environment: target, path: after, dryRun: true })
  expect(dry.output).toMatch(/^Would be imported; nothing was written:$/m)
  expect(dry.output).toMatch(/^faqs +0 +1 +\d+$/m)
  expect(dry.output).toMatch(/^team +1 +0 +\d+$/m)
  expect(await siteOf(target)).toBe(site)
  const changed = await runImport({ environment: target, path: after })
  expect(tableIn(changed.output)).toBe(tableIn(dry.output))
  expect(await siteOf(target)).toBe(await siteOf(source))
})

test('records of a site with other content are matched by slug or key, and references follow', async () => {
  const source = await demoSite()
  const target = await onServer()
  await withService(target, async ({ admin }) => {
    // Takes the ids that the archive uses.
    for (const title of ['X', 'Y', 'Z'])
      await admin('POST', '/api/admin/article-categories', { body: { title, slug: `own-${title}` } })
    for (const title of ['a', 'b', 'c']) await admin('POST', '/api/admin/pages', { body: { title } })
    for (const label of ['a', 'b', 'c'])
      await admin('POST', '/api/admin/menu', { body: { label, url: '/own' } })
    await admin('POST', '/api/admin/articles', { body: { title: 'Own' } })
  })
  const path = join(await createDirectory(), 'archive')
  await runExport({ environment: source, path })
  const { code, output } = await runImport({ environment: target, path })
  expect({ code, output }).toMatchObject({ code: 0 })

  const namesOf = (environment: Environment) =>
    withService(environment, async ({ admin }) => {
      const list = async (name: string) => (await admin('GET', `/api/admin/${name}`)).body.items as any[]
      const categories = new Map((await list('article-categories')).map(({ id, slug }) => [id, slug]))
      const menu = new Map((await list('menu')).map(({ id, label }) => [id, label]))
      const pages = new Map((await list('pages')).map(({ id, slug }) => [id, slug]))
      return {
        articles: (await list('articles')).map(({ slug, category_id }) => [
          slug,
          categories.get(category_id),
        ]),
        menu: (await list('menu')).map(({ label, parent_id }) => [label, menu.get(parent_id)]),
        pages: (await list('pages')).map(({ slug, parent_id }) => [slug, pages.get(parent_id)]),
      }
    })
  const [expected, found] = [await namesOf(source), await namesOf(target)]
  expect(found.articles).toEqual(expect.arrayContaining(expected.articles))
  expect(found.menu).toEqual(expect.arrayContaining(expected.menu))
  expect(found.pages).toEqual(expect.arrayContaining(expected.pages))
  expect(expected.pages.filter(([, parent]) => parent)).toHaveLength(2)
  expect(found.articles).toHaveLength(expected.articles.length + 1)
  const again = await runImport({ environment: target, path })
  expect(again.output).not.toMatch(/^\S+ +(?:[1-9]\d* +\d+|\d+ +[1-9]\d*) +\d+$/m)
})

test('passwords are never in an archive; messages only with --with-forms; authors by email', async () => {
  const source = await demoSite()
  const path = join(await createDirectory(), 'archive')
  const { output } = await runExport({ environment: source, path })
  expect(output).toMatch(/^articles: [1-9]\d*\n/m)
  expect(output).toMatch(/^Exported \d+ records to .*: 1 site-settings, /m)
  const files = (await readdir(path, { recursive: true, withFileTypes: true })).filter((it) => it.isFile())
  const names = files.map(({ parentPath, name }) => join(parentPath, name).slice(path.length + 1))
  expect(names.filter((name) => name.startsWith('resources/'))).toHaveLength(24)
  expect(names.some((name) => name.startsWith('forms/'))).toBe(false)
  for (const name of names.filter((name) => name.endsWith('json')))
    expect(await readFile(join(path, name), 'utf8')).not.toMatch(/password|\$argon2/)
  const articles = await readFile(join(path, 'resources/articles.ndjson'), 'utf8')
  expect(articles).toContain('"author_id":"admin@example.com"')
  expect((await runExport({ environment: source, path })).output).toContain('already exists')
})

test('a deleted image is not counted, although its path stays taken', async () => {
  const source = await embedded()
  await withService(source, async ({ deps, admin }) => {
    await addDemoImages(deps.media)
    const { body } = await admin('GET', '/api/admin/media')
    await admin('DELETE', `/api/admin/media/${body.items[0].id}`)
  })
  const path = join(await createDirectory(), 'archive')
  const { output } = await runExport({ environment: source, path })
  const { items } = await adminList(source, '/api/admin/media')
  expect(output).toContain(` ${items.length} media.`)
  const lines = (await readFile(join(path, 'media.ndjson'), 'utf8')).trimEnd().split('\n')
  expect(lines).toHaveLength(items.length + 1)
})

test('an image whose path is taken by another one gets a new name, which the records follow', async () => {
  const source = await demoSite()
  const target = await onServer()
  await withService(target, async ({ deps }) => addDemoImages(deps.media))
  const path = join(await createDirectory(), 'archive')
  await runExport({ environment: source, path })
  const taken = await withService(target, async ({ deps, admin }) => {
    const { body } = await admin('GET', '/api/admin/media')
    const image = body.items[0]
    const other = body.items[1]
    const answer = await deps.storage.get(other.url.slice('/media/'.length))
    if (answer.status !== 200) throw new Error('missing')
    const bytes = await new Response(answer.body as Blob).bytes()
    await deps.storage.remove(image.url.slice('/media/'.length))
    await deps.storage.put(image.url.slice('/media/'.length), bytes, { type: image.mime })
    return image.url as string
  })
  const { code, output } = await runImport({ environment: target, path })
  expect({ code, output }).toMatchObject({ code: 0 })
  const renamed = taken.replace('.jpg', '-2.jpg')
  expect(output).toContain(`the image is now ${renamed.slice('/media/'.length)}`)
  const site = await siteOf(target)
  expect(site).toContain(renamed)
  expect(site).not.toContain(taken)
})

test('an archive is opened only where it is complete', async () => {
  const source = await demoSite()
  const path = join(await createDirectory(), 'archive')
  await runExport({ environment: source, path })
  await using archive = await openArchive(path)
  expect(archive.manifest.languages).toEqual(['fa', 'en'])
  expect(archive.count('resources/articles.ndjson')).toBeGreaterThan(1)
  await writeFile(join(path, 'resources/articles.ndjson'), '')
  expect(openArchive(path)).rejects.toThrow(/resources\/articles.ndjson has 0 bytes instead of/)
})
