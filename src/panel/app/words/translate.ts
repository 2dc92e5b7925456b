import { type Language, localeOf } from './language.ts'

/** Texts by key, with `{name}` for values. `key_one` is the form of `key` for a `count` of one. */
type Dictionary = Record<string, string>
type Values = Record<string, string | number>
export type Translate<Key extends string = string> = (key: Key, values?: Values) => string

/** Fills in the values; numbers are written in the digits of the language. A key that `words` lack is looked for in `shared`. */
export function createTranslate(words: Dictionary, language: Language, ...shared: Dictionary[]): Translate {
  const numbers = new Intl.NumberFormat(localeOf(language))
  const write = (value: string | number) => (typeof value === 'number' ? numbers.format(value) : value)
  return (key, values = {}) => {
    const find = (wanted: string) => [words, ...shared].find((room) => wanted in room)?.[wanted]
    const text = (values.count === 1 ? find(`${key}_one`) : undefined) ?? find(key) ?? key
    return text.replaceAll(/\{(\w+)\}/g, (whole, name) => (name in values ? write(values[name]!) : whole))
  }
}
