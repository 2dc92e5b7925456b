// Tells the operators by mail what the monitoring profile would tell by its bot: a dependency that is away, an old backup,
// a certificate that expires, a failed deploy. Every replica looks; the database lets one of them tell.
import type { AlertsConfig } from '../../platform/config/alerts-config.ts'
import type { Checks } from '../observability/readiness-probes.ts'
import type { AlertStore } from './alert-store.ts'
import type { Certificates } from './certificates.ts'
import { type Alert, type Findings, findAlerts } from './find-alerts.ts'

const INTERVAL_MS = 30_000
const READ_TIMEOUT_MS = 5_000
/** What began before the start is found again by then: a dependency that fails, after two minutes. */
const SETTLED_MS = 5 * 60_000

type Options = {
  config: AlertsConfig
  store: AlertStore
  certificates: Certificates
  checks: () => Promise<Checks>
  clock: () => Date
  onError: (error: unknown) => void
}

export class AlertMonitor {
  readonly #startedAt: Date
  readonly #failing = new Map<string, Date>()
  #backupReadAt: Date
  /** What could not be told while the database was away. */
  #untold: Alert[] = []
  #timer: Timer | undefined
  #isStopped = true

  constructor(private readonly options: Options) {
    this.#startedAt = options.clock()
    this.#backupReadAt = this.#startedAt
  }

  start() {
    this.#isStopped = false
    this.#schedule()
  }

  stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule() {
    this.#timer = setTimeout(async () => {
      await this.look()
      if (!this.#isStopped) this.#schedule()
    }, INTERVAL_MS)
    this.#timer.unref()
  }

  /** Reads everything once and tells what has changed. */
  async look(): Promise<void> {
    const { store, clock, onError } = this.options
    const { firing, unknown } = await this.#find()
    const names = new Set(firing.map(({ kind, subject }) => `${kind} ${subject}`))
    const all = [...firing, ...this.#untold.filter(({ kind, subject }) => !names.has(`${kind} ${subject}`))]
    const tellsEnd = clock().getTime() - this.#startedAt.getTime() >= SETTLED_MS
    try {
      await store.record({ firing: all, unknown }, { tellsEnd })
      this.#untold = []
    } catch (error) {
      this.#untold = all
      onError(error)
    }
  }

  async #find(): Promise<Findings> {
    const { config, certificates, checks, clock } = this.options
    const [available, backup, deploy] = await Promise.all([
      checks(),
      readText(config.backupMetrics),
      readText(config.deployMetrics),
    ])
    const now = clock()
    for (const [check, isUp] of Object.entries(available)) {
      if (isUp) this.#failing.delete(check)
      else if (!this.#failing.has(check)) this.#failing.set(check, now)
    }
    if (typeof backup === 'string') this.#backupReadAt = now
    const { times } = certificates
    return findAlerts({
      now,
      failing: this.#failing,
      backup,
      backupReadAt: this.#backupReadAt,
      deploy,
      certificates: times,
    })
  }
}

/** Null: no answer; undefined: nothing to read. */
async function readText(url: string | null): Promise<string | null | undefined> {
  if (url === null) return undefined
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
