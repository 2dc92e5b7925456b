import type { ResourceDescription } from '../../../client/index.ts'
import { fieldIn, type LanguageKey } from '../../../text/content-language.ts'
import { searchResultTexts } from '../../../text/seo-analysis/search-result.ts'
import type { SeoInput } from '../../../text/seo-analysis/seo-input.ts'

export type SeoTexts = Omit<SeoInput, 'titleWidth' | 'othersWithKeyphrase'>

/** The field with the text of the page in a language; null for pages that have none of their own. */
export function mainTextOf({ fields }: ResourceDescription, side: LanguageKey): string | null {
  const main = fields.find(({ name, kind }) => kind === 'rich' && MAIN_TEXTS.includes(name))
  return main ? fieldIn(main.name, { key: side }) : null
}

/** The field with the page's image for cards. */
export const imageFieldOf = ({ fields }: ResourceDescription): string | null =>
  fields.find(({ name, kind }) => kind === 'image' && (name === 'image' || name === 'og_image'))?.name ?? null

const MAIN_TEXTS = ['content', 'description', 'body']
const SUMMARIES = ['excerpt', 'summary']

type Source = {
  resource: ResourceDescription
  values: Record<string, unknown>
  language: string
  siteUrl: string
  /** The name of the site in the language. */
  siteName: string
}

/** The texts of one language as the page shows them: an empty SEO title or description is made of title and excerpt. */
export function seoTextsOf(
  { resource, values, language, siteUrl, siteName }: Source,
  side: LanguageKey,
): SeoTexts {
  const text = (name: string) => String(values[fieldIn(name, { key: side })] ?? '')
  const find = (names: readonly string[]) => resource.fields.find(({ name }) => names.includes(name))?.name
  const main = mainTextOf(resource, side)
  const image = imageFieldOf(resource)
  // A record without a title of its own beside that for search engines is about a page that has a heading elsewhere.
  const ownTitle = find(['seo_title']) ?? 'title'
  return {
    language,
    ...searchResultTexts(text, { siteName, ownTitle, summary: find(SUMMARIES) ?? 'description' }),
    keyphrase: find(['seo_keyphrase']) ? text('seo_keyphrase') : null,
    slug: find(['slug']) ? String(values.slug ?? '') : null,
    content: main === null ? null : String(values[main] ?? ''),
    image: image && values[image] ? { alt: text(`${image}_alt`) } : null,
    siteUrl,
  }
}
