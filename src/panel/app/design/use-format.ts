import { useMemo } from 'react'
import { useLanguage } from '../words/words-context.tsx'
import { formatInstant, formatNumber, formatRelative, formatSize, type InstantStyle } from './format.ts'

/** The functions of `format.ts` in the language of the interface. */
export function useFormat() {
  const { language } = useLanguage()
  return useMemo(
    () => ({
      formatInstant: (instant: string, style?: InstantStyle) => formatInstant(instant, language, style),
      formatNumber: (value: number, options?: Intl.NumberFormatOptions) =>
        formatNumber(value, language, options),
      formatRelative: (instant: string) => formatRelative(instant, language),
      formatSize: (bytes: number) => formatSize(bytes, language),
    }),
    [language],
  )
}
