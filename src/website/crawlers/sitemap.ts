// The sitemap: every indexable page with its languages and images. Above the protocol's limits (50,000 URLs or 50 MB; see
// sitemaps.org) it becomes an index with parts.

import type { Resource } from '../../content/definition/define-resource.ts'
import { articleCategories } from '../../content/resources/article-categories.ts'
import { gallery } from '../../content/resources/gallery.ts'
import { heroes } from '../../content/resources/heroes.ts'
import { seoMeta } from '../../content/resources/seo-meta.ts'
import type { Snapshot, SnapshotView } from '../../content/snapshot/snapshot.ts'
import type { SnapshotEntry } from '../../content/snapshot/snapshot-entry.ts'
import { giveWay } from '../../platform/give-way.ts'
import { textIn } from '../../text/content-language.ts'
import { pageKeys, pathOfPage, type SitePage } from '../../text/site-pages.ts'
import { pagedResources } from '../view/existing-paths.ts'
import { escapeXml } from '../view/html.ts'
import type { Language, Languages } from '../view/language.ts'
import { type Bases, pathOfRecord, pathTo, toAbsolute } from '../view/page-links.ts'
import {
  type Category,
  type GalleryImage,
  type Hero,
  lastModified,
  laterOf,
  readSummary,
  type SeoMeta,
  type Summary,
} from '../view/site-records.ts'

export const sitemapResources = [
  ...pagedResources.map(({ resource }) => resource),
  articleCategories,
  seoMeta,
  heroes,
  gallery,
]

export const MAX_URLS = 45_000
const MAX_BYTES = 45 * 1_048_576
/** Pages between two turns of the event loop, so that a large site does not block other requests. */
const PAGES_PER_TURN = 1_000

/** Documents in UTF-8. */
export type Sitemap = {
  /** `/sitemap.xml`: the only sitemap, or the index of the parts. */
  main: Buffer<ArrayBuffer>
  /** `/sitemap-1.xml` and so on; empty if one sitemap is enough. */
  parts: Buffer<ArrayBuffer>[]
}

/** A page in all its languages. */
type SitemapPage = {
  path: string
  modifiedAt: string
  languages: readonly Language[]
  images: readonly string[]
}

/** A record with a page of its own, as far as the sitemap needs it: 100,000 of them are kept at a time. */
type RecordPage = {
  page: SitePage
  path: string
  modifiedAt: string
  languages: readonly Language[]
  isIndexed: boolean
  categoryId: number | null
  images: readonly string[]
}

type Context = Pick<Snapshot, 'listed'> & {
  bases: Bases
  languages: Languages
  pages: ReadonlySet<SitePage>
}

export async function buildSitemap(view: Pick<SnapshotView, 'entries'>, context: Context): Promise<Sitemap> {
  // A view must be read before the first `await`; the records themselves may be parsed later.
  const entries = new Map(sitemapResources.map((resource) => [resource, view.entries(resource)]))
  const read: Read = <Record>(resource: Resource) =>
    (entries.get(resource) ?? []).map((entry) => readSummary<Record>(entry))
  const records: RecordPage[] = []
  for await (const record of listRecords(entries, context))
    if (records.push(record) % PAGES_PER_TURN === 0) await giveWay()
  const parts: Part[] = []
  let part = new Part()
  let count = 0
  for (const page of listPages(read, records, context)) {
    if (++count % PAGES_PER_TURN === 0) {
      part.encode()
      await giveWay()
    }
    for (const url of urlElements(page, context)) {
      const bytes = Buffer.byteLength(url)
      if (part.count === MAX_URLS || part.bytes + bytes > MAX_BYTES) {
        parts.push(part)
        part = new Part()
      }
      part.add(url, bytes, page.modifiedAt)
    }
  }
  if (parts.length === 0) return { main: part.document(), parts: [] }
  parts.push(part)
  return { main: toBuffer(sitemapIndex(context.bases, parts)), parts: parts.map((one) => one.document()) }
}

const toBuffer = (text: string) => Buffer.from(text) as Buffer<ArrayBuffer>

/** Encodes its URLs piece by piece: as text, all at the end, they block for seconds and take three times the memory. */
class Part {
  count = 0
  bytes = 0
  modifiedAt = ''
  #encoded: Buffer[] = [toBuffer(URLSET_START)]
  #pending: string[] = []

  add(url: string, bytes: number, modifiedAt: string) {
    this.#pending.push(url)
    this.count++
    this.bytes += bytes
    this.modifiedAt = laterOf(this.modifiedAt, modifiedAt)
  }

  encode() {
    this.#encoded.push(toBuffer(this.#pending.join('')))
    this.#pending = []
  }

  document() {
    this.encode()
    return Buffer.concat([...this.#encoded, toBuffer(URLSET_END)])
  }
}

async function* listRecords(
  entries: ReadonlyMap<Resource, readonly SnapshotEntry[]>,
  { listed, languages, pages }: Context,
): AsyncGenerator<RecordPage> {
  for (const { resource, page } of pagedResources) {
    if (!pages.has(page)) continue
    for await (const { entry, fields, mediaUrls } of listed(entries.get(resource) ?? [])) {
      yield {
        page,
        path: pathOfRecord(resource.pagePrefix!, entry.slug!),
        modifiedAt: lastModified(fields),
        languages: languages.ofPage(({ key }) => entry.translations.includes(key)),
        isIndexed: !fields.noindex,
        categoryId: entry.categoryId,
        images: imagesOf(fields.image ?? null, mediaUrls),
      }
    }
  }
}

function* listPages(read: Read, records: readonly RecordPage[], context: Context): Generator<SitemapPage> {
  const { languages, pages } = context
  yield* listSitePages(read, records, context)
  if (pages.has('blog')) yield* listCategories(read, records, languages)
  for (const { isIndexed, ...page } of records) if (isIndexed) yield page
}

type Read = <Record>(resource: Resource) => Summary<Record>[]

/** The parts of a page that search engines read. */
const MAX_IMAGES = 1_000

/** The image of a record, then those in its texts as far as they are in memory. */
function imagesOf(image: string | null, mediaUrls: readonly string[]): string[] {
  const inTexts = mediaUrls.filter((url) => !url.endsWith('.pdf'))
  return [...new Set([...(image ? [image] : []), ...inTexts])].slice(0, MAX_IMAGES)
}

/** The pages that exist once: those with an SEO record, and those whose list is not empty. */
function* listSitePages(
  read: Read,
  records: readonly RecordPage[],
  { languages, pages }: Context,
): Generator<SitemapPage> {
  const images = read<GalleryImage>(gallery).map(({ image }) => image)
  const metas = new Map(read<SeoMeta>(seoMeta).map((meta) => [meta.page_key, meta]))
  const heads = new Map(read<Hero>(heroes).map((hero) => [hero.page_key, hero]))
  for (const page of pageKeys) {
    if (!pages.has(page)) continue
    const meta = metas.get(page)
    if (meta?.noindex) continue
    const isList = page === 'blog' || page === 'projects'
    const list = isList ? summarize(records.filter((record) => record.page === page)) : null
    // An empty page without an SEO record is not worth indexing.
    const modifiedAt = meta ? laterOf(meta.updated_at, list?.modifiedAt) : list?.modifiedAt
    if (!modifiedAt) continue
    const isTranslated = (language: Language) =>
      list
        ? list.isIn(language)
        : [meta, heads.get(page)].some((record) => record && textIn(record, 'title', language) !== null)
    yield {
      path: pathOfPage(page),
      modifiedAt,
      languages: languages.ofPage(isTranslated),
      images: page === 'gallery' ? images : [],
    }
  }
}

/** When a list changed last (null: it is empty), and whether it has entries in a language. */
function summarize(records: readonly RecordPage[]) {
  let modifiedAt: string | null = null
  for (const record of records) modifiedAt = laterOf(record.modifiedAt, modifiedAt)
  const isIn = (language: Language) => records.some(({ languages }) => languages.includes(language))
  return { modifiedAt, isIn }
}

/** The lists of articles by category, in the languages in which they are not empty. */
function* listCategories(
  read: Read,
  records: readonly RecordPage[],
  languages: Languages,
): Generator<SitemapPage> {
  const byCategory = Map.groupBy(records, ({ categoryId }) => categoryId)
  for (const category of read<Category>(articleCategories)) {
    const { modifiedAt, isIn } = summarize(byCategory.get(category.id) ?? [])
    if (!modifiedAt) continue
    const path = `/blog?category=${encodeURIComponent(category.slug)}`
    yield { path, modifiedAt, languages: languages.ofPage(isIn), images: [] }
  }
}

/** A `<url>` element per language. */
function urlElements({ path, modifiedAt, languages, images }: SitemapPage, { bases }: Context): string[] {
  const links = languages.map((language) => ({
    tag: language.tag,
    href: escapeXml(bases.url + pathTo(path, language)),
  }))
  const alternates =
    links.length > 1
      ? [...links, { tag: 'x-default', href: links[0]!.href }]
          .map(({ tag, href }) => `<xhtml:link rel="alternate" hreflang="${escapeXml(tag)}" href="${href}"/>`)
          .join('')
      : ''
  const imageElements = images
    .flatMap((image) => toAbsolute(bases, image) ?? [])
    .map((href) => `<image:image><image:loc>${escapeXml(href)}</image:loc></image:image>`)
    .join('')
  return links.map(
    ({ href }) =>
      `<url><loc>${href}</loc><lastmod>${escapeXml(modifiedAt)}</lastmod>${alternates}${imageElements}</url>\n`,
  )
}

const URLSET_START = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
`
const URLSET_END = '</urlset>\n'

const sitemapIndex = (
  { url }: Bases,
  parts: readonly { modifiedAt: string }[],
) => `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${parts
  .map(
    ({ modifiedAt }, index) =>
      `<sitemap><loc>${escapeXml(url)}/sitemap-${index + 1}.xml</loc><lastmod>${escapeXml(modifiedAt)}</lastmod></sitemap>\n`,
  )
  .join('')}</sitemapindex>
`
