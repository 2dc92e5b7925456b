// Every page that search engines may show, with its pictures and its other languages: one sitemap, or an index and
// parts where that would pass the protocol's limits (50,000 addresses, 50 MB; see sitemaps.org).
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Resource } from '../content/define-resource.ts'
import { articles } from '../content/resources/articles.ts'
import { gallery } from '../content/resources/gallery.ts'
import { pages } from '../content/resources/pages.ts'
import { projects } from '../content/resources/projects.ts'
import { seoMeta } from '../content/resources/seo-meta.ts'
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { escapeXml } from './html.ts'
import { type Language, type Languages, own } from './language.ts'
import { absolute, type Bases, pathOfRecord, pathTo } from './page-links.ts'
import {
  type Article,
  type FreePage,
  type GalleryImage,
  later,
  type Project,
  type SeoMeta,
  summary,
} from './site-records.ts'

export const sitemapResources = [articles, projects, pages, seoMeta, gallery]

export const MAX_URLS = 45_000
const MAX_BYTES = 45 * 1_048_576

export type Sitemap = {
  /** `/sitemap.xml`: the one sitemap, or the index of the parts. */
  main: string
  /** `/sitemap-1.xml` and so on; empty where one suffices. */
  parts: string[]
}

/** A page in all its languages. */
type Place = { path: string; modifiedAt: string; languages: readonly Language[]; pictures: string[] }

type Context = { bases: Bases; languages: Languages }

export async function buildSitemap(view: SnapshotView, context: Context): Promise<Sitemap> {
  const chunks: { urls: string[]; bytes: number; modifiedAt: string }[] = []
  let worked = 0
  // What is read of the view is read here, before the first wait.
  for (const place of placesOf(view, context)) {
    // A large site takes a while: let other requests in between.
    if (++worked % 1_000 === 0) await nextTurn()
    for (const url of urlsOf(place, context)) {
      const bytes = Buffer.byteLength(url)
      let chunk = chunks.at(-1)
      if (!chunk || chunk.urls.length === MAX_URLS || chunk.bytes + bytes > MAX_BYTES) {
        chunk = { urls: [], bytes: 0, modifiedAt: '' }
        chunks.push(chunk)
      }
      chunk.urls.push(url)
      chunk.bytes += bytes
      if (place.modifiedAt > chunk.modifiedAt) chunk.modifiedAt = place.modifiedAt
    }
  }
  const parts = chunks.map(({ urls }) => urlset(urls))
  if (parts.length <= 1) return { main: parts[0] ?? urlset([]), parts: [] }
  return { main: index(context.bases, chunks), parts }
}

function* placesOf(view: SnapshotView, { languages }: Context): Generator<Place> {
  const stored = sitemapResources.map((resource) => [resource, view.entries(resource)] as const)
  const of = <Record>(resource: Resource) =>
    (stored.find(([it]) => it === resource)?.[1] ?? []).values().map((entry) => summary<Record>(entry))
  const tongues = (inEnglish: boolean) => (inEnglish ? languages.all : [languages.primary])
  const { english } = languages

  const latest = new Map<string, string>()
  const inEnglish = new Set<string>()
  for (const [key, resource] of [
    ['blog', articles],
    ['projects', projects],
  ] as const) {
    for (const record of of<Article & Project>(resource)) {
      const at = modifiedAt(record)
      if (at > (latest.get(key) ?? '')) latest.set(key, at)
      if (own(record, 'title', english)) inEnglish.add(key)
    }
  }
  const galleryPictures = [...of<GalleryImage>(gallery)].map(({ image }) => image)
  for (const meta of of<SeoMeta>(seoMeta)) {
    if (meta.noindex) continue
    const { page_key: key } = meta
    yield {
      path: key === 'home' ? '/' : `/${key}`,
      modifiedAt: later(meta.updated_at, latest.get(key)),
      languages: tongues(
        key === 'blog' || key === 'projects' ? inEnglish.has(key) : own(meta, 'title', english) !== null,
      ),
      pictures: key === 'gallery' ? galleryPictures : [],
    }
  }
  const known = new Set([...of<SeoMeta>(seoMeta)].map(({ page_key }) => page_key))
  for (const [key, at] of latest) {
    // A list without a record of its own is a page all the same.
    if (!known.has(key))
      yield { path: `/${key}`, modifiedAt: at, languages: tongues(inEnglish.has(key)), pictures: [] }
  }
  for (const resource of [articles, projects, pages]) {
    for (const record of of<Article & Project & FreePage>(resource)) {
      if (record.noindex) continue
      yield {
        path: pathOfRecord(resource.pagePrefix!, record.slug),
        modifiedAt: modifiedAt(record),
        languages: tongues(own(record, 'title', english) !== null),
        pictures: record.image ? [record.image] : [],
      }
    }
  }
}

// A scheduled article was last written before it appeared.
const modifiedAt = ({ updated_at, published_at }: { updated_at: string; published_at?: string | null }) =>
  later(updated_at, published_at)

function urlsOf({ path, modifiedAt, languages, pictures }: Place, { bases }: Context): string[] {
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
  const images = pictures
    .flatMap((picture) => absolute(bases, picture) ?? [])
    .map((href) => `<image:image><image:loc>${escapeXml(href)}</image:loc></image:image>`)
    .join('')
  return links.map(
    ({ href }) =>
      `<url><loc>${href}</loc><lastmod>${escapeXml(modifiedAt)}</lastmod>${alternates}${images}</url>\n`,
  )
}

const urlset = (urls: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.join('')}</urlset>
`

const index = (
  { url }: Bases,
  parts: readonly { modifiedAt: string }[],
) => `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${parts
  .map(
    ({ modifiedAt }, at) =>
      `<sitemap><loc>${escapeXml(url)}/sitemap-${at + 1}.xml</loc><lastmod>${escapeXml(modifiedAt)}</lastmod></sitemap>\n`,
  )
  .join('')}</sitemapindex>
`
