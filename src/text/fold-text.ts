// Folding brings spellings that people use interchangeably to one form, so that searching and comparing need no
// special cases: Arabic and Persian letters, digits, hamza forms, diacritics, zero-width non-joiners, letter case.

/** Folded text; `offsets[i]` is where its UTF-16 unit `i` stands in the original, `offsets[text.length]` its end. */
export type FoldedText = { text: string; offsets: number[] }

const LETTERS: Record<string, string> = {
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ٱ: 'ا',
  ء: '',
  ـ: '',
}
// Combining marks, soft hyphen, zero-width characters and bidirectional controls.
const IGNORED = /[\p{M}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u
const ASCII = /^[\0-\x7f]*$/

export function foldText(original: string): FoldedText {
  if (ASCII.test(original)) return { text: original.toLowerCase(), offsets: indexes(original.length) }
  let text = ''
  const offsets: number[] = []
  let at = 0
  for (const character of original) {
    const folded = foldCharacter(character)
    for (let unit = 0; unit < folded.length; unit++) offsets.push(at)
    text += folded
    at += character.length
  }
  offsets.push(at)
  return { text, offsets }
}

const known = new Map<string, string>()
// Texts of one site use a few hundred different characters; the bound only guards against hostile ones.
const MAX_KNOWN = 10_000

function foldCharacter(character: string): string {
  let folded = known.get(character)
  if (folded === undefined) {
    // NFKD takes hamza and madda off their letters and turns presentation forms into plain ones.
    folded = [...character.normalize('NFKD').toLowerCase()].map(foldPlain).join('')
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(character, folded)
  }
  return folded
}

function foldPlain(character: string): string {
  if (IGNORED.test(character)) return ''
  const code = character.codePointAt(0)!
  if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0)
  if (code >= 0x660 && code <= 0x669) return String(code - 0x660)
  return LETTERS[character] ?? character
}

const indexes = (length: number) => Array.from({ length: length + 1 }, (_, index) => index)
