// How articles are rated for search engines and readers.
import { and, isNotNull, ne, or } from 'drizzle-orm'
import { articles as table } from '../../platform/db/schema/articles.ts'
import { type ContentLanguage, fieldIn, fieldInAll, textIn } from '../../text/content-language.ts'
import { analyzeSeo, type SeoReport } from '../../text/seo-analysis/analyze-seo.ts'
import { isSameKeyphrase } from '../../text/seo-analysis/same-keyphrase.ts'
import { searchResultTexts } from '../../text/seo-analysis/search-result.ts'
import type { ContentContext } from '../content-context.ts'
import type { Row } from '../definition/define-resource.ts'
import { articles } from '../resources/articles.ts'
import { readSiteNames, type SiteNames } from '../site-names.ts'
import { getRecord } from '../verbs/get-record.ts'

/** By language tag; null in a language other than the primary one while there is no title and text in it. */
export type ByLanguage<Value> = Record<string, Value | null>
const KEYPHRASES = fieldInAll('seo_keyphrase')
export const keyphraseColumns = Object.fromEntries(KEYPHRASES.map((name) => [name, table[name]])) as Pick<
  typeof table,
  (typeof KEYPHRASES)[number]
>
/** In any language. */
export const hasKeyphrase = or(...KEYPHRASES.map((name) => isNotNull(table[name])))

type Others = readonly { id: number; title: string }[]

/** The SEO reports of an article. Throws 403 and 404. */
export async function articleSeo(
  ctx: ContentContext,
  { idOrKey, languages }: { idOrKey: string; languages: readonly ContentLanguage[] },
): Promise<ByLanguage<SeoReport>> {
  const row = await getRecord(ctx, { resource: articles, idOrKey })
  const { others, siteNames } = await ctx.database.query(async (tx) => ({
    others: await tx
      .select({ id: table.id, title: table.title, ...keyphraseColumns })
      .from(table)
      .where(and(ne(table.id, row.id), hasKeyphrase)),
    siteNames: await readSiteNames(tx, ctx.siteUrl),
  }))
  const othersWith = (keyphrase: string, language: ContentLanguage) =>
    others.filter(
      (other) => keyphrase && isSameKeyphrase(textIn(other, 'seo_keyphrase', language) ?? '', keyphrase),
    )
  return reportsOf(row, { languages, siteUrl: ctx.siteUrl, siteNames, othersWith })
}

type Options = {
  languages: readonly ContentLanguage[]
  siteUrl: string
  siteNames: SiteNames
  othersWith: (keyphrase: string, language: ContentLanguage) => Others
}

/** The reports of an article's row, with the texts as the website shows them. */
export function reportsOf(
  row: Row,
  { languages, siteUrl, siteNames, othersWith }: Options,
): ByLanguage<SeoReport> {
  const reportOf = (language: ContentLanguage) => {
    const text = (name: string) => (row[fieldIn(name, language)] as string | null) ?? ''
    const keyphrase = text('seo_keyphrase')
    return analyzeSeo({
      language: language.tag,
      keyphrase,
      ...searchResultTexts(text, { summary: 'excerpt', siteName: siteNames(language) }),
      slug: row.slug as string,
      content: text('content'),
      image: row.image ? { alt: text('image_alt') } : null,
      siteUrl,
      titleWidth: null,
      othersWithKeyphrase: othersWith(keyphrase, language),
    })
  }
  const isWritten = (language: ContentLanguage) =>
    language.isPrimary || Boolean(row[fieldIn('title', language)] || row[fieldIn('content', language)])
  return Object.fromEntries(
    languages.map((language) => [language.tag, isWritten(language) ? reportOf(language) : null]),
  )
}
