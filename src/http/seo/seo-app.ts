// The seo sub-app: HTML pages with metadata for crawlers, the feed, robots.txt and the sitemap. `SITE_PAGES` decides which of
// the pages exist.
// GET /, /about, /services, /investment, /gallery, /contact
// GET /blog, /projects?page                  lists; /blog?category= and ?tag= filter, ?q= searches the articles
// GET /{blog|projects|services|pages}/{slug}  the page of one record; with `preview` its current draft
// GET /blog/feed.xml                          Atom
// GET POST /newsletter/confirm, /newsletter/unsubscribe
// GET /robots.txt, /sitemap.xml, /sitemap-{n}.xml
// GET /fonts/{file}                           the typeface of the built-in pages
import { Hono } from 'hono'
import { readPreview } from '../../content/preview/previews.ts'
import type { Deps } from '../../deps.ts'
import { PAGES } from '../../operations/edge/edge-tags.ts'
import { pathOfPage } from '../../platform/config/site-pages.ts'
import type { RecordPage } from '../../website/pages/record-pages.ts'
import { recordPages } from '../../website/pages/record-pages.ts'
import { type SinglePage, singlePages } from '../../website/pages/single-pages.ts'
import type { StoryFilter } from '../../website/pages/story-list.ts'
import { FONT_PREFIX, webFonts } from '../../website/render/web-fonts.ts'
import { blog, type Section, sections } from '../../website/view/stories.ts'
import { identifyClient, type PeerAddress } from '../middleware/client-address.ts'
import type { SearchLimit } from '../middleware/search-limit.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { createEdgeCaching } from '../responses/edge-headers.ts'
import { createFormPages } from '../responses/form-pages.ts'
import { CONSTANT, IMMUTABLE, sendBody } from '../responses/send-body.ts'
import type { RouteAccess, SubApp } from '../route-access.ts'
import { newsletterPaths, newsletterRoutes } from './newsletter-routes.ts'
import { searchBlog, searchTextOf } from './search-blog.ts'
import {
  languageOf,
  redirectOf,
  redirectOfQuery,
  sendNotFound,
  sendPage,
  sendPreview,
  sendPreviewNotFound,
  sendUncached,
  sendUnindexed,
} from './send-page.ts'

const XML = 'application/xml; charset=utf-8'
const SITEMAP_PART = '/:file{sitemap-[1-9][0-9]{0,4}\\.xml}'

// The body of a POST is not read: the token is in the address.
const newsletterAccess: RouteAccess = {
  paths: newsletterPaths,
  authentication: 'none',
  cors: 'none',
  maxBodyBytes: 0,
}

type Options = { searchLimit: SearchLimit; peerAddress: PeerAddress }

export function seoApp(deps: Deps, { searchLimit, peerAddress }: Options): SubApp {
  const { pages } = deps
  const identify = identifyClient(peerAddress, deps.config.server.trustedProxies)
  const formPages = createFormPages(deps)
  const edge = createEdgeCaching(deps.config.edge.maxAgeSeconds)(PAGES)
  const shown = { pages, edge }
  const routes = new Hono<AppEnv>()
  const existing = [...deps.config.site.pages]
  const access: RouteAccess = {
    paths: [...existing.map(pathOfPage), FONT_PREFIX, '/robots.txt', '/sitemap.xml', SITEMAP_PART],
    authentication: 'none',
    cors: 'any-origin',
    maxBodyBytes: 0,
    isServedFromMemory: true,
  }

  async function sendList(c: AppContext, section: Section) {
    const redirect = await redirectOfQuery(c, pages)
    if (redirect) return redirect
    const number = /^[1-9]\d{0,5}$/.exec(c.req.query('page') ?? '1')
    const query = section === blog ? searchTextOf(c) : ''
    if (query && number) return sendSearch(c, query, Number(number[0]))
    const filter = section === blog ? filterOf(c) : null
    const list = number && { section, page: Number(number[0]), filter }
    const page = list && (await pages.list(list, languageOf(c, pages)))
    return page ? sendPage(c, shown, page) : sendNotFound(c, pages)
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

  async function sendRecord(c: AppContext, recordPage: RecordPage) {
    const slug = c.req.param('slug') ?? ''
    const token = c.req.query('preview')
    if (token !== undefined) return sendDraft(c, { recordPage, slug, token })
    const redirect = await redirectOfQuery(c, pages)
    if (redirect) return redirect
    const page = await pages.record(recordPage, slug, languageOf(c, pages))
    if (page) return sendPage(c, shown, page)
    return (await redirectOf(c, pages)) ?? sendNotFound(c, pages)
  }

  type Draft = { recordPage: RecordPage; slug: string; token: string }

  async function sendDraft(c: AppContext, { recordPage, slug, token }: Draft) {
    const preview = await readPreview(deps, token)
    const isThisPage = preview?.resource === recordPage.resource && preview.row.slug === slug.normalize('NFC')
    if (!preview || !isThisPage) return sendPreviewNotFound(c, pages)
    const language = languageOf(c, pages)
    return sendPreview(c, await pages.preview(recordPage, preview.row, { token, language }))
  }

  async function sendSitemap(c: AppContext, part: number | null) {
    const body = await pages.sitemap(part)
    return body ? sendBody(c, body, pages, { type: XML, headers: edge }) : sendNotFound(c, pages)
  }

  async function sendSingle(c: AppContext, name: SinglePage) {
    const redirect = await redirectOfQuery(c, pages)
    if (redirect) return redirect
    const language = languageOf(c, pages)
    const forms = name === 'contact' ? await formPages.shownForms(c, language) : null
    if (forms) return sendUncached(c, await pages.contactForms(forms, language))
    return sendPage(c, shown, await pages.single(name, language))
  }

  for (const name of Object.keys(singlePages) as SinglePage[])
    if (pages.has(name)) routes.get(pathOfPage(name), (c) => sendSingle(c, name))
  if (pages.has('blog'))
    routes.get('/blog/feed.xml', async (c) => {
      const body = await pages.feed(languageOf(c, pages))
      return sendBody(c, body, pages, { type: 'application/atom+xml; charset=utf-8', headers: edge })
    })
  for (const section of sections)
    if (pages.has(section.pageKey)) routes.get(section.path, (c) => sendList(c, section))
  for (const recordPage of recordPages)
    if (pages.has(recordPage.page))
      routes.get(`${pathOfPage(recordPage.page)}/:slug`, (c) => sendRecord(c, recordPage))
  routes.get('/robots.txt', (c) => sendBody(c, pages.robots, CONSTANT, { type: 'text/plain; charset=utf-8' }))
  routes.get('/sitemap.xml', (c) => sendSitemap(c, null))
  routes.get(SITEMAP_PART, (c) => sendSitemap(c, Number(/\d+/.exec(c.req.param('file'))![0])))
  const fonts = new Map(webFonts().map(({ path, body }) => [path, body]))
  routes.get(`${FONT_PREFIX}/:file`, (c) => {
    const body = fonts.get(c.env.path)
    return body
      ? sendBody(c, body, CONSTANT, { type: 'font/woff2', headers: IMMUTABLE })
      : sendNotFound(c, pages)
  })
  routes.route('/', newsletterRoutes(deps))
  return { access: [access, newsletterAccess], routes }
}

/** The articles that a list is restricted to by `?category=` or `?tag=`. */
function filterOf(c: AppContext): StoryFilter {
  const [category, tag] = [c.req.query('category'), c.req.query('tag')]
  if (category) return { kind: 'category', slug: category.toLowerCase().normalize('NFC') }
  return tag ? { kind: 'tag', tag } : null
}
