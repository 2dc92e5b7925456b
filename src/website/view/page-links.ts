// Links: page paths per language, absolute URLs for crawlers, and links in stored HTML. All bases come from the
// configuration, never from a request.
import { escapeHtml, mapTags, unescapeHtml } from '../../text/html.ts'
import type { Language } from './language.ts'

export type Bases = {
  /** Public URL of the website, without a trailing slash. */
  url: string
  /** Public URL that `/media/…` paths are appended to. */
  mediaBase: string
}

/** The path of a page: `/blog?lang=en&page=2`. */
export function pathTo(path: string, language: Language, page = 1): string {
  const query = [language.isPrimary ? '' : `lang=${language.tag}`, page > 1 ? `page=${page}` : '']
    .filter(Boolean)
    .join('&')
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
}

/** The absolute URL of a page of this site. */
export const urlOf = (
  { bases, language }: { bases: Bases; language: Language },
  path: string,
  page = 1,
): string => bases.url + pathTo(path, language, page)

/** The path of a record's page below `prefix`. */
export const pathOfRecord = (prefix: string, slug: string) => prefix + encodeURIComponent(slug)

/** The absolute URL of a link: paths of this site get its base, absolute URLs stay. Null for an invalid link. */
export function toAbsolute({ url, mediaBase }: Bases, link: string): string | null {
  if (isMedia(link)) return URL.parse(mediaBase + link)?.href ?? null
  if (isOnSite(link)) return URL.parse(url + link)?.href ?? null
  return URL.parse(link, `${url}/`)?.href ?? null
}

/** The `src` of an image on a page of this site: absolute if media has its own base. */
export const mediaSource = ({ url, mediaBase }: Bases, link: string) =>
  mediaBase !== url && isMedia(link) ? mediaBase + link : link

/** A menu link on a page in this language: links to this site's pages keep the language. */
export function withLanguage(link: string, language: Language): string {
  if (language.isPrimary || !isOnSite(link) || isMedia(link)) return link
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(link) ?? []
  if (/[?&]lang=/.test(query)) return link
  return `${path}${query ? `${query}&` : '?'}lang=${language.tag}${fragment}`
}

// All attributes of sanitised HTML are in double quotes.
const LINK = / (href|src)="([^"]*)"/g

const mapLinks = (html: string, change: (link: string, name: string) => string) =>
  mapTags(html, ({ tag, raw }) =>
    tag === 'a' || tag === 'img'
      ? raw.replace(LINK, (_, name: string, link: string) => ` ${name}="${change(link, name)}"`)
      : raw,
  )

const isOnSite = (link: string) => /^\/(?!\/)/.test(link)
const isMedia = (link: string) => link.startsWith('/media/')

/** Stored HTML for a page of this site: media links get the media base if media has its own. */
export const withMediaBase = ({ url, mediaBase }: Bases, html: string) =>
  mediaBase === url ? html : mapLinks(html, (link) => (isMedia(link) ? escapeHtml(mediaBase) + link : link))

/** Stored HTML for a page in this language: links to other pages of this site keep the language. */
export const withPageLanguage = (language: Language, html: string) =>
  language.isPrimary
    ? html
    : mapLinks(html, (link, name) =>
        name === 'href' ? escapeHtml(withLanguage(unescapeHtml(link), language)) : link,
      )

/** Stored HTML for another site (the feed): all links are absolute. */
export const withAbsoluteLinks = ({ url, mediaBase }: Bases, html: string) =>
  mapLinks(html, (link) => (isOnSite(link) ? escapeHtml(isMedia(link) ? mediaBase : url) + link : link))
