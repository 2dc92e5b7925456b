// Amounts in minor units, such as cents. The number of decimals follows the currency (ISO 4217).

import { formatNumber } from '../../app/design/format.ts'
import type { Language } from '../../app/words/language.ts'

export function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

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

/** Digits of any of the three kinds as ASCII, without grouping. */
export const plainDigits = (text: string) =>
  text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace('٫', '.')
    .replace(/[,٬\s\u200e\u200f]/g, '')
    .replace('−', '-')

/** A whole number as it is typed; null for anything else. */
export function parseWhole(text: string): number | null {
  const plain = plainDigits(text)
  return /^-?\d{1,9}$/.test(plain) ? Number(plain) : null
}

/** A price as it is typed, in minor units; null for anything else. Computed on digits, since 0.29 × 100 is not 29. */
export function parsePrice(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency)
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d*))?$/.exec(plainDigits(text)) ?? []
  if (whole === undefined || fraction.length > decimals) return null
  const minor = Number(whole + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}
