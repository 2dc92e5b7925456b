// POST GET DELETE /api/admin/{resource}/{id}/preview   create a preview link, list or revoke those of the record
// DELETE /api/admin/{resource}/{id}/preview/{preview}  revoke one
// POST GET /api/admin/preview                          a link to the site with a set of working copies; all of them
// DELETE /api/admin/preview/{preview}                  revoke one
import { Hono } from 'hono'
import type { Resource, Row } from '../../content/definition/define-resource.ts'
import { previewAddressOf } from '../../content/preview/preview-url.ts'
import {
  createPreview,
  listPreviews,
  type PreviewContext,
  revokePreviews,
} from '../../content/preview/previews.ts'
import {
  createSitePreview,
  listSitePreviews,
  revokeSitePreview,
} from '../../content/preview/site-previews.ts'
import type { Deps } from '../../deps.ts'
import { pagedResources } from '../../website/view/existing-paths.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { readJson, readOptionalJson } from '../requests/request-body.ts'
import { listQuery, pagingOf } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { needs, needsBelow, within } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

export const sitePreviewGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/preview'],
  tokens: needsBelow('/api/admin/preview', {
    'POST /': within('narrowed', needs('read')),
    'GET /': within('narrowed', needs('read')),
    'DELETE /:preview': within('narrowed', needs('read')),
  }),
  operations: async () => (await import('./preview-paths.ts')).sitePreviewPaths(),
  routes: sitePreviewRoutes,
}

function sitePreviewRoutes(deps: Deps) {
  const contextOf = createContextOf(deps)
  const addressOf = createAddressOf(deps, deps.config.site.pages.has('home'))
  return new Hono<AppEnv>()
    .basePath('/api/admin/preview')
    .post('/', async (c) => {
      const { id, token, expiresAt } = await createSitePreview(contextOf(c), await readJson(c))
      return c.json({ id, ...addressOf(null, token), token, expires_at: expiresAt }, 201)
    })
    .get('/', listQuery({}), async (c) =>
      c.json(await listSitePreviews(contextOf(c), pagingOf(c.req.valid('query')))),
    )
    .delete('/:preview', async (c) => {
      await revokeSitePreview(contextOf(c), c.req.param('preview'))
      return c.body(null, 204)
    })
}

/** The preview routes below `/api/admin/{resource}`, for resources with pages. */
export function previewRoutes(deps: Deps, resource: Resource) {
  const contextOf = createContextOf(deps)
  const hasPage = pagedResources.some(
    (paged) => paged.resource === resource && deps.config.site.pages.has(paged.page),
  )
  const addressOf = createAddressOf(deps, hasPage)
  return new Hono<AppEnv>()
    .post('/:id/preview', async (c) => {
      const target = { resource, idOrKey: c.req.param('id'), body: await readOptionalJson(c) }
      const { id, token, expiresAt, row } = await createPreview(contextOf(c), target)
      return c.json({ id, ...addressOf({ resource, row }, token), token, expires_at: expiresAt }, 201)
    })
    .get('/:id/preview', listQuery({}), async (c) => {
      const paging = pagingOf(c.req.valid('query'))
      const target = { resource, idOrKey: c.req.param('id'), paging }
      return c.json(await listPreviews(contextOf(c), target))
    })
    .delete('/:id/preview', async (c) => {
      await revokePreviews(contextOf(c), { resource, idOrKey: c.req.param('id'), id: null })
      return c.body(null, 204)
    })
    .delete('/:id/preview/:preview', async (c) => {
      const { id: idOrKey, preview: id } = c.req.param()
      await revokePreviews(contextOf(c), { resource, idOrKey, id })
      return c.body(null, 204)
    })
}

const createContextOf =
  ({ database, clock, previewKey, audit }: Deps) =>
  (c: AppContext): PreviewContext => ({
    database,
    clock,
    previewKey,
    actor: c.get('actor'),
    audit: audit(c.env.serverRequestId),
  })

const createAddressOf =
  ({ config }: Deps, hasPage: boolean) =>
  (of: { resource: Resource; row: Row } | null, token: string) => {
    const { url: siteUrl, previewUrl, languages } = config.site
    return previewAddressOf(of, token, { siteUrl, previewUrl, hasPage, language: languages[0]! })
  }
