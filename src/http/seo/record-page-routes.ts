// GET /{blog|projects|services|pages}/{slug}   the page of one record; with `preview` its current draft
import { Hono } from 'hono'
import { readPreview } from '../../content/preview/read-preview.ts'
import type { Deps } from '../../deps.ts'
import { pathOfPage } from '../../text/site-pages.ts'
import { type RecordPage, recordPages } from '../../website/pages/record-pages.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { publicRead } from '../requests/route-access.ts'
import type { AppParts, RouteGroup } from '../route-group.ts'
import {
  languageOf,
  pageEdge,
  redirectOf,
  redirectOfQuery,
  sendNotFound,
  sendPage,
  sendPreview,
  sendPreviewNotFound,
} from './send-page.ts'

export const recordGroups = recordPages.map((recordPage): RouteGroup => {
  const path = `${pathOfPage(recordPage.page)}/:slug`
  return {
    ...publicRead,
    paths: [path],
    exists: ({ site }) => site.pages.has(recordPage.page),
    operations: async () => (await import('./page-paths.ts')).recordPath(recordPage),
    routes: (deps, parts) => new Hono<AppEnv>().get(path, createSender(deps, parts, recordPage)),
  }
})

function createSender(deps: Deps, { unknownPaths }: AppParts, recordPage: RecordPage) {
  const { pages } = deps
  const { adminHost, adminUrl } = deps.config.site
  const panel = adminHost === null ? null : adminUrl
  const shown = { pages, edge: pageEdge(deps) }

  async function sendDraft(c: AppContext, slug: string, token: string) {
    const preview = await readPreview(deps, token)
    const { resource, row } = preview?.record ?? {}
    const isThisPage = resource === recordPage.resource && row?.slug === slug.normalize('NFC')
    const page =
      preview && isThisPage
        ? await pages
            .previewing({ overlay: preview.overlay, token, isOfSite: false })
            .record(recordPage, slug, languageOf(c, pages))
        : null
    return page ? sendPreview(c, page, panel) : sendPreviewNotFound(c, pages, panel)
  }

  return async (c: AppContext) => {
    const slug = c.req.param('slug') ?? ''
    const token = pages.isPreview ? undefined : c.req.query('preview')
    if (token !== undefined) return sendDraft(c, slug, token)
    const redirect = await redirectOfQuery(c, pages)
    if (redirect) return redirect
    const page = await pages.record(recordPage, slug, languageOf(c, pages))
    if (page) return sendPage(c, shown, page)
    unknownPaths.assertAllowed(c)
    const moved = await redirectOf(c, pages)
    if (moved) return moved
    unknownPaths.count(c)
    return sendNotFound(c, pages)
  }
}
