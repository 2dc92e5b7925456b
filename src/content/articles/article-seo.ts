// How articles are rated for search engines and readers.
import { and, isNotNull, ne, or } from 'drizzle-orm'
import { articles as table } from '../../platform/db/schema/articles.ts'
import { plainTextOf } from '../../text/plain-text.ts'
import { analyzeSeo, type SeoReport } from '../../text/seo-analysis/analyze-seo.ts'
import { wholeTitle } from '../../text/seo-analysis/document-title.ts'
import { isSameKeyphrase } from '../../text/seo-analysis/same-keyphrase.ts'
import type { ContentContext } from '../content-context.ts'
import type { Row } from '../definition/define-resource.ts'
import { articles } from '../resources/articles.ts'
import { readSiteNames, type SiteNames } from '../site-names.ts'
import { getRecord } from '../verbs/get-record.ts'

export type SeoLanguages = readonly [primary: string, english: string]
/** By language tag; null in English while there is no English title and text. */
export type ByLanguage<Value> = Record<string, Value | null>
type Suffix = '' | '_en'
type Others = readonly { id: number; title: string }[]

/** The SEO reports of an article. Throws 403 and 404. */
export async function articleSeo(
  ctx: ContentContext,
  { idOrKey, languages }: { idOrKey: string; languages: SeoLanguages },
): Promise<ByLanguage<SeoReport>> {
  const row = await getRecord(ctx, { resource: articles, idOrKey })
  const { others, siteNames } = await ctx.database.query(async (tx) => ({
    others: await tx
      .select({
        ...{ id: table.id, title: table.title },
        ...{ primary: table.seo_keyphrase, english: table.seo_keyphrase_en },
      })
      .from(table)
      .where(
        and(ne(table.id, row.id), or(isNotNull(table.seo_keyphrase), isNotNull(table.seo_keyphrase_en))),
      ),
    siteNames: await readSiteNames(tx, ctx.siteUrl),
  }))
  const othersWith = (keyphrase: string, suffix: Suffix) =>
    others.filter(
      ({ primary, english }) => keyphrase && isSameKeyphrase((suffix ? english : primary) ?? '', keyphrase),
    )
  return reportsOf(row, { languages, siteUrl: ctx.siteUrl, siteNames, othersWith })
}

type Options = {
  languages: SeoLanguages
  siteUrl: string
  siteNames: SiteNames
  othersWith: (keyphrase: string, suffix: Suffix) => Others
}

/** The reports of an article's row, with the texts as the website shows them. */
export function reportsOf(
  row: Row,
  { languages, siteUrl, siteNames, othersWith }: Options,
): ByLanguage<SeoReport> {
  const reportOf = (suffix: Suffix, language: string) => {
    const text = (name: string) => (row[`${name}${suffix}`] as string | null) ?? ''
    const keyphrase = text('seo_keyphrase')
    const title = { title: text('seo_title').trim() || null, heading: text('title').trim() }
    return analyzeSeo({
      language,
      keyphrase,
      seoTitle: text('seo_title') || text('title'),
      pageTitle: wholeTitle(title, siteNames[suffix]),
      seoDescription: text('seo_description') || plainTextOf(text('excerpt')),
      slug: row.slug as string,
      content: text('content'),
      image: row.image ? { alt: text('image_alt') } : null,
      siteUrl,
      titleWidth: null,
      othersWithKeyphrase: othersWith(keyphrase, suffix),
    })
  }
  const [primary, english] = languages
  return {
    ...(english !== primary && { [english]: hasEnglish(row) ? reportOf('_en', english) : null }),
    [primary]: reportOf('', primary),
  }
}

const hasEnglish = (row: Row) => Boolean(row.title_en || row.content_en)
