// The languages of the website: labels, locale, and in which language a page shows a text.
import {
  type ContentLanguage,
  contentLanguages,
  type FieldIn,
  type LanguageKey,
  textIn,
  withFallback,
} from '../../text/content-language.ts'
import { arabic } from '../labels/arabic.ts'
import { english, type Labels } from '../labels/english.ts'
import { german } from '../labels/german.ts'
import { persian } from '../labels/persian.ts'

export type Language = ContentLanguage & {
  /** The locale for Open Graph: `fa_IR`. */
  locale: string
  labels: Labels
}

function toLanguage(content: ContentLanguage): Language {
  const { language, region } = new Intl.Locale(content.tag).maximize()
  return {
    ...content,
    locale: region ? `${language}_${region}` : language,
    labels: labelsFor(language),
  }
}

/** A text and the language it is written in, which may be the fallback language. */
export type LocalizedText = { text: string; language: Language }

type Texts<Field extends string> = { readonly [Key in FieldIn<Field>]?: string | null }

/** The languages of the site, with lookups that fall back to the primary one. */
export class Languages {
  readonly all: readonly Language[]
  readonly primary: Language
  readonly #onlyPrimary: readonly Language[]

  /** `tags`: the primary language first. */
  constructor(tags: readonly string[]) {
    this.all = contentLanguages(tags).map(toLanguage)
    this.primary = this.all[0]!
    this.#onlyPrimary = [this.primary]
  }

  /** The languages of a page: the primary one and those that it is translated into. */
  ofPage(isTranslated: (language: Language) => boolean): readonly Language[] {
    const found = this.all.filter((language) => language.isPrimary || isTranslated(language))
    // The sitemap keeps the languages of 100,000 pages: equal ones are the same array.
    return found.length === this.all.length ? this.all : found.length === 1 ? this.#onlyPrimary : found
  }

  /** The language of a record's texts on a page: one without a title in the language of the page is not mixed of two. */
  ofTexts({ translations }: { translations: readonly LanguageKey[] }, language: Language): Language {
    return translations.includes(language.key) ? language : this.primary
  }

  /** The language for a `lang` query parameter; the primary language for an unknown one. */
  fromParameter(tag: string | undefined): Language {
    const wanted = tag?.toLowerCase()
    return this.all.find((language) => language.tag.toLowerCase() === wanted) ?? this.primary
  }

  /** The result of `find` for this language, or else for the primary language, or else null. */
  withFallback<Found>(language: Language, find: (language: Language) => Found | null): Found | null {
    return withFallback(language, { primary: this.primary, find })
  }

  /** The field in this language, or else in the primary language, or else null. */
  localized<Field extends string>(
    record: Texts<Field>,
    field: Field,
    language: Language,
  ): LocalizedText | null {
    return this.withFallback(language, (candidate) => {
      const text = textIn(record, field, candidate)
      return text === null ? null : { text, language: candidate }
    })
  }

  /** Like `localized`, without the language of the text. */
  text<Field extends string>(record: Texts<Field>, field: Field, language: Language): string | null {
    return this.localized(record, field, language)?.text ?? null
  }
}

export type { Labels }

const labels: Record<string, Labels> = { ar: arabic, de: german, en: english, fa: persian }

/** The labels for a language subtag such as `fa`. */
const labelsFor = (language: string): Labels => labels[language] ?? english
