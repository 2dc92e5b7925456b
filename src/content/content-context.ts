import type { AuditOrigin } from '../audit/append-audit-row.ts'
import type { Actor } from '../auth/actor.ts'
import type { Database } from '../db/database.ts'

/** What every content verb needs. */
export type ContentContext = {
  database: Database
  clock: () => Date
  /** Public base of the site's own media, see `MEDIA_PUBLIC_BASE`. */
  mediaBase: string
  /** Public base of the website, see `SITE_URL`. */
  siteUrl: string
  actor: Actor
  audit?: AuditOrigin | undefined
  /** Told in the transaction that makes a record public; again when that is run again, and also when it fails. */
  onPublish?: (resource: string) => void
}
