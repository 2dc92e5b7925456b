// GET /api/articles          summaries, filtered by category (slug or id) and tag, in pages
// GET /api/articles/{slug}   one article whole
// GET /api/projects/{slug}   one project whole
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Resource } from '../../content/define-resource.ts'
import { articleCategories } from '../../content/resources/article-categories.ts'
import { articles } from '../../content/resources/articles.ts'
import { projects } from '../../content/resources/projects.ts'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { joinJson, type SnapshotEntry } from '../../content/snapshot/snapshot-member.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { AppContext, AppEnv } from '../../http/app-env.ts'
import { filters } from '../../http/query-schemas.ts'
import { sendBody } from '../../http/send-body.ts'
import { listQuery, pagingOf } from '../../http/validate-request.ts'
import { assertPaged, pageOf } from '../../paging.ts'

const MAX_LISTS = 500
const MAX_BYTES = 32 * 1_048_576

export function articleRoutes({ snapshot }: Deps) {
  const kept = new LRUCache<string, EncodedBody>({
    max: MAX_LISTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ identity }) => identity.bytes.byteLength,
  })

  async function sendRecord(c: AppContext, resource: Resource, slug: string) {
    const body = await snapshot.record(resource, slug.normalize('NFC'))
    if (!body) throw new AppError('not_found', `There is no such record in ${resource.name}.`)
    return sendBody(c, body, snapshot)
  }

  function inCategory(view: SnapshotView, wanted: string): (entry: SnapshotEntry) => boolean {
    const category = view.find(articleCategories, wanted)
    const id = category?.id ?? (/^\d{1,10}$/.test(wanted) ? Number(wanted) : null)
    return ({ categoryId }) => id !== null && categoryId === id
  }

  return new Hono<AppEnv>()
    .get('/articles', listQuery(filters.articles), async (c) => {
      const { category, tag, ...query } = c.req.valid('query')
      const paging = pagingOf(query)
      const view = await snapshot.view([articles, articleCategories])
      const name = JSON.stringify([view.key, paging, category, tag])
      const known = kept.get(name)
      if (known) return sendBody(c, known, snapshot)
      const matches = category === undefined ? () => true : inCategory(view, category)
      const entries = view
        .entries(articles)
        .filter((entry) => matches(entry) && (tag === undefined || entry.tags.includes(tag)))
      assertPaged(entries.length, paging)
      const shown = paging
        ? entries.slice((paging.page - 1) * paging.perPage, paging.page * paging.perPage)
        : entries
      const { items: _, ...envelope } = pageOf([], entries.length, paging)
      const items = joinJson(
        '{"items":[',
        shown.map(({ summary }) => summary),
        `],${JSON.stringify(envelope).slice(1)}`,
      )
      const body = new EncodedBody(items)
      kept.set(name, body)
      return sendBody(c, body, snapshot)
    })
    .get('/articles/:slug', (c) => sendRecord(c, articles, c.req.param('slug')))
    .get('/projects/:slug', (c) => sendRecord(c, projects, c.req.param('slug')))
}
