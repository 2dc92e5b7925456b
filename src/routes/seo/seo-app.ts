// The seo sub-app: HTML pages with metadata for crawlers, the feed, robots.txt and the sitemap.
// GET /blog, /projects?page&lang         lists; /blog?q= searches the articles
// GET /blog/{slug}, /projects/{slug}      one article, one project; with `preview` its current draft
// GET /blog/feed.xml                      Atom
// GET /robots.txt, /sitemap.xml, /sitemap-{n}.xml
import { Hono } from 'hono'
import { readPreview } from '../../content/preview/previews.ts'
import type { Deps } from '../../deps.ts'
import type { AppContext, AppEnv } from '../../http/app-env.ts'
import { identifyClient, type PeerAddress } from '../../http/middleware/client-address.ts'
import type { SearchLimit } from '../../http/middleware/search-limit.ts'
import type { RouteAccess, SubApp } from '../../http/route-access.ts'
import { CONSTANT, sendBody } from '../../http/send-body.ts'
import { blog, type Section, sections } from '../../seo/stories.ts'
import { searchBlog, searchTextOf } from './search-blog.ts'
import {
  languageOf,
  redirectOf,
  sendNotFound,
  sendPage,
  sendPreview,
  sendPreviewNotFound,
  sendUnindexed,
} from './send-page.ts'

const XML = 'application/xml; charset=utf-8'
const SITEMAP_PART = '/:file{sitemap-[1-9][0-9]{0,4}\\.xml}'

const access: RouteAccess[] = [
  {
    paths: [...sections.map(({ path }) => path), '/robots.txt', '/sitemap.xml', SITEMAP_PART],
    authentication: 'none',
    cors: 'any-origin',
    maxBodyBytes: 0,
    isServedFromMemory: true,
  },
]

type Options = { searchLimit: SearchLimit; peerAddress: PeerAddress }

export function seoApp(deps: Deps, { searchLimit, peerAddress }: Options): SubApp {
  const { pages } = deps
  const identify = identifyClient(peerAddress, deps.config.server.trustedProxies)
  const routes = new Hono<AppEnv>()

  async function sendList(c: AppContext, section: Section) {
    const number = /^[1-9]\d{0,5}$/.exec(c.req.query('page') ?? '1')
    const query = section === blog ? searchTextOf(c) : ''
    if (query && number) return sendSearch(c, query, Number(number[0]))
    const page = number && (await pages.list(section, Number(number[0]), languageOf(c, pages)))
    return page ? sendPage(c, pages, page) : sendNotFound(c, pages)
  }

  // The only page with a limit: it reads the database. As middleware, the limit would slow down every list from memory.
  async function sendSearch(c: AppContext, query: string, page: number) {
    await identify(c, async () => {})
    await searchLimit(c, async () => {})
    const language = languageOf(c, pages)
    const { items, total } = await searchBlog(deps, { query, page, language })
    const found = await pages.search({ query, page, total, items }, language)
    return found ? sendUnindexed(c, pages, found) : sendNotFound(c, pages)
  }

  async function sendStory(c: AppContext, section: Section) {
    const slug = c.req.param('slug') ?? ''
    const token = c.req.query('preview')
    if (token !== undefined) return sendDraft(c, { section, slug, token })
    const page = await pages.story(section, slug, languageOf(c, pages))
    if (page) return sendPage(c, pages, page)
    return (await redirectOf(c, pages)) ?? sendNotFound(c, pages)
  }

  type Draft = { section: Section; slug: string; token: string }

  async function sendDraft(c: AppContext, { section, slug, token }: Draft) {
    const preview = await readPreview(deps, token)
    const isThisPage = preview?.resource === section.resource && preview.row.slug === slug.normalize('NFC')
    if (!preview || !isThisPage) return sendPreviewNotFound(c, pages)
    const language = languageOf(c, pages)
    return sendPreview(c, await pages.preview(section, preview.row, { token, language }))
  }

  async function sendSitemap(c: AppContext, part: number | null) {
    const body = await pages.sitemap(part)
    return body ? sendBody(c, body, pages, { type: XML }) : sendNotFound(c, pages)
  }

  routes.get('/blog/feed.xml', async (c) => {
    const body = await pages.feed(languageOf(c, pages))
    return sendBody(c, body, pages, { type: 'application/atom+xml; charset=utf-8' })
  })
  for (const section of sections) {
    routes.get(section.path, (c) => sendList(c, section))
    routes.get(`${section.path}/:slug`, (c) => sendStory(c, section))
  }
  routes.get('/robots.txt', (c) => sendBody(c, pages.robots, CONSTANT, { type: 'text/plain; charset=utf-8' }))
  routes.get('/sitemap.xml', (c) => sendSitemap(c, null))
  routes.get(SITEMAP_PART, (c) => sendSitemap(c, Number(/\d+/.exec(c.req.param('file'))![0])))
  return { access, routes }
}
