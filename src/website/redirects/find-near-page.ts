// The page that is meant by an address without one: an address typed on another keyboard layout, or one below a page of
// WordPress, such as its feed.
import { canonicalPath } from '../../content/site-path.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { inOtherLayout } from '../../text/keyboard-layouts.ts'
import { withoutTrailingSlashes } from '../../text/trim-end.ts'
import { isRecordPath, pageAt, type Website } from '../view/existing-paths.ts'
import type { Language } from '../view/language.ts'
import { findRedirect, type RedirectRequest, type RedirectTarget } from './find-redirect.ts'

/** The paths that WordPress answers below a post; the number is that of a page of its text or of its comments. */
const BELOW_POST =
  /^(\/.+?)\/(?:feed(?:\/(?:rss2?|rdf|atom))?|amp|embed|trackback|comment-page-\d{1,4}|(\d{1,3}))$/

type Site = { website: Website; language: Language }

/**
 * The target of a request for which the site has neither page nor redirect, or null. `view` must hold the resources of
 * `followedResources`.
 */
export function findNearPage(
  view: SnapshotView,
  { path: requestPath, search }: RedirectRequest,
  { website, language }: Site,
): RedirectTarget | null {
  const path = withoutTrailingSlashes(canonicalPath(requestPath) ?? '')
  if (path === '') return null
  const to = (found: string): RedirectTarget => ({ location: encodeURI(found) + search, status: 301 })
  const exists = (candidate: string) => pageAt(view, candidate, website) === 'page'
  const typed = inLayouts(path).find(exists)
  if (typed) return to(typed)
  const [, post, page] = BELOW_POST.exec(path) ?? []
  if (!post) return null
  if (exists(post)) return isRecordPath(post) ? to(post) : null
  const moved = findRedirect(view, { path: post, search }, language)
  return moved && (!page || isRecordPath(moved.location)) ? moved : null
}

/** The path with its last part or all of it in the other layout. */
function inLayouts(path: string): string[] {
  const cut = path.lastIndexOf('/') + 1
  return [...inOtherLayout(path.slice(cut)).map((last) => path.slice(0, cut) + last), ...inOtherLayout(path)]
}
