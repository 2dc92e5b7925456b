// Words as the index and the query see them. Persian writes many compounds in three ways (می‌شود, میشود, می شود), and names,
// models and numbers are written apart and joined in any language (P-40, ISO 9001, O'Neil, 1,250,000): the joined form is always
// among a word's forms, so that each way finds the others.
import { type FoldedText, foldKeepingJoiners, foldText } from '../../text/fold-text.ts'

/**
 * A word of a text: its folded form, and where it stands in the original (UTF-16 units, end exclusive). `chained` counts it and
 * the words after it that may be written as one with it.
 */
export type Word = { folded: string; start: number; end: number; parts: string[]; chained: number }

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
const ZWNJ = '\u200c'

const JOINED_WORD = '[\\p{L}\\p{N}][\\p{L}\\p{N}\\u200c]*'
const DASH = '\\-\u2010\u2013\u2212'
const APOSTROPHE = "'\u2018\u2019"
/** What may stand between two words of one name, model or number. */
const JOINTS = [
  // E-mail, O'Neil, R&D, Node.js.
  `(?<=\\p{L})[${DASH}${APOSTROPHE}.&_](?=\\p{L})`,
  // P-40, ISO 9001, A/4.
  `(?<=\\p{L})[${DASH}._/ ](?=\\p{N})`,
  // 24-bar, and with a space before a unit: 40 kW.
  `(?<=\\p{N})(?:[${DASH}._/](?=\\p{L})| (?=[a-z]{1,4}(?![\\p{L}\\p{N}])))`,
  // 021-88776655.
  `(?<=\\p{N})[${DASH}](?=\\p{N})`,
  // 1,250,000: groups of three.
  `(?<=\\p{N})(?<!\\p{N}{4})[,\u066c\u060c${APOSTROPHE}. ](?=\\p{N}{3}(?![\\p{L}\\p{N}]))`,
]
const CHAIN = new RegExp(`${JOINED_WORD}(?:(?:${JOINTS.join('|')})${JOINED_WORD})*`, 'gu')
const JOINT = /[^\p{L}\p{N}\u200c]/u
/** Words of one joined form. A longer chain has such a form from each of its words. */
const MAX_JOINED = 4

export function wordsOf(original: string): Word[] {
  const folded = foldText(original)
  const words: Word[] = []
  for (const { 0: chain, index } of folded.text.matchAll(CHAIN)) {
    const parts = JOINT.test(chain) ? chain.split(JOINT) : [chain]
    let at = index
    for (const [place, part] of parts.entries()) {
      words.push(toWord(original, folded, { text: part, at, chained: chainedAt(parts, place) }))
      at += part.length + 1
    }
  }
  return words
}

const chainedAt = (chain: readonly string[], place: number) => Math.min(chain.length - place, MAX_JOINED)

/** The words that the one at `index` may be written as one with, itself included, joined. */
export function joinedFrom(words: readonly Word[], index: number): string {
  const { folded, chained } = words[index]!
  let joined = folded
  for (let next = 1; next < chained; next++) joined += words[index + next]!.folded
  return joined
}

type Found = { text: string; at: number; chained: number }

function toWord(original: string, { offsets }: FoldedText, { text: folded, at, chained }: Found): Word {
  const start = offsets[at]!
  const lastUnit = offsets[at + folded.length - 1]!
  const end = lastUnit + String.fromCodePoint(original.codePointAt(lastUnit)!).length
  const written = original.slice(start, end)
  const parts = written.includes(ZWNJ)
    ? written.split(ZWNJ).flatMap((part) => foldText(part).text.match(WORD) ?? [])
    : []
  return { folded, start, end, parts, chained }
}

/** The words to index: every word, the parts of compounds, and the joined form of what is written apart. */
export function indexedWords(original: string): string[] {
  const chains = foldKeepingJoiners(original).match(CHAIN) ?? []
  const split = chains.map((chain) => (JOINT.test(chain) ? chain.split(JOINT) : [chain]))
  const written = split.flat()
  const words = written.map(withoutJoiners)
  const indexed: string[] = []
  for (const [index, word] of words.entries()) {
    indexed.push(word)
    const parts = word === written[index] ? [] : written[index]!.split(ZWNJ).filter((part) => part !== '')
    if (parts.length > 1) indexed.push(...parts)
    const next = words[index + 1]
    if (next !== undefined && isCompound(word, next)) indexed.push(word + next)
  }
  return indexed.concat(split.flatMap(joinedForms))
}

const withoutJoiners = (word: string) => (word.includes(ZWNJ) ? word.replaceAll(ZWNJ, '') : word)

/** Each word of a chain but the last with those after it. The beginning of such a form is found too. */
const joinedForms = (chain: readonly string[]): string[] =>
  chain.slice(1).map((_, place) => withoutJoiners(chain.slice(place, place + MAX_JOINED).join('')))

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
    const { folded, parts, chained } = words[index]!
    const next = words[index + 1]
    const count = chained > 1 ? chained : next && isCompound(folded, next.folded) ? 2 : 1
    if (count > 1) {
      const apart = words.slice(index, index + count).map((word) => word.folded)
      const stems = apart.map((word) => stemOf(word) ?? word)
      conditions.push([
        { words: [apart.join('')], isPrefix: true },
        { words: apart, isPrefix: true },
        ...(chained > 1 && stems.some((stem, place) => stem !== apart[place])
          ? [{ words: stems, isPrefix: true }]
          : []),
      ])
      index += count - 1
      continue
    }
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
