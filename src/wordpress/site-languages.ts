// The languages of posts and terms, and which of them are translations of each other, as Polylang and WPML store them.
import { phpEntries } from './php-serialized.ts'
import type { Post, Term, WordPressExport } from './wordpress-export.ts'

/** `other` is a language that Frontage has no fields for. */
export type Language = 'primary' | 'english' | 'other'

export type SiteLanguages = {
  /** The language of a post, and its name where Frontage has no fields for it. */
  ofPost(post: Post): { language: Language; name: string }
  /** The same for all translations of a post; null for a post without translations. */
  groupOf(post: Post): string | null
  /** Of a category or tag; primary where the file says nothing. */
  ofTerm(term: Pick<Term, 'id'>): Language
  /** The translation of a category or tag, or null. */
  translationOf(term: Pick<Term, 'id'>, language: Language): number | null
  /** Whether the file names languages at all. */
  isMultilingual: boolean
  /** `strings` of Polylang: the translation of a text of the site, such as its title, into English; or null. */
  translate(text: string): string | null
}

/** `primary` is a BCP 47 tag. */
export function readLanguages(source: WordPressExport, primary: string): SiteLanguages {
  const toLanguage = (code: string): Language =>
    subtagOf(code) === subtagOf(primary) ? 'primary' : subtagOf(code) === 'en' ? 'english' : 'other'
  const names = new Map(
    source.terms.filter(({ taxonomy }) => taxonomy === 'language').map(({ slug, name }) => [slug, name]),
  )
  const hasPlugin = [...source.posts, ...source.pages].some((post) => pluginCodeOf(post) !== null)
  const codeOf = (post: Post) => pluginCodeOf(post) ?? (hasPlugin ? null : codeInAddress(post.link))
  const terms = readTermTranslations(source, toLanguage)
  return {
    ofPost(post) {
      const code = codeOf(post)
      return code === null
        ? { language: 'primary', name: '' }
        : { language: toLanguage(code), name: names.get(code) ?? code }
    },
    groupOf: (post) =>
      post.terms.find(({ taxonomy }) => taxonomy === 'post_translations')?.slug ??
      post.metadata.get('_wpml_import_translation_group') ??
      null,
    ofTerm: ({ id }) => terms.get(id)?.language ?? 'primary',
    translationOf: ({ id }, language) => terms.get(id)?.translations.get(language) ?? null,
    isMultilingual: hasPlugin || names.size > 0,
    translate: (text) => readStrings(source, toLanguage).get(text) ?? null,
  }
}

/** `en` of `en-US`, `en_GB` and `EN`. */
export const subtagOf = (code: string) => code.toLowerCase().split(/[-_]/)[0]!

const pluginCodeOf = (post: Post): string | null =>
  post.terms.find(({ taxonomy }) => taxonomy === 'language')?.slug ??
  post.metadata.get('_wpml_import_language_code') ??
  null

/** WPML keeps languages outside the export; its addresses name those that are not the default. */
function codeInAddress(link: string): string | null {
  const url = URL.parse(link)
  const code = url?.searchParams.get('lang') ?? /^\/(en)(?:[-_][a-z]{2})?\//i.exec(url?.pathname ?? '')?.[1]
  return code || null
}

type TermTranslations = Map<number, { language: Language; translations: Map<Language, number> }>

/** Polylang stores the translations of a term as `a:2:{s:2:"fa";i:3;s:2:"en";i:4;}`. */
function readTermTranslations({ terms }: WordPressExport, toLanguage: (code: string) => Language) {
  const found: TermTranslations = new Map()
  for (const { taxonomy, description } of terms) {
    if (taxonomy !== 'term_translations') continue
    const translations = new Map<Language, number>()
    const ids = phpEntries(description).flatMap(([code, id]) =>
      typeof id === 'object' || !Number(id) ? [] : [{ language: toLanguage(code), id: Number(id) }],
    )
    for (const { language, id } of ids) if (!translations.has(language)) translations.set(language, id)
    for (const { language, id } of ids) found.set(id, { language, translations })
  }
  return found
}

/** Polylang stores translated texts of the site with the language, as pairs. */
function readStrings({ terms }: WordPressExport, toLanguage: (code: string) => Language) {
  const strings = new Map<string, string>()
  for (const { taxonomy, slug, metadata } of terms) {
    const language =
      taxonomy === 'language' ? slug : taxonomy === 'term_language' ? slug.replace(/^pll_/, '') : ''
    if (language === '' || toLanguage(language) !== 'english') continue
    for (const [, pair] of phpEntries(metadata.get('_pll_strings_translations') ?? '')) {
      const [text, translation] = pair instanceof Map ? [...pair.values()] : []
      if (typeof text === 'string' && typeof translation === 'string' && translation !== '')
        strings.set(text, translation)
    }
  }
  return strings
}
