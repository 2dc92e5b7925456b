// GET /api/articles          summaries, filtered by category (slug or id), tag and words, sorted and paged
// GET /api/articles/{slug}   one article with its body, its neighbours and related articles
// GET /api/projects/{slug}   one project with its body
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { articleLinks } from '../../content/articles/article-links.ts'
import { blogResources, newestFirst } from '../../content/articles/blog-order.ts'
import { articleCategories } from '../../content/resources/article-categories.ts'
import { articles } from '../../content/resources/articles.ts'
import { projects } from '../../content/resources/projects.ts'
import { articlesMatching } from '../../content/search/articles-matching.ts'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { MAX_RECORD_BODIES } from '../../content/snapshot/snapshot-cache.ts'
import { joinJson, type SnapshotEntry, withMembers } from '../../content/snapshot/snapshot-member.ts'
import type { Deps } from '../../deps.ts'
import { MEDIA } from '../../operations/edge/edge-tags.ts'
import { fieldInAll } from '../../text/content-language.ts'
import { AppError } from '../../text/errors.ts'
import { assertPaged, pageOf } from '../../text/paging.ts'
import { parseRecordId } from '../../text/record-id.ts'
import { searchLimit } from '../middleware/rate-limit.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { filters } from '../requests/query-schemas.ts'
import { listQuery, pagingOf } from '../requests/request-parameters.ts'
import { publicRead } from '../requests/route-access.ts'
import { createEdgeCaching } from '../responses/edge-headers.ts'
import { sendBody } from '../responses/send-body.ts'
import type { RouteGroup } from '../route-group.ts'

const MAX_LISTS = 500
const MAX_BYTES = 32 * 1_048_576

export const articleGroup: RouteGroup = {
  ...publicRead,
  paths: ['/api/articles', '/api/projects'],
  // A search reads the database.
  limit: searchLimit,
  isLimited: (c) => c.req.url.includes('?') && Boolean(c.req.query('q')),
  operations: async () => (await import('./article-paths.ts')).articlePaths(),
  routes: articleRoutes,
}

function articleRoutes({ snapshot, config, database, searchIndex }: Deps) {
  const edge = createEdgeCaching(config.edge.maxAgeSeconds)
  const ofProjects = { headers: edge(projects.name, MEDIA) }
  const ofArticles = {
    headers: edge(...new Set([...blogResources, articleCategories].map(({ name }) => name)), MEDIA),
  }
  const lists = new LRUCache<string, EncodedBody>({
    max: MAX_LISTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ identity }) => identity.bytes.byteLength,
  })

  async function sendProject(c: AppContext, slug: string) {
    const body = await snapshot.record(projects, slug.normalize('NFC'))
    if (!body) throw new AppError('not_found', 'Project not found.')
    return sendBody(c, body, snapshot, ofProjects)
  }

  async function sendArticle(c: AppContext, slug: string) {
    const view = await snapshot.view(blogResources)
    const entry = view.find(articles, slug.normalize('NFC'))
    if (!entry) throw new AppError('not_found', 'Article not found.')
    return sendBody(c, articleBody(view, entry), snapshot, ofArticles)
  }

  function inCategory(view: SnapshotView, slugOrId: string): (entry: SnapshotEntry) => boolean {
    const category = view.find(articleCategories, slugOrId)
    const id = category?.id ?? parseRecordId(slugOrId)
    return ({ categoryId }) => id !== null && categoryId === id
  }

  return new Hono<AppEnv>()
    .get('/api/articles', listQuery(filters.articles), async (c) => {
      const { category, tag, q = '', sort = 'position', ...query } = c.req.valid('query')
      const paging = pagingOf(query)
      const view = await snapshot.view([articles, articleCategories])
      const key = JSON.stringify([view.key, paging, category, tag, q, sort])
      const cached = lists.get(key)
      if (cached) return sendBody(c, cached, snapshot, ofArticles)
      const matches = category === undefined ? () => true : inCategory(view, category)
      const found = await articlesMatching({ database, searchIndex, languages: snapshot.languages }, q)
      const all = view.entries(articles)
      const entries = (sort === 'newest' ? newestFirst(all) : all).filter(
        (entry) =>
          matches(entry) &&
          (tag === undefined || entry.tags.includes(tag)) &&
          (found === null || found.has(entry.id)),
      )
      assertPaged(entries.length, paging)
      const page = paging
        ? entries.slice((paging.page - 1) * paging.perPage, paging.page * paging.perPage)
        : entries
      const { items: _, ...envelope } = pageOf([], entries.length, paging)
      const items = joinJson(
        '{"items":[',
        page.map(({ summary }) => summary),
        `],${JSON.stringify(envelope).slice(1, -1)},"images":${view.imagesJson(new Set(page.flatMap(({ mediaUrls }) => mediaUrls.summary)))}}`,
      )
      const body = new EncodedBody(items)
      // The content has its version already, so a result of the old index would stay.
      if (found === null || !searchIndex.isRebuilding) lists.set(key, body)
      return sendBody(c, body, snapshot, ofArticles)
    })
    .get('/api/articles/:slug', (c) => sendArticle(c, c.req.param('slug')))
    .get('/api/projects/:slug', (c) => sendProject(c, c.req.param('slug')))
}

type CachedBody = { key: string; links: string; body: EncodedBody }

/** The latest bodies of the articles that were read last. */
const bodies = new LRUCache<SnapshotEntry, CachedBody>({ max: MAX_RECORD_BODIES })

/** The article with its links and images. The body keeps its encodings while other articles change without changing the links. */
function articleBody(view: SnapshotView, entry: SnapshotEntry): EncodedBody {
  const cached = bodies.get(entry)
  if (cached?.key === view.key) return cached.body
  const { previous, next, related } = articleLinks(view, entry)
  const links = [
    `"previous":${linkTo(previous)}`,
    `"next":${linkTo(next)}`,
    `"related":[${related.map(linkTo).join()}]`,
    `"images":${view.imagesJson(entry.mediaUrls.full)}`,
  ].join()
  const body = cached?.links === links ? cached.body : new EncodedBody(withMembers(entry.fragment, links))
  bodies.set(entry, { key: view.key, links, body })
  return body
}

function linkTo(entry: SnapshotEntry | null): string {
  if (!entry) return 'null'
  return JSON.stringify(JSON.parse(entry.summary.toString()), ['id', 'slug', ...fieldInAll('title')])
}
