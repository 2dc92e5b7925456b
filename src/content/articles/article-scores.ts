// The scores of the articles in a list. A score is kept by the version of its article and the names of the website, so that
// a list rates only what has changed since it was last shown.
import { eq, inArray } from 'drizzle-orm'
import { assertEditor } from '../../accounts/permissions.ts'
import { assertReaches } from '../../accounts/token-scopes.ts'
import type { Tx } from '../../platform/db/database.ts'
import { articles as table } from '../../platform/db/schema/articles.ts'
import { contentVersions } from '../../platform/db/schema/history.ts'
import { giveWay } from '../../platform/give-way.ts'
import { TextTimeoutError, type TextWorkers } from '../../platform/text-workers.ts'
import { type ContentLanguage, type Translated, textIn } from '../../text/content-language.ts'
import { foldKeyphrase } from '../../text/seo-analysis/same-keyphrase.ts'
import type { ContentContext } from '../content-context.ts'
import type { Row } from '../definition/define-resource.ts'
import { articles } from '../resources/articles.ts'
import { readSiteNames, type SiteNames } from '../site-names.ts'
import { type ByLanguage, hasKeyphrase, keyphraseColumns, reportsOf } from './article-seo.ts'

export type ArticleScores = { id: number; version: number; scores: ByLanguage<number> }

type Subject = { id: number; version: number } & Translated<'seo_keyphrase', string | null>
/** The number of articles with each keyphrase, folded, in each language. */
type KeyphraseCounts = Map<ContentLanguage, Map<string, number>>

/** The values that a score depends on besides the article. */
type Circumstances = {
  siteUrl: string
  siteNames: SiteNames
  counts: KeyphraseCounts
  textWorkers: TextWorkers
}

const MAX_KEPT = 20_000
/** Texts are read in groups, and other requests are served between two articles. */
const GROUP = 20

const subject = { id: table.id, version: table.version, ...keyphraseColumns }

/** One for a service: remembers scores and the keyphrases in use. */
export class ArticleScoring {
  private readonly kept = new Map<string, ByLanguage<number>>()
  private counted: { token: string; counts: KeyphraseCounts } | null = null

  constructor(private readonly languages: readonly ContentLanguage[]) {}

  /** The scores of these articles, in the order of `ids`; those that do not exist are left out. Throws 403. */
  async of(ctx: ContentContext, ids: readonly number[]): Promise<ArticleScores[]> {
    assertEditor(ctx.actor)
    assertReaches(ctx.actor, articles.name)
    const { subjects, counts, siteNames } = await ctx.database.readConsistently(async (tx) => ({
      subjects: await tx
        .select(subject)
        .from(table)
        .where(inArray(table.id, [...ids])),
      counts: await this.countKeyphrases(tx),
      siteNames: await readSiteNames(tx, ctx.siteUrl),
    }))
    const keyOf = (one: Subject) =>
      JSON.stringify([
        one.id,
        one.version,
        ...this.languages.flatMap((language) => [isUsedTwice(one, language, counts), siteNames(language)]),
      ])
    const missing = subjects.filter((one) => !this.kept.has(keyOf(one)))
    const scores = new Map(subjects.map((one) => [one.id, this.kept.get(keyOf(one)) ?? null]))
    for (let at = 0; at < missing.length; at += GROUP) {
      const group = missing.slice(at, at + GROUP)
      const rows = await ctx.database.query((tx) =>
        tx
          .select()
          .from(table)
          .where(
            inArray(
              table.id,
              group.map(({ id }) => id),
            ),
          ),
      )
      for (const one of group) {
        // The article may have been changed or deleted meanwhile; the list then asks again.
        const row = rows.find(({ id, version }) => id === one.id && version === one.version)
        if (!row) continue
        const { siteUrl, textWorkers } = ctx
        const score = await this.rate(row, { siteUrl, siteNames, counts, textWorkers })
        scores.set(one.id, score)
        this.keep(keyOf(one), score)
        await giveWay()
      }
    }
    return ids.flatMap((id) => {
      const found = scores.get(id)
      const { version } = subjects.find((one) => one.id === id) ?? {}
      return found && version !== undefined ? { id, version, scores: found } : []
    })
  }

  private async rate(
    row: Row,
    { siteUrl, siteNames, counts, textWorkers }: Circumstances,
  ): Promise<ByLanguage<number>> {
    const reports = await reportsOf(row, {
      languages: this.languages,
      siteUrl,
      siteNames,
      textWorkers,
      // The score depends on their number only.
      othersWith: (_, language) =>
        isUsedTwice(row as unknown as Subject, language, counts) ? [{ id: 0, title: '' }] : [],
    }).catch((error) => {
      // A list has no room for the reason; the article's own reports name it.
      if (error instanceof TextTimeoutError) return null
      throw error
    })
    return Object.fromEntries(this.languages.map(({ tag }) => [tag, reports?.[tag]?.score ?? null]))
  }

  private keep(key: string, score: ByLanguage<number>) {
    // Maps keep the order of insertion: the oldest one goes.
    if (this.kept.size >= MAX_KEPT) this.kept.delete(this.kept.keys().next().value!)
    this.kept.set(key, score)
  }

  /** Counts again only when an article has changed, which gives the resource a new token. */
  private async countKeyphrases(tx: Tx): Promise<KeyphraseCounts> {
    const [version] = await tx
      .select({ token: contentVersions.token })
      .from(contentVersions)
      .where(eq(contentVersions.resource, articles.name))
    const token = version?.token ?? ''
    if (this.counted?.token === token) return this.counted.counts
    const rows = await tx.select(keyphraseColumns).from(table).where(hasKeyphrase)
    const counts: KeyphraseCounts = new Map(this.languages.map((language) => [language, new Map()]))
    for (const row of rows)
      for (const [language, inLanguage] of counts) {
        const keyphrase = foldKeyphrase(textIn(row, 'seo_keyphrase', language) ?? '')
        if (keyphrase) inLanguage.set(keyphrase, (inLanguage.get(keyphrase) ?? 0) + 1)
      }
    this.counted = { token, counts }
    return counts
  }
}

const isUsedTwice = (one: Subject, language: ContentLanguage, counts: KeyphraseCounts): boolean =>
  (counts.get(language)?.get(foldKeyphrase(textIn(one, 'seo_keyphrase', language) ?? '')) ?? 0) > 1
