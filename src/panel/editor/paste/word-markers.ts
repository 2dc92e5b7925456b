// The bullets and numbers that Word writes as text in front of its list paragraphs.
import { unescapeHtml } from '../../../text/html.ts'
import { toLatinDigits } from '../../records/parse-field-value.ts'
import { type HtmlElement, isElement, stylesOf, textOf } from './html-tree.ts'

/** The kind of a list item: a bullet, a number that `<ol type start>` can show, or text that no list can. */
export type Marker =
  | { kind: 'bullet' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; type: '1' | 'a' | 'A' | 'i' | 'I'; number: number; parent: string; text: string }

/** The marker as it was written; `isSymbol`: in a font whose letters are bullets. */
export type WrittenMarker = { text: string; isSymbol: boolean }

const SYMBOL_FONT = /symbol|wingdings|webdings/

/** Removes the bullet or number, `<span style='mso-list:Ignore'>1.<span>   </span></span>`, and returns it. */
export function takeMarker(element: HtmlElement, isSymbol = false): WrittenMarker | null {
  for (const [index, child] of element.children.entries()) {
    if (!isElement(child)) continue
    const styles = stylesOf(child)
    const isInSymbols = isSymbol || SYMBOL_FONT.test(styles['font-family'] ?? '')
    if (styles['mso-list'] === 'ignore') {
      element.children.splice(index, 1)
      const text = unescapeHtml(textOf(child)).replace(/[\u200e\u200f\u202a-\u202e]/g, '')
      return { text: text.trim(), isSymbol: isInSymbols }
    }
    const marker = takeMarker(child, isInSymbols)
    if (marker) return marker
  }
  return null
}

// `1`, `1.`, `(1)`, `۱-`, `a)`, `iv.`, and with the numbers of outer lists `1.1.`, `۱-۲-`, `1.a)`.
const NUMBER = /^[([]?((?:(?:\d{1,4}|[a-z]{1,8})[.\-–/])*)(\d{1,4}|[a-z]{1,8})[)\].:\-–]{0,2}$/i

/** Reads the markers of one level of a list together: `i` is a letter after `h`, and a numeral before `ii`. */
export function readMarkers(written: readonly WrittenMarker[]): Marker[] {
  const labels = written.map(({ text }) => NUMBER.exec(toLatinDigits(text)))
  const readNumber = areRoman(labels.flatMap((label) => /^[a-z]+$/i.exec(label?.[2] ?? '') ?? []))
    ? romanValue
    : letterValue
  return written.map(({ text, isSymbol }, index) => {
    // A lone `o` is Word's second bullet.
    if (isSymbol || text === 'o' || !/[\p{L}\p{N}]/u.test(text)) return { kind: 'bullet' }
    const [, outer = '', last = ''] = labels[index] ?? []
    const isDecimal = /^\d/.test(last)
    const number = isDecimal ? Number(last) : readNumber(last)
    if (!number) return { kind: 'text', text }
    const sign = readNumber === romanValue ? 'i' : 'a'
    const type = isDecimal ? '1' : last === last.toUpperCase() ? (sign.toUpperCase() as 'A' | 'I') : sign
    return { kind: 'number', type, number, parent: outer.split(/[.\-–/]/).at(-2) ?? '', text }
  })
}

/** Word counts `y z aa bb`; zero for what is no letter of a list. */
const letterValue = (label: string): number =>
  /^([a-z])\1*$/i.test(label) ? 26 * (label.length - 1) + label.toLowerCase().charCodeAt(0) - 96 : 0

const ROMAN = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i
const NUMERALS: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

function romanValue(label: string): number {
  if (!ROMAN.test(label)) return 0
  const values = [...label.toLowerCase()].map((letter) => NUMERALS[letter] ?? 0)
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0)
}

function areRoman(labels: string[]): boolean {
  if (!labels.every(romanValue)) return false
  const steps = (readNumber: (label: string) => number) =>
    labels.filter((label, index) => index > 0 && readNumber(label) === readNumber(labels[index - 1]!) + 1)
      .length
  const more = steps(romanValue) - steps(letterValue)
  return more === 0 ? /^(?:[ivx]|..+)$/i.test(labels[0] ?? '') : more > 0
}
