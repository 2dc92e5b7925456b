// The canonical form of a path of this site, so that redirects, links and requests can be compared.
import { withoutTrailingSlashes } from '../text/trim-end.ts'

// Browsers read `\` as `/` and drop tabs, line breaks and outer spaces; direction overrides display another path.
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\\\u202a-\u202e\u2066-\u2069]|\s$/u

/**
 * Percent-decoded and NFC: `/%D9%86%D9%85%D8%A7` becomes `/نما`. Null for anything but a path: another site, a query,
 * invalid escapes. Reserved escapes (`%25`, `%2F`, `%3F`, …) stay, so that the function is idempotent.
 */
export function canonicalPath(value: string): string | null {
  if (!/^\/(?!\/)[^?#]*$/s.test(value)) return null
  try {
    const decoded = decodeURI(value.replaceAll('%25', '%2525'))
    const path = decoded.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase()).normalize('NFC')
    return path.isWellFormed() && !FORBIDDEN.test(path) ? path : null
  } catch {
    return null
  }
}

/** More parameters of a request are not compared with redirects. */
const MAX_PARAMETERS = 20

/**
 * The canonical form of a redirect's source: a path, or a path with one query parameter, such as `/?p=123`. Null for
 * anything else. `lang` is no parameter of a source: it selects the language of a page.
 */
export function canonicalSource(value: string): string | null {
  const [, path = '', query] = /^([^?#]*)(?:\?([^#]*))?$/s.exec(value) ?? []
  const canonical = canonicalPath(path)
  if (canonical === null || query === undefined) return canonical
  const [parameter, ...others] = new URLSearchParams(query)
  if (!parameter || others.length > 0 || parameter[0] === '' || parameter[0] === 'lang') return null
  return withParameter(canonical, parameter)
}

const withParameter = (path: string, parameter: [string, string]) =>
  `${path}?${new URLSearchParams([parameter])}`

/**
 * The sources of the redirects for a request with this canonical path and raw query, the most specific first: the path
 * with one of its parameters, then the path, each also without a trailing slash.
 */
export function matchingSources(path: string, search: string): string[] {
  const paths = /.\/$/.test(path) ? [path, withoutTrailingSlashes(path) || '/'] : [path]
  const parameters = search === '' ? [] : [...new URLSearchParams(search)].slice(0, MAX_PARAMETERS)
  return [...parameters.flatMap((parameter) => paths.map((each) => withParameter(each, parameter))), ...paths]
}

/** A link to a page of this site as a relative link, even if it contains the site's own origin; others unchanged. */
export function toRelativeLink(link: string, siteUrl: string): string {
  const target = link.startsWith('//') ? URL.parse(link, siteUrl) : URL.parse(link)
  if (target?.origin !== new URL(siteUrl).origin || target.username || target.password) return link
  const path = target.pathname
  // `https://www.example.com//other.example` must not become a link to another site.
  return path.startsWith('//') ? link : canonicalLink(path + target.search + target.hash)
}

/** A link with its path, if it is one of this site, in canonical form. */
export const canonicalLink = (link: string) =>
  link.replace(/^\/(?!\/)[^?#]*/, (path) => canonicalPath(path) ?? path)

// Reserved by RFC 2606, so only relative links resolve to it.
const SITE = 'http://site.invalid'

/**
 * Resolves a link on the page `from`: `path` is its canonical path on this site, null for another site, `search` its
 * query with the question mark or empty. Returns null if no browser would navigate to it.
 */
export function resolveLink(link: string, from: string): { path: string | null; search: string } | null {
  const base = new URL(from, SITE)
  const target = URL.canParse(link, base.href) ? new URL(link, base) : null
  if (!target || !/^https?:$/.test(target.protocol)) return null
  const path = target.origin === base.origin ? canonicalPath(target.pathname) : null
  return { path, search: target.search }
}
