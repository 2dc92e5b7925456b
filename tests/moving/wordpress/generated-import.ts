// Imports a generated site into a running service and compares the service with what is expected.
import { expect } from 'bun:test'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import type { SiteRecords } from '../../../src/moving/wordpress/converted-site.ts'
import { commentsOf } from '../../../src/moving/wordpress/report/comments-file.ts'
import { toRecords } from '../../../src/moving/wordpress/to-records.ts'
import { startService } from '../../support/app.ts'
import { jpeg } from '../../support/images.ts'
import { type GeneratedSite, generateSite } from './generated-site.ts'
import { accountOf, type ImportRun, type RunningService, runImport, signInTo } from './run-import.ts'
import { read, recordOptions } from './wxr.ts'

/** Returns a function that imports the site with these options, and one that removes its files. */
export async function prepareImport(site: GeneratedSite, service: RunningService) {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-generated-'))
  const file = join(directory, 'export.xml')
  await writeFile(file, site.xml)
  const uploads = join(directory, 'uploads')
  await mkdir(uploads)
  for (const [path, width] of site.files)
    if (!path.includes('-300x200')) await writeFile(join(uploads, basename(path)), await jpeg({ width }))
  const paths = { report: join(directory, 'report.html'), comments: join(directory, 'comments.json') }
  const choices = { maps: ['portfolio=projects'], authors: true, uploads, ...paths }
  const target = { file, url: service.url, ...accountOf(service) }
  const run = (options: ImportRun = {}) => runImport({ ...target, ...choices, ...options })
  return { run, paths, remove: () => rm(directory, { recursive: true }) }
}

type Rows = Record<string, any>[]

/** Compares the records; `list` reads all records of a resource as an admin. */
export async function expectRecords(site: GeneratedSite, list: (resource: string) => Promise<Rows>) {
  const categories = new Map((await list('article-categories')).map(({ id, slug }) => [id, slug]))
  const articles = await list('articles')
  const bySlug = new Map(articles.map((article) => [article.slug, article]))
  expect(articles).toHaveLength(site.articles.length)
  for (const expected of site.articles) {
    const { words, links, category, ...fields } = expected
    const article = bySlug.get(expected.slug)!
    const text = `${article.content ?? ''} ${article.content_en ?? ''}`
    expect({ ...pick(article, Object.keys(fields)), category: categories.get(article.category_id) }).toEqual({
      ...fields,
      category,
    })
    for (const word of words) expect(text).toContain(word)
    expect(hrefsIn(text)).toEqual(links)
    expect(text).not.toMatch(/\[\/?(?:vc_|et_pb_|fusion_)|<!--/)
    expect(article.author).toMatch(/^Author \d$/)
  }
  const pages = new Map((await list('pages')).map((page) => [page.slug, page]))
  expect(pages.size).toBe(site.pages.length)
  const slugs = new Map([...pages.values()].map(({ id, slug }) => [id, slug]))
  for (const { slug, title, title_en, words, parent } of site.pages) {
    const page = pages.get(slug)!
    expect([page.title, page.title_en]).toEqual([title, title_en])
    expect([slug, slugs.get(page.parent_id) ?? null]).toEqual([slug, parent])
    for (const word of words) expect(`${page.body} ${page.body_en}`).toContain(word)
  }
  const gallery = await list('gallery')
  expect(new Set(gallery.map((it) => pick(it, ['title', 'category', 'category_en'])))).toEqual(
    new Set(site.gallery),
  )
  for (const { image } of gallery) expect(image).toStartWith('/media/')
  const projects = await list('projects')
  expect(projects.map(({ slug, title }) => ({ slug, title }))).toEqual(site.projects)
  const menu = await list('menu')
  expect(menu.map(({ label, label_en, url, location }) => ({ label, label_en, url, location }))).toEqual(
    site.menu,
  )
  const first = articles.toSorted((a, b) => a.position - b.position).slice(0, site.sticky.length)
  expect(first.map(({ slug }) => slug).toSorted()).toEqual(site.sticky.toSorted())
}

const pick = (record: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]))

const hrefsIn = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

/** Every old address answers with one redirect to its place, which answers with 200. */
export async function expectAddresses(site: GeneratedSite, get: (path: string) => Promise<Response>) {
  const wrong: unknown[] = []
  const visited = new Map<string, number>()
  for (const [old, place] of site.addresses) {
    const moved = await get(old)
    await moved.body?.cancel()
    const location = moved.headers.get('Location')
    if (moved.status !== 301 || location !== place) wrong.push({ old, place, status: moved.status, location })
    else if (!visited.has(place)) {
      const page = await get(place)
      await page.body?.cancel()
      visited.set(place, page.status)
      if (page.status !== 200) wrong.push({ old, place, status: page.status })
    }
  }
  expect(wrong).toEqual([])
}

/** Every file has moved with its picture, through one redirect. */
export async function expectFiles(site: GeneratedSite, get: (path: string) => Promise<Response>) {
  for (const [old, width] of site.files) {
    const moved = await get(old)
    await moved.body?.cancel()
    const location = moved.headers.get('Location') ?? ''
    expect([old, moved.status, location.slice(0, 7)]).toEqual([old, 301, '/media/'])
    const file = await get(location)
    expect([old, file.status]).toEqual([old, 200])
    expect((await sharp(await file.arrayBuffer()).metadata()).width).toBe(width)
  }
}

/** A reason of the report with the names below it. */
type Loss = { count: number; names: Set<string> }

/** The losses and changes that the report names, by `kind: reason`. */
export async function lossesIn(reportPath: string): Promise<Map<string, Loss>> {
  const report = await Bun.file(reportPath).text()
  const losses = new Map<string, Loss>()
  const entry = /<strong>(.*?)<\/strong> \((\d+)\): (.*?)(?:<\/summary><ul>(.*?)<\/ul>|<\/li>)/g
  for (const [, kind, count, reason, names = ''] of report.matchAll(entry))
    losses.set(unescapeHtml(`${kind}: ${reason}`), {
      count: Number(count),
      names: new Set([...names.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, name]) => unescapeHtml(name!))),
    })
  return losses
}

const unescapeHtml = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

function lossesOf({ skipped, changed }: Pick<SiteRecords, 'skipped' | 'changed'>): Map<string, Loss> {
  const losses = new Map<string, Loss>()
  for (const { kind, name, reason, count } of [...skipped, ...changed]) {
    const loss = losses.getOrInsertComputed(`${kind}: ${reason}`, () => ({ count: 0, names: new Set() }))
    loss.count += count
    if (name !== '') loss.names.add(name)
  }
  return losses
}

/**
 * Everything of the file is in the target, or it is named: each reason with every record that it is true of, as often as it
 * is.
 */
export function expectNothingLost(
  site: GeneratedSite,
  { target, losses }: { target: unknown; losses: ReadonlyMap<string, Loss> },
) {
  const text = JSON.stringify(target).replaceAll('\\n', ' ')
  const found = new Set(text.match(/\b(?:q\d+(?:z|reused)|word[a-z]+\d+x)\b/g))
  expect(site.kept.filter((word) => !found.has(word))).toEqual([])
  const expected = [...site.losses].map(([reason, names]) => ({
    reason,
    count: [...names.values()].reduce((sum, count) => sum + count, 0),
    names: [...names.keys()].filter(Boolean).sort(),
  }))
  expect(
    [...site.losses.keys()].map((reason) => {
      const { count, names } = losses.get(reason) ?? { count: 0, names: new Set<string>() }
      return { reason, count, names: [...names].sort() }
    }),
  ).toEqual(expected)
}

/** The records that an import would send, and the notes that it would make. */
export async function convertedFrom({ xml }: GeneratedSite) {
  const source = await read(xml)
  const { articles, pages, mapped, menu, gallery, categories, ...notes } = toRecords(source, {
    ...recordOptions,
    types: new Map([['portfolio', 'projects']]),
    media: true,
    authors: true,
    comments: true,
  })
  const texts = [...articles, ...pages, ...mapped].map(({ record }) => record)
  return { target: [texts, menu, gallery, categories, commentsOf(source)], losses: lossesOf(notes) }
}

const RESOURCES = ['articles', 'pages', 'projects', 'menu', 'gallery', 'article-categories', 'users']

/** The site after an import: `list` reads all records of a resource as an admin. */
export async function targetOf(
  paths: { report: string; comments: string },
  list: (resource: string) => Promise<Rows>,
) {
  const target: unknown[] = [await Bun.file(paths.comments).json()]
  for (const resource of RESOURCES) target.push(await list(resource))
  return { target, losses: await lossesIn(paths.report) }
}

export const modeOf = async (path: string) => (await stat(path)).mode & 0o777

/** The service with the site of this many posts, ready to be imported. */
export async function openGeneratedSite(posts: number) {
  const site = generateSite({ seed: 25, posts })
  const service = await startService()
  const prepared = await prepareImport(site, service)
  return {
    site,
    ...prepared,
    ...(await signInTo(service)),
    get: (path: string) => fetch(service.url + path, { redirect: 'manual' }),
    async close() {
      await prepared.remove()
      await service.stop()
    },
  }
}
