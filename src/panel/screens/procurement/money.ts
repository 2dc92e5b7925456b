// Amounts in minor units, such as cents.

import { decimalsOf } from '../../../text/currencies.ts'
import { formatNumber } from '../../app/design/format.ts'
import type { Language } from '../../app/words/language.ts'

/** "1,250.50 EUR", in the digits of the language. */
export const formatMoney = (minor: number, currency: string, language: Language): string =>
  `${writtenAmount(minor, currency, language, true)} ${currency}`

/** A price in minor units as it is typed. */
export const priceText = (minor: number, currency: string, language: Language): string =>
  writtenAmount(minor, currency, language, false)

function writtenAmount(minor: number, currency: string, language: Language, useGrouping: boolean): string {
  const decimals = decimalsOf(currency)
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping }
  return formatNumber(minor / 10 ** decimals, language, options)
}

/** Digits of any of the three kinds as ASCII, without spaces and marks of direction. */
export const latinDigits = (text: string) =>
  text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\s\u200e\u200f]/g, '')

/** A whole number as it is typed; null for anything else. */
export function parseWhole(text: string): number | null {
  const plain = latinDigits(text).replace('−', '-')
  const isGrouped = /^-?\d{1,3}(?:([,٬])\d{3})(?:\1\d{3})*$/.test(plain)
  const digits = isGrouped ? plain.replace(/[,٬]/g, '') : plain
  return /^-?\d{1,9}$/.test(digits) ? Number(digits) : null
}

/** The amounts, in minor units, that a typed price can mean: none, one, or both that `1.250` is in dinars. */
export function readPrice(text: string, currency: string): number[] {
  const decimals = decimalsOf(currency)
  const plain = latinDigits(text)
  if (!/^\d[\d.,٫٬،'’]*$/.test(plain) || plain.length > 30) return []
  const readings = [readWhole(plain, decimals), readDecimal(plain, decimals)]
  return [...new Set(readings)].filter((minor) => minor !== null && Number.isSafeInteger(minor)) as number[]
}

/** As a whole number, whose separators all group by three. */
function readWhole(plain: string, decimals: number): number | null {
  const digits = ungrouped(plain)
  return digits === null ? null : toMinor(digits, '', decimals)
}

/** With the last separator as the decimal one. */
function readDecimal(plain: string, decimals: number): number | null {
  const [, whole, separator, fraction] = /^(.*)([.,٫،])(\d*)$/.exec(plain) ?? []
  if (whole === undefined || whole.includes(separator!) || fraction!.length > decimals) return null
  const digits = ungrouped(whole)
  return digits === null ? null : toMinor(digits, fraction!, decimals)
}

/** The digits of a number without its grouping; null where a separator does not group by three. */
function ungrouped(text: string): string | null {
  if (/^\d+$/.test(text)) return text
  return /^[1-9]\d{0,2}([.,٬،'’])\d{3}(?:\1\d{3})*$/.test(text) ? text.replace(/\D/g, '') : null
}

/** Computed on digits, since 0.29 × 100 is not 29. */
const toMinor = (whole: string, fraction: string, decimals: number) =>
  Number(whole + fraction.padEnd(decimals, '0'))

/** A rate as it is typed, as the service takes it: separators of groups before the decimal point; null for anything else. */
export function readRate(text: string): string | null {
  const plain = latinDigits(text).replace('٫', '.')
  const [, whole, fraction = ''] = /^([\d,٬]{1,20})(\.\d{1,12})?$/.exec(plain) ?? []
  const isGrouped = whole !== undefined && /^\d{1,3}(?:([,٬])\d{3})(?:\1\d{3})*$/.test(whole)
  const digits = isGrouped ? whole.replace(/[,٬]/g, '') : whole
  if (digits === undefined || !/^\d{1,10}$/.test(digits) || !/[1-9]/.test(digits + fraction)) return null
  return digits + fraction
}
