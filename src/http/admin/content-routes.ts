// Content: the site with drafts, and the same routes for each resource.
// GET /api/admin/site
// GET /api/admin/drafts   the working copies of all records
// GET /api/admin/articles/seo?ids=   the scores of the articles in a list
// GET /api/admin/articles/{id}/seo   how an article is rated for search engines and readers
// /api/admin/{resource}: see collection-routes, record-routes, revision-routes, draft-routes and preview-routes
// /api/admin/{resource}/{id}: see comment-routes and review-routes
import { Hono } from 'hono'
import { ArticleScoring } from '../../content/articles/article-scores.ts'
import { articleSeo } from '../../content/articles/article-seo.ts'
import { mediaUrlsIn } from '../../content/images/media-url.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { readSiteWithDrafts } from '../../content/site-with-drafts.ts'
import { listDrafts } from '../../content/working-copies/list-drafts.ts'
import type { Deps } from '../../deps.ts'
import { contentLanguages } from '../../text/content-language.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { contentContext, reportPublications } from '../requests/content-request.ts'
import { filters, scoresQuery } from '../requests/query-schemas.ts'
import { listQuery, pagingOf, query } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import type { RouteGroup } from '../route-group.ts'
import { collectionRoutes } from './collection-routes.ts'
import { recordCommentRoutes } from './comment-routes.ts'
import { contentNeeds } from './content-needs.ts'
import { draftRoutes } from './draft-routes.ts'
import { presentSeo } from './present-seo.ts'
import { previewRoutes } from './preview-routes.ts'
import { recordRoutes } from './record-routes.ts'
import { recordReviewRoutes } from './review-routes.ts'
import { revisionRoutes } from './revision-routes.ts'

export const contentGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin'],
  tokens: contentNeeds,
  operations: async () => (await import('./content-paths.ts')).contentPaths(),
  routes: contentRoutes,
}

function contentRoutes(deps: Deps) {
  const routes = new Hono<AppEnv>().basePath('/api/admin')
  routes.use(reportPublications(deps))
  routes.get('/site', async (c) => {
    const site = await readSiteWithDrafts(contentContext(deps, c), deps.snapshot.languages)
    const json = JSON.stringify(site)
    const images = await deps.snapshot.read([], ({ imagesJson }) => imagesJson(mediaUrlsIn(json)))
    return c.body(`${json.slice(0, -1)},"images":${images}}`, 200, {
      'Content-Type': 'application/json',
    })
  })
  routes.get('/drafts', listQuery(filters.drafts), async (c) => {
    const { resource, ...parameters } = c.req.valid('query')
    return c.json(await listDrafts(contentContext(deps, c), { resource, paging: pagingOf(parameters) }))
  })
  const languages = contentLanguages(deps.config.site.languages)
  const scoring = new ArticleScoring(languages)
  routes.get('/articles/seo', query(scoresQuery), async (c) =>
    c.json({ items: await scoring.of(contentContext(deps, c), c.req.valid('query').ids) }),
  )
  routes.get('/articles/:id/seo', async (c) => {
    const target = { idOrKey: c.req.param('id'), languages }
    return c.json(presentSeo(await articleSeo(contentContext(deps, c), target)))
  })
  for (const resource of resources) {
    const path = `/${resource.name}`
    routes.route(path, collectionRoutes(deps, resource))
    routes.route(path, recordRoutes(deps, resource))
    routes.route(path, revisionRoutes(deps, resource))
    routes.route(path, draftRoutes(deps, resource))
    if (resource.pagePrefix !== null) routes.route(path, previewRoutes(deps, resource))
  }
  routes.route('/:resource/:id', recordCommentRoutes(deps))
  routes.route('/:resource/:id', recordReviewRoutes(deps))
  return routes
}
