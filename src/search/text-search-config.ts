import { type SQL, sql } from 'drizzle-orm'
import type { Condition } from './words.ts'

// Postgres's own stemmers; a language without one is searched by its words as they are.
const STEMMERS: Record<string, string> = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  nb: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
}

/** The configurations that a text in this language is indexed with. `simple` lets unfinished words match as prefixes. */
const configsOf = (language: string): string[] => {
  const stemmer = STEMMERS[language.split('-')[0]!.toLowerCase()]
  return stemmer ? ['simple', stemmer] : ['simple']
}

/** The `tsvector` of a text, given as `indexedText` writes it. */
export function vectorOf(language: string, text: string): SQL {
  const vectors = configsOf(language).map((config) => sql`to_tsvector(${config}::regconfig, ${text}::text)`)
  return sql`(${sql.join(vectors, sql` || `)})`
}

/** The `tsquery` that all conditions make. */
export function queryOf(language: string, conditions: readonly Condition[]): SQL {
  const terms = conditions.map((condition) => {
    // The words consist of letters and digits only, so quoting them needs no escape.
    const text = condition
      .map(
        ({ words, isPrefix }) => `(${words.map((word) => `'${word}'${isPrefix ? ':*' : ''}`).join(' & ')})`,
      )
      .join(' | ')
    const queries = configsOf(language).map((config) => sql`to_tsquery(${config}::regconfig, ${text})`)
    return sql`(${sql.join(queries, sql` || `)})`
  })
  return sql`(${sql.join(terms, sql` && `)})`
}
