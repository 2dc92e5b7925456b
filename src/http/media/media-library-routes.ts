// GET  /api/admin/media                        ?search&unused&type&tag&alt_empty&alt_en_empty&sort&page&per_page
// GET  /api/admin/media/tags                   with counts
// GET  PATCH DELETE /api/admin/media/{id}      GET adds `uploaded_by`, `used_in`; {alt? in each language, title?, tags?, focal_x?, …}
// POST /api/admin/media/{id}/replace           {with}
// PATCH /api/admin/articles/{id}/images        {src, alt?, title?, lang?}
import { Hono } from 'hono'
import { presentForEditors } from '../../content/definition/record-views.ts'
import { articles } from '../../content/resources/articles.ts'
import { editBodyImage } from '../../content/verbs/edit-body-image.ts'
import type { Deps } from '../../deps.ts'
import { getMedia, listMedia, listTags, removeMedia, updateMedia } from '../../media/media-library.ts'
import { presentMedia } from '../../media/media-rows.ts'
import { replaceEverywhere } from '../../media/replace-everywhere.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { mediaContext } from '../requests/media-request.ts'
import { filters } from '../requests/query-schemas.ts'
import { readJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { apart, needs, needsBelow, within } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'
import { sendMedia } from './send-media.ts'

export const libraryGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/media', '/api/admin/articles/:id/images'],
  tokens: needsBelow('/api/admin', {
    'GET /media': apart('media'),
    'GET /media/tags': apart('media'),
    'GET /media/:id': within('narrowed', needs('media')),
    'PATCH /media/:id': apart('media'),
    'DELETE /media/:id': apart('media', 'delete'),
    'POST /media/:id/replace': within('narrowed', needs('media', 'write')),
    'PATCH /articles/:id/images': within({ resource: articles.name }, needs('write')),
  }),
  operations: async () => (await import('./media-paths.ts')).libraryPaths(),
  routes: libraryRoutes,
}

function libraryRoutes(deps: Deps) {
  const contextOf = (c: AppContext) => mediaContext(deps, c)
  const language = deps.config.site.languages[0]!

  return new Hono<AppEnv>()
    .basePath('/api/admin')
    .get('/media', listQuery(filters.media), async (c) => {
      const { search = '', page: _, per_page: __, ...query } = c.req.valid('query')
      const paging = pagingOf(c.req.valid('query'))
      const page = await listMedia(contextOf(c), { search, ...query, language, paging })
      return c.json({ ...page, items: page.items.map(presentMedia) })
    })
    .get('/media/tags', async (c) => c.json({ items: await listTags(contextOf(c)) }))
    .get('/media/:id', async (c) => {
      const { row, uploader, usages } = await getMedia(contextOf(c), idOf(c))
      return c.json({ ...presentMedia(row), uploaded_by: uploader, used_in: usages }, 200, {
        ETag: etagOf(row.version),
      })
    })
    .patch('/media/:id', async (c) => {
      const change = { id: idOf(c), ifMatch: ifMatchOf(c), body: await readJson(c) }
      return sendMedia(c, await updateMedia(contextOf(c), change), 200)
    })
    .delete('/media/:id', async (c) => {
      await removeMedia(contextOf(c), { id: idOf(c), ifMatch: ifMatchOf(c) })
      return c.body(null, 204)
    })
    .post('/media/:id/replace', async (c) => {
      const replacement = { id: idOf(c), body: await readJson(c) }
      return c.json({ replaced: await replaceEverywhere(contentContext(deps, c), replacement) })
    })
    .patch('/articles/:id/images', async (c) => {
      const row = await editBodyImage(contentContext(deps, c), {
        resource: articles,
        idOrKey: c.req.param('id'),
        body: await readJson(c),
        ifMatch: ifMatchOf(c),
        languages: deps.snapshot.languages,
      })
      return c.json(presentForEditors(articles, row), 200, {
        ETag: etagOf(row.version),
      })
    })
}
