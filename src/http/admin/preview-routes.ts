// POST GET DELETE /api/admin/{resource}/{id}/preview   create a preview link, list or revoke those of the record
// DELETE /api/admin/{resource}/{id}/preview/{preview}  revoke one
import { Hono } from 'hono'
import type { Resource } from '../../content/definition/define-resource.ts'
import { previewAddressOf } from '../../content/preview/preview-url.ts'
import {
  createPreview,
  listPreviews,
  type PreviewContext,
  revokePreviews,
} from '../../content/preview/previews.ts'
import type { Deps } from '../../deps.ts'
import { pagedResources } from '../../website/view/existing-paths.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { readOptionalJson } from '../requests/request-body.ts'
import { listQuery, pagingOf } from '../requests/request-parameters.ts'

/** The preview routes below `/api/admin/{resource}`, for resources with pages. */
export function previewRoutes(deps: Deps, resource: Resource) {
  const { database, clock, previewKey, audit, config } = deps
  const contextOf = (c: AppContext): PreviewContext => ({
    database,
    clock,
    previewKey,
    actor: c.get('actor'),
    audit: audit(c.env.serverRequestId),
  })
  const hasPage = pagedResources.some(
    (paged) => paged.resource === resource && config.site.pages.has(paged.page),
  )
  return new Hono<AppEnv>()
    .post('/:id/preview', async (c) => {
      const target = { resource, idOrKey: c.req.param('id'), body: await readOptionalJson(c) }
      const { id, token, expiresAt, row } = await createPreview(contextOf(c), target)
      const { url: siteUrl, previewUrl, languages } = config.site
      const { url, path } = previewAddressOf(resource, row, token, {
        siteUrl,
        previewUrl,
        hasPage,
        language: languages[0]!,
      })
      return c.json({ id, url, path, token, expires_at: expiresAt }, 201)
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
