// Types of public records as the snapshot stores them (JSON of their public views), and how to read them.
import type { Resource } from '../../content/definition/define-resource.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { needTexts, type SnapshotEntry } from '../../content/snapshot/snapshot-entry.ts'
import type * as articleTables from '../../platform/db/schema/articles.ts'
import type * as sectionTables from '../../platform/db/schema/sections.ts'
import type * as siteTables from '../../platform/db/schema/site.ts'
import type { FieldIn, Translated } from '../../text/content-language.ts'

/** A table row after JSON serialisation: dates are strings. */
type JsonRow<Table extends { $inferSelect: object }> = {
  [Name in keyof Table['$inferSelect']]: Date extends Table['$inferSelect'][Name]
    ? string | Exclude<Table['$inferSelect'][Name], Date>
    : Table['$inferSelect'][Name]
}

export type Article = Omit<
  JsonRow<typeof articleTables.articles>,
  'status' | 'author_id' | FieldIn<'seo_keyphrase'> | 'version' | 'created_at'
> &
  Translated<'author', string | null>
export type Category = JsonRow<typeof articleTables.articleCategories>
export type Project = JsonRow<typeof sectionTables.projects>
export type GalleryImage = JsonRow<typeof sectionTables.gallery>
export type SiteSettings = JsonRow<typeof siteTables.siteSettings>
export type MenuItem = JsonRow<typeof siteTables.menu>
export type SocialLink = JsonRow<typeof siteTables.socialLinks>
export type ContactInfo = JsonRow<typeof siteTables.contactInfo>
export type SeoMeta = JsonRow<typeof siteTables.seoMeta>
export type Hero = JsonRow<typeof siteTables.heroes>
export type FreePage = JsonRow<typeof siteTables.pages>
export type Redirect = JsonRow<typeof siteTables.redirects>
export type About = JsonRow<typeof siteTables.about>
export type Announcement = JsonRow<typeof siteTables.announcements>
export type Service = JsonRow<typeof sectionTables.services>
export type Testimonial = JsonRow<typeof sectionTables.testimonials>
export type Faq = JsonRow<typeof sectionTables.faqs>
export type TeamMember = JsonRow<typeof sectionTables.team>
export type Milestone = JsonRow<typeof sectionTables.timeline>
export type Statistic = JsonRow<typeof sectionTables.statistics>
export type Reason = JsonRow<typeof sectionTables.whyUs>
export type InvestmentModel = JsonRow<typeof sectionTables.investmentModels>
export type WorkStep = JsonRow<typeof sectionTables.workSteps>
export type Office = JsonRow<typeof sectionTables.offices>

type BodyField = FieldIn<'content' | 'body' | 'faqs'>

/** A record in a list, where its long texts are missing. */
export type Summary<Record> = Omit<Record, BodyField> &
  Partial<Pick<Record, Extract<keyof Record, BodyField>>>

export const readRecord = <Record>(entry: SnapshotEntry) => JSON.parse(entry.fragment.toString()) as Record

export const readSummary = <Record>(entry: SnapshotEntry) =>
  JSON.parse(entry.summary.toString()) as Summary<Record>

/** All visible records of a resource, in their order. */
export const readAll = <Record>(view: SnapshotView, resource: Resource): Record[] =>
  needTexts(view.entries(resource)).map((entry) => readRecord<Record>(entry))

type Timestamps = { updated_at: string; published_at?: string | null }

/** When the public last saw a change: a scheduled article is edited before it appears. */
export const lastModified = ({ updated_at, published_at }: Timestamps) => laterOf(updated_at, published_at)

/** The later of two ISO timestamps in the format of `JSON.stringify`, which sorts as text. */
export const laterOf = (a: string, b: string | null | undefined) => (b && b > a ? b : a)
