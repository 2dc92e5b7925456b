// Follows the redirects from a path, for editors who want to know where it leads.
import { redirects } from '../content/resources/redirects.ts'
import { canonicalPath, resolveLink } from '../content/site-path.ts'
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { listPaths, pagedResources } from './existing-paths.ts'
import { findRedirect, OUTSIDE_THE_WEBSITE, TRAILING_SLASH } from './find-redirect.ts'
import type { Language } from './language.ts'

// Browsers give up after 20 redirects (Fetch standard).
const MAX_HOPS = 20

const FEED = '/blog/feed.xml'

export const TRACE_ENDS = ['page', 'missing', 'path', 'external', 'endless'] as const

/** `id` is null for a redirect of the service itself, such as the one that removes a trailing slash. */
export type RedirectHop = { id: number | null; from: string; location: string; status: number }

export type RedirectTrace = {
  hops: RedirectHop[]
  /** The address that a visitor ends up at: a path, or a URL of another site. */
  location: string
  /**
   * `page`: a list or a record that is public. `missing`: no public record has this address, which is answered with 404.
   * `path`: another path of this site, which only the frontend knows. `external`: another site. `endless`: more redirects
   * than browsers follow.
   */
  end: (typeof TRACE_ENDS)[number]
}

/** The redirects that a visitor of this canonical path goes through now, and the address at their end. */
export function traceRedirects(view: SnapshotView, start: string, language: Language): RedirectTrace {
  const hops: RedirectHop[] = []
  let path = start
  while (hops.length <= MAX_HOPS) {
    const location = hops.at(-1)?.location ?? start
    const page = pageAt(view, path)
    const hop = page === 'page' ? null : nextHop(view, path, language)
    if (!hop) return { hops, location, end: page }
    hops.push(hop)
    const target = resolveLink(hop.location, path)
    if (!target?.path) return { hops, location: hop.location, end: 'external' }
    path = target.path
  }
  return { hops, location: hops.at(-1)!.location, end: 'endless' }
}

function pageAt(view: SnapshotView, path: string): 'page' | 'missing' | 'path' {
  if (path === FEED || listPaths.has(path)) return 'page'
  const owner = pagedResources.find(({ resource }) => path.startsWith(resource.pagePrefix!))
  if (!owner) return 'path'
  return view.find(owner.resource, path.slice(owner.resource.pagePrefix!.length)) ? 'page' : 'missing'
}

function nextHop(view: SnapshotView, path: string, language: Language): RedirectHop | null {
  if (OUTSIDE_THE_WEBSITE.test(path)) return null
  const found = findRedirect(view, path, language)
  if (found) return { id: view.find(redirects, path)!.id, from: path, ...found }
  const withoutSlash = TRAILING_SLASH.exec(path)?.[1]
  return withoutSlash === undefined
    ? null
    : { id: null, from: path, location: encodeURI(withoutSlash), status: 301 }
}

/** The canonical path in a typed address: a path, or a URL of this site. Null for anything else. */
export function pathOfAddress(address: string, siteUrl: string): string | null {
  const target = URL.parse(address.trim(), siteUrl)
  const isOfSite = target?.origin === new URL(siteUrl).origin && !target.username && !target.password
  return isOfSite && /^(?:\/|https?:)/i.test(address.trim()) ? canonicalPath(target.pathname) : null
}
