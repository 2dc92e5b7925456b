// One spelling for a path of this site, so that redirects, links to them and requests compare equal.

// Browsers read `\` as `/` and drop tabs, line breaks and outer spaces; direction overrides show another path.
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\\\u202a-\u202e\u2066-\u2069]|\s$/u

/**
 * `/%D9%86%D9%85%D8%A7` and `/نما` as `/نما`: percent-decoded, NFC. Null for what is not a path: another site, a query,
 * broken escapes. Escapes with a meaning of their own (`%25`, `%2F`, `%3F`, …) stay, so that a second pass changes nothing.
 */
export function canonicalPath(value: string): string | null {
  if (!/^\/(?!\/)[^?#]*$/s.test(value)) return null
  try {
    const decoded = decodeURI(value.replaceAll('%25', '%2525'))
    const path = decoded.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase()).normalize('NFC')
    return path.isWellFormed() && !UNFIT.test(path) ? path : null
  } catch {
    return null
  }
}

/** A link to a page of this site as its path, whether it was written with the site's own address or not. */
export function toRelativeLink(link: string, siteUrl: string): string {
  const base = new URL(siteUrl)
  const target = link.startsWith('//') ? URL.parse(link, siteUrl) : URL.parse(link)
  if (target?.origin !== base.origin || target.username || target.password) return link
  const prefix = base.pathname.replace(/\/+$/, '')
  if (target.pathname !== prefix && !target.pathname.startsWith(`${prefix}/`)) return link
  const path = target.pathname.slice(prefix.length) || '/'
  // `https://www.example.com//other.example` must not become a link to another site.
  return path.startsWith('//') ? link : canonicalLink(path + target.search + target.hash)
}

/** A link whose path, if it is one of this site, is written as `canonicalPath` does. */
export const canonicalLink = (link: string) =>
  link.replace(/^\/(?!\/)[^?#]*/, (path) => canonicalPath(path) ?? path)

// RFC 2606: never a real site, so only what is relative resolves to it.
const SITE = 'http://site.invalid'

/** Where a link on the page `from` leads: `path` is null outside this site; null for what no browser navigates to. */
export function resolveLink(link: string, from: string): { path: string | null } | null {
  const base = new URL(from, SITE)
  const target = URL.canParse(link, base.href) ? new URL(link, base) : null
  if (!target || !/^https?:$/.test(target.protocol)) return null
  return { path: target.origin === base.origin ? canonicalPath(target.pathname) : null }
}
