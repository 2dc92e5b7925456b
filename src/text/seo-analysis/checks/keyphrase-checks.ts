// Checks that need a keyphrase.

import { type AnalyzedText, maxOf, sum } from '../analyzed-text.ts'
import { type Check, type CheckName, check, percentOf, type Rating, rateUpTo } from '../check.ts'
import { findWords, hasKeyphrase, type Keyphrase, shareOfWords } from '../keyphrase.ts'
import type { SeoInput } from '../seo-input.ts'
import { wordsOf } from '../words.ts'

/** Names of the checks below; without a keyphrase each counts as 0. */
export const KEYPHRASE_CHECKS: readonly CheckName[] = [
  ...(['keyphrase_density', 'keyphrase_in_introduction', 'keyphrase_in_title'] as const),
  ...(['keyphrase_in_description', 'keyphrase_in_slug'] as const),
]

const MAX_DENSITY = 3
const MIN_DENSITY = 0.5
const MIN_WORDS_FOR_DENSITY = 100
const MIN_WORDS_FOR_DISTRIBUTION = 150

type Subject = { input: SeoInput; text: AnalyzedText; keyphrase: Keyphrase }

export function keyphraseChecks({ input, text, keyphrase }: Subject): (Check | null)[] {
  return [
    keyphraseLength(keyphrase),
    density(text),
    inIntroduction(text, keyphrase),
    distribution(text),
    inTitle(input, keyphrase),
    inDescription(input, keyphrase),
    inSlug(input, keyphrase),
    inSubheadings(text, keyphrase),
    inImageAlts(input, text, keyphrase),
    usedBefore(input),
  ]
}

function keyphraseLength({ words, hasContent }: Keyphrase): Check {
  const rating = hasContent ? rateUpTo(words.length, 4, 8) : 'bad'
  return check('keyphrase_length', rating, { words: words.length, has_content: hasContent ? 1 : 0 })
}

function density({ wordCount, matches }: AnalyzedText): Check | null {
  if (wordCount < MIN_WORDS_FOR_DENSITY) return null
  const count = sum(matches.map((match) => match.count))
  const min = Math.max(2, Math.ceil((wordCount * MIN_DENSITY) / 100))
  const max = Math.max(min, Math.floor((wordCount * MAX_DENSITY) / 100))
  const rating = count >= min && count <= max ? 'good' : count > 0 && count < min ? 'okay' : 'bad'
  const highlights = matches.flatMap(({ block, ranges }) => ranges.map((range) => ({ block, ...range })))
  return check('keyphrase_density', rating, { count, min, max }, highlights)
}

function inIntroduction({ blocks, matches }: AnalyzedText, keyphrase: Keyphrase): Check {
  const first = blocks.find(({ kind, wordCount }) => kind === 'paragraph' && wordCount > 0)
  const isTogether = first !== undefined && matches.some(({ block }) => block === first.index)
  const found = first
    ? findWords(
        first.sentences.flatMap(({ words }) => words),
        keyphrase,
      )
    : []
  const isSpread = found.length > 0 && found.every((ranges) => ranges.length > 0)
  return check('keyphrase_in_introduction', isTogether ? 'good' : isSpread ? 'okay' : 'bad')
}

function distribution({ wordCount, matches }: AnalyzedText): Check | null {
  if (wordCount < MIN_WORDS_FOR_DISTRIBUTION || matches.length < 2) return null
  const places = [0, ...matches.map(({ firstWord }) => firstWord), wordCount]
  const gaps = places.slice(1).map((place, index) => place - places[index]!)
  const longest = percentOf(maxOf(gaps), wordCount)
  return check('keyphrase_distribution', rateUpTo(longest, 30, 50), { percent: longest })
}

function inTitle({ seoTitle }: SeoInput, keyphrase: Keyphrase): Check {
  const words = wordsOf(seoTitle)
  const found = findWords(words, keyphrase)
  if (found.some((ranges) => ranges.length === 0)) return { ...check('keyphrase_in_title', 'bad'), score: 2 }
  const { functionWords } = keyphrase.language
  const firstContent = words.find(({ form }) => !functionWords.has(form)) ?? words[0]!
  const isAtStart = Math.min(...found.flat().map(({ start }) => start)) <= firstContent.start
  return check('keyphrase_in_title', isAtStart ? 'good' : 'okay')
}

const inDescription = ({ seoDescription }: SeoInput, keyphrase: Keyphrase): Check =>
  check('keyphrase_in_description', hasKeyphrase(seoDescription, keyphrase) ? 'good' : 'bad')

function inSlug({ slug }: SeoInput, keyphrase: Keyphrase): Check | null {
  if (slug === null || isInOtherScript(slug, keyphrase)) return null
  const share = shareOfWords(slug, keyphrase)
  return check('keyphrase_in_slug', share === 1 ? 'good' : share >= 0.5 ? 'okay' : 'bad')
}

const LATIN = /\p{Script=Latin}/u

/** A page has one slug for both languages; an English one cannot have the words of a Persian keyphrase. */
const isInOtherScript = (slug: string, { words }: Keyphrase): boolean => {
  const phrase = words.join(' ')
  const haveLetters = [slug, phrase].every((text) => /\p{L}/u.test(text))
  return haveLetters && LATIN.test(slug) !== LATIN.test(phrase)
}

function inSubheadings({ blocks }: AnalyzedText, keyphrase: Keyphrase): Check | null {
  const headings = blocks.filter(({ level, wordCount }) => (level === 2 || level === 3) && wordCount > 0)
  if (headings.length === 0) return null
  const reflecting = headings.filter(({ text }) => shareOfWords(text, keyphrase) > 0.5)
  const percent = percentOf(reflecting.length, headings.length)
  // A single subheading cannot have a share between 30% and 75%.
  const isGood = headings.length === 1 ? percent === 100 : percent >= 30 && percent <= 75
  const rating: Rating = isGood ? 'good' : percent > 0 && percent < 30 ? 'okay' : 'bad'
  const highlights = reflecting.map(({ index, text }) => ({ block: index, start: 0, end: text.length }))
  const params = { percent, count: reflecting.length, total: headings.length }
  return check('keyphrase_in_subheadings', rating, params, highlights)
}

function inImageAlts({ image }: SeoInput, { images }: AnalyzedText, keyphrase: Keyphrase): Check | null {
  const all = image ? [image, ...images] : images
  if (all.length === 0) return null
  const count = all.filter(({ alt }) => hasKeyphrase(alt, keyphrase)).length
  const percent = percentOf(count, all.length)
  const isGood = all.length < 5 ? count > 0 : percent >= 30 && percent <= 75
  const rating = isGood ? 'good' : count > 0 || all.some(({ alt }) => alt.trim() !== '') ? 'okay' : 'bad'
  return check('keyphrase_in_image_alts', rating, { count, total: all.length })
}

function usedBefore({ othersWithKeyphrase }: SeoInput): Check | null {
  if (othersWithKeyphrase === null) return null
  const [first] = othersWithKeyphrase
  const params = { count: othersWithKeyphrase.length, ...(first && { title: first.title, id: first.id }) }
  return check('keyphrase_used_before', first ? 'bad' : 'good', params)
}
