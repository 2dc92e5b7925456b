// The service's own metrics. Each service has a registry of its own, so that two in one process do not collide; process
// metrics are shared. Other folders report through the functions of `Metrics` and know no metric names or labels.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Checks } from './readiness-probes.ts'

/** Values read at each scrape. */
export type Sources = {
  commit: string
  checks(): Promise<Checks>
  pool(): { open: number; max: number }
  snapshot(): { ageSeconds: number; bytes: number }
  mail(): { queued: number; oldestAt: Date | null }
  clock(): Date
}

/** Rate limits by name. */
const LIMITS = ['login', 'contact', 'newsletter', 'search', 'forgot-password', 'account-links'] as const
export type LimitName = (typeof LIMITS)[number]

export type Metrics = {
  /** A sign-in or password change failed because of wrong credentials. */
  loginFailed(): void
  /** A rate limit refused a request. */
  rateLimited(limit: LimitName): void
  /** An upload or import finished; `bytes` is the size of the stored image. */
  uploaded(result: 'stored' | 'refused' | 'failed', bytes?: number): void
  snapshotRebuilt(seconds: number): void
  /** A mail was handed over to the mail server, or given up. */
  mailSettled(result: 'sent' | 'failed'): void
  /** A new registry with these and the process metrics, to which an application adds its HTTP metrics. */
  createRegistry(): Registry
}

// `promtool check metrics` rejects prom-client's gauges named nodejs_…_total; Bun has no real values for the others.
const UNUSED_METRICS = /^nodejs_(?:active_\w+_total|heap_space_\w+|version_info|gc_\w+)$/

export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  addSources(registers, sources)

  const logins = new Counter({
    name: 'login_failures_total',
    help: 'Sign-ins and password changes with wrong credentials',
    registers,
  })
  const limits = new Counter({
    name: 'rate_limit_hits_total',
    help: 'Requests refused by a rate limit',
    labelNames: ['limit'],
    registers,
  })
  // Initialized, because a rate misses the first event of a series that begins with it.
  for (const limit of LIMITS) limits.inc({ limit }, 0)
  const uploads = new Counter({
    name: 'uploads_total',
    help: 'Image uploads and imports by result',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['stored', 'refused', 'failed'] as const) uploads.inc({ result }, 0)
  const uploadBytes = new Counter({
    name: 'upload_bytes_total',
    help: 'Bytes of stored images',
    registers,
  })
  const rebuilds = new Histogram({
    name: 'snapshot_rebuild_seconds',
    help: 'Time to update the public site in memory',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })

  const mails = {
    sent: new Counter({ name: 'mail_sent_total', help: 'Mails that the mail server took over', registers }),
    failed: new Counter({
      name: 'mail_failed_total',
      help: 'Mails given up: refused for good, or not sent within two days',
      registers,
    }),
  }

  return {
    loginFailed: () => logins.inc(),
    rateLimited: (limit) => limits.inc({ limit }),
    uploaded(result, bytes = 0) {
      uploads.inc({ result })
      uploadBytes.inc(bytes)
    },
    snapshotRebuilt: (seconds) => rebuilds.observe(seconds),
    mailSettled: (result) => mails[result].inc(),
    createRegistry: () => Registry.merge([processMetrics(), registry]),
  }
}

let sharedProcessMetrics: Registry | null = null

// Created once per process: each set walks the heap and starts an event-loop timer that never stops.
function processMetrics(): Registry {
  if (sharedProcessMetrics) return sharedProcessMetrics
  sharedProcessMetrics = new Registry()
  collectDefaultMetrics({ register: sharedProcessMetrics })
  for (const { name } of sharedProcessMetrics.getMetricsAsArray()) {
    if (UNUSED_METRICS.test(name)) sharedProcessMetrics.removeSingleMetric(name)
  }
  return sharedProcessMetrics
}

function addSources(registers: Registry[], { commit, checks, pool, snapshot, mail, clock }: Sources) {
  new Gauge({
    name: 'app_build_info',
    help: 'Commit of the running build; always 1',
    labelNames: ['commit'],
    registers,
  }).set({ commit }, 1)
  new Gauge({
    name: 'readiness_check',
    help: 'Whether a dependency is reachable: 1 or 0',
    labelNames: ['check'],
    registers,
    async collect() {
      for (const [check, isUp] of Object.entries(await checks())) this.set({ check }, isUp ? 1 : 0)
    },
  })
  new Gauge({
    name: 'database_pool_connections',
    help: 'Open database connections, including the listening one',
    registers,
    collect() {
      this.set(pool().open)
    },
  })
  new Gauge({
    name: 'database_pool_size',
    help: 'Maximum number of pooled database connections',
    registers,
    collect() {
      this.set(pool().max)
    },
  })
  new Gauge({
    name: 'snapshot_age_seconds',
    help: 'Time since the public site in memory was last verified as current',
    registers,
    collect() {
      this.set(snapshot().ageSeconds)
    },
  })
  new Gauge({
    name: 'snapshot_bytes',
    help: 'Size of the public site as JSON',
    registers,
    collect() {
      this.set(snapshot().bytes)
    },
  })
  new Gauge({
    name: 'mail_queued',
    help: 'Mails that wait to be sent, the same on every replica',
    registers,
    collect() {
      this.set(mail().queued)
    },
  })
  new Gauge({
    name: 'mail_oldest_seconds',
    help: 'Age of the oldest mail that waits to be sent; 0 without any',
    registers,
    collect() {
      const { oldestAt } = mail()
      this.set(oldestAt ? Math.max(0, (clock().getTime() - oldestAt.getTime()) / 1_000) : 0)
    },
  })
}
