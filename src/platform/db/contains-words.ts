// Finds words in columns that have no index of words, in whichever spelling they are: see `foldText`. The pattern has every
// spelling of each letter and the column is read as it is: folding it in SQL takes a hundred times as long.
import { and, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { foldText } from '../../text/fold-text.ts'

/** Matches rows that have each of the words of `text` in one of the columns; undefined where `text` is blank. */
export function containsWords(
  text: string | undefined,
  columns: readonly (AnyPgColumn | SQL)[],
): SQL | undefined {
  if (!text?.trim()) return undefined
  const words = foldText(text).text.split(/\s+/).filter(Boolean)
  // What folds to nothing, such as a lone hamza, cannot be compared.
  if (words.length === 0) return sql`false`
  return and(
    ...words.map((word) => or(...columns.map((column) => sql`${column} ~ ${spellingsOf(word)}::text`))),
  )
}

/** A pattern, for Postgres and JavaScript, of the texts whose folded form contains the folded word. */
export function spellingsOf(word: string): string {
  known ??= readSpellings()
  const { ignored, singles, pairs } = known
  // Folding takes the syllables of Korean apart.
  const letters = [...word.normalize('NFC')]
  const last = letters.length - 1
  /** At an end of the word its letter may be half of a character that folds to two. */
  const halvesAt = (index: number) =>
    [...pairs].flatMap(([two, characters]) =>
      (index === 0 && two[1] === letters[0]) || (index === last && two[0] === letters[last])
        ? characters
        : [],
    )
  const oneOf = (characters: readonly string[]) => `[${characters.map(escaped).join('')}]`
  const spelled = (index: number) =>
    oneOf([letters[index]!, ...(singles.get(letters[index]!) ?? []), ...halvesAt(index)])
  const parts: string[] = []
  for (let index = 0; index <= last; index++) {
    const pair = pairs.get(letters.slice(index, index + 2).join(''))
    if (pair) {
      const apart = spelled(index) + ignored + spelled(index + 1)
      parts.push(`(?:${oneOf(pair)}|${apart})`)
      index++
    } else parts.push(spelled(index))
  }
  return parts.join(ignored)
}

type Spellings = {
  /** What folds to nothing, any number of them. */
  ignored: string
  /** Characters by the letter, or the two letters, that they fold to. */
  singles: Map<string, string[]>
  pairs: Map<string, string[]>
}
let known: Spellings | null = null

/** Blocks with characters that people type or paste: Latin, Greek, Cyrillic, Arabic, marks, kana, presentation forms. */
const BLOCKS = [
  [0x41, 0x52f],
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0x8a0, 0x8ff],
  [0x1e00, 0x209f],
  [0x3041, 0x30ff],
  [0xfb50, 0xfdff],
  [0xfe70, 0xffee],
] as const
const PAIRS = 'ßẞæÆœŒĳĲﬀﬁﬂﻵﻶﻷﻸﻹﻺﻻﻼ'

function readSpellings(): Spellings {
  const ignored: string[] = []
  const singles = new Map<string, string[]>()
  for (const [first, last] of BLOCKS)
    for (let code = first; code <= last; code++) {
      const character = String.fromCharCode(code)
      const folded = foldText(character).text
      if (folded === '') ignored.push(character)
      else if (folded.length === 1 && folded !== character)
        singles.set(folded, [...(singles.get(folded) ?? []), character])
    }
  const pairs = Map.groupBy(PAIRS, (character) => foldText(character).text)
  return { ignored: `[${ignored.map(escaped).join('')}]*`, singles, pairs }
}

const escaped = (character: string) =>
  character.length > 1 ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
