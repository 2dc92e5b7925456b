// Asks the caches in front of the service to drop what has changed. Compares what this replica shows with what it showed,
// so that drafts cause no purge, while scheduled records, restored databases and changes by other programs do.
import { WorkLoop } from '../../platform/work-loop.ts'
import { affectedTags } from './edge-tags.ts'
import type { Purge } from './purge-adapters.ts'
import type { ClaimedPurge, PurgeQueue } from './purge-queue.ts'

/**
 * `edition` changes whenever the visible content with this tag does, in this process; `state` names the same content in
 * every process.
 */
export type ShownState = { tag: string; edition: string; state: string }

type Options = {
  queue: PurgeQueue
  purge: Purge
  shown: () => readonly ShownState[]
  onError: (error: unknown) => void
}

/** The pause between comparisons of the shown content; a write of this process is noticed at once. */
const TICK_MS = 250
/**
 * A cache may have asked another replica right after the first purge, before that had heard of the change: it shows a
 * change after 20 ms as a rule, and after 1.5 s at the latest.
 */
const AGAIN_MS = [400, 2_000]
const MAX_RETRY_MS = 60_000

export class PurgeWorker {
  readonly #editions = new Map<string, string>()
  readonly #loop: WorkLoop

  constructor(private readonly options: Options) {
    const { onError } = options
    this.#loop = new WorkLoop({ pass: () => this.pass(), pauseMs: TICK_MS, onError })
  }

  start() {
    this.#loop.start()
  }

  /** Compares and purges at once. */
  wake() {
    this.#loop.wake()
  }

  stop() {
    return this.#loop.stop()
  }

  /** Queues what has changed and purges what is due. Throws errors of the database. */
  async pass(): Promise<void> {
    const { queue, shown } = this.options
    const changed = shown().filter(({ tag, edition }) => this.#editions.get(tag) !== edition)
    if (changed.length > 0) await queue.register(new Map(changed.map(({ tag, state }) => [tag, state])))
    for (const { tag, edition } of changed) this.#editions.set(tag, edition)
    const claimed = await queue.claim()
    if (claimed.length > 0) await this.#purge(claimed)
  }

  async #purge(claimed: readonly ClaimedPurge[]) {
    const { queue, purge, onError } = this.options
    try {
      await purge(affectedTags(claimed.map(({ tag }) => tag)))
    } catch (error) {
      onError(error)
      for (const row of claimed)
        await queue.failed(row, Math.min(2 ** Math.min(row.attempts, 10) * 1_000, MAX_RETRY_MS))
      return
    }
    for (const row of claimed) await queue.done(row, AGAIN_MS[row.round] ?? null)
  }
}
