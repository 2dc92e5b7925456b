// The <head> of a page, for search engines and link previews: title, meta tags, canonical and alternate links, JSON-LD.
import type { Thing } from 'schema-dts'
import { cutTitle, wholeTitle } from '../../text/seo-analysis/search-result.ts'
import { shorten } from '../../text/shorten.ts'
import { type Html, html, raw, scriptJson } from '../view/html.ts'
import type { Language } from '../view/language.ts'
import { pathTo } from '../view/page-links.ts'
import { type OutsideImage, previewImage } from '../view/preview-image.ts'
import type { Site } from '../view/site-view.ts'
import type { Picture } from '../view/stories.ts'
import { MAX_DESCRIPTION_LENGTH } from '../view/text-excerpts.ts'

export type Meta = {
  /** The editors' title for search engines; null: built from `heading` and the site's name. */
  title: string | null
  heading: string
  description: string | null
  /** Absolute URL; null for pages without a URL of their own. */
  canonical: string | null
  /** Absolute URLs of the page in each language; empty if there is only one. */
  alternates: { language: Language; href: string }[]
  noindex: boolean
  picture: Picture | null
  article: { publishedAt: string; modifiedAt: string; section: string | null; tags: readonly string[] } | null
  graph: Thing[]
}

export function metaTags(site: Site, meta: Meta): Html {
  const { language } = site
  const description = meta.description ? shorten(meta.description, MAX_DESCRIPTION_LENGTH) : null
  const picture = meta.picture ?? site.image
  const preview: Preview = {
    title: cutTitle(meta.title ?? meta.heading),
    description,
    image: picture ? previewImage(site, picture.src) : null,
    imageAlt: picture?.alt ?? null,
  }
  return html`<title>${cutTitle(wholeTitle(meta, site.name))}</title>
${[
  named('description', description),
  named('robots', meta.noindex ? 'noindex' : 'index, follow, max-image-preview:large'),
  meta.canonical && html`<link rel="canonical" href="${meta.canonical}">\n`,
  alternateLinks(meta),
  html`<link rel="alternate" type="application/atom+xml" title="${site.name}" href="${pathTo('/blog/feed.xml', language)}">\n`,
  openGraph(site, meta, preview),
  twitterCard(preview),
]}${meta.graph.length > 0 && jsonLd(meta.graph)}`
}

type Preview = {
  title: string
  description: string | null
  image: OutsideImage | null
  imageAlt: string | null
}

const alternateLinks = ({ alternates }: Meta) => [
  alternates.map(
    ({ language, href }) => html`<link rel="alternate" hreflang="${language.tag}" href="${href}">\n`,
  ),
  alternates[0] && html`<link rel="alternate" hreflang="x-default" href="${alternates[0].href}">\n`,
]

const openGraph = (
  { name, language }: Site,
  meta: Meta,
  { title, description, image, imageAlt }: Preview,
) => [
  property('og:type', meta.article ? 'article' : 'website'),
  property('og:site_name', name),
  property('og:title', title),
  property('og:description', description),
  property('og:url', meta.canonical),
  property('og:locale', language.locale),
  meta.alternates
    .filter((alternate) => alternate.language !== language)
    .map((alternate) => property('og:locale:alternate', alternate.language.locale)),
  image && [
    property('og:image', image.url),
    property('og:image:type', image.type),
    property('og:image:width', image.size && String(image.size.width)),
    property('og:image:height', image.size && String(image.size.height)),
  ],
  property('og:image:alt', image && imageAlt),
  meta.article && [
    property('article:published_time', meta.article.publishedAt),
    property('article:modified_time', meta.article.modifiedAt),
    property('article:section', meta.article.section),
    meta.article.tags.map((tag) => property('article:tag', tag)),
  ],
]

const twitterCard = ({ title, description, image, imageAlt }: Preview) => [
  named('twitter:card', image ? 'summary_large_image' : 'summary'),
  named('twitter:title', title),
  named('twitter:description', description),
  named('twitter:image', image?.url ?? null),
  named('twitter:image:alt', image && imageAlt),
]

const named = (name: string, content: string | null) =>
  content && html`<meta name="${name}" content="${content}">\n`

const property = (name: string, content: string | null) =>
  content && html`<meta property="${name}" content="${content}">\n`

const jsonLd = (graph: readonly Thing[]) =>
  html`<script type="application/ld+json">${raw(scriptJson({ '@context': 'https://schema.org', '@graph': graph }))}</script>`
