import type { ResourceDescription } from '../../../client/index.ts'
import { plainTextOf } from '../../../text/plain-text.ts'
import { wholeTitle } from '../../../text/seo-analysis/document-title.ts'
import type { SeoInput } from '../../../text/seo-analysis/seo-input.ts'

export type Side = 'primary' | 'en'
export type SeoTexts = Omit<SeoInput, 'titleWidth' | 'othersWithKeyphrase'>

/** The field with the text of the page in a language; null for pages that have none of their own. */
export function mainTextOf({ fields }: ResourceDescription, side: Side): string | null {
  const main = fields.find(({ name, kind }) => kind === 'rich' && MAIN_TEXTS.includes(name))
  return main ? sided(main.name, side) : null
}

/** The field with the page's image for cards. */
export const imageFieldOf = ({ fields }: ResourceDescription): string | null =>
  fields.find(({ name, kind }) => kind === 'image' && (name === 'image' || name === 'og_image'))?.name ?? null

const sided = (name: string, side: Side) => (side === 'en' ? `${name}_en` : name)

const MAIN_TEXTS = ['content', 'description', 'body']
const SUMMARIES = ['excerpt', 'summary']

type Source = {
  resource: ResourceDescription
  values: Record<string, unknown>
  language: string
  siteUrl: string
  /** In the language. */
  siteName: string
}

/** The texts of one language as the page shows them: an empty SEO title or description is made of title and excerpt. */
export function seoTextsOf({ resource, values, language, siteUrl, siteName }: Source, side: Side): SeoTexts {
  const text = (name: string) => String(values[sided(name, side)] ?? '')
  const find = (names: readonly string[]) => resource.fields.find(({ name }) => names.includes(name))?.name
  const main = mainTextOf(resource, side)
  const summary = find(SUMMARIES)
  const image = imageFieldOf(resource)
  // A record without a title of its own beside that for search engines is about a page that has a heading elsewhere.
  const own = text(find(['seo_title']) ?? 'title').trim()
  const heading = text('title').trim()
  return {
    language,
    pageTitle: wholeTitle({ title: own || null, heading }, siteName),
    keyphrase: find(['seo_keyphrase']) ? text('seo_keyphrase') : null,
    seoTitle: text('seo_title') || text('title'),
    seoDescription: text('seo_description') || (summary ? plainTextOf(text(summary)) : text('description')),
    slug: find(['slug']) ? String(values.slug ?? '') : null,
    content: main === null ? null : String(values[main] ?? ''),
    image: image && values[image] ? { alt: text(`${image}_alt`) } : null,
    siteUrl,
  }
}
