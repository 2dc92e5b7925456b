// Amounts in minor units, such as cents. The number of decimals follows the currency (ISO 4217).
import { formatNumber } from '../../app/design/format.ts'
import { type Language, localeOf } from '../../app/words/language.ts'

export function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** "1,250.50 EUR", in the digits of the language. */
export function formatMoney(minor: number, currency: string, language: Language): string {
  const decimals = decimalsOf(currency)
  const number = new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(minor / 10 ** decimals)
  return `${number} ${currency}`
}

const PERSIAN_ZERO = 0x6f0
const ARABIC_ZERO = 0x660

/** Digits of any of the three kinds as ASCII, without grouping. */
export const plainDigits = (text: string) =>
  text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - PERSIAN_ZERO))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
    .replace(/[,٬\s\u200e\u200f]/g, '')
    .replace('٫', '.')
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

/** A price in minor units as it is typed. */
export function priceText(minor: number, currency: string, language: Language): string {
  const decimals = decimalsOf(currency)
  return formatNumber(minor / 10 ** decimals, language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  })
}
