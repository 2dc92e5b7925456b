// Finds words in columns that have no index of words, in whichever spelling they are: see `foldText`.
import { and, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { containsPattern } from '../platform/db/like-pattern.ts'
import { foldText } from '../text/fold-text.ts'

/** Characters that `foldText` changes and that people type: Latin, combining marks, Arabic, invisible. */
const RANGES = [
  [0xc0, 0x17f],
  [0x300, 0x36f],
  [0x600, 0x6ff],
  [0x200b, 0x200f],
] as const

const folded = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)),
).map((character) => [character, foldText(character).text] as const)
const changed = folded.filter(([from, to]) => to.length === 1 && to !== from)
const dropped = folded.filter(([, to]) => to === '')

const textOf = (characters: string[]) => sql`${characters.join('')}::text`
// `translate` drops the characters that have no counterpart.
const FROM = textOf([...changed, ...dropped].map(([from]) => from))
const TO = textOf(changed.map(([, to]) => to))

// Not all that folds to several letters: each is another pass over the texts.
const LONGER = ['ß', 'œ', 'æ']
  .flatMap((letter) => [letter, letter.toUpperCase()])
  .filter(({ length }) => length === 1)

const foldedColumn = (column: AnyPgColumn | SQL) =>
  LONGER.reduce(
    (text, letter) => sql`replace(${text}, ${letter}::text, ${foldText(letter).text}::text)`,
    sql`translate(${column}, ${FROM}, ${TO})`,
  )

/** Matches rows that have each of the words of `text` in one of the columns; undefined where there is none. */
export function containsWords(text: string, columns: readonly (AnyPgColumn | SQL)[]): SQL | undefined {
  const words = foldText(text).text.split(/\s+/).filter(Boolean)
  return and(
    ...words.map((word) =>
      or(...columns.map((column) => sql`${foldedColumn(column)} ilike ${containsPattern(word)}`)),
    ),
  )
}
