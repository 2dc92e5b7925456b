// What the operators are told of by mail, and where it is read.
import type { Env } from './env.ts'

export type AlertsConfig = {
  recipients: string[]
  backupMetrics: string | null
  deployMetrics: string | null
  /** Hosts whose certificates are watched, and the server where they are reached; null: at their own addresses. */
  certificates: { hosts: string[]; server: string | null }
}

export const toAlertsConfig = (env: Env['alerts']): AlertsConfig => ({
  recipients: env.OPS_NOTIFY,
  backupMetrics: env.OPS_BACKUP_METRICS ?? null,
  deployMetrics: env.OPS_DEPLOY_METRICS ?? null,
  certificates: { hosts: env.OPS_CERTIFICATES, server: env.OPS_CERTIFICATES_AT ?? null },
})
