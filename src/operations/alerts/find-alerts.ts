// What the operators are told of, from what was read. Pure. The thresholds are those of the rules in
// deploy/monitoring/prometheus/alerts.yml.
import type { OpsAlert } from '../../mail/mail-kinds.ts'
import type { CertificateTimes } from './certificates.ts'

/** `subject`: the dependency, database or host, or empty. `occurrence`: see the table. */
export type Alert = { kind: OpsAlert; subject: string; occurrence: string }

export type Findings = {
  firing: Alert[]
  /** Could not be read: what fired before still does. */
  unknown: OpsAlert[]
}

export type Readings = {
  now: Date
  /** Since when each failing dependency has failed. */
  failing: ReadonlyMap<string, Date>
  /** The metrics of the process; null: it does not answer; undefined: it is not watched. */
  backup: string | null | undefined
  /** When the metrics of the backup process last could be read, or when this process started. */
  backupReadAt: Date
  deploy: string | null | undefined
  certificates: ReadonlyMap<string, CertificateTimes>
}

const READINESS_MS = 2 * 60_000
const BACKUP_AWAY_MS = 10 * 60_000
/** The daily interval plus two hours for the run. */
const BACKUP_AGE_SECONDS = 26 * 3_600
/** Certificates are renewed when a third of their lifetime is left. */
const CERTIFICATE_SHARE = 1 / 6

export function findAlerts(readings: Readings): Findings {
  const { backup, deploy } = readings
  const unknown: OpsAlert[] = []
  if (backup === null) unknown.push('backup')
  if (deploy === null) unknown.push('deploy')
  const firing = [
    ...readinessAlerts(readings),
    ...backupAlerts(readings),
    ...deployAlerts(readings),
    ...certificateAlerts(readings),
  ]
  return { firing, unknown }
}

const alert = (kind: OpsAlert, subject: string, occurrence = ''): Alert => ({ kind, subject, occurrence })

const readinessAlerts = ({ failing, now }: Readings) =>
  [...failing]
    .filter(([, since]) => now.getTime() - since.getTime() >= READINESS_MS)
    .map(([check]) => alert('readiness', check))

function backupAlerts({ backup, backupReadAt, now }: Readings) {
  if (backup === undefined) return []
  if (backup === null)
    return now.getTime() - backupReadAt.getTime() >= BACKUP_AWAY_MS ? [alert('backup', '')] : []
  return [...readGauge(backup, 'backup_last_success_timestamp_seconds')]
    .filter(([, taken]) => now.getTime() / 1_000 - taken > BACKUP_AGE_SECONDS)
    .map(([database]) => alert('backup', database))
}

function deployAlerts({ deploy }: Readings) {
  const failed = deploy ? readGauge(deploy, 'deploy_last_failed').get('') : 0
  return failed ? [alert('deploy', '', String(failed))] : []
}

const certificateAlerts = ({ certificates, now }: Readings) =>
  [...certificates]
    .filter(
      ([, { from, to }]) =>
        to.getTime() - now.getTime() < (to.getTime() - from.getTime()) * CERTIFICATE_SHARE,
    )
    .map(([host]) => alert('certificate', host))

/** The values of a metric in the Prometheus text format, by the value of its only label, or by ''. */
export function readGauge(text: string, name: string): Map<string, number> {
  const values = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, label = '', value] = /^\w+(?:\{\w+="([^"]*)"\})? (\S+)$/.exec(line) ?? []
    if (value !== undefined && /^\w+/.exec(line)![0] === name) values.set(label, Number(value))
  }
  return values
}
