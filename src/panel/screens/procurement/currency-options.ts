import type { Language } from '../../app/words/language.ts'

/** Codes and names of all currencies: both can be searched. */
export function currencyOptions(language: Language) {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((id) => ({ id, label: `${id} ${names.of(id)}` }))
}
