// Currencies, and the minor units that amounts are counted in: one table, since JavaScript engines differ. Chromium has no
// decimals for HUF, IDR or IQD, other browsers and Bun have those of ISO 4217.

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether the text is a code of ISO 4217, in capitals. */
export const isCurrency = (code: string): boolean => codes.has(code)

const DEFAULT_DECIMALS = 2
const DECIMALS: Record<string, string> = {
  // Nobody writes a price in hundredths of a rial, although ISO 4217 has them.
  0: 'BIF BYR CLP DJF GNF IRR ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const decimals = new Map(
  Object.entries(DECIMALS).flatMap(([count, list]) =>
    list.split(' ').map((code): [string, number] => [code, Number(count)]),
  ),
)

/** The decimals of an amount as it is written: those of ISO 4217, but none for IRR. */
export const decimalsOf = (currency: string): number => decimals.get(currency) ?? DEFAULT_DECIMALS
