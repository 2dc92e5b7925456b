// GET /api/admin/trash?resource&q&page&per_page   deleted records and images, the last deleted first
// GET /api/admin/trash/{id}                       one of them, with its state
// GET /api/admin/trash/{id}/revisions[/{revision}]   the history of a deleted record
// POST /api/admin/trash/{id}/restore
// DELETE /api/admin/trash/{id}                    for good
import { Hono } from 'hono'
import type { Row } from '../../content/definition/define-resource.ts'
import { furtherLabelsOf } from '../../content/definition/record-label.ts'
import { presentForEditors } from '../../content/definition/record-views.ts'
import {
  expiresAt,
  getTrashEntry,
  listTrash,
  MEDIA,
  readTrashEntry,
  type TrashRow,
} from '../../content/history/trash.ts'
import { findResource } from '../../content/resources/resource-registry.ts'
import { deleteForGood, restoreDeleted } from '../../content/verbs/restore-deleted.ts'
import { getTrashedRevision, listTrashedRevisions } from '../../content/verbs/trashed-revisions.ts'
import type { Deps } from '../../deps.ts'
import { presentMedia } from '../../media/media-rows.ts'
import { deleteTrashedMedia, restoreMedia } from '../../media/trashed-media.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { mediaContext } from '../requests/media-request.ts'
import { filters, revisionQuery } from '../requests/query-schemas.ts'
import { idOf, listQuery, pagingOf, query } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { needs, needsBelow, needsOneOf, within } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

/** Records with `read`, images with `media`. */
const shown = within('narrowed', needsOneOf('read', 'media'))

export const trashGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/trash'],
  tokens: needsBelow('/api/admin/trash', {
    'GET /': shown,
    'GET /:id': shown,
    'GET /:id/revisions': shown,
    'GET /:id/revisions/:revision': shown,
    'POST /:id/restore': within('narrowed', needsOneOf('write', 'media')),
    'DELETE /:id': within('narrowed', needs('delete')),
  }),
  operations: async () => (await import('./trash-paths.ts')).trashPaths(),
  routes: trashRoutes,
}

function trashRoutes(deps: Deps) {
  const contextOf = (c: AppContext) => mediaContext(deps, c)
  const present = ({ state, ...row }: TrashRow) => {
    const resource = findResource(row.resource)
    return {
      ...row,
      ...furtherLabelsOf(resource, state as Row),
      expires_at: expiresAt(row, { trashKeepMs: deps.config.trashKeepMs }),
    }
  }

  return new Hono<AppEnv>()
    .basePath('/api/admin/trash')
    .get('/', listQuery(filters.trash), async (c) => {
      const { resource, q: search = '', ...query } = c.req.valid('query')
      const page = await listTrash(contentContext(deps, c), { resource, search, paging: pagingOf(query) })
      return c.json({ ...page, items: page.items.map(present) })
    })
    .get('/:id', async (c) => {
      const row = await readTrashEntry(contentContext(deps, c), idOf(c))
      return c.json({ ...present(row), state: row.state })
    })
    .get('/:id/revisions', listQuery({}), async (c) =>
      c.json(
        await listTrashedRevisions(contentContext(deps, c), {
          id: idOf(c),
          paging: pagingOf(c.req.valid('query')),
        }),
      ),
    )
    .get('/:id/revisions/:revision', query(revisionQuery), async (c) => {
      const { diff = null } = c.req.valid('query')
      const revision = c.req.param('revision')
      return c.json(await getTrashedRevision(contentContext(deps, c), { id: idOf(c), revision, diff }))
    })
    .post('/:id/restore', async (c) => {
      const ctx = contentContext(deps, c)
      const entry = await getTrashEntry(ctx, idOf(c))
      if (entry.resource === MEDIA) {
        const media = await restoreMedia(contextOf(c), entry.id)
        return c.json({ resource: MEDIA, record: presentMedia(media), former_slug: null, emptied: [] })
      }
      const { resource, record, formerSlug, emptied } = await restoreDeleted(ctx, entry.id)
      return c.json({
        resource: resource.name,
        record: presentForEditors(resource, record),
        former_slug: formerSlug,
        emptied,
      })
    })
    .delete('/:id', async (c) => {
      const ctx = contentContext(deps, c)
      const entry = await getTrashEntry(ctx, idOf(c))
      if (entry.resource === MEDIA) await deleteTrashedMedia(contextOf(c), entry.id)
      else await deleteForGood(ctx, entry.id)
      return c.body(null, 204)
    })
}
