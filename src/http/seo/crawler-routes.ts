// GET /blog/feed.xml                            Atom
// GET /robots.txt, /sitemap.xml, /sitemap-{n}.xml
// GET /fonts/{file}                             the typeface of the built-in pages
import { Hono } from 'hono'
import { pathOfPage } from '../../text/site-pages.ts'
import { FONT_PREFIX, webFonts } from '../../website/render/web-fonts.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { publicRead } from '../requests/route-access.ts'
import { CONSTANT, IMMUTABLE, sendBody } from '../responses/send-body.ts'
import type { RouteGroup } from '../route-group.ts'
import { languageOf, pageEdge, sendNotFound } from './send-page.ts'

const ATOM = 'application/atom+xml; charset=utf-8'
const XML = 'application/xml; charset=utf-8'
const FEED = `${pathOfPage('blog')}/feed.xml`
const SITEMAP_PART = '/:file{sitemap-[1-9][0-9]{0,4}\\.xml}'

const feedGroup: RouteGroup = {
  ...publicRead,
  paths: [FEED],
  exists: ({ site }) => site.pages.has('blog'),
  operations: async () => (await import('./page-paths.ts')).feedPath(),
  routes: (deps) =>
    new Hono<AppEnv>().get(FEED, async (c) => {
      const body = await deps.pages.feed(languageOf(c, deps.pages))
      return sendBody(c, body, deps.pages, { type: ATOM, headers: pageEdge(deps) })
    }),
}

const crawlerGroup: RouteGroup = {
  ...publicRead,
  paths: ['/robots.txt', '/sitemap.xml', SITEMAP_PART],
  operations: async () => (await import('./page-paths.ts')).crawlerPaths(),
  routes(deps) {
    const { pages } = deps
    const edge = pageEdge(deps)
    async function sendSitemap(c: AppContext, part: number | null) {
      const body = await pages.sitemap(part)
      return body ? sendBody(c, body, pages, { type: XML, headers: edge }) : sendNotFound(c, pages)
    }
    return new Hono<AppEnv>()
      .get('/robots.txt', (c) => sendBody(c, pages.robots, CONSTANT, { type: 'text/plain; charset=utf-8' }))
      .get('/sitemap.xml', (c) => sendSitemap(c, null))
      .get(SITEMAP_PART, (c) => sendSitemap(c, Number(/\d+/.exec(c.req.path)![0])))
  },
}

const fontGroup: RouteGroup = {
  ...publicRead,
  paths: [FONT_PREFIX],
  operations: async () => (await import('./page-paths.ts')).fontPaths(),
  routes({ pages }) {
    const fonts = new Map(webFonts().map(({ path, body }) => [path, body]))
    return new Hono<AppEnv>().get(`${FONT_PREFIX}/:file`, (c) => {
      const body = fonts.get(c.env.path)
      return body
        ? sendBody(c, body, CONSTANT, { type: 'font/woff2', headers: IMMUTABLE })
        : sendNotFound(c, pages)
    })
  },
}

export const fileGroups = [feedGroup, crawlerGroup, fontGroup]
