// GET /api/search?q&lang&types&page&per_page   public content, best match first
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type SearchHit, search } from '../../content/search/search.ts'
import { searchableResources } from '../../content/search/searchable.ts'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import type { Deps } from '../../deps.ts'
import { pathTo } from '../../website/view/page-links.ts'
import { searchLimit } from '../middleware/rate-limit.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { listOf, pagedQuery } from '../openapi/record-schemas.ts'
import { returnsCacheable } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { searchParameters } from '../requests/query-schemas.ts'
import { listQuery, pagingOf } from '../requests/request-parameters.ts'
import { sendBody, sourceOfSearch } from '../responses/send-body.ts'
import type { RouteGroup } from '../route-group.ts'

const DEFAULT_PAGING = { page: 1, perPage: 10 }
const CACHE = { max: 1_000, maxSize: 16 * 1_048_576 }

export const searchGroup: RouteGroup = {
  paths: ['/api/search'],
  authentication: 'none',
  cors: 'any-origin',
  maxBodyBytes: 0,
  limit: searchLimit,
  operations: searchPaths,
  routes: searchRoutes,
}

function searchRoutes({ snapshot, database, clock, searchIndex, pages }: Deps) {
  const { languages } = snapshot
  const pathOf = ({ path, language }: SearchHit) =>
    path && pathTo(path, pages.languages.fromParameter(language))
  const cache = new LRUCache<string, EncodedBody>({
    ...CACHE,
    sizeCalculation: ({ identity }) => identity.bytes.byteLength,
  })

  return new Hono<AppEnv>().get('/api/search', listQuery(searchParameters(languages)), async (c) => {
    const { q, lang = null, types = null, ...rest } = c.req.valid('query')
    const paging = pagingOf(rest) ?? DEFAULT_PAGING
    const { key } = await snapshot.view(searchableResources)
    const name = JSON.stringify([key, q, lang, types, paging])
    const cached = cache.get(name)
    if (cached) return sendBody(c, cached, snapshot)
    const ctx = { database, clock, index: searchIndex, languages }
    const { isCurrent, ...page } = await search(ctx, { query: q, language: lang, types, paging })
    const items = page.items.map((hit) => ({ ...hit, path: pathOf(hit) }))
    const body = new EncodedBody(Buffer.from(JSON.stringify({ ...page, items })))
    // The content has its version already, so a result of the old index would stay.
    if (isCurrent) cache.set(name, body)
    return sendBody(c, body, sourceOfSearch(snapshot, isCurrent))
  })
}

function searchPaths(): Paths {
  const matchRanges = z.array(z.tuple([z.int().min(0), z.int().min(0)])).meta({
    description: 'Start and end of each matching word in UTF-16 code units; the end is exclusive.',
  })

  const searchHit = z
    .object({
      type: z.string().meta({ examples: ['articles'] }),
      id: z.int(),
      language: z.string(),
      title: z.string(),
      title_matches: matchRanges,
      path: z.string().nullable().meta({
        description:
          'The path of its page in this language, such as `/blog/my-slug?lang=en`; null if it has none.',
      }),
      snippet: z.string().meta({ description: 'Plain text, about 200 characters around the matches.' }),
      snippet_matches: matchRanges,
    })
    .meta({ id: 'SearchHit' })

  return operations(
    { tag: 'Site' },
    {
      'GET /api/search': {
        id: 'search',
        summary: 'Search the published content',
        description:
          'Searches articles, projects, services, pages and FAQs; the best match comes first. Spelling variants of Persian and Arabic letters, digits, diacritics and zero-width non-joiners are treated alike, English words match by stem. Limited to 120 searches per minute and address.',
        query: pagedQuery(searchParameters(['fa', 'en'])),
        responses: returnsCacheable(listOf(searchHit)),
        errors: ['too_many_requests'],
      },
    },
  )
}
