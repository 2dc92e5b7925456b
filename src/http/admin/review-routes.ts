// GET POST /api/admin/{resource}/{id}/review   {action: request | withdraw | return | approve | unwanted, note?}
// GET /api/admin/reviews?state&mine            what waits for whom
import { Hono } from 'hono'
import { listReviews } from '../../content/collaboration/list-reviews.ts'
import { getReview, takeReviewStep } from '../../content/collaboration/reviews.ts'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { discussedRecord } from '../requests/discussed-record.ts'
import { filters } from '../requests/query-schemas.ts'
import { readJson } from '../requests/request-body.ts'
import { ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { needs, within } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

/** The routes below `/api/admin/{resource}/{id}`, which belong to the group of the content. */
export const recordReviewRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get('/review', async (c) => c.json(await getReview(contentContext(deps, c), discussedRecord(c))))
    .post('/review', async (c) => {
      const step = { ...discussedRecord(c), ifMatch: ifMatchOf(c), body: await readJson(c) }
      return c.json(await takeReviewStep(contentContext(deps, c), step))
    })

export const reviewGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/reviews'],
  // Creators see those of their own drafts.
  roles: 'all',
  tokens: { 'GET /api/admin/reviews': within('narrowed', needs('read')) },
  operations: async () => (await import('./review-paths.ts')).reviewPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().get('/api/admin/reviews', listQuery(filters.reviews), async (c) => {
      const { state, mine, ...query } = c.req.valid('query')
      return c.json(await listReviews(contentContext(deps, c), { state, mine, paging: pagingOf(query) }))
    }),
}
