// Checks of how easily the text is read.
import { type AnalyzedBlock, type AnalyzedText, maxOf, sum } from '../analyzed-text.ts'
import { type Check, check, type Highlight, percentOf, type Rating, rateFrom, rateUpTo } from '../check.ts'
import type { Language } from '../language-rules.ts'
import type { Sentence } from '../words.ts'

const MAX_SECTION_WORDS = 300
const MIN_WORDS_FOR_TRANSITIONS = 200
const ALIKE = 3

type PlacedSentence = Sentence & { block: number }

export function readabilityChecks(text: AnalyzedText, language: Language): (Check | null)[] {
  if (text.wordCount === 0) return []
  // Headings are no sentences of the text.
  const sentences = text.blocks
    .filter(({ kind }) => kind === 'paragraph' || kind === 'other')
    .flatMap(({ index, sentences: own }) => own.map((sentence) => ({ ...sentence, block: index })))
  return [
    sentenceLength(sentences, language),
    paragraphLength(text.blocks),
    subheadingDistribution(text),
    transitionWords(text, sentences, language),
    sentenceBeginnings(sentences, language),
    passiveVoice(sentences, language),
  ]
}

const highlight = ({ block, start, end }: PlacedSentence): Highlight => ({ block, start, end })

function sentenceLength(
  sentences: readonly PlacedSentence[],
  { maxSentenceWords: max }: Language,
): Check | null {
  if (sentences.length === 0) return null
  const long = sentences.filter(({ words }) => words.length > max)
  const percent = percentOf(long.length, sentences.length)
  return check('sentence_length', rateUpTo(percent, 25, 30), { percent, max }, long.map(highlight))
}

function paragraphLength(blocks: readonly AnalyzedBlock[]): Check | null {
  const paragraphs = blocks.filter(({ kind, wordCount }) => kind === 'paragraph' && wordCount > 0)
  if (paragraphs.length === 0) return null
  const longest = maxOf(paragraphs.map(({ wordCount }) => wordCount))
  const long = paragraphs.filter(({ wordCount }) => wordCount > 150)
  return check(
    'paragraph_length',
    rateUpTo(longest, 150, 200),
    { words: longest, count: long.length, max: 150 },
    long.map(({ index, text }) => ({ block: index, start: 0, end: text.length })),
  )
}

function subheadingDistribution({ blocks, wordCount }: AnalyzedText): Check | null {
  if (wordCount <= MAX_SECTION_WORDS) return null
  const sections = [0]
  for (const { level, wordCount: own } of blocks) {
    if (level === 2 || level === 3) sections.push(0)
    else sections[sections.length - 1]! += own
  }
  const long = sections.filter((words) => words > MAX_SECTION_WORDS).length
  const rating: Rating = sections.length === 1 || long > 1 ? 'bad' : long === 1 ? 'okay' : 'good'
  return check('subheading_distribution', rating, {
    subheadings: sections.length - 1,
    long,
    max: MAX_SECTION_WORDS,
  })
}

function transitionWords(
  { wordCount }: AnalyzedText,
  sentences: readonly PlacedSentence[],
  { transitions }: Language,
): Check | null {
  if (!transitions || wordCount < MIN_WORDS_FOR_TRANSITIONS || sentences.length === 0) return null
  const byFirstWord = Map.groupBy(
    transitions.map((phrase) => phrase.split(' ')),
    ([first]) => first!,
  )
  const connected = sentences.filter(({ words }) => {
    const forms = words.flatMap(({ form, parts }) => (parts.length > 0 ? parts : [form]))
    const begins = (phrase: readonly string[], at: number) =>
      phrase.every((word, offset) => forms[at + offset] === word)
    return forms.some((form, at) => byFirstWord.get(form)?.some((phrase) => begins(phrase, at)))
  })
  const percent = percentOf(connected.length, sentences.length)
  return check('transition_words', rateFrom(percent, 30, 20), { percent, min: 30 })
}

function sentenceBeginnings(sentences: readonly PlacedSentence[], { articles }: Language): Check | null {
  if (sentences.length < ALIKE) return null
  const first = ({ words }: Sentence) => (words.find(({ form }) => !articles.has(form)) ?? words[0]!).form
  const runs: PlacedSentence[][] = []
  for (const sentence of sentences) {
    const run = runs.at(-1)
    if (run && first(run[0]!) === first(sentence)) run.push(sentence)
    else runs.push([sentence])
  }
  const alike = runs.filter((run) => run.length >= ALIKE)
  const count = sum(alike.map((run) => run.length))
  const rating = alike.length === 0 ? 'good' : 'bad'
  return check('sentence_beginnings', rating, { count }, alike.flat().map(highlight))
}

function passiveVoice(sentences: readonly PlacedSentence[], { isPassive }: Language): Check | null {
  if (!isPassive || sentences.length === 0) return null
  const passive = sentences.filter(({ words }) => isPassive(words.map(({ form }) => form)))
  const percent = percentOf(passive.length, sentences.length)
  return check('passive_voice', rateUpTo(percent, 10, 15), { percent, max: 10 }, passive.map(highlight))
}
