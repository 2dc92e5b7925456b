// Rates a text for search engines and readers. Pure: the server and the admin panel's worker run the same code.
import { analyzeText } from './analyzed-text.ts'
import { type Check, check, OKAY_SCORE } from './check.ts'
import { contentChecks, searchResultChecks } from './checks/content-checks.ts'
import { KEYPHRASE_CHECKS, keyphraseChecks } from './checks/keyphrase-checks.ts'
import { readabilityChecks } from './checks/readability-checks.ts'
import { parseKeyphrase } from './keyphrase.ts'
import { languageOf } from './language.ts'
import type { SeoInput } from './seo-input.ts'

/** `score` is from 0 to 100. */
export type SeoReport = { score: number; words: number; checks: Check[] }

export function analyzeSeo(input: SeoInput): SeoReport {
  const language = languageOf(input.language)
  const keyphrase = input.keyphrase === null ? null : parseKeyphrase(input.keyphrase, language)
  const isMissing = input.keyphrase !== null && keyphrase === null
  const text = analyzeText(input.content ?? '', keyphrase)
  const hasText = input.content !== null
  const checks = [
    ...(keyphrase ? keyphraseChecks({ input, text, keyphrase }) : []),
    isMissing ? check('keyphrase_length', 'bad', { words: 0, has_content: 0 }) : null,
    ...searchResultChecks(input),
    ...(hasText ? contentChecks({ input, text, keyphrase }) : []),
    ...(hasText ? readabilityChecks(text, language) : []),
  ].filter((result) => result !== null)
  const isEmpty = hasText && text.wordCount === 0
  const relevant = checks.filter(
    ({ name, rating }) =>
      (hasText || !TEXT_CHECKS.has(name)) && !(isEmpty && rating === 'good' && OF_TEXT.has(name)),
  )
  const missing = isMissing ? KEYPHRASE_CHECKS.length : 0
  const points = relevant.reduce((total, { score }) => total + score, 0)
  const score = Math.round((points / (9 * (relevant.length + missing))) * 100)
  return {
    score: hasText && text.wordCount < MIN_WORDS ? ofShortText(score) : score,
    words: text.wordCount,
    checks: relevant,
  }
}

/** A shorter text needs work, whatever else is right about it. */
const MIN_WORDS = 100

/** The upper half of the scores lies closer together, below those that are okay, so that each improvement still shows. */
const ofShortText = (score: number) =>
  score <= 50 ? score : 50 + Math.floor(((score - 50) * (OKAY_SCORE - 1 - 50)) / 50)

/** Checks that an empty text passes without merit. */
const OF_TEXT = new Set<string>([
  'single_h1',
  'link_texts',
  'sentence_length',
  'paragraph_length',
  'subheading_distribution',
  'transition_words',
  'sentence_beginnings',
  'passive_voice',
])

/** Left out for pages without a text of their own. */
const TEXT_CHECKS = new Set<string>([
  'keyphrase_in_introduction',
  'keyphrase_density',
  'keyphrase_distribution',
])
