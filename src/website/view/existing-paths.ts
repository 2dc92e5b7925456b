// Whether a link leads to something that the website answers, so that pages and menus contain no dead links of their own.

import type { Resource } from '../../content/definition/define-resource.ts'
import { articleCategories } from '../../content/resources/article-categories.ts'
import { articles } from '../../content/resources/articles.ts'
import { faqs } from '../../content/resources/faqs.ts'
import { pages as freePages } from '../../content/resources/pages.ts'
import { projects } from '../../content/resources/projects.ts'
import { redirects } from '../../content/resources/redirects.ts'
import { services } from '../../content/resources/services.ts'
import { canonicalPath } from '../../content/site-path.ts'
import { groupOfCategory, groupOfTag } from '../../content/snapshot/entry-order.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { pageKeys, pathOfPage, SEARCH_PATH, type SitePage } from '../../text/site-pages.ts'
import { withoutQuery, withoutTrailingSlashes } from '../../text/trim-end.ts'

/** The resources whose records have pages, with the part of the website that they belong to. */
export const pagedResources: readonly { resource: Resource; page: SitePage }[] = [
  { resource: articles, page: 'blog' },
  { resource: projects, page: 'projects' },
  { resource: services, page: 'services' },
  { resource: freePages, page: 'pages' },
]

/** The names of the resources that `/search` finds on a site with these pages; without any there is no such page. */
export const searchedTypes = (site: Pick<ReadonlySet<SitePage>, 'has'>): string[] =>
  // The home page has the FAQs.
  [...pagedResources, { resource: faqs, page: 'home' as const }].flatMap(({ resource, page }) =>
    site.has(page) ? resource.name : [],
  )

const isSearchPath = (path: string, { pages }: Website) =>
  path === SEARCH_PATH && searchedTypes(pages).length > 0

/** Paths that are answered outside the pages. */
const OTHER = /^\/(?:admin|api|media|fonts)(?:\/|$)|^\/(?:robots\.txt|sitemap\.xml)$/

/** The pages that exist once; the free pages have no list. */
export const listPaths = new Map(pageKeys.map((page) => [pathOfPage(page), page] as const))

/** The members that `hasPath` reads. */
export const followedResources = [
  redirects,
  articleCategories,
  ...pagedResources.map(({ resource }) => resource),
]

export type Website = { pages: ReadonlySet<SitePage>; hasFrontend: boolean; bases: { url: string } }

const FEED = '/blog/feed.xml'

/** Whether no page answers a path: the panel, the API, files. */
export const isOutsidePages = (path: string) => OTHER.test(path) || path === FEED

/** The kind of a canonical path: a page of the site, nothing where a page could be, or a path that the site does not know. */
export function pageAt(view: SnapshotView, path: string, website: Website): 'page' | 'missing' | 'path' {
  if (isSearchPath(path, website)) return 'page'
  const list = path === FEED ? 'blog' : listPaths.get(path)
  const owner = pagedResources.find(({ resource }) => path.startsWith(resource.pagePrefix!))
  const part = list ?? owner?.page
  if (part === undefined) return 'path'
  // A part that `SITE_PAGES` leaves out belongs to the frontend, if there is one.
  if (!website.pages.has(part)) return website.hasFrontend ? 'path' : 'missing'
  if (list) return 'page'
  return view.find(owner!.resource, path.slice(owner!.resource.pagePrefix!.length)) ? 'page' : 'missing'
}

/** Whether a path is below one of those of records, such as `/blog/`. */
export const isRecordPath = (path: string): boolean =>
  pagedResources.some(({ resource }) => path.startsWith(resource.pagePrefix!))

/**
 * Whether the website answers `link`; links to other sites always count. `view` must hold the resources of
 * `followedResources`.
 */
export function hasPath(view: SnapshotView, link: string, website: Website): boolean {
  const path = pathOnSite(link, website.bases.url)
  if (path === null) return true
  if (OTHER.test(path) || isSearchPath(path, website)) return true
  const list = listPaths.get(path)
  if (list && website.pages.has(list)) return list !== 'blog' || hasArticles(view, link)
  if (path === FEED) return website.pages.has('blog')
  const owner = pagedResources.find(({ resource }) => path.startsWith(resource.pagePrefix!))
  if (owner && website.pages.has(owner.page)) {
    if (view.find(owner.resource, path.slice(owner.resource.pagePrefix!.length))) return true
  } else if (website.hasFrontend) return true
  return view.find(redirects, path) !== null
}

/** Whether an article is in the category and has the tag that a link to the blog names: the list of any other is a 404. */
function hasArticles(view: SnapshotView, link: string): boolean {
  const query = new URLSearchParams(/\?([^#]*)/.exec(link)?.[1])
  const [slug, tag] = [query.get('category'), query.get('tag')]
  const order = view.order(articles, 'newest')
  if (!slug) return !tag || order.group(groupOfTag(tag)).length > 0
  const category = view.find(articleCategories, slug.toLowerCase().normalize('NFC'))
  if (category === null) return false
  const listed = order.group(groupOfCategory(category.id))
  return tag ? listed.some(({ tags }) => tags.includes(tag)) : listed.length > 0
}

/** No page has this path. */
const INVALID = '/ '

/** The canonical path without a trailing slash; null for a link to another site or within the page. */
function pathOnSite(link: string, siteUrl: string): string | null {
  const isOwn = link === siteUrl || ['/', '?', '#'].some((next) => link.startsWith(siteUrl + next))
  const relative = isOwn ? link.slice(siteUrl.length) || '/' : link
  if (!/^\/(?!\/)/.test(relative)) return null
  const path = canonicalPath(withoutQuery(relative))
  return path === null ? INVALID : withoutTrailingSlashes(path) || '/'
}
