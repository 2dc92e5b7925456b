// The pages of the website as the link to a preview of the whole site shows them.
import { Hono } from 'hono'
import { isOfSite } from '../../content/preview/preview-token.ts'
import { readPreview } from '../../content/preview/read-preview.ts'
import type { Deps } from '../../deps.ts'
import { framedByPanel } from '../../platform/security/content-security-policy.ts'
import { linkWithToken } from '../../website/pages/preview-page.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import type { RouteGroup } from '../route-group.ts'
import { PREVIEW_HEADERS, sendPreviewNotFound } from './send-page.ts'

/** The headers of a page that a preview keeps: none that allows storing it. */
const KEPT = ['Content-Type', 'Content-Encoding', 'Content-Language', 'Cross-Origin-Opener-Policy', 'Vary']

/** The same pages; with the token of such a link they show its working copies. */
export const withSitePreviews = (group: RouteGroup): RouteGroup => ({
  ...group,
  routes(deps, parts) {
    const app = new Hono<AppEnv>()
    for (const [index, { method, path, handler }] of group.routes(deps, parts).routes.entries())
      app.on(method, path, (c, next) => {
        const token = tokenOf(c)
        if (token === null) return handler(c, next)
        return sendSitePreview(c, deps, token, (previewed) =>
          group.routes(previewed, parts).routes[index]!.handler(c, next),
        )
      })
    return app
  },
})

function tokenOf(c: AppContext): string | null {
  if (!c.req.url.includes('preview=')) return null
  const token = c.req.query('preview')
  return token !== undefined && isOfSite(token) ? token : null
}

async function sendSitePreview(
  c: AppContext,
  deps: Deps,
  token: string,
  answer: (deps: Deps) => Promise<Response>,
): Promise<Response> {
  const { adminHost, adminUrl, url: siteUrl } = deps.config.site
  const panel = adminHost === null ? null : adminUrl
  const preview = await readPreview(deps, token)
  if (!preview) return sendPreviewNotFound(c, deps.pages, panel)
  const pages = deps.pages.previewing({ overlay: preview.overlay, token, isOfSite: true })
  const response = await answer({ ...deps, pages })
  const headers = new Headers(PREVIEW_HEADERS)
  for (const name of KEPT) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const policy = response.headers.get('Content-Security-Policy')
  if (policy !== null) headers.set('Content-Security-Policy', framedByPanel(policy, panel))
  const location = response.headers.get('Location')
  if (location !== null) headers.set('Location', linkWithToken(location, { siteUrl, token }))
  return new Response(response.body, { status: response.status, headers })
}
