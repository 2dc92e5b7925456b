// Writes the rows of the full-text index: the words of each record for the panel, and a document of each public text for visitors.
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { recordWords, searchDocuments } from '../../platform/db/schema/search.ts'
import { giveWay } from '../../platform/give-way.ts'
import { contentLanguages } from '../../text/content-language.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { isPublished } from '../rules/visibility.ts'
import { FieldTexts } from './field-texts.ts'
import { allWordsOf, contentOf, isSearchable } from './searchable.ts'
import { vectorOf, type Weighted, wordSetOf } from './text-search-config.ts'

/** The number is small, because the embedded database runs a statement in this thread. */
const ROWS_PER_STATEMENT = 2
/** A `text[]` of values without commas, in the same statement for any number of them. */
const listOf = (values: readonly (string | number)[]) => sql`string_to_array(${values.join()}::text, ',')`

/** `key` is the record's id and the language. */
type Document = { key: string; values: SQL }

export class SearchDocuments {
  readonly #texts = new FieldTexts()

  constructor(private readonly options: { languages: readonly string[]; clock: () => Date }) {}

  /** Deletes the rows of records that no longer exist. */
  async deleteMissing(tx: Tx, { name, table }: Resource) {
    for (const index of [searchDocuments, recordWords])
      await tx.execute(sql`delete from ${index} where resource = ${name}
        and not exists (select 1 from ${table} where ${table.id} = record_id)`)
  }

  /** Brings the rows of the records with these ids up to date; `rows` lacks the deleted records. */
  async replace(tx: Tx, resource: Resource, ids: readonly number[], rows: readonly Row[]) {
    if (ids.length === 0) return
    const kept: string[] = []
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
      kept.push(...(await this.#write(tx, resource, rows.slice(from, from + ROWS_PER_STATEMENT))))
    const ofRecords = sql`resource = ${resource.name} and record_id = any(${listOf(ids)}::integer[])`
    await Promise.all([
      tx.execute(sql`delete from ${searchDocuments} where ${ofRecords}
        and record_id || ' ' || language <> all(${listOf(kept)})`),
      tx.execute(sql`delete from ${recordWords} where ${ofRecords}
        and record_id <> all(${listOf(rows.map(({ id }) => id))}::integer[])`),
    ])
  }

  /** Returns the ids of the records with the languages in which they have a document. */
  async #write(tx: Tx, resource: Resource, rows: readonly Row[]): Promise<string[]> {
    const words: SQL[] = []
    const documents: Document[] = []
    for (const row of rows) {
      // Folding the texts takes a millisecond; other requests are answered between two rows.
      await giveWay()
      const all = allWordsOf(this.#texts, resource, row)
      words.push(sql`(${resource.name}, ${row.id}::integer, ${wordSetOf(all)})`)
      if (isSearchable(resource) && isPublished(row)) {
        await giveWay()
        documents.push(...this.#documentsOf(resource, row))
      }
    }
    // A row that stays the same is not written: its entries in the indexes take most of the time.
    const statements = [
      sql`insert into ${recordWords} as known (resource, record_id, words) values ${sql.join(words, sql`, `)}
        on conflict (resource, record_id) do update set words = excluded.words where known.words <> excluded.words`,
    ]
    if (documents.length > 0)
      statements.push(sql`insert into ${searchDocuments} as known
        (resource, record_id, language, slug, title, body, visible_from, title_words, words)
        values ${sql.join(
          documents.map(({ values }) => values),
          sql`, `,
        )}
        on conflict (resource, record_id, language) do update set slug = excluded.slug, title = excluded.title,
          body = excluded.body, visible_from = excluded.visible_from, title_words = excluded.title_words,
          words = excluded.words
        where (known.slug, known.title, known.body, known.visible_from, known.title_words, known.words)
          is distinct from (excluded.slug, excluded.title, excluded.body, excluded.visible_from, excluded.title_words,
            excluded.words)`)
    await Promise.all(statements.map((statement) => tx.execute(statement)))
    return documents.map(({ key }) => key)
  }

  #documentsOf(resource: Resource, row: Row): Document[] {
    const { languages, clock } = this.options
    const visibleFrom = (row.published_at ?? row.created_at ?? clock()) as Date
    return contentLanguages(languages).flatMap((language) => {
      const content = contentOf(this.#texts, resource, row, language)
      if (!content) return []
      const { title, body } = content
      const inTitle: Weighted = { words: content.titleWords, weight: 'A' }
      const words: Weighted[] = [
        inTitle,
        { words: content.keywordWords, weight: 'B' },
        { words: content.bodyWords, weight: 'D' },
      ]
      const values = sql`(${resource.name}, ${row.id}::integer, ${language.tag},
        ${(row.slug as string | undefined) ?? null}, ${title}, ${body}, ${visibleFrom.toISOString()}::timestamptz,
        ${vectorOf(language.tag, [inTitle])}, ${vectorOf(language.tag, words)})`
      return [{ key: `${row.id} ${language.tag}`, values }]
    })
  }
}
