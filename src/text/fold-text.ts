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
  for (let at = 0; at < original.length; ) {
    const code = original.charCodeAt(at)
    const isPair = code >= 0xd800 && code <= 0xdbff
    const folded = isPair ? foldCharacter(String.fromCodePoint(original.codePointAt(at)!)) : foldUnit(code)
    for (let unit = 0; unit < folded.length; unit++) offsets.push(at)
    text += folded
    at += isPair && original.codePointAt(at)! > 0xffff ? 2 : 1
  }
  offsets.push(original.length)
  return { text, offsets }
}

// By UTF-16 unit: a lookup by number is several times as fast as one by character.
const known: string[] = []

function foldUnit(code: number): string {
  known[code] ??= foldCharacter(String.fromCharCode(code))
  return known[code]
}

// NFKD takes hamza and madda off their letters and turns presentation forms into plain ones.
const foldCharacter = (character: string): string =>
  [...character.normalize('NFKD').toLowerCase()].map(foldPlain).join('')

function foldPlain(character: string): string {
  if (IGNORED.test(character)) return ''
  const code = character.codePointAt(0)!
  if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0)
  if (code >= 0x660 && code <= 0x669) return String(code - 0x660)
  return LETTERS[character] ?? character
}

const indexes = (length: number) => Array.from({ length: length + 1 }, (_, index) => index)
