// Finds a keyphrase in text: all its content words in one sentence, in any order and in any of their forms.
import type { Language } from './language-rules.ts'
import { type Sentence, type Word, wordsOf } from './words.ts'

/** UTF-16 units of the text, end exclusive. */
export type TextRange = { start: number; end: number }

/**
 * `words` are the folded content words; those of a phrase of function words alone are its function words, and then
 * `hasContent` is false.
 */
export type Keyphrase = { words: string[]; hasContent: boolean; language: Language }

/** A Persian word may be written as this many separate words. */
const MAX_PIECES = 3

export function parseKeyphrase(text: string, language: Language): Keyphrase | null {
  const forms = joinParticles(wordsOf(text), language)
  if (forms.length === 0) return null
  const content = forms.filter((form) => !language.functionWords.has(form))
  return { words: content.length > 0 ? content : forms, hasContent: content.length > 0, language }
}

const PREFIXES = new Set(['می', 'نمی'])
const SUFFIXES = new Set('ها های هایی تر ترین ام ات اش مان تان شان'.split(' '))

/** The forms of the words; particles that stand apart (می شود, کتاب ها) are joined to their word. */
function joinParticles(words: readonly Word[], { hasJoinedWords }: Language): string[] {
  const forms = words.map(({ form }) => form)
  if (!hasJoinedWords) return forms
  const joined: string[] = []
  for (let at = 0; at < forms.length; at++) {
    const form = forms[at]!
    if (PREFIXES.has(form) && at + 1 < forms.length) joined.push(form + forms[++at]!)
    else if (SUFFIXES.has(form) && joined.length > 0) joined.push(joined.pop()! + form)
    else joined.push(form)
  }
  return joined
}

/** The places of each word of the keyphrase in these words, in the order of the keyphrase. */
export function findWords(words: readonly Word[], { words: wanted, language }: Keyphrase): TextRange[][] {
  // The stems are found once for all words of the keyphrase, which may be many.
  const stems = words.map(({ form, parts }) => [form, ...parts].map(language.stemOf))
  return wanted.map((form) => findWord(words, stems, form, language))
}

function findWord(
  words: readonly Word[],
  stems: readonly (readonly string[])[],
  wanted: string,
  language: Language,
): TextRange[] {
  const stem = language.stemOf(wanted)
  const found: TextRange[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const last = stems[at]!.includes(stem) ? at : lastPiece(words, at, wanted, language)
    if (last === null) continue
    found.push({ start: word.start, end: words[last]!.end })
    at = last
  }
  return found
}

/** The index of the last word that together with those from `at` on spells the wanted word, or null. */
function lastPiece(words: readonly Word[], at: number, wanted: string, language: Language): number | null {
  if (!language.hasJoinedWords || !wanted.startsWith(words[at]!.form)) return null
  let spelled = words[at]!.form
  for (let next = at + 1; next < Math.min(words.length, at + MAX_PIECES); next++) {
    spelled += words[next]!.form
    if (spelled === wanted) return next
    if (!wanted.startsWith(spelled)) return null
  }
  return null
}

export type Occurrences = { count: number; ranges: TextRange[] }

/** Counts the whole keyphrase in a sentence: as often as the rarest of its words. */
export function occurrencesIn(sentence: Sentence, keyphrase: Keyphrase): Occurrences {
  const found = findWords(sentence.words, keyphrase)
  const count = Math.min(...found.map((ranges) => ranges.length))
  return { count, ranges: count > 0 ? found.flat().sort((a, b) => a.start - b.start) : [] }
}

/** Whether a text without sentences (a title, an alternative text, a slug) has all words of the keyphrase. */
export const hasKeyphrase = (text: string, keyphrase: Keyphrase): boolean =>
  findWords(wordsOf(text), keyphrase).every((ranges) => ranges.length > 0)

/** The share of the keyphrase's words that a text has, from 0 to 1. */
export function shareOfWords(text: string, keyphrase: Keyphrase): number {
  const found = findWords(wordsOf(text), keyphrase)
  return found.filter((ranges) => ranges.length > 0).length / found.length
}
