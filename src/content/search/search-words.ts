// Words as the index and the query see them. Persian writes many compounds in three ways (می‌شود, میشود, می شود): the
// joined form is always among a word's forms, so that each way finds the others.
import { type FoldedText, foldKeepingJoiners, foldText } from '../../text/fold-text.ts'

/** A word of a text: its folded form, and where it stands in the original (UTF-16 units, end exclusive). */
export type Word = { folded: string; start: number; end: number; parts: string[] }

const PREFIXES = new Set(['می', 'نمی'])
const SUFFIXES = [
  'هایشان',
  'هایمان',
  'هایی',
  'های',
  'ها',
  'ترین',
  'تر',
  'ای',
  'ام',
  'ات',
  'اش',
  'مان',
  'تان',
  'شان',
]
const SEPARATE_SUFFIXES = new Set(SUFFIXES)
const MAX_PREFIX = Math.max(...[...PREFIXES].map(({ length }) => length))
const MAX_SUFFIX = Math.max(...SUFFIXES.map(({ length }) => length))
const MIN_STEM = 3
const WORD = /[\p{L}\p{N}]+/gu
const JOINED_WORD = /[\p{L}\p{N}][\p{L}\p{N}\u200c]*/gu
const ZWNJ = '\u200c'

export function wordsOf(original: string): Word[] {
  const folded = foldText(original)
  return [...folded.text.matchAll(WORD)].map((match) => toWord(original, folded, match[0], match.index))
}

function toWord(original: string, { offsets }: FoldedText, folded: string, at: number): Word {
  const start = offsets[at]!
  const lastUnit = offsets[at + folded.length - 1]!
  const end = lastUnit + String.fromCodePoint(original.codePointAt(lastUnit)!).length
  const written = original.slice(start, end)
  const parts = written.includes(ZWNJ)
    ? written.split(ZWNJ).flatMap((part) => foldText(part).text.match(WORD) ?? [])
    : []
  return { folded, start, end, parts }
}

/** The words to index: every word, the parts of compounds, and the joined form of compounds written with a space. */
export function indexedWords(original: string): string[] {
  const written = foldKeepingJoiners(original).match(JOINED_WORD) ?? []
  const words = written.map((word) => (word.includes(ZWNJ) ? word.replaceAll(ZWNJ, '') : word))
  const indexed: string[] = []
  for (const [index, word] of words.entries()) {
    indexed.push(word)
    const parts = word === written[index] ? [] : written[index]!.split(ZWNJ).filter((part) => part !== '')
    if (parts.length > 1) indexed.push(...parts)
    const next = words[index + 1]
    if (next !== undefined && isCompound(word, next)) indexed.push(word + next)
  }
  return indexed
}

function joinedForms(words: readonly Word[], index: number): string[] {
  const [word, next] = [words[index]!, words[index + 1]]
  return next && isCompound(word.folded, next.folded) ? [word.folded + next.folded] : []
}

const isCompound = (first: string, second: string) =>
  (first.length <= MAX_PREFIX && PREFIXES.has(first)) ||
  (second.length <= MAX_SUFFIX && SEPARATE_SUFFIXES.has(second))

/** One condition of a query: any of these groups, all words of the group. */
export type Condition = { words: string[]; isPrefix: boolean }[]

/** The conditions that a text must all meet, one a word or compound of the query; at most `max`. */
export function conditionsOf(query: string, max: number): Condition[] {
  const words = wordsOf(query)
  const conditions: Condition[] = []
  for (let index = 0; index < words.length && conditions.length < max; index++) {
    const [joined] = joinedForms(words, index)
    if (joined) {
      conditions.push([
        { words: [joined], isPrefix: true },
        { words: [words[index]!.folded, words[++index]!.folded], isPrefix: true },
      ])
      continue
    }
    const { folded, parts } = words[index]!
    const condition: Condition = [{ words: [folded], isPrefix: true }]
    if (parts.length > 1) condition.push({ words: parts, isPrefix: true })
    const stem = stemOf(folded)
    if (stem) condition.push({ words: [stem], isPrefix: false })
    conditions.push(condition)
  }
  return conditions
}

/** A Persian word without its plural, comparative or possessive ending, or null. */
function stemOf(folded: string): string | null {
  const suffix = SUFFIXES.find(
    (ending) => folded.endsWith(ending) && folded.length - ending.length >= MIN_STEM,
  )
  return suffix ? folded.slice(0, -suffix.length) : null
}
