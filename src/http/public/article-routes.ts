// GET /api/articles                summaries, filtered by category (slug or id), tag, words and language, sorted and paged
// GET /api/articles/{slug or id}   one article with its body, its neighbours and related articles
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { articleLinks } from '../../content/articles/article-links.ts'
import { blogResources } from '../../content/articles/blog-order.ts'
import { articleCategories } from '../../content/resources/article-categories.ts'
import { articles } from '../../content/resources/articles.ts'
import { articlesMatching } from '../../content/search/articles-matching.ts'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import { groupOfCategory, groupOfLanguage, groupOfTag } from '../../content/snapshot/entry-order.ts'
import { FieldOrders } from '../../content/snapshot/field-orders.ts'
import { publicList } from '../../content/snapshot/public-list.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { MAX_RECORD_BODIES } from '../../content/snapshot/snapshot-cache.ts'
import { needTexts, type SnapshotEntry } from '../../content/snapshot/snapshot-entry.ts'
import { withMembers } from '../../content/snapshot/snapshot-member.ts'
import type { Deps } from '../../deps.ts'
import { MEDIA } from '../../operations/edge/edge-tags.ts'
import { contentLanguages, fieldInAll } from '../../text/content-language.ts'
import { AppError } from '../../text/errors.ts'
import { searchLimit } from '../middleware/rate-limit.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { filters, publicListParameters } from '../requests/query-schemas.ts'
import { assertNoParameters, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { publicRead } from '../requests/route-access.ts'
import { createEdgeCaching } from '../responses/edge-headers.ts'
import { sendBody, sourceOfSearch } from '../responses/send-body.ts'
import type { RouteGroup } from '../route-group.ts'

const MAX_LISTS = 500
const MAX_BYTES = 32 * 1_048_576

const NO_CATEGORY = 'There is no such category; GET /api/article-categories lists them.'

const listResources = [articles, articleCategories]
type Filter = { [Name in 'category' | 'tag' | 'lang']: string | undefined } & { sort: string }

export const articleGroup: RouteGroup = {
  ...publicRead,
  paths: ['/api/articles'],
  // A search reads the database.
  limit: searchLimit,
  isLimited: (c) => c.req.url.includes('?') && Boolean(c.req.query('q')),
  operations: async () => (await import('./article-paths.ts')).articlePaths(),
  routes: articleRoutes,
}

function articleRoutes({ snapshot, config, database, searchIndex }: Deps) {
  const edge = createEdgeCaching(config.edge.maxAgeSeconds)
  const languages = contentLanguages(config.site.languages)
  const orders = new FieldOrders(languages)
  const parameters = () => ({
    ...filters.articles,
    ...publicListParameters(articles, config.site.languages),
  })
  const ofArticles = {
    headers: edge(...new Set([...blogResources, articleCategories].map(({ name }) => name)), MEDIA),
  }
  const lists = new LRUCache<string, EncodedBody>({
    max: MAX_LISTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ identity }) => identity.bytes.byteLength,
  })

  async function sendArticle(c: AppContext, slugOrId: string) {
    assertNoParameters(c)
    const name = slugOrId.normalize('NFC')
    const body = await snapshot.read(blogResources, (view) => {
      const entry = view.lookUp(articles, name)
      return entry && articleBody(view, entry)
    })
    if (!body) throw new AppError('not_found', 'Article not found.')
    return sendBody(c, body, snapshot, ofArticles)
  }

  /** The articles that all filters let through. Throws 404 for a category that does not exist. */
  function filtered(view: SnapshotView, { category, tag, lang, sort }: Filter): readonly SnapshotEntry[] {
    const order = orders.of(view, articles, sort)
    const groups: string[] = []
    if (category !== undefined) {
      const found = view.lookUp(articleCategories, category)
      if (!found) throw new AppError('not_found', NO_CATEGORY)
      groups.push(groupOfCategory(found.id))
    }
    if (tag !== undefined) groups.push(groupOfTag(tag))
    const language = languages.find((language) => language.tag === lang)
    if (language && !language.isPrimary) groups.push(groupOfLanguage(language.key))
    const [first, ...others] = groups.map((name) => order.group(name))
    if (!first) return order.all
    const sets = others.map((entries) => new Set(entries))
    return sets.length === 0 ? first : first.filter((entry) => sets.every((set) => set.has(entry)))
  }

  return new Hono<AppEnv>()
    .get('/api/articles', listQuery(parameters), async (c) => {
      const { category, tag, lang, fields = null, q = '', sort = 'position', ...query } = c.req.valid('query')
      const paging = pagingOf(query)
      const keyOf = (view: SnapshotView) =>
        JSON.stringify([view.key, paging, category, tag, lang, fields, q, sort])
      const cached = lists.get(keyOf(await snapshot.view(listResources)))
      if (cached) return sendBody(c, cached, snapshot, ofArticles)
      const found = await articlesMatching({ database, searchIndex, languages: snapshot.languages }, q)
      const isCurrent = found === null || found.isCurrent
      const body = await snapshot.read(listResources, (view) => {
        const all = filtered(view, { category, tag, lang, sort })
        const entries = found === null ? all : all.filter(({ id }) => found.ids.has(id))
        const body = new EncodedBody(publicList(view, { resource: articles, entries }, { paging, fields }))
        // The content has its version already, so a result of the old index would stay.
        if (isCurrent) lists.set(keyOf(view), body)
        return body
      })
      return sendBody(c, body, sourceOfSearch(snapshot, isCurrent), ofArticles)
    })
    .get('/api/articles/:slug', (c) => sendArticle(c, c.req.param('slug')))
}

type CachedBody = { key: string; links: string; body: EncodedBody }

/** The latest bodies of the articles that were read last. */
const bodies = new LRUCache<SnapshotEntry, CachedBody>({ max: MAX_RECORD_BODIES })

/** The article with its links and images. The body keeps its encodings while other articles change without changing the links. */
function articleBody(view: SnapshotView, entry: SnapshotEntry): EncodedBody {
  const cached = bodies.get(entry)
  if (cached?.key === view.key) return cached.body
  const { previous, next, related } = articleLinks(view, entry)
  needTexts([entry, previous, next, ...related].filter((it) => it !== null))
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
