// When the backup process runs next: an interval after the last good run, at once without one, sooner after a failure.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupConfig } from '../../platform/config/backup-config.ts'
import { listDumps, newestGood, takenAt } from './dump-catalogue.ts'

/** Timers of more than 24.8 days fire at once. */
const MAX_TIMER_MS = 86_400_000
const RETRY_MS = 15 * 60_000

/** Milliseconds until the first run: zero unless every database has a good dump, else the rest of the interval. */
export async function msUntilFirstRun(config: BackupConfig, now: Date): Promise<number> {
  const dumps = await listDumps(config.directory, config.databases)
  const delays = config.databases.map((database) => {
    const newest = newestGood(dumps, database)
    const taken = newest && takenAt(newest, now)
    return taken ? config.intervalMs - (now.getTime() - taken.getTime()) : 0
  })
  return Math.min(config.intervalMs, Math.max(0, Math.min(...delays)))
}

/** Milliseconds from the start of one run to the start of the next. */
export const msUntilNextRun = (config: BackupConfig, succeeded: boolean) =>
  succeeded ? config.intervalMs : Math.min(config.intervalMs, RETRY_MS)

/** Waits by the monotonic clock; resolves with false when aborted. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!signal.aborted) {
    const remaining = end - performance.now()
    if (remaining <= 0) return true
    await sleep(Math.min(remaining, MAX_TIMER_MS), undefined, { signal }).catch(() => {})
  }
  return false
}
