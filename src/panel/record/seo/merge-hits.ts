import type { SearchHit } from '../../../client/index.ts'
import { readable } from '../../records/readable-address.ts'

export type LinkTarget = { title: string; path: string }
type Hit = Pick<SearchHit, 'title' | 'path'>

/**
 * The pages of several searches, each once: first those of the first search in its order, then those that the most of the
 * others found. Hits without a page are left out.
 */
export function mergeHits([first = [], ...others]: readonly (readonly Hit[])[]): LinkTarget[] {
  const targets = new Map<string, LinkTarget & { points: number }>()
  const add = ({ title, path }: Hit, points: number) => {
    if (path === null) return
    const target = pathOfHref(path, SITE)
    const known = targets.get(target)
    targets.set(target, { title, path: target, points: (known?.points ?? 0) + points })
  }
  for (const hit of first) add(hit, others.length + 1)
  for (const hits of others) for (const hit of hits) add(hit, 1)
  return [...targets.values()]
    .toSorted((a, b) => b.points - a.points)
    .map(({ title, path }) => ({ title, path }))
}

const SITE = 'https://site.invalid'

/** The path of a page of this site without query and fragment: texts link to pages in no language. Other links stay. */
export function pathOfHref(href: string, origin: string): string {
  const url = URL.parse(href, origin)
  return url && url.origin === new URL(origin).origin ? readable(url.pathname) : href
}
