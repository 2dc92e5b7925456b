// The part of a text that shows why it was found, and where the matches stand in it.
import { type Condition, wordsOf } from './words.ts'

/** UTF-16 units, end exclusive. */
export type MatchRange = [start: number, end: number]

const SNIPPET_LENGTH = 200
/** Words before the first match, so that it is read in its context. */
const LEAD_LENGTH = 60
/** Later matches are not looked for, unless there is none before: a snippet needs the first ones. */
const USUALLY_SEARCHED = 4_000
const MAX_SEARCHED = 20_000
const ENGLISH_ENDING = /(?:ations?|ments?|ings?|ions?|ers?|ed|es|ly|s)$/

export function findMatches(text: string, conditions: readonly Condition[]): MatchRange[] {
  const wanted = [...new Set(conditions.flatMap((condition) => condition.flatMap(({ words }) => words)))]
  const starts = wanted.map(englishStem)
  const isWanted = (form: string) => starts.some((start) => form.startsWith(start))
  const matchesIn = (searched: string) =>
    wordsOf(searched)
      .filter(({ folded, parts }) => isWanted(folded) || parts.some(isWanted))
      .map(({ start, end }): MatchRange => [start, end])
  const first = matchesIn(text.slice(0, cutBeforeSpace(text, USUALLY_SEARCHED)))
  return first.length > 0 || text.length <= USUALLY_SEARCHED ? first : matchesIn(text.slice(0, MAX_SEARCHED))
}

/** About 200 characters around the densest run of matches, cut between words; `matches` are ranges of `text`. */
export function snippetOf(
  text: string,
  conditions: readonly Condition[],
): { text: string; matches: MatchRange[] } {
  const matches = findMatches(text, conditions)
  const from = cutAfterSpace(text, startOfDensest(matches) - LEAD_LENGTH)
  const until = cutBeforeSpace(text, from + SNIPPET_LENGTH)
  const [head, tail] = [from > 0 ? '…' : '', until < text.length ? '…' : '']
  const shift = head.length - from
  return {
    text: head + text.slice(from, until) + tail,
    matches: matches
      .filter(([start, end]) => start >= from && end <= until)
      .map(([start, end]) => [start + shift, end + shift]),
  }
}

function startOfDensest(matches: readonly MatchRange[]): number {
  const room = SNIPPET_LENGTH - LEAD_LENGTH
  let best = { start: 0, count: 0 }
  for (const [index, [start]] of matches.entries()) {
    let count = 0
    while (index + count < matches.length && matches[index + count]![1] <= start + room) count++
    if (count > best.count) best = { start, count }
  }
  return best.start
}

function cutAfterSpace(text: string, at: number): number {
  if (at <= 0) return 0
  const space = text.indexOf(' ', at)
  return space === -1 || space > at + LEAD_LENGTH ? withoutHalf(text, at) : space + 1
}

function cutBeforeSpace(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.lastIndexOf(' ', at)
  return space > at - LEAD_LENGTH ? space : withoutHalf(text, at)
}

// Never between the two halves of a surrogate pair.
const withoutHalf = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at)

const englishStem = (word: string) => {
  const stem = word.replace(ENGLISH_ENDING, '')
  return stem.length >= 3 ? stem : word
}
