// Public search over what visitors may read now: articles, projects, services, pages and FAQs, the best first.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../db/database.ts'
import { invalid } from '../errors.ts'
import type { Page, Paging } from '../paging.ts'
import type { SearchIndex } from './search-index.ts'
import { findMatches, type MatchRange, snippetOf } from './search-snippet.ts'
import { searchableResources } from './searchable.ts'
import { queryOf } from './text-search-config.ts'
import { type Condition, conditionsOf } from './words.ts'

/** Words beyond these are ignored. */
const MAX_WORDS = 10
/** Ranking reads whole word lists, so only this many matches are ranked: title matches first, then the newest. */
const RANKED = 100
// In seconds, more than any date has. One number sorts several times as fast as two columns.
const TITLE_BONUS = sql.raw('1e12::float8')
// Of words with the weights D, C, B and A: body, (unused), keywords, title.
const WEIGHTS = '{0.1, 0.2, 0.5, 1}'

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

type Found = {
  resource: string
  record_id: number
  language: string
  slug: string | null
  title: string
  body: string
  total: number
  /** The resources whose index was behind when the statement ran. */
  outdated: string[]
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
      rowsOf<Found>(tx, statementOf({ conditions, languages, names, paging, outdated, now: ctx.clock() })),
    )
  let rows = await find()
  // The second time, for what changed while the index caught up with earlier changes.
  for (let time = 0; time < 2 && (await ctx.index.catchUpWith(rows[0]?.outdated ?? [])); time++)
    rows = await find()
  const total = rows[0]?.total ?? 0
  const items: SearchHit[] = []
  for (const row of rows.filter(({ record_id }) => record_id !== null)) {
    // The snippets of a whole page would keep other requests waiting.
    await nextTurn()
    items.push(toHit(row, conditions))
  }
  return {
    items,
    page: paging.page,
    per_page: paging.perPage,
    total,
  }
}

type Statement = {
  conditions: readonly Condition[]
  languages: readonly string[]
  names: readonly string[]
  paging: Paging
  outdated: SQL
  now: Date
}

function statementOf({ conditions, languages, names, paging, outdated, now }: Statement): SQL {
  const queries = languages.map((tag) => sql`(${tag}::text, ${queryOf(tag, conditions)})`)
  // A record that matches in both languages is one hit.
  const isBilingual = languages.length > 1
  const { perPage } = paging
  const offset = (paging.page - 1) * perPage
  const rankedPages = Math.ceil(RANKED / perPage)
  const isRanked = paging.page <= rankedPages
  const candidates = isRanked ? { limit: rankedPages * perPage, offset: 0 } : { limit: perPage, offset }
  const rank = isRanked ? sql`ts_rank(${WEIGHTS}::real[], d.words, asked.query, 1)` : sql`c.preference`
  const types = sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )
  // The query is a parameter of each scan: joined, it may be compared with every row, whose words are stored apart.
  const scans = languages.map((tag) => {
    const query = sql`(select query from asked where language = ${tag})`
    return sql`
      select d.ctid as place, d.resource, d.record_id, d.language, 
        date_part('epoch', d.visible_from) + case when d.title_words @@ ${query} then ${TITLE_BONUS} else 0 end as preference
      from search_documents d
      where d.words @@ ${query} and d.language = ${tag} and d.resource in (${types})
        and d.visible_from <= ${now.toISOString()}::timestamptz`
  })
  const matching = sql.join(scans, sql` union all `)
  return sql`
    with asked (language, query) as (values ${sql.join(queries, sql`, `)}),
    matching as materialized (${
      isBilingual
        ? sql`select distinct on (resource, record_id) * from (${matching}) as each
            order by resource, record_id, preference desc, language = ${languages[0]!} desc`
        : matching
    }), candidates as (
      select * from matching order by preference desc, record_id, resource
      limit ${candidates.limit} offset ${candidates.offset}
    ), ranked as (
      select c.place, c.resource, c.record_id, c.preference, ${rank} as rank
      from candidates c join search_documents d on d.ctid = c.place join asked on asked.language = c.language
      order by rank desc, c.preference desc, c.record_id, c.resource
      limit ${perPage} offset ${offset - candidates.offset}
    )
    select found.*, counted.total, ${outdated} as outdated
    from (select count(*)::integer as total from matching) as counted
      left join (
        select d.resource, d.record_id, d.language, d.slug, d.title, left(d.body, 20000) as body, ranked.rank,
          ranked.preference
        from ranked join search_documents d on d.ctid = ranked.place
      ) as found on true
    order by found.rank desc, found.preference desc, found.record_id, found.resource`
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
