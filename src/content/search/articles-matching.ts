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

/**
 * The ids of the articles whose public texts, in one of the languages, contain all words of the query, or words that begin
 * with them; some may not be visible yet. Null for a blank query, which all match. Throws 503.
 */
export async function articlesMatching(
  { database, searchIndex, languages }: SearchContext,
  query: string,
): Promise<ReadonlySet<number> | null> {
  if (query.trim() === '') return null
  const conditions = conditionsOf(query, MAX_WORDS)
  // Punctuation alone matches nothing.
  if (conditions.length === 0) return new Set()
  await searchIndex.catchUp()
  const matches = languages.map(
    (tag) => sql`select record_id from ${searchDocuments}
      where resource = ${articles.name} and language = ${tag} and words @@ ${queryOf(tag, conditions)}`,
  )
  const rows = await database.query((tx) =>
    rowsOf<{ record_id: number }>(tx, sql.join(matches, sql` union `)),
  )
  return new Set(rows.map(({ record_id }) => record_id))
}
