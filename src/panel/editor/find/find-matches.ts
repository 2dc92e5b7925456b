// Finds text the way people mean it: without regard to case, to Arabic and Persian forms of a letter, to digits of either
// script, to diacritics, and to the zero-width non-joiner.

export type TextMatch = { from: number; to: number }
export type FindOptions = { matchCase?: boolean }

const SAME: Record<string, string> = {
  ي: 'ی',
  ى: 'ی',
  ئ: 'ی',
  ك: 'ک',
  ة: 'ه',
  ۀ: 'ه',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ؤ: 'و',
}
const IGNORED = /\u0640|\u200c|\u200d|\p{Mn}/u
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/

/** The matches of `query` in `text`, as offsets into `text`, without overlaps. */
export function findMatches(text: string, query: string, options: FindOptions = {}): TextMatch[] {
  const needle = fold(query, options).text
  if (needle === '') return []
  const { text: haystack, starts, ends } = fold(text, options)
  const matches: TextMatch[] = []
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + needle.length)) {
    matches.push({ from: starts[at]!, to: ends[at + needle.length - 1]! })
  }
  return matches
}

/** The text to compare, and for each of its units where it starts and ends in the original. */
function fold(text: string, { matchCase = false }: FindOptions) {
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  let offset = 0
  for (const character of text) {
    const start = offset
    offset += character.length
    if (IGNORED.test(character)) {
      if (ends.length > 0) ends[ends.length - 1] = offset // a diacritic belongs to its letter
      continue
    }
    for (const unit of foldCharacter(character, matchCase)) {
      folded += unit
      for (let i = 0; i < unit.length; i++) {
        starts.push(start)
        ends.push(offset)
      }
    }
  }
  return { text: folded, starts, ends }
}

function foldCharacter(character: string, matchCase: boolean): string {
  if (ARABIC_DIGITS.test(character)) return String((character.codePointAt(0) ?? 0) & 0xf)
  if (character === '\u00a0') return ' '
  const base = SAME[character] ?? (character.normalize('NFD').replace(/\p{Mn}/gu, '') || character)
  return matchCase ? base : base.toLowerCase()
}
