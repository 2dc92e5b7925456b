// Looks up a request path in the `redirects` resource.
import { sitePages } from '../config/site-pages.ts'
import { redirects } from '../content/resources/redirects.ts'
import { canonicalPath, resolveLink } from '../content/site-path.ts'
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import type { Language } from './language.ts'
import { type Redirect, readRecord } from './site-records.ts'

export type RedirectTarget = { location: string; status: 301 | 302 | 308 }

/** Paths that no redirect is looked up for. */
export const OUTSIDE_THE_WEBSITE = /^\/(?:admin|api|fonts|health|media|metrics)(?:\/|$)/

/** A page with a trailing slash, percent-encoded; it leads to the path without it. */
export const TRAILING_SLASH = new RegExp(`^(/(?:${sitePages.slice(1).join('|')})(?:/[^/]+)?)/+$`)

// A reserved name (RFC 2606) as base, to tell links within this site from others.
const SITE = 'http://site.invalid'

/** The redirect for a raw request path, with a percent-encoded location; null if there is none or its target is invalid. */
export function findRedirect(
  view: SnapshotView,
  requestPath: string,
  language: Language,
): RedirectTarget | null {
  const path = canonicalPath(requestPath)
  const entry = path === null ? null : view.find(redirects, path)
  if (!entry || path === null) return null
  const { to_path: to, status_code: status } = readRecord<Redirect>(entry)
  if (!resolveLink(to, path)) return null
  const target = new URL(to, new URL(path, SITE))
  if (target.origin !== SITE) {
    // `//other.example` keeps the scheme of the request.
    return { location: to.startsWith('//') ? target.href.slice(target.protocol.length) : target.href, status }
  }
  if (language.isEnglish && !target.searchParams.has('lang')) target.searchParams.set('lang', 'en')
  // A location that starts with two slashes would name another host.
  return { location: target.pathname.replace(/^\/+/, '/') + target.search + target.hash, status }
}
