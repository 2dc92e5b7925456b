import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../platform/db/database.ts'
import { searchDocuments } from '../../platform/db/schema/search.ts'
import { articles } from '../resources/articles.ts'
import type { SearchIndex } from './search-index.ts'
import { conditionsOf } from './search-words.ts'
import { queryOf } from './text-search-config.ts'

const MAX_WORDS = 10

type SearchContext = {
  database: Database
  searchIndex: SearchIndex
  /** Language tags. */
  languages: readonly string[]
}

/** `isCurrent`: every change was indexed; a result that is not must not be cached. */
type Matches = { ids: ReadonlySet<number>; isCurrent: boolean }

/**
 * The ids of the articles whose public texts, in one of the languages, contain all words of the query, or words that begin
 * with them; some may not be visible yet. Null for a blank query, which all match. Throws 503.
 */
export async function articlesMatching(
  { database, searchIndex, languages }: SearchContext,
  query: string,
): Promise<Matches | null> {
  if (query.trim() === '') return null
  const conditions = conditionsOf(query, MAX_WORDS)
  // Punctuation alone matches nothing.
  if (conditions.length === 0) return { ids: new Set(), isCurrent: true }
  const { rows, isCurrent } = await searchIndex.search([articles.name], ({ keys, outdated }) => {
    const matches = languages.map(
      (tag) => sql`select record_id from ${searchDocuments}
        where resource = ${keys[0]} and language = ${tag} and words @@ ${queryOf(tag, conditions)}`,
    )
    const ids = sql`array(${sql.join(matches, sql` union `)})`
    return database.query((tx) =>
      rowsOf<{ ids: number[]; outdated: string[] }>(tx, sql`select ${ids} as ids, ${outdated} as outdated`),
    )
  })
  return { ids: new Set(rows[0]!.ids), isCurrent }
}
