import type { Actor } from '../accounts/actor.ts'
import type { AuditOrigin } from '../accounts/audit/append-audit-row.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { Database } from '../platform/db/database.ts'
import type { TextWorkers } from '../platform/text-workers.ts'

/** The dependencies of every content verb. */
export type ContentContext = {
  database: Database
  clock: () => Date
  /** Public base URL of the site's media, see `MEDIA_PUBLIC_BASE`. */
  mediaBase: string
  /** Public base URL of the website, see `SITE_URL`. */
  siteUrl: string
  textWorkers: TextWorkers
  /** The time in which deleted records can be restored, see `TRASH_KEEP_DAYS`. */
  trashKeepMs: number
  actor: Actor
  audit?: AuditOrigin | undefined
  /** Tells colleagues of mentions and reviews; without it nobody is told. */
  mail?: Outbox | undefined
  /** See `REVIEW_REQUIRED`. */
  reviewRequired?: 'creators' | 'all' | null
  /**
   * Called inside the transaction that publishes a record: once per attempt if the transaction is retried, and even if
   * it fails in the end.
   */
  onPublish?: (resource: string) => void
}
