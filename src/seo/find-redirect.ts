// Where an old path leads now, by the `redirects` resource.
import { redirects } from '../content/resources/redirects.ts'
import { canonicalPath, resolveLink } from '../content/site-path.ts'
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import type { Language } from './language.ts'
import { type Redirect, whole } from './site-records.ts'

export type Redirection = { location: string; status: 301 | 302 | 308 }

// RFC 2606: never a real site; tells links of this one from others.
const SITE = 'http://site.invalid'

/** The redirect from the path of a request, as it was sent; null for none, or one whose target nobody may see. */
export function findRedirect(
  view: SnapshotView,
  requestPath: string,
  language: Language,
): Redirection | null {
  const path = canonicalPath(requestPath)
  const entry = path === null ? null : view.find(redirects, path)
  if (!entry || path === null) return null
  const { to_path: to, status_code: status } = whole<Redirect>(entry)
  if (!resolveLink(to, path)) return null
  const target = new URL(to, new URL(path, SITE))
  if (target.origin !== SITE) {
    // `//other.example` keeps the scheme that the visitor came by.
    return { location: to.startsWith('//') ? target.href.slice(target.protocol.length) : target.href, status }
  }
  if (language.english && !target.searchParams.has('lang')) target.searchParams.set('lang', 'en')
  // Two slashes at the start would name another host.
  return { location: target.pathname.replace(/^\/+/, '/') + target.search + target.hash, status }
}
