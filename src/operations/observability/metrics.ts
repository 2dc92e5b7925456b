// The service's own metrics. Each service has a registry of its own, so that two in one process do not collide; process
// metrics are shared. Other folders report through the functions of `Metrics` and know no metric names or labels.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { addBuildInfo, countBy, readGauges } from './metric-kinds.ts'
import type { Checks } from './readiness-probes.ts'

/** Values read at each scrape. */
export type Sources = {
  commit: string
  checks(): Promise<Checks>
  pool(): { open: number; max: number }
  snapshot(): { ageSeconds: number; bytes: number }
  certificates(): ReadonlyMap<string, { from: Date; to: Date }>
  mail(): { queued: number; oldestAt: Date | null }
  clock(): Date
}

/** Rate limits by name. */
const LIMITS = [
  'login',
  'contact',
  'newsletter',
  'search',
  'forgot-password',
  'account-links',
  'sign-in-starts',
  'sign-in-tickets',
  'provider-logout',
  'unknown-paths',
  'creator-writes',
  'tokens',
  'wrong-tokens',
  'factors',
] as const
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
  const limits = countBy(registers, 'limit', LIMITS, {
    name: 'rate_limit_hits_total',
    help: 'Requests refused by a rate limit',
  })
  const uploads = countBy(registers, 'result', ['stored', 'refused', 'failed'], {
    name: 'uploads_total',
    help: 'Image uploads and imports by result',
  })
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

// A process has one set: each walks the heap and starts an event-loop timer that never stops.
function processMetrics(): Registry {
  if (sharedProcessMetrics) return sharedProcessMetrics
  sharedProcessMetrics = new Registry()
  collectDefaultMetrics({ register: sharedProcessMetrics })
  for (const { name } of sharedProcessMetrics.getMetricsAsArray()) {
    if (UNUSED_METRICS.test(name)) sharedProcessMetrics.removeSingleMetric(name)
  }
  return sharedProcessMetrics
}

function addSources(registers: Registry[], sources: Sources) {
  const { commit, checks, pool, snapshot, mail, clock } = sources
  addBuildInfo(registers, commit)
  new Gauge({
    name: 'readiness_check',
    help: 'Whether a dependency is reachable: 1 or 0',
    labelNames: ['check'],
    registers,
    async collect() {
      for (const [check, isUp] of Object.entries(await checks())) this.set({ check }, isUp ? 1 : 0)
    },
  })
  addCertificates(registers, sources)
  readGauges(registers, {
    database_pool_connections: ['Open database connections, including the listening one', () => pool().open],
    database_pool_size: ['Maximum number of pooled database connections', () => pool().max],
    snapshot_age_seconds: [
      'Time since the public site in memory was last verified as current',
      () => snapshot().ageSeconds,
    ],
    snapshot_bytes: ['Size of the public site as JSON', () => snapshot().bytes],
    mail_queued: ['Mails that wait to be sent, the same on every replica', () => mail().queued],
    mail_oldest_seconds: [
      'Age of the oldest mail that waits to be sent; 0 without any',
      () => {
        const { oldestAt } = mail()
        return oldestAt ? Math.max(0, (clock().getTime() - oldestAt.getTime()) / 1_000) : 0
      },
    ],
  })
}

function addCertificates(registers: Registry[], { certificates }: Sources) {
  for (const [name, help, which] of [
    ['certificate_not_before_timestamp_seconds', 'When the certificate of a host became valid', 'from'],
    ['certificate_not_after_timestamp_seconds', 'When the certificate of a host expires', 'to'],
  ] as const)
    new Gauge({
      name,
      help,
      labelNames: ['host'],
      registers,
      collect() {
        for (const [host, times] of certificates()) this.set({ host }, times[which].getTime() / 1_000)
      },
    })
}
