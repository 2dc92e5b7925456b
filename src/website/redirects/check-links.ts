// The links of a text that lead nowhere: to a page of this site that answers 404, or through endless redirects.
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { hasPath, type Website } from '../view/existing-paths.ts'
import type { Language } from '../view/language.ts'
import { readAddress, traceRedirects } from './trace-redirects.ts'

export const BROKEN_LINK_REASONS = ['missing', 'endless'] as const

/** `missing`: the website has no page at this address. `endless`: more redirects than browsers follow. */
export type BrokenLink = { link: string; reason: (typeof BROKEN_LINK_REASONS)[number] }

/**
 * The broken ones of these links, in their order. Links to other sites, within a page, and of other schemes are never
 * broken. `view` must hold the resources of `followedResources`.
 */
export function findBrokenLinks(
  view: SnapshotView,
  links: readonly string[],
  site: { website: Website; language: Language },
): BrokenLink[] {
  const { website } = site
  return links.flatMap((link): BrokenLink[] => {
    const address = readAddress(link, website.bases.url)
    if (address === null) return []
    const { end, location } = traceRedirects(view, address, site)
    if (end === 'endless') return [{ link, reason: 'endless' }]
    const isFound = end === 'external' || hasPath(view, location, website)
    return isFound ? [] : [{ link, reason: 'missing' }]
  })
}
