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

/** The head of a page as data, as `GET /api/site/head` returns it. Addresses are absolute. */
export type HeadTags = {
  title: string
  description: string | null
  canonical: string | null
  /** The page in each of its languages, and `x-default`; empty if there is only one. */
  alternates: { lang: string; href: string }[]
  /** In the order of the page; `content` is text. */
  meta: MetaTag[]
  /** Null: nothing is described. */
  json_ld: { '@context': string; '@graph': Thing[] } | null
}

type MetaTag = { name: string; content: string } | { property: string; content: string }

export function headTags(site: Site, meta: Meta): HeadTags {
  const description = meta.description ? shorten(meta.description, MAX_DESCRIPTION_LENGTH) : null
  const picture = meta.picture ?? site.image
  const preview: Preview = {
    title: cutTitle(meta.title ?? meta.heading),
    description,
    image: picture ? previewImage(site, picture.src) : null,
    imageAlt: picture?.alt ?? null,
  }
  const alternates = meta.alternates.map(({ language: { tag }, href }) => ({ lang: tag, href }))
  return {
    title: cutTitle(wholeTitle(meta, site.name)),
    description,
    canonical: meta.canonical,
    alternates: alternates[0] ? [...alternates, { lang: 'x-default', href: alternates[0].href }] : alternates,
    meta: [
      named('description', description),
      named('robots', meta.noindex ? 'noindex' : 'index, follow, max-image-preview:large'),
      ...openGraph(site, meta, preview),
      ...twitterCard(preview),
    ].filter((tag) => tag !== null),
    json_ld: meta.graph.length > 0 ? { '@context': 'https://schema.org', '@graph': meta.graph } : null,
  }
}

export function metaTags({ name, language }: Site, head: HeadTags): Html {
  return html`<title>${head.title}</title>
${[
  head.meta.map((tag) =>
    'name' in tag
      ? html`<meta name="${tag.name}" content="${tag.content}">\n`
      : html`<meta property="${tag.property}" content="${tag.content}">\n`,
  ),
  head.canonical && html`<link rel="canonical" href="${head.canonical}">\n`,
  head.alternates.map(({ lang, href }) => html`<link rel="alternate" hreflang="${lang}" href="${href}">\n`),
  html`<link rel="alternate" type="application/atom+xml" title="${name}" href="${pathTo('/blog/feed.xml', language)}">\n`,
]}${head.json_ld && html`<script type="application/ld+json">${raw(scriptJson(head.json_ld))}</script>`}`
}

type Preview = {
  title: string
  description: string | null
  image: OutsideImage | null
  imageAlt: string | null
}

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
  ...meta.alternates
    .filter((alternate) => alternate.language !== language)
    .map((alternate) => property('og:locale:alternate', alternate.language.locale)),
  property('og:image', image?.url ?? null),
  property('og:image:type', image?.type ?? null),
  property('og:image:width', image?.size ? String(image.size.width) : null),
  property('og:image:height', image?.size ? String(image.size.height) : null),
  property('og:image:alt', image && imageAlt),
  ...(meta.article
    ? [
        property('article:published_time', meta.article.publishedAt),
        property('article:modified_time', meta.article.modifiedAt),
        property('article:section', meta.article.section),
        ...meta.article.tags.map((tag) => property('article:tag', tag)),
      ]
    : []),
]

const twitterCard = ({ title, description, image, imageAlt }: Preview) => [
  named('twitter:card', image ? 'summary_large_image' : 'summary'),
  named('twitter:title', title),
  named('twitter:description', description),
  named('twitter:image', image?.url ?? null),
  named('twitter:image:alt', image && imageAlt),
]

const named = (name: string, content: string | null): MetaTag | null => (content ? { name, content } : null)

const property = (name: string, content: string | null): MetaTag | null =>
  content ? { property: name, content } : null
