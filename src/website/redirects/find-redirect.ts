// Looks up a request in the `redirects` resource.

import { redirects } from '../../content/resources/redirects.ts'
import { canonicalPath, matchingSources, resolveLink } from '../../content/site-path.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { SEARCH_PATH, sitePages } from '../../text/site-pages.ts'
import type { Language } from '../view/language.ts'
import { type Redirect, readRecord } from '../view/site-records.ts'

export type RedirectTarget = { location: string; status: 301 | 302 | 308 }

/** Paths that no redirect is looked up for. */
export const OUTSIDE_THE_WEBSITE = /^\/(?:admin|api|fonts|health|media|metrics)(?:\/|$)/

/** A page with a trailing slash, percent-encoded; it leads to the path without it. */
export const TRAILING_SLASH = new RegExp(
  `^(${SEARCH_PATH}|/(?:${sitePages.slice(1).join('|')})(?:/[^/]+)?)/+$`,
)

// A reserved name (RFC 2606) as base, to tell links within this site from others.
const SITE = 'http://site.invalid'

export type RedirectRequest = {
  /** The path as requested: percent-encoded or not. */
  path: string
  /** The query with the question mark; empty without one. */
  search: string
  /** Whether the website has a page at this path, so that only a redirect of one of its parameters applies. */
  hasPage?: boolean
}

/** `id` and `source` are of the record. */
export type FoundRedirect = RedirectTarget & { id: number; source: string }

/** The redirect for a request, with a percent-encoded location; null if there is none or its target is invalid. */
export function findRedirect(
  view: SnapshotView,
  { path: requestPath, search, hasPage = false }: RedirectRequest,
  language: Language,
): FoundRedirect | null {
  const path = canonicalPath(requestPath)
  if (path === null) return null
  if (hasPage && !matchingSources(path, '').some((each) => pathsWithParameters(view).has(each))) return null
  for (const source of matchingSources(path, search)) {
    if (hasPage && !source.includes('?')) continue
    const entry = view.find(redirects, source)
    const target = entry && targetOf(readRecord<Redirect>(entry), { path, search, source, language })
    if (target) return { id: entry.id, source, ...target }
  }
  return null
}

const pathsOfViews = new WeakMap<SnapshotView, ReadonlySet<string>>()

/** The paths with a redirect of one of their parameters, so that other pages do not look up each of theirs. */
const pathsWithParameters = (view: SnapshotView) =>
  pathsOfViews.getOrInsertComputed(view, () => {
    const sources = view.entries(redirects).flatMap(({ redirectFrom }) => redirectFrom ?? [])
    return new Set(sources.filter((source) => source.includes('?')).map((source) => source.split('?')[0]!))
  })

/** Parameters that the website reads; at another page they would mean something else. */
const OF_PAGES = new Set(['lang', 'page', 'q', 'category', 'tag', 'preview'])

type Match = { path: string; search: string; source: string; language: Language }

function targetOf(
  { to_path: to, status_code: status }: Redirect,
  { path, search, source, language }: Match,
): RedirectTarget | null {
  const resolved = resolveLink(to, path)
  if (!resolved) return null
  // `/a` to `/a/`: a request for `/a/` matches the redirect as well.
  const isSame = resolved.path === path && matchingSources(path, resolved.search).includes(source)
  if (isSame) return null
  const target = new URL(to, new URL(path, SITE))
  if (target.origin !== SITE) {
    // `//other.example` keeps the scheme of the request.
    return { location: to.startsWith('//') ? target.href.slice(target.protocol.length) : target.href, status }
  }
  if (!language.isPrimary && !target.searchParams.has('lang')) target.searchParams.set('lang', language.tag)
  carryParameters(search, source, target.searchParams)
  // A location that starts with two slashes would name another host.
  return { location: target.pathname.replace(/^\/+/, '/') + target.search + target.hash, status }
}

/** Adds what the website does not know, such as `utm_source` and `gclid`, to the parameters of a target on this site. */
function carryParameters(search: string, source: string, target: URLSearchParams) {
  if (search === '') return
  const [matched] = new URLSearchParams(source.split('?')[1] ?? '')
  const own = new Set(target.keys())
  for (const [name, value] of new URLSearchParams(search)) {
    const isMatched = name === matched?.[0] && value === matched[1]
    if (!isMatched && !OF_PAGES.has(name) && !own.has(name)) target.append(name, value)
  }
}
