import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import type { SeoInput } from '../../seo-analysis/analyze-seo.ts'

export type Side = 'primary' | 'en'
export type SeoTexts = Omit<SeoInput, 'titleWidth' | 'othersWithKeyphrase'>

/** Whether the records of a resource carry what search engines show. */
export const hasSeo = ({ fields }: ResourceDescription): boolean =>
  fields.some(({ name }) => name === 'seo_keyphrase' || name === 'seo_title')

const MAIN_TEXTS = ['content', 'description', 'body']
const SUMMARIES = ['excerpt', 'summary']

type Source = {
  resource: ResourceDescription
  values: Record<string, unknown>
  language: string
  siteUrl: string
}

/** The texts of one language as the page shows them: an empty SEO title or description is made of title and excerpt. */
export function seoTextsOf({ resource, values, language, siteUrl }: Source, side: Side): SeoTexts {
  const text = (name: string) => String(values[side === 'en' ? `${name}_en` : name] ?? '')
  const find = (names: readonly string[], kind?: FieldDescription['kind']) =>
    resource.fields.find((field) => names.includes(field.name) && (!kind || field.kind === kind))?.name
  const main = find(MAIN_TEXTS, 'rich')
  const summary = find(SUMMARIES)
  const hasSlug = resource.fields.some(({ name }) => name === 'slug')
  return {
    language,
    keyphrase: text('seo_keyphrase') || text('keyphrase'),
    seoTitle: text('seo_title') || text('title'),
    seoDescription: text('seo_description') || (summary ? withoutTags(text(summary)) : text('description')),
    slug: hasSlug ? String(values.slug ?? '') : null,
    content: main ? text(main) : null,
    image: values.image ? { alt: text('image_alt') } : null,
    siteUrl,
  }
}

const withoutTags = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
