// The addresses of the old site and the places on the new one that they lead to.
import { furtherLanguages, type LanguageKey } from '../../../text/content-language.ts'
import { withoutTrailingSlashes } from '../../../text/trim-end.ts'

export type Place = {
  /** A path of the new site, with a query or without. */
  to: string
  /** The kind of record there, for the summary. */
  kind: string
  name: string
  /** The record without which the place does not exist; null for lists and the home page. */
  record: { kind: string; slug: string } | null
}

export type AddressBook = {
  /** Notes that an address of the old site leads to this place, unless it leads elsewhere already. */
  add(address: string, place: Place): void
  /** The place that a link on the page `from` of the old site leads to; null if there is none. */
  find(link: string, from: string): Place | null
  /** Whether a link on the page `from` leads to the old site. */
  isOwn(link: string, from: string): boolean
  /** The places by source: a path without a final slash, with one parameter or without. */
  entries(): [string, Place][]
}

/** Parameters of WordPress that name what an address shows; all others are ignored. */
const PARAMETERS = [
  'p',
  'page_id',
  'attachment_id',
  'cat',
  'tag',
  'author',
  'm',
  'feed',
  'paged',
  'post_type',
]

const IDS = ['p', 'page_id', 'attachment_id']

/** `sites` are the addresses of the old site and of all that it contains. */
export function createAddressBook(sites: readonly string[]): AddressBook {
  const hosts = new Set(sites.map((site) => hostOf(URL.parse(site))).filter(Boolean))
  const places = new Map<string, Place>()
  const resolve = (link: string, from: string) => {
    const url = URL.parse(link, from || `https://${[...hosts][0] ?? 'site.invalid'}/`)
    return url && hosts.has(hostOf(url)) ? url : null
  }
  return {
    add(address, place) {
      const url = resolve(address, '')
      const source = url && sourcesOf(url)[0]
      if (source && !places.has(source)) places.set(source, place)
    },
    find(link, from) {
      const url = resolve(link, from)
      const found = url && sourcesOf(url).flatMap((source) => (places.has(source) ? [source] : []))[0]
      // An unknown id is not an address of the page whose path it stands behind.
      const isUnknownId = url && IDS.some((name) => url.searchParams.has(name)) && !found?.includes('?')
      return found && !isUnknownId ? places.get(found)! : null
    },
    isOwn: (link, from) => resolve(link, from) !== null,
    entries: () => [...places],
  }
}

const hostOf = (url: URL | null) =>
  url && /^https?:$/.test(url.protocol) ? url.host.replace(/^www\./, '') : ''

/** The sources that redirects of the service have: the path with a parameter, then the path. */
function sourcesOf({ pathname, searchParams }: URL): string[] {
  const path = canonicalPath(pathname)
  if (path === null) return []
  const parameters = PARAMETERS.filter((name) => searchParams.get(name))
  return [
    ...parameters.map((name) => `${path}?${new URLSearchParams([[name, searchParams.get(name)!]])}`),
    path,
  ]
}

/** Percent-decoded except for reserved characters, without the final slash: as the service stores it. */
export function canonicalPath(path: string): string | null {
  try {
    const decoded = decodeURI(path.replaceAll('%25', '%2525')).replace(/%[0-9a-f]{2}/gi, (octet) =>
      octet.toUpperCase(),
    )
    return withoutTrailingSlashes(decoded.normalize('NFC').replace(/^\/+/, '/')) || '/'
  } catch {
    return null
  }
}

/** The place in a language. */
export const placeIn = (place: Place, language: LanguageKey): Place =>
  language === 'primary'
    ? place
    : { ...place, to: `${place.to}${place.to.includes('?') ? '&' : '?'}lang=${language}` }

/** The language that a path of the new site asks for. */
export const languageOfPath = (path: string): LanguageKey =>
  furtherLanguages.find((key) => new URLSearchParams(/\?[^#]*/.exec(path)?.[0]).get('lang') === key) ??
  'primary'
