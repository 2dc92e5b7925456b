// GET /blog, /projects?page&lang         lists
// GET /blog/{slug}, /projects/{slug}      one article, one project
// GET /blog/feed.xml                      Atom
// GET /robots.txt, /sitemap.xml, /sitemap-{n}.xml
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppContext, AppEnv } from '../../http/app-env.ts'
import { CONSTANT, sendBody } from '../../http/send-body.ts'
import { type Section, sections } from '../../seo/stories.ts'
import { languageOf, moved, sendNotFound, sendPage } from './send-page.ts'

const XML = 'application/xml; charset=utf-8'

export function seoRoutes({ pages }: Deps) {
  const door = new Hono<AppEnv>()

  async function list(c: AppContext, section: Section) {
    const number = /^[1-9]\d{0,5}$/.exec(c.req.query('page') ?? '1')
    const page = number && (await pages.list(section, Number(number[0]), languageOf(c, pages)))
    return page ? sendPage(c, pages, page) : sendNotFound(c, pages)
  }

  async function story(c: AppContext, section: Section) {
    const page = await pages.story(section, c.req.param('slug') ?? '', languageOf(c, pages))
    if (page) return sendPage(c, pages, page)
    return (await moved(c, pages)) ?? sendNotFound(c, pages)
  }

  async function sitemap(c: AppContext, part: number | null) {
    const body = await pages.sitemap(part)
    return body ? sendBody(c, body, pages, { type: XML }) : sendNotFound(c, pages)
  }

  door.get('/blog/feed.xml', async (c) => {
    const body = await pages.feed(languageOf(c, pages))
    return sendBody(c, body, pages, { type: 'application/atom+xml; charset=utf-8' })
  })
  for (const section of sections) {
    door.get(section.path, (c) => list(c, section))
    door.get(`${section.path}/:slug`, (c) => story(c, section))
  }
  door.get('/robots.txt', (c) => sendBody(c, pages.robots, CONSTANT, { type: 'text/plain; charset=utf-8' }))
  door.get('/sitemap.xml', (c) => sitemap(c, null))
  door.get('/:file{sitemap-[1-9][0-9]{0,4}\\.xml}', (c) =>
    sitemap(c, Number(/\d+/.exec(c.req.param('file'))![0])),
  )
  return door
}
