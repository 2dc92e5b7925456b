// Writes the rows of the full-text index: the words of each record for the panel, and a document of each public text for visitors.
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../../platform/db/database.ts'
import { recordWords, searchDocuments } from '../../platform/db/schema/search.ts'
import { statement } from '../../platform/db/statement.ts'
import { giveWay } from '../../platform/give-way.ts'
import { contentLanguages } from '../../text/content-language.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { isPublished } from '../rules/visibility.ts'
import { FieldTexts } from './field-texts.ts'
import type { IndexFormat } from './index-format.ts'
import { allWordsOf, contentOf, isSearchable } from './searchable.ts'
import { type Vector, vectorFrom, vectorOf, type Weighted, wordSetOf } from './text-search-config.ts'

/** Few embedded, which runs a statement in this thread. */
const ROWS_PER_STATEMENT = { postgres: 20, embedded: 2 }
/** A `text[]` of values without commas, in the same statement for any number of them. */
const listOf = (values: readonly (string | number)[]) => sql`string_to_array(${values.join()}::text, ',')`

type Words = { record_id: number; words: string }
type Document = Vector & {
  record_id: number
  language: string
  slug: string | null
  title: string
  body: string
  visible_from: Date
  title_plain: string
}

type Options = {
  database: Pick<Database, 'kind'>
  format: IndexFormat
  languages: readonly string[]
  clock: () => Date
}

export class SearchDocuments {
  readonly #texts = new FieldTexts()

  constructor(private readonly options: Options) {}

  /** Deletes the rows of records that no longer exist. */
  async deleteMissing(tx: Tx, { name, table }: Resource) {
    for (const index of [searchDocuments, recordWords])
      await tx.execute(sql`delete from ${index} where resource = ${this.options.format.keyOf(name)}
        and not exists (select 1 from ${table} where ${table.id} = record_id)`)
  }

  /** Deletes all rows of the index with this key. */
  async deleteAll(tx: Tx, key: string) {
    for (const index of [searchDocuments, recordWords])
      await tx.execute(sql`delete from ${index} where resource = ${key}`)
  }

  /** Brings the rows of the records with these ids up to date; `rows` lacks the deleted records. */
  async replace(tx: Tx, resource: Resource, ids: readonly number[], rows: readonly Row[]) {
    if (ids.length === 0) return
    const key = this.options.format.keyOf(resource.name)
    const kept: string[] = []
    const count = ROWS_PER_STATEMENT[this.options.database.kind]
    for (let from = 0; from < rows.length; from += count)
      kept.push(...(await this.#write(tx, resource, rows.slice(from, from + count))))
    const ofRecords = sql`resource = ${key} and record_id = any(${listOf(ids)}::integer[])`
    await Promise.all([
      tx.execute(sql`delete from ${searchDocuments} where ${ofRecords}
        and record_id || ' ' || language <> all(${listOf(kept)})`),
      tx.execute(sql`delete from ${recordWords} where ${ofRecords}
        and record_id <> all(${listOf(rows.map(({ id }) => id))}::integer[])`),
    ])
  }

  /** Returns the ids of the records with the languages in which they have a document. */
  async #write(tx: Tx, resource: Resource, rows: readonly Row[]): Promise<string[]> {
    const words: Words[] = []
    const documents: Document[] = []
    for (const row of rows) {
      // Folding the texts takes a millisecond; other requests are answered between two rows.
      await giveWay()
      words.push({ record_id: row.id, words: wordSetOf(allWordsOf(this.#texts, resource, row)) })
      if (isSearchable(resource) && isPublished(row)) {
        await giveWay()
        documents.push(...this.#documentsOf(resource, row))
      }
    }
    const key = this.options.format.keyOf(resource.name)
    await Promise.all([
      writeWords(tx, { resource: key, rows: JSON.stringify(words) }),
      documents.length > 0 && writeDocuments(tx, { resource: key, rows: JSON.stringify(documents) }),
    ])
    return documents.map(({ record_id, language }) => `${record_id} ${language}`)
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
      return [
        {
          record_id: row.id,
          language: language.tag,
          slug: (row.slug as string | undefined) ?? null,
          title,
          body,
          visible_from: visibleFrom,
          title_plain: vectorOf(language.tag, [inTitle]).plain,
          ...vectorOf(language.tag, words),
        },
      ]
    })
  }
}

// A row that stays the same is not written: its entries in the indexes take most of the time.

const writeWords = statement(
  () => sql`insert into ${recordWords} as known (resource, record_id, words)
    select ${sql.placeholder('resource')}::text, record_id, words::tsvector
    from json_to_recordset(${sql.placeholder('rows')}::text::json) as record (record_id integer, words text)
    on conflict (resource, record_id) do update set words = excluded.words where known.words <> excluded.words`,
)

const ofWords = (name: keyof Vector) => sql.identifier(name)
const ofTitle = (name: keyof Vector) =>
  name === 'plain' ? sql`title_plain` : name === 'B' || name === 'D' ? sql`''` : ofWords(name)

const writeDocuments = statement(
  () => sql`insert into ${searchDocuments} as known
    (resource, record_id, language, slug, title, body, visible_from, title_words, words)
    select ${sql.placeholder('resource')}::text, record_id, language, slug, title, body, visible_from,
      ${vectorFrom(ofTitle)}, ${vectorFrom(ofWords)}
    from json_to_recordset(${sql.placeholder('rows')}::text::json) as document
      (record_id integer, language text, slug text, title text, body text, visible_from timestamptz,
        title_plain text, plain text, stemmer text, "A" text, "B" text, "D" text)
    on conflict (resource, record_id, language) do update set slug = excluded.slug, title = excluded.title,
      body = excluded.body, visible_from = excluded.visible_from, title_words = excluded.title_words,
      words = excluded.words
    where (known.slug, known.title, known.body, known.visible_from, known.title_words, known.words)
      is distinct from (excluded.slug, excluded.title, excluded.body, excluded.visible_from, excluded.title_words,
        excluded.words)`,
)
