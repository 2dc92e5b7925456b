// GET /search?q&page   what the website has, as a page; `/blog?q=` is the same restricted to articles
import { Hono } from 'hono'
import { search } from '../../content/search/search.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../text/errors.ts'
import { SEARCH_PATH } from '../../text/site-pages.ts'
import { MAX_QUERY_LENGTH } from '../../website/forms/search-form.ts'
import type { SearchArea } from '../../website/pages/search-page.ts'
import { PER_PAGE, pageNumberOf } from '../../website/render/pagination.ts'
import { searchedTypes } from '../../website/view/existing-paths.ts'
import type { Language } from '../../website/view/language.ts'
import { searchLimit } from '../middleware/rate-limit.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { publicRead } from '../requests/route-access.ts'
import { sourceOfSearch } from '../responses/send-body.ts'
import type { RouteGroup } from '../route-group.ts'
import { languageOf, redirectOfQuery, sendNotFound, sendUnindexed } from './send-page.ts'

const pageOf = (c: AppContext) => pageNumberOf(c.req.query('page'))

/** Whether there is something to search for. */
export const isSearch = (c: AppContext) =>
  c.req.url.includes('?') && searchTextOf(c) !== '' && pageOf(c) !== null

export const searchGroup: RouteGroup = {
  ...publicRead,
  paths: [SEARCH_PATH],
  // A search reads the database, the empty form does not.
  limit: searchLimit,
  isLimited: isSearch,
  exists: ({ site }) => searchedTypes(site.pages).length > 0,
  operations: async () => (await import('./page-paths.ts')).searchPath(),
  routes: (deps) =>
    new Hono<AppEnv>().get(
      SEARCH_PATH,
      async (c) => (await redirectOfQuery(c, deps.pages)) ?? sendSearch(c, deps, 'site'),
    ),
}

/** A page of the hits; 404 past the last one. */
export async function sendSearch(c: AppContext, deps: Deps, area: SearchArea) {
  const { pages } = deps
  const query = searchTextOf(c)
  const language = languageOf(c, pages)
  const page = pageOf(c)
  if (page === null) return sendNotFound(c, pages)
  const { items, total, isCurrent } = await find(deps, { query, page, language, area })
  const found = await pages.search({ area, query, page, total, items }, language)
  return found ? sendUnindexed(c, found, sourceOfSearch(pages, isCurrent)) : sendNotFound(c, pages)
}

/** The text of `?q=` that can be searched for; empty without one. Visitors type it, so it is never refused. */
const searchTextOf = (c: AppContext): string =>
  (c.req.query('q') ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MAX_QUERY_LENGTH)
    .toWellFormed()
    .trim()

type Search = { query: string; page: number; language: Language; area: SearchArea }

/** The page of the primary language searches the texts of all languages, the others those of their own. */
async function find(
  { config, database, clock, searchIndex, snapshot }: Deps,
  { query, page, language, area }: Search,
) {
  const ctx = { database, clock, index: searchIndex, languages: snapshot.languages }
  const paging = { page, perPage: PER_PAGE }
  const tag = language.isPrimary ? null : language.tag
  const types = area === 'blog' ? ['articles'] : searchedTypes(config.site.pages)
  try {
    return await search(ctx, { query, language: tag, types, paging })
  } catch (error) {
    // No letter or digit in it, so nothing is found.
    if (error instanceof AppError && error.code === 'validation_failed')
      return { items: [], total: 0, isCurrent: true }
    throw error
  }
}
