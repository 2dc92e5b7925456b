// The languages of the website: writing direction, labels, and which of a record's two texts (`title`, `title_en`) a page
// shows.
import { directionOf, type TextDirection } from '../../text/text-direction.ts'
import { type Labels, labelsFor } from '../labels/page-labels.ts'

export type Language = {
  /** BCP 47. */
  tag: string
  /** Whether pages in it show the `_en` fields. */
  isEnglish: boolean
  direction: TextDirection
  /** For Open Graph: `fa_IR`. */
  locale: string
  labels: Labels
}

export function createLanguage(tag: string, isEnglish: boolean): Language {
  const { language, region } = new Intl.Locale(tag).maximize()
  return {
    tag,
    isEnglish,
    direction: directionOf(tag),
    locale: region ? `${language}_${region}` : language,
    labels: labelsFor(language),
  }
}

/** A text and the language it is written in, which may be the fallback language. */
export type LocalizedText = { text: string; language: Language }

type Translated<Field extends string> = { readonly [Key in Field | `${Field}_en`]?: string | null }

/** The primary language and English, with lookups that fall back from English to the primary language. */
export class Languages {
  readonly primary: Language
  readonly english = createLanguage('en', true)

  constructor(primaryTag: string) {
    this.primary = createLanguage(primaryTag, false)
  }

  get all(): readonly Language[] {
    return [this.primary, this.english]
  }

  /** The languages of a page: both, or only the primary one without an English translation. */
  ofPage(hasEnglish: boolean): readonly Language[] {
    return hasEnglish ? this.all : [this.primary]
  }

  /** The language for a `lang` query parameter; the primary language for anything but `en`. */
  fromParameter(tag: string | undefined): Language {
    return tag?.toLowerCase() === 'en' ? this.english : this.primary
  }

  /** The result of `find` for this language, or else for the primary language, or else null. */
  withFallback<Found>(language: Language, find: (language: Language) => Found | null): Found | null {
    return find(language) ?? (language.isEnglish ? find(this.primary) : null)
  }

  /** The field in this language, or else in the primary language, or else null. */
  localized<Field extends string>(
    record: Translated<Field>,
    field: Field,
    language: Language,
  ): LocalizedText | null {
    return this.withFallback(language, (candidate) => {
      const text = textIn(record, field, candidate)
      return text === null ? null : { text, language: candidate }
    })
  }

  /** Like `localized`, without the language of the text. */
  text<Field extends string>(record: Translated<Field>, field: Field, language: Language): string | null {
    return this.localized(record, field, language)?.text ?? null
  }
}

/** The field in this language only; null if it is blank. */
export function textIn<Field extends string>(
  record: Translated<Field>,
  field: Field,
  language: Language,
): string | null {
  const text = language.isEnglish ? record[`${field}_en` as const] : record[field]
  return text?.trim() ? text : null
}
