// Text search in admin lists: records whose texts, in either language, contain all words of the query.
import { type SQL, sql } from 'drizzle-orm'
import { recordWords } from '../../platform/db/schema/search.ts'
import type { Resource } from '../definition/define-resource.ts'
import { conditionsOf } from './search-words.ts'
import { queryOf } from './text-search-config.ts'

const MAX_WORDS = 10

/**
 * The condition that a row of the resource's table matches; call `SearchIndex.catchUp` before, and then `keyOf` for the key
 * of the index.
 */
export function recordsMatching({ table }: Resource, query: string, key: string): SQL | undefined {
  // An empty search box lists everything, as in the other lists.
  if (query.trim() === '') return undefined
  const conditions = conditionsOf(query, MAX_WORDS)
  // Punctuation alone matches nothing.
  if (conditions.length === 0) return sql`false`
  return sql`${table.id} in (
    select record_id from ${recordWords} where resource = ${key} and words @@ ${queryOf('simple', conditions)})`
}
