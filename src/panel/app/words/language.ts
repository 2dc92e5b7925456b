// The language of the interface: `?ui=en|fa`, else the last choice, else the browser's, else the site's primary language.
import type { LanguageKey } from '../../../text/content-language.ts'

export type Language = 'fa' | 'en'

const STORED_AS = 'frontage-ui'

/** Locale for dates, numbers and react-aria: the Persian one has the Persian calendar and digits. */
export const localeOf = (language: Language) => (language === 'fa' ? 'fa-IR' : 'en-GB')

/** The fields of a record that the interface shows first: in English those in English, else those of the primary language. */
export const contentKeyOf = (language: Language): LanguageKey => (language === 'en' ? 'en' : 'primary')

const parse = (tag: string | null | undefined): Language | null => {
  const primary = tag?.toLowerCase().split('-')[0]
  return primary === 'fa' || primary === 'en' ? primary : null
}

type Sources = {
  parameter: string | null
  stored: string | null
  browser: readonly string[]
  /** The site's language, as the service has written it into the page. */
  primary: string | null
}

export function chooseLanguage({ parameter, stored, browser, primary }: Sources): Language {
  for (const tag of [parameter, stored, ...browser, primary]) {
    const language = parse(tag)
    if (language) return language
  }
  return 'en'
}

/** The language at the start of the page; keeps one that the address names. */
export function initialLanguage(): Language {
  const language = chooseLanguage({
    parameter: new URLSearchParams(location.search).get('ui'),
    stored: localStorage.getItem(STORED_AS),
    browser: navigator.languages,
    primary: document.documentElement.lang,
  })
  if (new URLSearchParams(location.search).has('ui')) keepLanguage(language)
  return language
}

export const keepLanguage = (language: Language) => localStorage.setItem(STORED_AS, language)
