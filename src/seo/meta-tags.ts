// The head of a page: what search engines and link previews read.
import type { Thing } from 'schema-dts'
import { type Html, html, raw, scriptJson } from './html.ts'
import type { Language } from './language.ts'
import { absolute, pathTo } from './page-links.ts'
import { DESCRIPTION_LENGTH, shorten, TITLE_LENGTH } from './plain-text-lengths.ts'
import type { Site } from './site-view.ts'
import type { Picture } from './stories.ts'

export type Meta = {
  /** As editors wrote it for search engines, or null: made from `heading` and the site's name. */
  title: string | null
  heading: string
  description: string | null
  /** The page in this language; null: a page without an address of its own. */
  canonical: string | null
  /** The page in each language it exists in; nothing where there is only one. */
  alternates: { language: Language; href: string }[]
  noindex: boolean
  picture: Picture | null
  article: { publishedAt: string; modifiedAt: string; section: string | null; tags: readonly string[] } | null
  graph: Thing[]
}

/** The absolute address of a page of this site. */
export const addressOf = ({ bases, language }: Pick<Site, 'bases' | 'language'>, path: string, page = 1) =>
  bases.url + pathTo(path, language, page)

/** The title in the browser's tab: `Heading | Site`, without the site where that would be too long. */
export function titleOf({ title, heading }: Pick<Meta, 'title' | 'heading'>, siteName: string): string {
  if (title) return shorten(title, TITLE_LENGTH)
  const both = `${heading} | ${siteName}`
  return both.length <= TITLE_LENGTH && !heading.includes(siteName) ? both : shorten(heading, TITLE_LENGTH)
}

export function metaTags(site: Site, meta: Meta): Html {
  const { bases, language } = site
  const title = titleOf(meta, site.name)
  const shared = shorten(meta.title ?? meta.heading, TITLE_LENGTH)
  const description = meta.description ? shorten(meta.description, DESCRIPTION_LENGTH) : null
  const picture = meta.picture ?? site.image
  const image = picture ? absolute(bases, picture.src) : null
  const feed = pathTo('/blog/feed.xml', language)
  const named = (name: string, content: string | null) =>
    content && html`<meta name="${name}" content="${content}">\n`
  const property = (name: string, content: string | null) =>
    content && html`<meta property="${name}" content="${content}">\n`
  return html`<title>${title}</title>
${named('description', description)}${named('robots', meta.noindex ? 'noindex' : 'index, follow, max-image-preview:large')}${
  meta.canonical && html`<link rel="canonical" href="${meta.canonical}">\n`
}${meta.alternates.map(
  ({ language, href }) => html`<link rel="alternate" hreflang="${language.tag}" href="${href}">\n`,
)}${
  meta.alternates[0] && html`<link rel="alternate" hreflang="x-default" href="${meta.alternates[0].href}">\n`
}<link rel="alternate" type="application/atom+xml" title="${site.name}" href="${feed}">
${[
  property('og:type', meta.article ? 'article' : 'website'),
  property('og:site_name', site.name),
  property('og:title', shared),
  property('og:description', description),
  property('og:url', meta.canonical),
  property('og:locale', language.locale),
  meta.alternates
    .filter((alternate) => alternate.language !== language)
    .map((alternate) => property('og:locale:alternate', alternate.language.locale)),
  property('og:image', image),
  property('og:image:alt', image && (picture?.alt ?? null)),
  meta.article && [
    property('article:published_time', meta.article.publishedAt),
    property('article:modified_time', meta.article.modifiedAt),
    property('article:section', meta.article.section),
    meta.article.tags.map((tag) => property('article:tag', tag)),
  ],
  named('twitter:card', image ? 'summary_large_image' : 'summary'),
  named('twitter:title', shared),
  named('twitter:description', description),
  named('twitter:image', image),
  named('twitter:image:alt', image && (picture?.alt ?? null)),
]}${meta.graph.length > 0 && jsonLd(meta.graph)}`
}

const jsonLd = (graph: readonly Thing[]) =>
  html`<script type="application/ld+json">${raw(scriptJson({ '@context': 'https://schema.org', '@graph': graph }))}</script>`
