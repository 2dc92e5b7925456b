// Writes the rows of the full-text index: the words of each record for the panel, and a document of each public text for visitors.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { recordWords, searchDocuments } from '../../platform/db/schema/search.ts'
import { giveWay } from '../../platform/give-way.ts'
import { contentLanguages } from '../../text/content-language.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { isPublished } from '../rules/visibility.ts'
import { indexedWords } from './search-words.ts'
import { allTextOf, contentOf, isSearchable } from './searchable.ts'
import { vectorOf, type Weighted } from './text-search-config.ts'

/** The number is small, because the embedded database runs a statement in this thread. */
const ROWS_PER_STATEMENT = 2
/** Of the characters of a text; where they fold to longer ones, `vectorOf` ends earlier. */
const MAX_INDEXED = 150_000

export class SearchDocuments {
  constructor(private readonly options: { languages: readonly string[]; clock: () => Date }) {}

  /** Deletes the rows of records that no longer exist. */
  async deleteMissing(tx: Tx, { name, table }: Resource) {
    for (const index of [searchDocuments, recordWords])
      await tx.execute(sql`delete from ${index} where resource = ${name}
        and not exists (select 1 from ${table} where ${table.id} = record_id)`)
  }

  /** Writes the rows of the records with these ids anew; `rows` lacks the deleted ones. */
  async replace(tx: Tx, resource: Resource, ids: readonly number[], rows: readonly Row[]) {
    if (ids.length === 0) return
    const deletions = [searchDocuments, recordWords].map((index) =>
      tx.delete(index).where(and(eq(index.resource, resource.name), inArray(index.record_id, [...ids]))),
    )
    await Promise.all(deletions)
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
      await this.#insert(tx, resource, rows.slice(from, from + ROWS_PER_STATEMENT))
  }

  async #insert(tx: Tx, resource: Resource, rows: readonly Row[]) {
    const words: SQL[] = []
    const documents: SQL[] = []
    for (const row of rows) {
      // Folding the texts takes a millisecond; other requests are answered between two rows.
      await giveWay()
      const all = indexedWords(allTextOf(resource, row).slice(0, MAX_INDEXED))
      words.push(
        sql`(${resource.name}, ${row.id}::integer, ${vectorOf('simple', [{ words: all, weight: 'D' }])})`,
      )
      if (isSearchable(resource) && isPublished(row)) {
        await giveWay()
        documents.push(...this.#documentsOf(resource, row))
      }
    }
    const inserts = [
      sql`insert into ${recordWords} (resource, record_id, words) values ${sql.join(words, sql`, `)}`,
    ]
    if (documents.length > 0)
      inserts.push(sql`insert into ${searchDocuments}
        (resource, record_id, language, slug, title, body, visible_from, title_words, words)
        values ${sql.join(documents, sql`, `)}`)
    await Promise.all(inserts.map((insert) => tx.execute(insert)))
  }

  #documentsOf(resource: Resource, row: Row): SQL[] {
    const { languages, clock } = this.options
    const visibleFrom = (row.published_at ?? row.created_at ?? clock()) as Date
    return contentLanguages(languages).flatMap((language) => {
      const content = contentOf(resource, row, language)
      if (!content) return []
      const { title, keywords, body } = content
      const weighted = (text: string, weight: Weighted['weight']): Weighted => ({
        words: indexedWords(text.slice(0, MAX_INDEXED)),
        weight,
      })
      const inTitle = weighted(title, 'A')
      const words = [inTitle, weighted(keywords, 'B'), weighted(body, 'D')]
      return [
        sql`(${resource.name}, ${row.id}::integer, ${language.tag}, ${(row.slug as string | undefined) ?? null}, ${title},
          ${body}, ${visibleFrom.toISOString()}::timestamptz, ${vectorOf(language.tag, [inTitle])},
          ${vectorOf(language.tag, words)})`,
      ]
    })
  }
}
