// Probes of the dependencies, run in parallel. Concurrent checks share one run, and its result is kept for a second.

/** Makes a real request to a dependency. Rejects, or resolves with false, when the dependency is unavailable. */
export type Probe = (signal: AbortSignal) => Promise<unknown>

export type PartName = 'database' | 'object_store' | 'identity_provider'
export type Checks = Record<PartName, boolean>

export type Probes = {
  /** The availability of each dependency, as of at most a second ago. Settles within two seconds. */
  check(): Promise<Checks>
  /** Makes the service report that it is not ready, regardless of the probes. */
  drain(): void
  readonly draining: boolean
}

const DEADLINE_MS = 2_000
const MAX_AGE_MS = 1_000

type Options = { deadlineMs?: number | undefined; now?: () => number }

/** `deadlineMs`: tests on slow machines wait longer. `now` tells milliseconds. */
export function createProbes(
  parts: Record<PartName, Probe>,
  { deadlineMs = DEADLINE_MS, now = () => performance.now() }: Options = {},
): Probes {
  let draining = false
  let run: Promise<Checks> | null = null
  let finishedAt = Number.NEGATIVE_INFINITY

  async function runAll(): Promise<Checks> {
    const [database, object_store, identity_provider] = await Promise.all([
      isAvailable(parts.database, deadlineMs),
      isAvailable(parts.object_store, deadlineMs),
      isAvailable(parts.identity_provider, deadlineMs),
    ])
    finishedAt = now()
    return { database, object_store, identity_provider }
  }

  return {
    check() {
      if (!run || now() - finishedAt > MAX_AGE_MS) {
        // A run in progress counts as fresh.
        finishedAt = Number.POSITIVE_INFINITY
        run = runAll()
      }
      return run
    },
    drain() {
      draining = true
    },
    get draining() {
      return draining
    },
  }
}

async function isAvailable(probe: Probe, deadlineMs: number): Promise<boolean> {
  const controller = new AbortController()
  let timer: Timer | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      controller.abort()
      resolve(false)
    }, deadlineMs)
  })
  try {
    return (await Promise.race([probe(controller.signal), timeout])) !== false
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
