// Public search over what visitors may read now: articles, projects, services, pages and FAQs, the best first.
import { type Database, rowsOf } from '../../platform/db/database.ts'
import { giveWay } from '../../platform/give-way.ts'
import { invalid } from '../../text/errors.ts'
import type { Page, Paging } from '../../text/paging.ts'
import { resourceOf } from './index-format.ts'
import type { SearchIndex } from './search-index.ts'
import { type Found, searchStatement } from './search-statement.ts'
import { type Condition, conditionsOf, joinedFrom, type Word, wordsOf } from './search-words.ts'
import { searchableResources } from './searchable.ts'

/** Words beyond these are ignored. */
const MAX_WORDS = 10

export type SearchRequest = {
  query: string
  /** Language tag; null: all languages of the site. */
  language: string | null
  /** Resource names; null: all that can be searched. */
  types: readonly string[] | null
  paging: Paging
}

/** `matches` are UTF-16 ranges of `title` and `snippet`, end exclusive. `path` is null where the record has no page. */
export type SearchHit = {
  type: string
  id: number
  language: string
  title: string
  title_matches: MatchRange[]
  path: string | null
  snippet: string
  snippet_matches: MatchRange[]
}

type SearchContext = {
  database: Database
  clock: () => Date
  index: SearchIndex
  languages: readonly string[]
}

/**
 * One page of the hits. The first 100 candidates are ranked; later pages list title matches before others, the newest
 * first. `isCurrent`: every change was indexed; a result that is not must not be cached. Throws 422 and 503.
 */
export async function search(
  ctx: SearchContext,
  request: SearchRequest,
): Promise<Page<SearchHit> & { isCurrent: boolean }> {
  const { query, language, types, paging } = request
  const conditions = conditionsOf(query, MAX_WORDS)
  if (conditions.length === 0)
    throw invalid([{ path: 'q', code: 'no_words', message: 'must contain at least one letter or digit' }])
  const languages = ctx.languages.filter((tag) => language === null || tag === language)
  const names = types ?? searchableResources.map(({ name }) => name)
  const { rows, isCurrent } = await ctx.index.search(names, ({ keys, outdated }) => {
    const statement = searchStatement({ conditions, languages, keys, paging, outdated, now: ctx.clock() })
    return ctx.database.query((tx) => rowsOf<Found>(tx, statement))
  })
  const total = rows[0]?.total ?? 0
  const items: SearchHit[] = []
  for (const row of rows.filter(({ record_id }) => record_id !== null)) {
    // The snippets of a whole page would keep other requests waiting.
    await giveWay()
    items.push(toHit(row, conditions))
  }
  return {
    items,
    page: paging.page,
    per_page: paging.perPage,
    total,
    isCurrent,
  }
}

function toHit(
  { key, record_id, language, slug, title, body }: Found,
  conditions: readonly Condition[],
): SearchHit {
  const { name, pagePrefix } = searchableResources.find(({ name }) => name === resourceOf(key))!
  const snippet = snippetOf(body, conditions)
  return {
    type: name,
    id: record_id,
    language,
    title,
    title_matches: findMatches(title, conditions),
    path: pagePrefix && slug ? `${pagePrefix}${slug}` : null,
    snippet: snippet.text,
    snippet_matches: snippet.matches,
  }
}

/** UTF-16 units, end exclusive. */
type MatchRange = [start: number, end: number]

const SNIPPET_LENGTH = 200
/** Words before the first match, so that it is read in its context. */
const LEAD_LENGTH = 60
/** Later matches are not looked for, unless there is none before: a snippet needs the first ones. */
const USUALLY_SEARCHED = 4_000
const MAX_SEARCHED = 20_000
const ENGLISH_ENDING = /(?:ations?|ments?|ings?|ions?|ers?|ed|es|ly|s)$/

function findMatches(text: string, conditions: readonly Condition[]): MatchRange[] {
  const wanted = [...new Set(conditions.flatMap((condition) => condition.flatMap(({ words }) => words)))]
  const starts = wanted.map(englishStem)
  const isWanted = (form: string) => starts.some((start) => form.startsWith(start))
  const matchesIn = (searched: string) => {
    const words = wordsOf(searched)
    const ranges: MatchRange[] = []
    for (const [index, { parts, start, end }] of words.entries()) {
      const matchEnd = endOfMatch(words, index, starts) ?? (parts.some(isWanted) ? end : null)
      if (matchEnd === null) continue
      const last = ranges.at(-1)
      // Matches of words that are chained may overlap.
      if (last && start < last[1]) last[1] = Math.max(last[1], matchEnd)
      else ranges.push([start, matchEnd])
    }
    return ranges
  }
  const first = matchesIn(text.slice(0, cutBeforeSpace(text, USUALLY_SEARCHED)))
  return first.length > 0 || text.length <= USUALLY_SEARCHED ? first : matchesIn(text.slice(0, MAX_SEARCHED))
}

/** Where the word at `index` ends, or the last of those that are wanted as one with it; null where it is not wanted. */
function endOfMatch(words: readonly Word[], index: number, starts: readonly string[]): number | null {
  const joined = joinedFrom(words, index)
  const length = Math.max(...starts.map((start) => (joined.startsWith(start) ? start.length : 0)))
  let covered = 0
  for (let last = index; covered < length; last++) {
    covered += words[last]!.folded.length
    if (covered >= length) return words[last]!.end
  }
  return null
}

/** About 200 characters around the densest run of matches, cut between words; `matches` are ranges of `text`. */
function snippetOf(text: string, conditions: readonly Condition[]): { text: string; matches: MatchRange[] } {
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

// Moves a cut between the two halves of a surrogate pair.
const withoutHalf = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at)

const englishStem = (word: string) => {
  const stem = word.replace(ENGLISH_ENDING, '')
  return stem.length >= 3 ? stem : word
}
