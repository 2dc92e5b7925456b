// Rates articles for search engines and readers.
import { and, isNotNull, ne, or } from 'drizzle-orm'
import { articles as table } from '../../platform/db/schema/articles.ts'
import { TextTimeoutError, type TextWorkers } from '../../platform/text-workers.ts'
import { type ContentLanguage, fieldIn, fieldInAll, textIn } from '../../text/content-language.ts'
import { AppError } from '../../text/errors.ts'
import type { SeoReport } from '../../text/seo-analysis/analyze-seo.ts'
import { isSameKeyphrase } from '../../text/seo-analysis/same-keyphrase.ts'
import { searchResultTexts } from '../../text/seo-analysis/search-result.ts'
import type { ContentContext } from '../content-context.ts'
import type { Row } from '../definition/define-resource.ts'
import { articles } from '../resources/articles.ts'
import { readSiteNames, type SiteNames } from '../site-names.ts'
import { getRecord } from '../verbs/get-record.ts'

/** Values by language tag; null in a language other than the primary one while there is no title and text in it. */
export type ByLanguage<Value> = Record<string, Value | null>
const KEYPHRASES = fieldInAll('seo_keyphrase')
export const keyphraseColumns = Object.fromEntries(KEYPHRASES.map((name) => [name, table[name]])) as Pick<
  typeof table,
  (typeof KEYPHRASES)[number]
>
/** Articles that have a keyphrase in any language. */
export const hasKeyphrase = or(...KEYPHRASES.map((name) => isNotNull(table[name])))

type Others = readonly { id: number; title: string }[]

/** The SEO reports of an article. Throws 403, 404, and 422 for a text that takes too long. */
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
  const { siteUrl, textWorkers } = ctx
  try {
    return await reportsOf(row, { languages, siteUrl, siteNames, othersWith, textWorkers })
  } catch (error) {
    if (!(error instanceof TextTimeoutError)) throw error
    throw new AppError('validation_failed', TOO_LONG)
  }
}

const TOO_LONG = 'The text takes too long to rate. Split it into several articles, or simplify its markup.'

type Options = {
  languages: readonly ContentLanguage[]
  siteUrl: string
  siteNames: SiteNames
  othersWith: (keyphrase: string, language: ContentLanguage) => Others
  textWorkers: TextWorkers
}

/** The reports of an article's row, with the texts as the website shows them. Throws `TextTimeoutError`. */
export async function reportsOf(
  row: Row,
  { languages, siteUrl, siteNames, othersWith, textWorkers }: Options,
): Promise<ByLanguage<SeoReport>> {
  const reportOf = (language: ContentLanguage) => {
    const text = (name: string) => (row[fieldIn(name, language)] as string | null) ?? ''
    const keyphrase = text('seo_keyphrase')
    return textWorkers.rate({
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
  const reports: ByLanguage<SeoReport> = {}
  for (const language of languages)
    reports[language.tag] = isWritten(language) ? await reportOf(language) : null
  return reports
}
