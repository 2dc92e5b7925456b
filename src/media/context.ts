import type { Actor } from '../auth/actor.ts'
import type { Database } from '../db/client.ts'
import type { Outbound } from '../security/safe-fetch.ts'
import type { Storage } from '../storage/storage.ts'
import type { Known } from './known.ts'
import type { Queue } from './queue.ts'

/** What the library of images works with. */
export type MediaServices = {
  database: Database
  clock: () => Date
  storage: Storage
  /** Where images are decoded and encoded. */
  workshop: Queue
  known: Known
  outbound: Outbound
  maxUploadBytes: number
  /** Public bases under which this site's own media are found. */
  bases: readonly string[]
}

/** What it takes to compare and clear without taking in an image. */
export type Upkeep = Pick<MediaServices, 'database' | 'storage' | 'clock' | 'known'>

export type MediaContext = MediaServices & { actor: Actor }
