// The languages that the content of a site is written in: the primary one and English. Only this module knows how the fields
// and columns of a language are named.
import { directionOf, type TextDirection } from './text-direction.ts'

const FURTHER = { key: 'en', suffix: '_en' } as const

/** The schema's name for the language of a field. */
export type LanguageKey = 'primary' | typeof FURTHER.key

/** The languages that have fields of their own beside the primary one; `?lang=` names a language by its key. */
export const furtherLanguages: readonly Exclude<LanguageKey, 'primary'>[] = [FURTHER.key]
/** All languages, the primary one first. */
export const languageKeys: readonly LanguageKey[] = ['primary', ...furtherLanguages]

export type ContentLanguage = {
  /** BCP 47. */
  tag: string
  key: LanguageKey
  isPrimary: boolean
  direction: TextDirection
}

/** The names of a field in all languages. */
export type FieldIn<Name extends string> = Name | `${Name}${typeof FURTHER.suffix}`
/** The names of a field in all languages but the primary one. */
export type FurtherField<Name extends string> = Exclude<FieldIn<Name>, Name>
/** A field in all languages. */
export type Translated<Name extends string, Value> = { [Key in FieldIn<Name>]: Value }
/** The names of the fields that a record has in all languages, without their suffixes. */
export type TranslatedName<Record> = Extract<
  {
    [Name in keyof Record]: `${Name & string}${typeof FURTHER.suffix}` extends keyof Record ? Name : never
  }[keyof Record],
  string
>

/** The languages of a site by their tags, the primary one first; a tag that is there twice counts once. */
export const contentLanguages = (tags: readonly string[]): ContentLanguage[] =>
  [...new Set(tags)].map((tag, index) => ({
    tag,
    key: index === 0 ? 'primary' : FURTHER.key,
    isPrimary: index === 0,
    direction: directionOf(tag),
  }))

/** The tags of a site with this primary language. */
export const siteLanguageTags = (primary: string) => [primary, FURTHER.key] as const

/** The name of a field in a language: `title`, `title_en`. */
export function fieldIn<Name extends string>(
  name: Name,
  { key }: Pick<ContentLanguage, 'key'>,
): FieldIn<Name> {
  return key === 'primary' ? name : `${name}${FURTHER.suffix}`
}

/** The names of a field in all languages but the primary one. */
export const furtherFields = <Name extends string>(name: Name) =>
  [`${name}${FURTHER.suffix}`] as FurtherField<Name>[]

/** The names of a field in all languages, the primary one first. */
export const fieldInAll = <Name extends string>(name: Name): FieldIn<Name>[] => [name, ...furtherFields(name)]

/** An object with these fields, all of which have the same value. */
export const withValue = <Name extends string, Value>(names: readonly Name[], value: Value) =>
  Object.fromEntries(names.map((name) => [name, value])) as { [Key in Name]: Value }

/** The values of a record's field in all languages, by the names of the fields. */
export const translated = <Record extends object, Name extends string>(record: Record, name: Name) =>
  Object.fromEntries(
    fieldInAll(name).map((field) => [field, record[field as unknown as keyof Record]]),
  ) as Pick<Record, FieldIn<Name> & keyof Record>

/** The language of a field by its name, and its name in the primary language. */
export const parseField = (name: string): { primary: string; key: LanguageKey } =>
  name.endsWith(FURTHER.suffix)
    ? { primary: name.slice(0, -FURTHER.suffix.length), key: FURTHER.key }
    : { primary: name, key: 'primary' }

const UNTRANSLATED: readonly LanguageKey[] = []

/** The languages, apart from the primary one, in which a record has all of these texts; all of them where no text is named. */
export function languagesWith(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
): readonly LanguageKey[] {
  const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
  const found = furtherLanguages.filter((key) =>
    names.every((name) => isText(record[fieldIn(name, { key })])),
  )
  // Shared by the records of large sites.
  if (found.length === furtherLanguages.length) return furtherLanguages
  return found.length === 0 ? UNTRANSLATED : found
}

/** The text of a field in this language only; null where it is blank. */
export function textIn<Name extends string>(
  record: Readonly<Partial<Translated<Name, string | null>>>,
  name: Name,
  language: Pick<ContentLanguage, 'key'>,
): string | null {
  const text = record[fieldIn(name, language)]
  return text?.trim() ? text : null
}

/** The result of `find` for this language, or else for the primary one, or else null. */
export const withFallback = <Language extends ContentLanguage, Found>(
  language: Language,
  { primary, find }: { primary: Language; find: (language: Language) => Found | null },
): Found | null => find(language) ?? (language.isPrimary ? null : find(primary))
