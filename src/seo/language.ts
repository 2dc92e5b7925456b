// The languages of a page: which words it uses, which way it runs, and which of a record's twin texts it shows.
import { type Words, wordsFor } from './page-words.ts'

export type Language = {
  /** BCP 47. */
  tag: string
  /** Whether it shows the `_en` fields. */
  english: boolean
  direction: 'ltr' | 'rtl'
  /** `fa_IR`, as Open Graph writes it. */
  locale: string
  words: Words
}

const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']

export function languageOf(tag: string, english: boolean): Language {
  const { language, script, region } = new Intl.Locale(tag).maximize()
  return {
    tag,
    english,
    direction: script && RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr',
    locale: region ? `${language}_${region}` : language,
    words: wordsFor(language),
  }
}

/** A text and the language it is written in. */
export type Worded = { text: string; language: Language }

type Twins<Name extends string> = { readonly [Key in Name | `${Name}_en`]?: string | null }

/** The languages of the site, and what its records say in them. */
export class Languages {
  readonly primary: Language
  readonly english = languageOf('en', true)

  constructor(primaryTag: string) {
    this.primary = languageOf(primaryTag, false)
  }

  get all(): readonly Language[] {
    return [this.primary, this.english]
  }

  /** The language of a `lang` parameter; the primary one for anything but English. */
  named(tag: string | undefined): Language {
    return tag?.toLowerCase() === 'en' ? this.english : this.primary
  }

  /** What `find` finds in this language, else in the primary one, else null. */
  either<Found>(wanted: Language, find: (language: Language) => Found | null): Found | null {
    return find(wanted) ?? (wanted.english ? find(this.primary) : null)
  }

  /** The text in this language, else in the primary one, else null. */
  pick<Name extends string>(record: Twins<Name>, name: Name, wanted: Language): Worded | null {
    return this.either(wanted, (language) => {
      const text = own(record, name, language)
      return text === null ? null : { text, language }
    })
  }

  /** Like `pick`, without the language. */
  text<Name extends string>(record: Twins<Name>, name: Name, wanted: Language): string | null {
    return this.pick(record, name, wanted)?.text ?? null
  }
}

/** The text in just this language; null where it is blank. */
export function own<Name extends string>(record: Twins<Name>, name: Name, language: Language): string | null {
  const text = language.english ? record[`${name}_en` as const] : record[name]
  return text?.trim() ? text : null
}
