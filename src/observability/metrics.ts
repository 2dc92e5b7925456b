// Every figure of the service, in one registry of its own, so that two services in one process do not collide; they
// share what is the process's.
// Other rooms report through the functions of `Metrics` and know nothing of names and labels.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Checks } from './readiness-probes.ts'
import { createRequestMetrics, type ObserveRequest } from './request-metrics.ts'

/** What is read at the moment of a scrape. */
export type Sources = {
  commit: string
  checks(): Promise<Checks>
  pool(): { open: number; max: number }
  snapshot(): { ageSeconds: number; bytes: number }
}

/** Limits that may refuse a request. */
const LIMITS = ['login', 'contact', 'newsletter', 'search'] as const
export type LimitName = (typeof LIMITS)[number]

export type Metrics = {
  requestDone: ObserveRequest
  /** A sign-in or a change of password was refused for its credentials. */
  loginFailed(): void
  /** A limit refused a request. */
  rateLimited(limit: LimitName): void
  /** An upload or import ended; `bytes` of what was stored. */
  uploaded(result: 'stored' | 'refused' | 'failed', bytes?: number): void
  snapshotRebuilt(seconds: number): void
  contentType: string
  /** The text exposition format. */
  text(): Promise<string>
}

// Gauges that prom-client names like counters, which promtool refuses, and what Bun only pretends to have.
const LEFT_OUT = /^nodejs_(?:active_\w+_total|heap_space_\w+|version_info|gc_\w+)$/

export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  partFigures(registers, sources)
  const requestDone = createRequestMetrics(registry)

  const logins = new Counter({
    name: 'login_failures_total',
    help: 'Sign-ins and changes of password refused for their credentials',
    registers,
  })
  const limits = new Counter({
    name: 'rate_limit_hits_total',
    help: 'Requests refused by a limit',
    labelNames: ['limit'],
    registers,
  })
  // Known from the start: a rate over a series that appears with its first event misses that event.
  for (const limit of LIMITS) limits.inc({ limit }, 0)
  const uploads = new Counter({
    name: 'uploads_total',
    help: 'Uploads and imports by how they ended',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['stored', 'refused', 'failed'] as const) uploads.inc({ result }, 0)
  const uploadBytes = new Counter({
    name: 'upload_bytes_total',
    help: 'Bytes of images stored',
    registers,
  })
  const rebuilds = new Histogram({
    name: 'snapshot_rebuild_seconds',
    help: 'Time to bring the public site in memory up to date',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })

  const all = Registry.merge([processFigures(), registry])
  return {
    requestDone,
    loginFailed: () => logins.inc(),
    rateLimited: (limit) => limits.inc({ limit }),
    uploaded(result, bytes = 0) {
      uploads.inc({ result })
      uploadBytes.inc(bytes)
    },
    snapshotRebuilt: (seconds) => rebuilds.observe(seconds),
    contentType: all.contentType,
    text: () => all.metrics(),
  }
}

let figures: Registry | null = null

// Of the process, so made once in it: each set walks the heap and starts a timer that watches the event loop for good.
function processFigures(): Registry {
  if (figures) return figures
  figures = new Registry()
  collectDefaultMetrics({ register: figures })
  for (const { name } of figures.getMetricsAsArray()) {
    if (LEFT_OUT.test(name)) figures.removeSingleMetric(name)
  }
  return figures
}

function partFigures(registers: Registry[], { commit, checks, pool, snapshot }: Sources) {
  new Gauge({
    name: 'app_build_info',
    help: 'Which build runs; always 1',
    labelNames: ['commit'],
    registers,
  }).set({ commit }, 1)
  new Gauge({
    name: 'readiness_check',
    help: 'Whether a part that the service needs is there',
    labelNames: ['check'],
    registers,
    async collect() {
      for (const [check, holds] of Object.entries(await checks())) this.set({ check }, holds ? 1 : 0)
    },
  })
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database that are open, the listening one included',
    registers,
    collect() {
      this.set(pool().open)
    },
  })
  new Gauge({
    name: 'database_pool_size',
    help: 'Connections that the pool may hold',
    registers,
    collect() {
      this.set(pool().max)
    },
  })
  new Gauge({
    name: 'snapshot_age_seconds',
    help: 'Time since the public site in memory was last known to be current',
    registers,
    collect() {
      this.set(snapshot().ageSeconds)
    },
  })
  new Gauge({
    name: 'snapshot_bytes',
    help: 'Size of the whole public site as JSON',
    registers,
    collect() {
      this.set(snapshot().bytes)
    },
  })
}
