import { type Language, localeOf } from './language.ts'

/** Texts by key, with `{name}` for values. `key_one` is the form of `key` for a `count` of one. */
export type Dictionary = Record<string, string>
export type Values = Record<string, string | number>
export type Translate<Words extends Dictionary = Dictionary> = (
  key: keyof Words & string,
  values?: Values,
) => string

/** Fills in the values; numbers are written in the digits of the language. */
export function createTranslate<Words extends Dictionary>(
  words: Words,
  language: Language,
): Translate<Words> {
  const numbers = new Intl.NumberFormat(localeOf(language))
  const write = (value: string | number) => (typeof value === 'number' ? numbers.format(value) : value)
  return (key, values = {}) => {
    const isSingle = values.count === 1 && `${key}_one` in words
    const text = words[isSingle ? `${key}_one` : key] ?? key
    return text.replaceAll(/\{(\w+)\}/g, (whole, name) => (name in values ? write(values[name]!) : whole))
  }
}
