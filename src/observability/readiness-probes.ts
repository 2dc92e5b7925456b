// Whether the parts that the service needs are there: asked for real, in parallel, in one flight however many ask.

/** Real work on a part; rejects, or resolves with false, when the part is away. */
export type Probe = (signal: AbortSignal) => Promise<unknown>

export type PartName = 'database' | 'object_store' | 'identity_provider'
export type Checks = Record<PartName, boolean>

export type Probes = {
  /** What is there, not older than a second; settles within the deadline of a probe. */
  check(): Promise<Checks>
  /** From now on the service is not ready, whatever the checks say. */
  drain(): void
  readonly draining: boolean
}

const DEADLINE_MS = 2_000
const REMEMBERED_MS = 1_000

export function createProbes(parts: Record<PartName, Probe>): Probes {
  let draining = false
  let flight: Promise<Checks> | null = null
  let landed = Number.NEGATIVE_INFINITY

  async function askAll(): Promise<Checks> {
    const [database, object_store, identity_provider] = await Promise.all([
      isThere(parts.database),
      isThere(parts.object_store),
      isThere(parts.identity_provider),
    ])
    landed = performance.now()
    return { database, object_store, identity_provider }
  }

  return {
    check() {
      if (!flight || performance.now() - landed > REMEMBERED_MS) {
        // What is on its way counts as new.
        landed = Number.POSITIVE_INFINITY
        flight = askAll()
      }
      return flight
    },
    drain() {
      draining = true
    },
    get draining() {
      return draining
    },
  }
}

async function isThere(probe: Probe): Promise<boolean> {
  const controller = new AbortController()
  let timer: Timer | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      controller.abort()
      resolve(false)
    }, DEADLINE_MS)
  })
  try {
    return (await Promise.race([probe(controller.signal), late])) !== false
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
