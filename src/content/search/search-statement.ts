// The statement of a public search: one page of the hits, best first, and how many there are.
import { type SQL, sql } from 'drizzle-orm'
import type { Paging } from '../../text/paging.ts'
import type { Condition } from './search-words.ts'
import { queryOf } from './text-search-config.ts'

/** Ranking reads whole word lists, so only this many matches are ranked: title matches first, then the newest. */
const RANKED = 100
// More seconds than any date has. One number sorts several times as fast as two columns.
const TITLE_BONUS = sql.raw('1e12::float8')
// The weights D, C, B and A of words: body, (unused), keywords, title.
const WEIGHTS = '{0.1, 0.2, 0.5, 1}'

type Options = {
  conditions: readonly Condition[]
  /** Language tags; where a record matches in several, it is one hit. */
  languages: readonly string[]
  /** Of the indexes of the resources. */
  keys: readonly string[]
  paging: Paging
  /** A `text[]` that comes with the rows. */
  outdated: SQL
  now: Date
}

/** A row of the statement. Without hits on the page there is one with null in the columns of the record. */
export type Found = {
  /** Of the index. */
  key: string
  record_id: number
  language: string
  slug: string | null
  title: string
  body: string
  total: number
  /** The resources whose index was behind when the statement ran. */
  outdated: string[]
}

/** The first 100 candidates are ranked; later pages list title matches before others, the newest first. */
export function searchStatement({ conditions, languages, keys, paging, outdated, now }: Options): SQL {
  const queries = languages.map((tag) => sql`(${tag}::text, ${queryOf(tag, conditions)})`)
  const { perPage } = paging
  const offset = (paging.page - 1) * perPage
  const rankedPages = Math.ceil(RANKED / perPage)
  const isRanked = paging.page <= rankedPages
  const candidates = isRanked ? { limit: rankedPages * perPage, offset: 0 } : { limit: perPage, offset }
  const rank = isRanked ? sql`ts_rank(${WEIGHTS}::real[], d.words, asked.query, 1)` : sql`c.preference`
  const types = sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )
  // The query is a parameter of each scan: joined, it may be compared with every row, whose words are stored apart.
  const queryIn = (tag: string) => sql`(select query from asked where language = ${tag})`
  const matchesIn = (tag: string, words: SQL) => sql`search_documents d
    where ${words} @@ ${queryIn(tag)} and d.language = ${tag} and d.resource in (${types})
      and d.visible_from <= ${now.toISOString()}::timestamptz`
  const matches = (words: SQL) => {
    const scans = languages.map(
      (tag) => sql`
      select d.ctid as place, d.resource, d.record_id, d.language,
        date_part('epoch', d.visible_from) + case when d.title_words @@ ${queryIn(tag)} then ${TITLE_BONUS} else 0 end as preference
      from ${matchesIn(tag, words)}`,
    )
    const all = sql.join(scans, sql` union all `)
    return languages.length === 1
      ? all
      : sql`select distinct on (resource, record_id) * from (${all}) as each
          order by resource, record_id, preference desc, language = ${languages[0]!} desc`
  }
  const records = languages.map(
    (tag) => sql`select d.resource, d.record_id from ${matchesIn(tag, sql`d.words`)}`,
  )
  const isEnough = sql`(select count(*) from titled) >= ${candidates.offset + candidates.limit}::integer`
  // A word that many records have is in many titles too, as a rule. The other matches are then counted, but not sorted.
  return sql`
    with asked (language, query) as (values ${sql.join(queries, sql`, `)}),
    titled as materialized (${matches(sql`d.title_words`)}),
    matching as materialized (select * from (${matches(sql`d.words`)}) as every where not ${isEnough}),
    candidates as (
      select * from (select * from titled where ${isEnough} union all select * from matching) as best
      order by preference desc, record_id, resource
      limit ${candidates.limit} offset ${candidates.offset}
    ), ranked as (
      select c.place, c.resource, c.record_id, c.preference, ${rank} as rank
      from candidates c join search_documents d on d.ctid = c.place join asked on asked.language = c.language
      order by rank desc, c.preference desc, c.record_id, c.resource
      limit ${perPage} offset ${offset - candidates.offset}
    )
    select found.*, counted.total, ${outdated} as outdated
    from (select case when ${isEnough}
        then (select count(*)::integer from (${sql.join(records, sql` union `)}) as record)
        else (select count(*)::integer from matching) end as total) as counted
      left join (
        select d.resource as key, d.record_id, d.language, d.slug, d.title, left(d.body, 20000) as body, ranked.rank,
          ranked.preference
        from ranked join search_documents d on d.ctid = ranked.place
      ) as found on true
    order by found.rank desc, found.preference desc, found.record_id, found.key`
}
