// The result of the conversion of an export, before it is sent.
import type { Place } from './addresses/old-addresses.ts'
import type { RedirectToImport } from './addresses/redirect-records.ts'
import type { ImportNote } from './convert/import-notes.ts'
import type { Author } from './read/wordpress-export.ts'
import type { ArticleToImport } from './records/article-records.ts'
import type { CategoryRecord } from './records/category-records.ts'
import type { MappedRecord } from './records/custom-types.ts'
import type { GalleryToImport } from './records/gallery-records.ts'
import type { MenuRecord } from './records/menu-records.ts'
import type { PageToImport } from './records/page-records.ts'
import type { SettingsRecord } from './records/settings-record.ts'

export type SiteRecords = {
  categories: CategoryRecord[]
  /** Sticky ones first, then the newest first. */
  articles: ArticleToImport[]
  /** Parents before their children. */
  pages: PageToImport[]
  /** Records of the post types that are mapped to other resources. */
  mapped: MappedRecord[]
  /** Parents before their children. */
  menu: MenuRecord[]
  redirects: RedirectToImport[]
  /** The pictures of galleries, also in their texts. */
  gallery: GalleryToImport[]
  settings: SettingsRecord
  /** The authors of articles. */
  authors: Author[]
  /** The address of each record on the old site. */
  moved: { from: string; place: Place }[]
  /** Contents that are not imported, and why. */
  skipped: ImportNote[]
  /** Contents that are imported differently from the original. */
  changed: ImportNote[]
  /** Links in texts to addresses of the old site from which nothing is imported. */
  deadLinks: ImportNote[]
}
