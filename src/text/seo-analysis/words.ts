// Words and sentences of a text. A Persian word written with a zero-width non-joiner counts once; its joined form and its
// parts are all forms that a keyphrase can match.
import { foldText } from '../fold-text.ts'

/**
 * `form` is folded, without ZWNJ; `parts` are the folded parts of a word with ZWNJ or hyphens, else empty. `start` and `end`
 * are UTF-16 units of the original, end exclusive.
 */
export type Word = { form: string; parts: string[]; start: number; end: number }
export type Sentence = { start: number; end: number; words: Word[] }

const WORD = /[\p{L}\p{N}\p{M}]+(?:[\u200c'’\-\u2010\u2011][\p{L}\p{N}\p{M}]+)*/gu
const JOINERS = /[\u200c'’\-\u2010\u2011]/
const END_MARKS = new Set('.!?؟…')
const CLOSERS = new Set('"\'”’»)]')
const SPACE = /\s/
// "e.g." and "Dr." do not end a sentence, nor does an initial.
const ABBREVIATION =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|sr|jr|st|vs|no|fig|approx|inc|ltd|co|corp|dept|est|e\.g|i\.e|a\.m|p\.m|u\.s|\p{Lu})\.$/iu

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: written, index }) => {
    const pieces = written.split(JOINERS).map(foldedForm)
    const form = pieces.join('')
    // Combining marks alone are no word.
    if (form === '') return []
    return { form, parts: pieces.length > 1 ? pieces : [], start: index, end: index + written.length }
  })
}

/** The folded form of a single word. */
export const foldedForm = (word: string): string => foldText(word).text

/** Sentences end at `. ! ? ؟ …` before a space, at line breaks and at the end of the text; not at `؛`. */
export function sentencesOf(text: string): Sentence[] {
  const ends = sentenceEnds(text).filter((end) => !ABBREVIATION.test(text.slice(Math.max(0, end - 12), end)))
  const words = wordsOf(text)
  const sentences: Sentence[] = []
  let [start, at] = [0, 0]
  for (const end of [...ends, text.length]) {
    const own: Word[] = []
    while (at < words.length && words[at]!.start < end) own.push(words[at++]!)
    if (own.length > 0)
      sentences.push({ start: own[0]!.start, end: trimmedEnd(text, start, end), words: own })
    start = end
  }
  return sentences
}

/**
 * The ends of marks before a space, and of runs of line breaks. A loop, because a regular expression looks at a run of marks without
 * a space behind it once from each of its marks.
 */
function sentenceEnds(text: string): number[] {
  const ends: number[] = []
  for (let at = 0; at < text.length; ) {
    if (text[at] === '\n') {
      while (text[at] === '\n') at++
      ends.push(at)
    } else if (END_MARKS.has(text[at]!)) {
      while (END_MARKS.has(text[at]!)) at++
      while (CLOSERS.has(text[at]!)) at++
      if (at === text.length || SPACE.test(text[at]!)) ends.push(at)
    } else at++
  }
  return ends
}

function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length
}
