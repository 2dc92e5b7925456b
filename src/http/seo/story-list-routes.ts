// GET /blog, /projects?page   lists; /blog?category= and ?tag= filter, ?q= searches the articles
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { StoryFilter } from '../../website/pages/story-list.ts'
import { blog, type Section, sections } from '../../website/view/stories.ts'
import { searchLimit } from '../middleware/rate-limit.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { publicRead } from '../requests/route-access.ts'
import type { RouteGroup } from '../route-group.ts'
import { searchBlog, searchTextOf } from './search-blog.ts'
import { languageOf, pageEdge, redirectOfQuery, sendNotFound, sendPage, sendUnindexed } from './send-page.ts'

const pageNumberOf = (c: AppContext): number | null => {
  const number = /^[1-9]\d{0,5}$/.exec(c.req.query('page') ?? '1')
  return number && Number(number[0])
}

const isSearch = (c: AppContext) =>
  c.req.url.includes('?') && searchTextOf(c) !== '' && pageNumberOf(c) !== null

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

  async function sendSearch(c: AppContext, page: number) {
    const query = searchTextOf(c)
    const language = languageOf(c, pages)
    const { items, total } = await searchBlog(deps, { query, page, language })
    const found = await pages.search({ query, page, total, items }, language)
    return found ? sendUnindexed(c, pages, found) : sendNotFound(c, pages)
  }

  return new Hono<AppEnv>().get(section.path, async (c) => {
    const redirect = await redirectOfQuery(c, pages)
    if (redirect) return redirect
    const number = pageNumberOf(c)
    if (section === blog && number && isSearch(c)) return sendSearch(c, number)
    const filter = section === blog ? filterOf(c) : null
    const page = number && (await pages.list({ section, page: number, filter }, languageOf(c, pages)))
    return page ? sendPage(c, shown, page) : sendNotFound(c, pages)
  })
}

/** The articles that a list is restricted to by `?category=` or `?tag=`. */
function filterOf(c: AppContext): StoryFilter {
  const [category, tag] = [c.req.query('category'), c.req.query('tag')]
  if (category) return { kind: 'category', slug: category.toLowerCase().normalize('NFC') }
  return tag ? { kind: 'tag', tag } : null
}
