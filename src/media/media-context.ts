// Media: uploads and imports of images, the editors' library, and serving. This file defines the dependencies that the
// routes pass to every operation.

import type { Actor } from '../accounts/actor.ts'
import type { AuditOrigin } from '../accounts/audit/append-audit-row.ts'
import type { BoundedQueue } from '../platform/bounded-queue.ts'
import type { Database } from '../platform/db/database.ts'
import type { Outbound } from '../platform/security/pinned-request.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { ImageCache } from './image-cache.ts'
import type { Variants } from './variants.ts'

export type MediaServices = {
  database: Database
  clock: () => Date
  storage: Storage
  /** Limits how many images are decoded and encoded at once. */
  imageQueue: BoundedQueue
  imageCache: ImageCache
  variants: Variants
  outbound: Outbound
  maxUploadBytes: number
  /** The time in which deleted images can be restored, see `TRASH_KEEP_DAYS`. */
  trashKeepMs: number
  /** Base URLs of this site's own media. */
  bases: readonly string[]
}

/** The services needed to delete images and leftovers. */
export type MediaCleanupServices = Pick<
  MediaServices,
  'database' | 'storage' | 'clock' | 'imageCache' | 'trashKeepMs'
>

export type MediaContext = MediaServices & { actor: Actor; audit?: AuditOrigin | undefined }
