import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Condition } from './search-words.ts'

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

const stemmerOf = (language: string): string | undefined => STEMMERS[language.split('-')[0]!.toLowerCase()]

/** Words that weigh alike: `A` the most, `D` the least. */
export type Weighted = { words: readonly string[]; weight: 'A' | 'B' | 'D' }

/** Postgres's limits; it refuses a longer word. */
const MAX_WORD_BYTES = 2_046
const MAX_POSITION = 16_383
const MAX_POSITIONS = 255
/** Of the 1 MB that Postgres refuses more than. */
const MAX_VECTOR_BYTES = 900_000

/** The parts of a `tsvector`: the finished vector of the words as they are, and the words of each weight to be stemmed. */
export type Vector = { plain: string; stemmer: string | null; A: string; B: string; D: string }

/**
 * The vector of folded words, in their order: as they are, so that unfinished words match as prefixes, and stemmed if
 * Postgres knows the language. It parses a finished vector in an eighth of the time of a text. A vector that would become
 * too large ends before the word that it has no room for.
 */
export function vectorOf(language: string, allParts: readonly Weighted[]): Vector {
  const stemmer = stemmerOf(language) ?? null
  const parts = fittingParts(allParts, stemmer ? MAX_VECTOR_BYTES / 2 : MAX_VECTOR_BYTES)
  const stemmed = (weight: Weighted['weight']) =>
    parts
      .filter((part) => stemmer && part.weight === weight)
      .map(({ words }) => words.join(' '))
      .join(' ')
  return { plain: vectorLiteral(parts), stemmer, A: stemmed('A'), B: stemmed('B'), D: stemmed('D') }
}

/** The `tsvector` of a `Vector` whose members are texts in SQL. */
export function vectorFrom(member: (name: keyof Vector) => SQLWrapper): SQL {
  const stemmed = (weight: Weighted['weight']) =>
    sql`coalesce(setweight(to_tsvector(${member('stemmer')}::regconfig, ${member(weight)}), ${sql.raw(`'${weight}'`)}), '')`
  return sql`(${member('plain')}::tsvector || ${stemmed('A')} || ${stemmed('B')} || ${stemmed('D')})`
}

/** The `tsvector` of folded words without their places, a fraction of the size: for searches that do not rank. */
export function wordSetOf(words: readonly string[]): string {
  const [part] = fittingParts([{ words, weight: 'D' }], MAX_VECTOR_BYTES)
  const found = [...new Set(part!.words)].filter(isIndexable)
  return found.map((word) => `'${word}'`).join(' ')
}

/** The words up to the first one that would make a vector of them larger than this. */
function fittingParts(parts: readonly Weighted[], maxBytes: number): readonly Weighted[] {
  const most = parts.reduce(
    (sum, { words }) => words.reduce((all, word) => all + 3 * word.length + 6, sum),
    0,
  )
  if (most <= maxBytes) return parts
  const seen = new Set<string>()
  let bytes = 0
  return parts.map(({ words, weight }) => {
    const end = words.findIndex((word) => {
      // Two for a position; of a new word its bytes, at an even place, and the number of its positions.
      bytes += seen.has(word) ? 2 : Buffer.byteLength(word) + 5
      seen.add(word)
      return bytes > maxBytes
    })
    return { words: end === -1 ? words : words.slice(0, end), weight }
  })
}

const isIndexable = (word: string) =>
  word.length <= MAX_WORD_BYTES / 3 || Buffer.byteLength(word) <= MAX_WORD_BYTES

/** The vector in Postgres's notation: `'pump':1A,7 'station':2A`. The words consist of letters and digits. */
function vectorLiteral(parts: readonly Weighted[]): string {
  const found = new Map<string, { count: number; places: string }>()
  let position = 0
  for (const { words, weight } of parts) {
    const mark = weight === 'D' ? '' : weight
    for (const word of words) {
      if (position < MAX_POSITION) position++
      const known = found.get(word)
      if (!known) found.set(word, { count: 1, places: `'${word}':${position}${mark}` })
      else if (known.count++ < MAX_POSITIONS) known.places += `,${position}${mark}`
    }
  }
  const entries = [...found].filter(([word]) => isIndexable(word)).map(([, { places }]) => places)
  return entries.join(' ')
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
    const plain = sql`${text}::tsquery`
    const stemmer = stemmerOf(language)
    return stemmer ? sql`(${plain} || to_tsquery(${stemmer}::regconfig, ${text}))` : plain
  })
  return sql`(${sql.join(terms, sql` && `)})`
}
