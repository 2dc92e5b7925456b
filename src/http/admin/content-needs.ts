// The scopes that API tokens need for the routes of the content.
import type { Resource } from '../../content/definition/define-resource.ts'
import { articles } from '../../content/resources/articles.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { needs, needsBelow, needsOneOf, type TokenNeeds, within } from '../requests/token-needs.ts'

/** Verbs ask for `publish` as well where a write changes what visitors see. */
const RECORD_NEEDS = {
  'GET /': needs('read'),
  'POST /': needs('write'),
  'PUT /': needs('write'),
  'PATCH /': needs('write'),
  'DELETE /': needs('delete'),
  'POST /reorder': needs('write', 'publish'),
  'GET /:id': needs('read'),
  'PUT /:id': needs('write'),
  'PATCH /:id': needs('write'),
  'DELETE /:id': needs('delete'),
  'POST /:id/duplicate': needs('write'),
  'GET /:id/revisions': needs('read'),
  'GET /:id/revisions/:revision': needs('read'),
  'POST /:id/revisions/:revision/restore': needs('write'),
  'GET /:id/draft': needs('read'),
  'PATCH /:id/draft': needs('write'),
  'DELETE /:id/draft': needs('write'),
  'POST /:id/draft/publish': needs('write'),
  'POST /:id/preview': needs('read'),
  'GET /:id/preview': needs('read'),
  'DELETE /:id/preview': needs('read'),
  'DELETE /:id/preview/:preview': needs('read'),
}

const needsOf = ({ name: resource }: Resource): TokenNeeds =>
  needsBelow(
    `/api/admin/${resource}`,
    Object.fromEntries(
      Object.entries(RECORD_NEEDS).map(([route, need]) => [route, within({ resource }, need)]),
    ),
  )

/** Of comments and reviews, the same for all resources. */
const DISCUSSION_NEEDS = needsBelow('/api/admin/:resource/:id', {
  'GET /comments': within('narrowed', needs('read')),
  'POST /comments': within('narrowed', needs('write')),
  'GET /comments/people': within('narrowed', needs('read')),
  'GET /review': within('narrowed', needs('read')),
})

const readsArticles = within({ resource: articles.name }, needs('read'))

export const contentNeeds: TokenNeeds = {
  'GET /api/admin/drafts': within('narrowed', needs('read')),
  'GET /api/admin/site': needsOneOf('read', 'export'),
  'GET /api/admin/articles/seo': readsArticles,
  'GET /api/admin/articles/:id/seo': readsArticles,
  ...DISCUSSION_NEEDS,
  ...Object.assign({}, ...resources.map(needsOf)),
}
