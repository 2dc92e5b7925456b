// When the sidecar's next run is due: an interval after the last good one, at once where there is none, and sooner
// than that after a failure.
import type { BackupConfig } from '../config/backup-config.ts'
import { listDumps, newestGood, takenAt } from './dump-catalogue.ts'

/** A timer of more than 24.8 days would fire at once. */
const LONGEST_TIMER_MS = 86_400_000
const RETRY_MS = 15 * 60_000

/** Milliseconds until the first run: what is left of the interval since every database has a good dump. */
export async function firstRunIn(config: BackupConfig, now: Date): Promise<number> {
  const dumps = await listDumps(config.directory, config.databases)
  const waits = config.databases.map((database) => {
    const newest = newestGood(dumps, database)
    const taken = newest && takenAt(newest, now)
    return taken ? config.intervalMs - (now.getTime() - taken.getTime()) : 0
  })
  return Math.min(config.intervalMs, Math.max(0, Math.min(...waits)))
}

/** Milliseconds from the start of a run to that of the next. */
export const nextRunIn = (config: BackupConfig, succeeded: boolean) =>
  succeeded ? config.intervalMs : Math.min(config.intervalMs, RETRY_MS)

/** Waits by a clock that nobody sets; false when the signal came first. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!signal.aborted) {
    const left = end - performance.now()
    if (left <= 0) return true
    await pause(Math.min(left, LONGEST_TIMER_MS), signal)
  }
  return false
}

function pause(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}
