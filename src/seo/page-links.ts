// Where things are: pages of this site in each language, absolute addresses for others, and links as pages show them.
// Every base comes from the configuration, never from a request.

import { escapeHtml } from './html.ts'
import type { Language } from './language.ts'

export type Bases = {
  /** Public base of the website, without a slash at its end. */
  url: string
  /** Public base of `/media/…`. */
  mediaBase: string
}

/** The path of a page: `/blog?lang=en&page=2`. */
export function pathTo(path: string, language: Language, page = 1): string {
  const query = [language.english ? 'lang=en' : '', page > 1 ? `page=${page}` : ''].filter(Boolean).join('&')
  return query ? `${path}?${query}` : path
}

/** The path of a record's page below `prefix`. */
export const pathOfRecord = (prefix: string, slug: string) => prefix + encodeURIComponent(slug)

/** An address for other sites: a link of this one with its base before it, every other as it is; null for none. */
export function absolute({ url, mediaBase }: Bases, link: string): string | null {
  if (isMedia(link)) return URL.parse(mediaBase + link)?.href ?? null
  if (isOnSite(link)) return URL.parse(url + link)?.href ?? null
  return URL.parse(link, `${url}/`)?.href ?? null
}

/** Where a page of this site loads a picture from: media that lies elsewhere needs its base. */
export const mediaSource = ({ url, mediaBase }: Bases, link: string) =>
  mediaBase !== url && isMedia(link) ? mediaBase + link : link

/** A link of the menu as a page in this language shows it: pages of this site stay in the language. */
export function inLanguage(link: string, language: Language): string {
  if (!language.english || !isOnSite(link) || isMedia(link)) return link
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(link) ?? []
  if (/[?&]lang=/.test(query)) return link
  return `${path}${query ? `${query}&` : '?'}lang=en${fragment}`
}

// Sanitised HTML: every attribute is quoted, and `<`, `>` and quotes in it are entities.
const LINKING_TAG = /<(?:a|img)\b[^>]*>/g
const LINK = / (href|src)="([^"]*)"/g

/** Stored HTML with the links of its images and anchors changed. */
const withLinks = (html: string, change: (link: string) => string) =>
  html.replace(LINKING_TAG, (tag) =>
    tag.replace(LINK, (_, name: string, link: string) => ` ${name}="${change(link)}"`),
  )

const isOnSite = (link: string) => /^\/(?!\/)/.test(link)
const isMedia = (link: string) => link.startsWith('/media/')

/** Stored HTML whose media loads from where it lies; as stored where that is this site. */
export const withMedia = ({ url, mediaBase }: Bases, html: string) =>
  mediaBase === url ? html : withLinks(html, (link) => (isMedia(link) ? escapeHtml(mediaBase) + link : link))

/** Stored HTML whose relative links are absolute, to be read on another site. */
export const withAbsoluteLinks = ({ url, mediaBase }: Bases, html: string) =>
  withLinks(html, (link) => (isOnSite(link) ? escapeHtml(isMedia(link) ? mediaBase : url) + link : link))
