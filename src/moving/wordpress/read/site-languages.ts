// The languages of posts and terms, and which of them are translations of each other, as Polylang and WPML store them.
import { furtherLanguages, type LanguageKey } from '../../../text/content-language.ts'
import { phpEntries } from './php-serialized.ts'
import type { Post, Term, WordPressExport } from './wordpress-export.ts'

/** `other` is a language that Frontage has no fields for. */
export type Language = LanguageKey | 'other'

export type SiteLanguages = {
  /** The language of a post, and its name where Frontage has no fields for it. */
  ofPost(post: Post): { language: Language; name: string }
  /** The same for all translations of a post; null for a post without translations. */
  groupOf(post: Post): string | null
  /** The language of a category or tag; primary where the file says nothing. */
  ofTerm(term: Pick<Term, 'id'>): Language
  /** The translation of a category or tag, or null. */
  translationOf(term: Pick<Term, 'id'>, language: Language): number | null
  /** Whether the file names languages at all. */
  isMultilingual: boolean
  /** The translation of a text of the site, such as its title, that the `strings` of Polylang contain; or null. */
  translate(text: string, language: LanguageKey): string | null
}

const WPML_LANGUAGE = '_wpml_import_language_code'
const WPML_GROUP = '_wpml_import_translation_group'
/** The id of the post that WPML copied into another language; it keeps both the same. */
const WPML_ORIGINAL = '_icl_lang_duplicate_of'

/** `primary` is a BCP 47 tag. */
export function readLanguages(source: WordPressExport, primary: string): SiteLanguages {
  const toLanguage = (code: string): Language =>
    subtagOf(code) === subtagOf(primary) ? 'primary' : (furtherLanguageOf(code) ?? 'other')
  const names = new Map(
    source.terms.filter(({ taxonomy }) => taxonomy === 'language').map(({ slug, name }) => [slug, name]),
  )
  const hasPlugin = [...source.posts, ...source.pages].some((post) => pluginCodeOf(post) !== null)
  const codeOf = (post: Post) => pluginCodeOf(post) ?? (hasPlugin ? null : codeInAddress(post.link))
  const terms = readTermTranslations(source, toLanguage)
  const duplicated = new Set(
    [...source.posts, ...source.pages].flatMap(({ metadata }) => metadata.get(WPML_ORIGINAL) || []),
  )
  return {
    ofPost(post) {
      const code = codeOf(post)
      return code === null
        ? { language: 'primary', name: '' }
        : { language: toLanguage(code), name: names.get(code) ?? code }
    },
    groupOf: (post) =>
      post.terms.find(({ taxonomy }) => taxonomy === 'post_translations')?.slug ??
      post.metadata.get(WPML_GROUP) ??
      groupOfDuplicate(post, duplicated),
    ofTerm: ({ id }) => terms.get(id)?.language ?? 'primary',
    translationOf: ({ id }, language) => terms.get(id)?.translations.get(language) ?? null,
    isMultilingual: hasPlugin || names.size > 0,
    translate: (text, language) => stringsIn(language, source, toLanguage).get(text) ?? null,
  }
}

/** `en` of `en-US`, `en_GB` and `EN`. */
export const subtagOf = (code: string) => code.toLowerCase().split(/[-_]/)[0]!

/** The language with fields of its own that this code means; undefined if there is none. */
export const furtherLanguageOf = (code: string) => furtherLanguages.find((key) => key === subtagOf(code))

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' })

/** “English”, in notes. */
export const languageName = (language: LanguageKey) => NAMES.of(language)!

const pluginCodeOf = (post: Post): string | null =>
  post.terms.find(({ taxonomy }) => taxonomy === 'language')?.slug ?? post.metadata.get(WPML_LANGUAGE) ?? null

function groupOfDuplicate({ id, metadata }: Post, duplicated: ReadonlySet<string>): string | null {
  const original = metadata.get(WPML_ORIGINAL) || (duplicated.has(String(id)) ? String(id) : '')
  return original === '' ? null : `duplicates of ${original}`
}

/** WPML keeps languages outside the export; its addresses name those that are not the default. */
function codeInAddress(link: string): string | null {
  const url = URL.parse(link)
  const code = url?.searchParams.get('lang') ?? /^\/(en)(?:[-_][a-z]{2})?\//i.exec(url?.pathname ?? '')?.[1]
  return code || null
}

type TermTranslations = Map<number, { language: Language; translations: Map<Language, number> }>

function readTermTranslations(source: WordPressExport, toLanguage: (code: string) => Language) {
  const found: TermTranslations = new Map()
  const addGroup = (members: readonly { language: Language; id: number }[]) => {
    const translations = new Map<Language, number>()
    for (const { language, id } of members) if (!translations.has(language)) translations.set(language, id)
    for (const { language, id } of members) found.set(id, { language, translations })
  }
  for (const group of [...groupsOfPolylang(source), ...groupsOfWpml(source)])
    addGroup(group.map(({ code, id }) => ({ language: toLanguage(code), id })))
  return found
}

type TermGroup = { code: string; id: number }[]

/** Polylang stores the translations of a term as `a:2:{s:2:"fa";i:3;s:2:"en";i:4;}`. */
const groupsOfPolylang = ({ terms }: WordPressExport): TermGroup[] =>
  terms
    .filter(({ taxonomy }) => taxonomy === 'term_translations')
    .map(({ description }) =>
      phpEntries(description).flatMap(([code, id]) =>
        typeof id === 'object' || !Number(id) ? [] : [{ code, id: Number(id) }],
      ),
    )

/** The fields of WPML’s plugin “Export and Import” are the same for terms as for posts. */
function groupsOfWpml({ categories, tags, terms }: WordPressExport): TermGroup[] {
  const named = [...categories, ...tags, ...terms].filter(({ metadata }) => metadata.has(WPML_LANGUAGE))
  const groups = Map.groupBy(
    named,
    ({ id, taxonomy, metadata }) => `${taxonomy} ${metadata.get(WPML_GROUP) ?? id}`,
  )
  return [...groups.values()].map((group) =>
    group.map(({ id, metadata }) => ({ code: metadata.get(WPML_LANGUAGE)!, id })),
  )
}

/** Polylang stores translated texts of the site with the language, as pairs. */
function stringsIn(wanted: LanguageKey, { terms }: WordPressExport, toLanguage: (code: string) => Language) {
  const strings = new Map<string, string>()
  for (const { taxonomy, slug, metadata } of terms) {
    const language =
      taxonomy === 'language' ? slug : taxonomy === 'term_language' ? slug.replace(/^pll_/, '') : ''
    if (language === '' || toLanguage(language) !== wanted) continue
    for (const [, pair] of phpEntries(metadata.get('_pll_strings_translations') ?? '')) {
      const [text, translation] = pair instanceof Map ? [...pair.values()] : []
      if (typeof text === 'string' && typeof translation === 'string' && translation !== '')
        strings.set(text, translation)
    }
  }
  return strings
}
