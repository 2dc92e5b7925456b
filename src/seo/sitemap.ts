// The sitemap: every indexable page with its languages and images. Above the protocol's limits (50,000 URLs or 50 MB; see
// sitemaps.org) it becomes an index with parts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Resource } from '../content/define-resource.ts'
import { articles } from '../content/resources/articles.ts'
import { gallery } from '../content/resources/gallery.ts'
import { pages } from '../content/resources/pages.ts'
import { projects } from '../content/resources/projects.ts'
import { seoMeta } from '../content/resources/seo-meta.ts'
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { escapeXml } from './html.ts'
import { type Language, type Languages, textIn } from './language.ts'
import { type Bases, pathOfRecord, pathTo, toAbsolute } from './page-links.ts'
import {
  type Article,
  type FreePage,
  type GalleryImage,
  lastModified,
  laterOf,
  type Project,
  readSummary,
  type SeoMeta,
  type Summary,
} from './site-records.ts'

export const sitemapResources = [articles, projects, pages, seoMeta, gallery]

export const MAX_URLS = 45_000
const MAX_BYTES = 45 * 1_048_576
/** Pages between two turns of the event loop, so that a large site does not block other requests. */
const PAGES_PER_TURN = 1_000

export type Sitemap = {
  /** `/sitemap.xml`: the only sitemap, or the index of the parts. */
  main: string
  /** `/sitemap-1.xml` and so on; empty if one sitemap is enough. */
  parts: string[]
}

/** A page in all its languages. */
type SitemapPage = { path: string; modifiedAt: string; languages: readonly Language[]; images: string[] }

type Context = { bases: Bases; languages: Languages }

export async function buildSitemap(view: SnapshotView, context: Context): Promise<Sitemap> {
  const parts: { urls: string[]; bytes: number; modifiedAt: string }[] = []
  let count = 0
  for (const page of listPages(view, context)) {
    if (++count % PAGES_PER_TURN === 0) await nextTurn()
    for (const url of urlElements(page, context)) {
      const bytes = Buffer.byteLength(url)
      let part = parts.at(-1)
      if (!part || part.urls.length === MAX_URLS || part.bytes + bytes > MAX_BYTES) {
        part = { urls: [], bytes: 0, modifiedAt: '' }
        parts.push(part)
      }
      part.urls.push(url)
      part.bytes += bytes
      if (page.modifiedAt > part.modifiedAt) part.modifiedAt = page.modifiedAt
    }
  }
  const documents = parts.map(({ urls }) => urlset(urls))
  if (documents.length <= 1) return { main: documents[0] ?? urlset([]), parts: [] }
  return { main: sitemapIndex(context.bases, parts), parts: documents }
}

function* listPages(view: SnapshotView, { languages }: Context): Generator<SitemapPage> {
  // A view must be read before the first `await`; the records themselves may be parsed later.
  const entries = sitemapResources.map((resource) => [resource, view.entries(resource)] as const)
  const read: Read = <Record>(resource: Resource) =>
    (entries.find(([candidate]) => candidate === resource)?.[1] ?? [])
      .values()
      .map((entry) => readSummary<Record>(entry))
  yield* sitePages(read, languages)
  for (const resource of [articles, projects, pages]) {
    for (const record of read<Article & Project & FreePage>(resource)) {
      if (record.noindex) continue
      yield {
        path: pathOfRecord(resource.pagePrefix!, record.slug),
        modifiedAt: lastModified(record),
        languages: languages.ofPage(textIn(record, 'title', languages.english) !== null),
        images: record.image ? [record.image] : [],
      }
    }
  }
}

type Read = <Record>(resource: Resource) => IteratorObject<Summary<Record>>

/** The home page, the lists and all other pages with an SEO record. */
function* sitePages(read: Read, languages: Languages): Generator<SitemapPage> {
  const lists = readLists(read, languages)
  const images = [...read<GalleryImage>(gallery)].map(({ image }) => image)
  const metas = [...read<SeoMeta>(seoMeta)]
  for (const meta of metas) {
    if (meta.noindex) continue
    const { page_key: key } = meta
    const list = lists.get(key)
    const hasEnglish = list ? list.inEnglish : textIn(meta, 'title', languages.english) !== null
    yield {
      path: key === 'home' ? '/' : `/${key}`,
      modifiedAt: laterOf(meta.updated_at, list?.modifiedAt),
      languages: languages.ofPage(hasEnglish),
      images: key === 'gallery' ? images : [],
    }
  }
  for (const [key, { modifiedAt, inEnglish }] of lists) {
    // A list without an SEO record is a page as well, unless it is empty.
    if (modifiedAt && !metas.some(({ page_key }) => page_key === key))
      yield { path: `/${key}`, modifiedAt, languages: languages.ofPage(inEnglish), images: [] }
  }
}

/** When each list changed last (null: it is empty), and whether it has English entries, by page key. */
function readLists(read: Read, languages: Languages) {
  const lists = new Map<string, { modifiedAt: string | null; inEnglish: boolean }>()
  for (const [key, resource] of [
    ['blog', articles],
    ['projects', projects],
  ] as const) {
    let modifiedAt: string | null = null
    let inEnglish = false
    for (const record of read<Article & Project>(resource)) {
      modifiedAt = laterOf(lastModified(record), modifiedAt)
      inEnglish ||= textIn(record, 'title', languages.english) !== null
    }
    lists.set(key, { modifiedAt, inEnglish })
  }
  return lists
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

const urlset = (urls: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.join('')}</urlset>
`

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
