// Follows the redirects from a path, for editors who want to know where it leads.
import { canonicalPath, resolveLink } from '../../content/site-path.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { invalid } from '../../text/errors.ts'
import { pageAt, type Website } from '../view/existing-paths.ts'
import type { Language } from '../view/language.ts'
import { findNearPage } from './find-near-page.ts'
import { findRedirect, OUTSIDE_THE_WEBSITE, type RedirectRequest, TRAILING_SLASH } from './find-redirect.ts'

// Browsers give up after 20 redirects (Fetch standard).
const MAX_HOPS = 20

export const TRACE_ENDS = ['page', 'missing', 'path', 'external', 'endless'] as const

/** `id` is null for a redirect of the service itself, such as the one that removes a trailing slash. */
export type RedirectHop = { id: number | null; from: string; location: string; status: number }

export type RedirectTrace = {
  hops: RedirectHop[]
  /** The address that a visitor ends up at: a path, or a URL of another site. */
  location: string
  /**
   * `page`: a list or a record that is public. `missing`: no page of the site has this address, which is answered with 404.
   * `path`: another path of this site, which only the frontend knows. `external`: another site. `endless`: more redirects
   * than browsers follow.
   */
  end: (typeof TRACE_ENDS)[number]
}

/** A canonical path, and a query with its question mark or none. */
export type SiteAddress = { path: string; search: string }

type Site = { website: Website; language: Language }

/** The redirects that a visitor of this address goes through now, and the address at their end. */
export function traceRedirects(
  view: SnapshotView,
  start: SiteAddress,
  { website, language }: Site,
): RedirectTrace {
  const hops: RedirectHop[] = []
  let { path, search } = start
  while (hops.length <= MAX_HOPS) {
    const location = hops.at(-1)?.location ?? start.path
    const page = pageAt(view, path, website)
    const hop = nextHop(view, { path, search, hasPage: page === 'page' }, { website, language })
    if (!hop) return { hops, location, end: page }
    hops.push(hop)
    const target = resolveLink(hop.location, path)
    if (!target?.path) return { hops, location: hop.location, end: 'external' }
    path = target.path
    search = target.search
  }
  return { hops, location: hops.at(-1)!.location, end: 'endless' }
}

function nextHop(view: SnapshotView, request: RedirectRequest, site: Site): RedirectHop | null {
  const { path, hasPage } = request
  if (OUTSIDE_THE_WEBSITE.test(path)) return null
  const found = findRedirect(view, request, site.language)
  if (found) return { id: found.id, from: found.source, location: found.location, status: found.status }
  if (hasPage) return null
  const near = findNearPage(view, request, site)
  if (near) return { id: null, from: path, ...near }
  const withoutSlash = TRAILING_SLASH.exec(path)?.[1]
  return withoutSlash === undefined
    ? null
    : { id: null, from: path, location: encodeURI(withoutSlash), status: 301 }
}

/** A typed address as a path of this site. Throws 422. */
export function parseAddress(address: string, siteUrl: string): SiteAddress {
  const read = readAddress(address, siteUrl)
  if (read) return read
  const message = `must be a path such as /old-page, or an address below ${siteUrl}`
  throw invalid([{ path: 'path', code: 'invalid', message }])
}

/** A typed address: a path with or without a query, or a URL of this site. Null for anything else. */
export function readAddress(address: string, siteUrl: string): SiteAddress | null {
  const target = URL.parse(address.trim(), siteUrl)
  const isOfSite = target?.origin === new URL(siteUrl).origin && !target.username && !target.password
  const path = isOfSite && /^(?:\/|https?:)/i.test(address.trim()) ? canonicalPath(target.pathname) : null
  return target && path !== null ? { path, search: target.search } : null
}
