// GET /blog, /projects?page   lists; /blog?category= and ?tag= filter, ?q= searches the articles
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { listOf } from '../../website/pages/story-list.ts'
import { blog, type Section, sections } from '../../website/view/stories.ts'
import { searchLimit } from '../middleware/rate-limit.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { publicRead } from '../requests/route-access.ts'
import type { RouteGroup } from '../route-group.ts'
import { isSearch, sendSearch } from './search-routes.ts'
import { languageOf, pageEdge, redirectOfQuery, sendNotFound, sendPage } from './send-page.ts'

export const listGroups = sections.map(
  (section): RouteGroup => ({
    ...publicRead,
    paths: [section.path],
    // A search reads the database.
    ...(section === blog && { limit: searchLimit, isLimited: isSearch }),
    exists: ({ site }) => site.pages.has(section.pageKey),
    operations: async () => (await import('./page-paths.ts')).listPath(section),
    routes: (deps) => listRoutes(deps, section),
  }),
)

function listRoutes(deps: Deps, section: Section) {
  const { pages } = deps
  const shown = { pages, edge: pageEdge(deps) }
  return new Hono<AppEnv>().get(section.path, async (c) => {
    const redirect = await redirectOfQuery(c, pages)
    if (redirect) return redirect
    if (section === blog && isSearch(c)) return sendSearch(c, deps, 'blog')
    const list = listOf(section, (name) => c.req.query(name))
    const page = list && (await pages.list(list, languageOf(c, pages)))
    return page ? sendPage(c, shown, page) : sendNotFound(c, pages)
  })
}
