// Starts the worker that keeps caches in front of the service fresh, where one is configured.
import type { EdgeConfig } from '../../platform/config/edge-config.ts'
import type { Database } from '../../platform/db/database.ts'
import { BUILD } from './edge-tags.ts'
import { createPurge } from './purge-adapters.ts'
import { createPurgeQueue } from './purge-queue.ts'
import { PurgeWorker, type ShownState } from './purge-worker.ts'

type Options = {
  config: EdgeConfig
  database: Database
  /** The commit of the running build, whose pages may look different. */
  commit: string
  shown: () => readonly ShownState[]
  onError: (error: unknown) => void
}

/** Null without a cache to purge. */
export function startPurges({ config, database, commit, shown, onError }: Options): PurgeWorker | null {
  if (!config.purge) return null
  const state = commit === 'unknown' ? crypto.randomUUID() : commit
  const build = { tag: BUILD, edition: state, state }
  const worker = new PurgeWorker({
    queue: createPurgeQueue(database),
    purge: createPurge(config.purge),
    shown: () => [build, ...shown()],
    onError,
  })
  // The worker listens after the snapshot, so that it finds the change in it.
  database.onChange(async () => () => worker.wake())
  worker.start()
  return worker
}
