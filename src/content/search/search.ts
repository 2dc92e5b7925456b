// Public search over what visitors may read now: articles, projects, services, pages and FAQs, the best first.
import { type Database, rowsOf } from '../../platform/db/database.ts'
import { giveWay } from '../../platform/give-way.ts'
import { invalid } from '../../text/errors.ts'
import type { Page, Paging } from '../../text/paging.ts'
import type { SearchIndex } from './search-index.ts'
import { findMatches, type MatchRange, snippetOf } from './search-snippet.ts'
import { type Found, searchStatement } from './search-statement.ts'
import { searchableResources } from './searchable.ts'
import { type Condition, conditionsOf } from './words.ts'

/** Words beyond these are ignored. */
const MAX_WORDS = 10

export type SearchRequest = {
  query: string
  /** Language tag; null: all languages of the site. */
  language: string | null
  /** Resource names; null: all that can be searched. */
  types: readonly string[] | null
  paging: Paging
}

/** `matches` are UTF-16 ranges of `title` and `snippet`, end exclusive. `path` is null where the record has no page. */
export type SearchHit = {
  type: string
  id: number
  language: string
  title: string
  title_matches: MatchRange[]
  path: string | null
  snippet: string
  snippet_matches: MatchRange[]
}

type SearchContext = {
  database: Database
  clock: () => Date
  index: SearchIndex
  languages: readonly string[]
}

/**
 * One page of the hits. The first 100 candidates are ranked; later pages list title matches before others, the newest
 * first. Throws 422 and 503.
 */
export async function search(ctx: SearchContext, request: SearchRequest): Promise<Page<SearchHit>> {
  const { query, language, types, paging } = request
  const conditions = conditionsOf(query, MAX_WORDS)
  if (conditions.length === 0)
    throw invalid([{ path: 'q', code: 'no_words', message: 'must contain at least one letter or digit' }])
  const languages = ctx.languages.filter((tag) => language === null || tag === language)
  const names = types ?? searchableResources.map(({ name }) => name)
  const outdated = ctx.index.outdated(names)
  const find = () =>
    ctx.database.query((tx) =>
      rowsOf<Found>(
        tx,
        searchStatement({ conditions, languages, names, paging, outdated, now: ctx.clock() }),
      ),
    )
  let rows = await find()
  // The second time, for what changed while the index caught up with earlier changes.
  for (let time = 0; time < 2 && (await ctx.index.catchUpWith(rows[0]?.outdated ?? [])); time++)
    rows = await find()
  const total = rows[0]?.total ?? 0
  const items: SearchHit[] = []
  for (const row of rows.filter(({ record_id }) => record_id !== null)) {
    // The snippets of a whole page would keep other requests waiting.
    await giveWay()
    items.push(toHit(row, conditions))
  }
  return {
    items,
    page: paging.page,
    per_page: paging.perPage,
    total,
  }
}

function toHit(
  { resource, record_id, language, slug, title, body }: Found,
  conditions: readonly Condition[],
): SearchHit {
  const { pagePrefix } = searchableResources.find(({ name }) => name === resource)!
  const snippet = snippetOf(body, conditions)
  return {
    type: resource,
    id: record_id,
    language,
    title,
    title_matches: findMatches(title, conditions),
    path: pagePrefix && slug ? `${pagePrefix}${slug}` : null,
    snippet: snippet.text,
    snippet_matches: snippet.matches,
  }
}
