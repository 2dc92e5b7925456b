// Public records as the snapshot holds them: their public views as JSON.
import type { SnapshotEntry } from '../content/snapshot/snapshot-member.ts'
import type * as articleTables from '../db/schema/articles.ts'
import type * as sectionTables from '../db/schema/sections.ts'
import type * as siteTables from '../db/schema/site.ts'

/** A row after JSON, as the registry's allow-lists show it. */
type View<Table extends { $inferSelect: object }> = {
  [Name in keyof Table['$inferSelect']]: Date extends Table['$inferSelect'][Name]
    ? string | Exclude<Table['$inferSelect'][Name], Date>
    : Table['$inferSelect'][Name]
}

export type Article = Omit<
  View<typeof articleTables.articles>,
  'status' | 'author_id' | 'seo_keyphrase' | 'version' | 'created_at'
> & { author: string | null }
export type Category = View<typeof articleTables.articleCategories>
export type Project = View<typeof sectionTables.projects>
export type GalleryImage = View<typeof sectionTables.gallery>
export type SiteSettings = View<typeof siteTables.siteSettings>
export type MenuItem = View<typeof siteTables.menu>
export type SocialLink = View<typeof siteTables.socialLinks>
export type ContactInfo = View<typeof siteTables.contactInfo>
export type SeoMeta = View<typeof siteTables.seoMeta>
export type Hero = View<typeof siteTables.heroes>
export type FreePage = View<typeof siteTables.pages>
export type Redirect = View<typeof siteTables.redirects>

const BODIES = ['content', 'content_en', 'body', 'body_en', 'faqs', 'faqs_en'] as const

/** A record as lists know it. */
export type Summary<Record> = Omit<Record, (typeof BODIES)[number]> &
  Partial<Pick<Record, Extract<keyof Record, (typeof BODIES)[number]>>>

export const whole = <Record>(entry: SnapshotEntry) => JSON.parse(entry.fragment.toString()) as Record

export const summary = <Record>(entry: SnapshotEntry) =>
  JSON.parse(entry.summary.toString()) as Summary<Record>

/** The later of two instants as JSON writes them; null is none. */
export const later = (a: string, b: string | null | undefined) => [a, b ?? a].sort()[1]!
