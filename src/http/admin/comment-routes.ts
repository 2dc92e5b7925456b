// GET POST /api/admin/{resource}/{id}/comments        comments on a record; {body, anchor?}
// GET /api/admin/{resource}/{id}/comments/people      the accounts that they may mention
// PATCH DELETE /api/admin/comments/{id}               {body?, anchor?, resolved?}
import { Hono } from 'hono'
import {
  addComment,
  changeComment,
  listColleagues,
  listComments,
  removeComment,
} from '../../content/collaboration/comments.ts'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { discussedRecord } from '../requests/discussed-record.ts'
import { readJson } from '../requests/request-body.ts'
import { idOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { needs, needsBelow, within } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

/** The routes below `/api/admin/{resource}/{id}`, which belong to the group of the content. */
export const recordCommentRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get('/comments', listQuery({}), async (c) => {
      const paging = pagingOf(c.req.valid('query'))
      return c.json(await listComments(contentContext(deps, c), { ...discussedRecord(c), paging }))
    })
    .post('/comments', async (c) => {
      const target = discussedRecord(c)
      return c.json(await addComment(contentContext(deps, c), { ...target, body: await readJson(c) }), 201)
    })
    .get('/comments/people', async (c) =>
      c.json({ items: await listColleagues(contentContext(deps, c), discussedRecord(c)) }),
    )

export const commentGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/comments'],
  // Creators have comments on their own drafts, which the verbs check.
  roles: 'all',
  tokens: needsBelow('/api/admin/comments', {
    'PATCH /:id': within('narrowed', needs('write')),
    'DELETE /:id': within('narrowed', needs('delete')),
  }),
  operations: async () => (await import('./comment-paths.ts')).commentPaths(),
  routes: (deps) =>
    new Hono<AppEnv>()
      .basePath('/api/admin/comments')
      .patch('/:id', async (c) =>
        c.json(await changeComment(contentContext(deps, c), { id: idOf(c), body: await readJson(c) })),
      )
      .delete('/:id', async (c) => {
        await removeComment(contentContext(deps, c), idOf(c))
        return c.body(null, 204)
      }),
}
