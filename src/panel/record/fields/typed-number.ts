// Numbers as people type them, in Latin, Persian or Arabic digits.
import { toLatinDigits } from '../../records/parse-field-value.ts'

const INTEGER = /^[-−]?\d{1,15}$/
const DECIMAL = /^[-−]?(?:\d{1,9}(?:[.٫/]\d{0,6})?|[.٫/]\d{1,6})$/
/** Marks of direction and separators of thousands. */
const IGNORED = /[\s\u200e\u200f\u2066-\u2069,٬]/g

/** The number that a text means; null for an empty one, undefined for one that is no number, or not yet. */
export function parseTyped(text: string, isDecimal: boolean): number | null | undefined {
  const latin = toLatinDigits(text.replaceAll(IGNORED, ''))
  if (latin === '') return null
  if (!(isDecimal ? DECIMAL : INTEGER).test(latin)) return undefined
  return Number(latin.replace('−', '-').replace('/', '.'))
}

/** The text of a number, in the digits of the language. */
export const formatTyped = (value: number | null, language: 'fa' | 'en'): string =>
  value === null
    ? ''
    : new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-GB', {
        useGrouping: false,
        maximumFractionDigits: 6,
      })
        .format(value)
        // With the mark of direction that Persian has before its minus, the text could not be edited.
        .replaceAll(/[\u200e\u200f]/g, '')
