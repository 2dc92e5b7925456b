import type { Actor } from '../auth/actor.ts'
import type { BoundedQueue } from '../bounded-queue.ts'
import type { Database } from '../db/database.ts'
import type { Outbound } from '../security/safe-fetch.ts'
import type { Storage } from '../storage/storage.ts'
import type { ImageCache } from './image-cache.ts'

/** Services used by the media library. */
export type MediaServices = {
  database: Database
  clock: () => Date
  storage: Storage
  /** Images are decoded and encoded in this queue. */
  imageQueue: BoundedQueue
  imageCache: ImageCache
  outbound: Outbound
  maxUploadBytes: number
  /** Public bases under which this site's own media are found. */
  bases: readonly string[]
}

/** Services needed to find and delete leftovers, without accepting new images. */
export type MediaCleanupServices = Pick<MediaServices, 'database' | 'storage' | 'clock' | 'imageCache'>

export type MediaContext = MediaServices & { actor: Actor }
