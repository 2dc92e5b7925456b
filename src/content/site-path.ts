// The canonical form of a path of this site, so that redirects, links and requests can be compared.

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
 * Resolves a link on the page `from`: `path` is its canonical path on this site, null for another site. Returns null if
 * no browser would navigate to it.
 */
export function resolveLink(link: string, from: string): { path: string | null } | null {
  const base = new URL(from, SITE)
  const target = URL.canParse(link, base.href) ? new URL(link, base) : null
  if (!target || !/^https?:$/.test(target.protocol)) return null
  return { path: target.origin === base.origin ? canonicalPath(target.pathname) : null }
}
