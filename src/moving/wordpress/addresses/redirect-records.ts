// The redirects from the old addresses to their places on the new site.
import { withoutQuery } from '../../../text/trim-end.ts'
import type { AddNote } from '../convert/import-notes.ts'
import type { Post } from '../read/wordpress-export.ts'
import { type AddressBook, canonicalPath, type Place } from './old-addresses.ts'

export type RedirectToImport = {
  /** The record without which there is no redirect. */
  needs: Place['record']
  record: { from_path: string; to_path: string; status_code: 301 }
}

/** Paths that the service answers itself, before any redirect. */
const OWN_PATHS =
  /^\/(?:admin|api|fonts|health|media|metrics)(?:\/|$)|^\/(?:robots|sitemap[\d-]*)\.(?:txt|xml)$/
/** Lists and pages that every site has. */
export const OWN_PAGES = /^\/(?:|about|services|projects|investment|blog|gallery|contact|blog\/feed\.xml)$/
/** The limit of `from_path`. */
const MAX_LENGTH = 800

type Options = {
  /** Posts that a plugin sends visitors away from, with the address. */
  sentAway: readonly { post: Post; to: string }[]
  skip: AddNote
}

/** No redirect leads to another one. */
export function toRedirects(book: AddressBook, { sentAway, skip }: Options): RedirectToImport[] {
  const redirects = new Map<string, RedirectToImport>()
  for (const [source, place] of book.entries()) {
    if (source === canonicalSourceOf(place.to)) continue
    const reason = whyImpossible(source)
    if (reason === null) redirects.set(source, toRedirect(source, place.to, place.record))
    else if (!OWN_PAGES.test(source) || place.record) skip('redirects', source, reason)
  }
  const away = new Set(sentAway.map(({ post }) => sourceOf(post.link)))
  for (const { post, to } of sentAway) {
    const source = sourceOf(post.link)
    const place = book.find(to, post.link)
    const url = URL.parse(to, post.link || undefined)
    const next = place && canonicalPath(url?.pathname ?? '')
    const target = next && away.has(next) ? next : (place?.to ?? url?.href)
    if (source && target && source !== canonicalSourceOf(target) && !whyImpossible(source))
      redirects.set(source, toRedirect(source, target, place?.record ?? null))
  }
  return collapse(redirects)
}

const toRedirect = (from_path: string, to_path: string, needs: Place['record']): RedirectToImport => ({
  needs,
  record: { from_path, to_path, status_code: 301 },
})

/** Why there can be no redirect from this source, or null. */
export function whyImpossible(source: string): string | null {
  if (OWN_PATHS.test(source)) return 'the service answers this address itself: no redirect is possible'
  if (OWN_PAGES.test(source)) return 'the new site has a page of its own at this address'
  return source.length > MAX_LENGTH ? `longer than ${MAX_LENGTH} characters` : null
}

const sourceOf = (address: string) => canonicalPath(URL.parse(address)?.pathname ?? '')

const canonicalSourceOf = (link: string) => canonicalPath(withoutQuery(link))

/** A redirect to the source of another one leads to the end of that one. A loop is left out. */
function collapse(redirects: ReadonlyMap<string, RedirectToImport>): RedirectToImport[] {
  return [...redirects.values()].flatMap((redirect) => {
    const seen = new Set([redirect.record.from_path])
    let { to_path: to } = redirect.record
    let needs = redirect.needs
    for (let next = redirects.get(sourceIn(to)); next; next = redirects.get(sourceIn(to))) {
      if (seen.has(next.record.from_path)) return []
      seen.add(next.record.from_path)
      to = next.record.to_path
      needs = next.needs
    }
    return [toRedirect(redirect.record.from_path, to, needs)]
  })
}

const sourceIn = (link: string) => (link.startsWith('/') ? (canonicalSourceOf(link) ?? '') : '')
